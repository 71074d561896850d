package bench

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/google/renameio/v2"
)

// Outcome is what became of one pair of instance and contestant.
type Outcome string

// The outcomes. Solved and Refuted are right answers; all others are failures, of which only Wrong
// is a lie.
const (
	Solved      Outcome = "solved"        // an answer, replayed; or a batch, every puzzle checked
	Refuted     Outcome = "unsolvable"    // "there is none", which is so
	GaveUp      Outcome = "gave-up"       // the time limit, or the contestant's own
	OutOfMemory Outcome = "out-of-memory" // the memory limit
	Wrong       Outcome = "wrong"         // an answer that does not hold
	Failed      Outcome = "error"         // it did not run, crashed, or was not understood
	Missing     Outcome = "missing"       // the peer is not installed
	Skipped     Outcome = "skipped"       // not run: gave up on every seed of a smaller size
)

var outcomes = []Outcome{Solved, Refuted, GaveUp, OutOfMemory, Wrong, Failed, Missing, Skipped}

// Right reports whether the contestant did what it was asked.
func (o Outcome) Right() bool { return o == Solved || o == Refuted }

// tired reports whether a contestant that ends so is likely to end so on larger boards.
func (o Outcome) tired() bool { return o == GaveUp || o == OutOfMemory || o == Skipped }

// Result is one row: what one contestant made of one instance with one seed. The fields' names in
// JSON are the columns of the CSV file.
type Result struct {
	Suite      string   `json:"suite"`
	Instance   string   `json:"instance"`
	Family     string   `json:"family"`
	Size       int      `json:"size"`
	Lights     int      `json:"lights"`
	Switches   int      `json:"switches"`
	Nullity    int      `json:"nullity"` // -1: not looked into
	Question   Question `json:"question"`
	Bound      int      `json:"bound"` // of at-most and too-few
	Seed       uint64   `json:"seed"`
	Contestant string   `json:"contestant"`
	Outcome    Outcome  `json:"outcome"`
	CPU        float64  `json:"cpu_seconds"`  // of the whole process group
	Wall       float64  `json:"wall_seconds"` //
	Peak       int64    `json:"peak_bytes"`   // resident memory; 0: it ended too soon to tell
	Presses    int      `json:"presses"`      // of the answer; -1 without one
	Vars       int      `json:"variables"`    // of the formula; 0 if there is none
	Clauses    int      `json:"clauses"`      //
	Batch      int      `json:"batch"`        // of generate: how many puzzles
	Distinct   int      `json:"distinct"`     // how many different ones
	Expected   float64  `json:"expected_distinct"`
	MeanFewest float64  `json:"mean_fewest_presses"` // over the batch; -1: too costly
	Timeout    float64  `json:"timeout_seconds"`
	Memory     int64    `json:"memory_bytes"`
	Version    string   `json:"version"` // of the contestant
	Run        string   `json:"run"`     // which line of machine.jsonl
	Note       string   `json:"note"`
}

// key tells what was measured; a later result of the same key replaces an earlier one.
func (r *Result) key() string {
	return strings.Join([]string{r.Suite, r.Instance, r.Contestant, fmt.Sprint(r.Seed)}, "|")
}

// The files of a folder of results.
const (
	jsonFile    = "results.jsonl"
	csvFile     = "results.csv"
	machineFile = "machine.jsonl"
)

// Read reads a folder of results, in the order they were measured; of several with the same key the
// last counts. A last line that was cut short is no result.
func Read(dir string) ([]Result, error) {
	data, err := os.ReadFile(filepath.Join(dir, jsonFile))
	if err != nil {
		return nil, fmt.Errorf("%s holds no results to read; lightsout bench --out DIR writes some: %w", dir, err)
	}
	all, err := parseResults(filepath.Join(dir, jsonFile), data)
	if err != nil {
		return nil, err
	}
	return latest(all), nil
}

// latest keeps, of several results of one pair and seed, the last, in the order of the first.
func latest(all []Result) []Result {
	var list []Result
	at := map[string]int{}
	for _, r := range all {
		if i, again := at[r.key()]; again {
			list[i] = r
			continue
		}
		at[r.key()] = len(list)
		list = append(list, r)
	}
	return list
}

func parseResults(name string, data []byte) ([]Result, error) {
	if whole := bytes.LastIndexByte(data, '\n'); whole+1 < len(data) {
		data = data[:whole+1]
	}
	var list []Result
	line := 0
	for text := range bytes.Lines(data) {
		line++
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		var r Result
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, fmt.Errorf("%s:%d: no result: %w", name, line, err)
		}
		if err := r.sound(); err != nil {
			return nil, fmt.Errorf("%s:%d: no result: %w", name, line, err)
		}
		list = append(list, r)
	}
	return list, nil
}

// slug is what suites and families are named with: reports make names of files from them.
var slug = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// sound finds what no run writes.
func (r *Result) sound() error {
	switch {
	case !slug.MatchString(r.Suite):
		return fmt.Errorf("%q is no name of a suite", r.Suite)
	case !slug.MatchString(r.Family):
		return fmt.Errorf("%q is no family of boards", r.Family)
	case !slices.Contains(questions, r.Question):
		return fmt.Errorf("%q is no question", r.Question)
	case r.Instance != instanceName(r.Family, r.Size, r.Question):
		return fmt.Errorf("the instance is %q where family, size and question say %q", r.Instance, instanceName(r.Family, r.Size, r.Question))
	case !contestantName.MatchString(r.Contestant):
		return fmt.Errorf("%q is no contestant", r.Contestant)
	case !slices.Contains(outcomes, r.Outcome):
		return fmt.Errorf("%q is no outcome", r.Outcome)
	case r.Size < 1 || r.Lights < 1:
		return fmt.Errorf("a board of size %d with %d lights", r.Size, r.Lights)
	case r.CPU < 0 || r.Timeout < 0:
		return fmt.Errorf("%v s of CPU time within a limit of %v s", r.CPU, r.Timeout)
	}
	return nil
}

// contestantName leaves out what would break a table.
var contestantName = regexp.MustCompile(`^[a-z0-9][a-z0-9: -]*$`)

// settled reports whether a resumed run need not ask again. An answer is one, right or wrong; who met
// a limit is asked again where that limit is larger now; and what was not measured at all, since the
// contestant is missing or failed, is always tried.
func (r *Result) settled(o Options) bool {
	sameTime, sameMemory := r.Timeout >= o.Timeout.Seconds(), r.Memory >= o.Memory
	switch r.Outcome {
	case Solved, Refuted, Wrong:
		return true
	case GaveUp:
		return sameTime
	case OutOfMemory:
		return sameMemory
	case Skipped:
		return sameTime && sameMemory && !o.AllSizes
	}
	return false
}

// store appends results to a folder's files, a whole row at a time.
type store struct {
	mu   sync.Mutex
	json *os.File
	csv  *os.File
}

// probeSize is how much room must be left before anything is measured.
const probeSize = 4 << 20

// openStore makes the folder ready: what is there stays, but for a torn last line, and both files
// say the same. It is an error, before anything is measured, if the folder cannot be written to or
// the disk is full.
func openStore(dir string) (*store, []Result, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, nil, fmt.Errorf("--out: %w", err)
	}
	if err := probe(dir); err != nil {
		return nil, nil, fmt.Errorf("--out %s: results could not be kept there: %w", dir, err)
	}
	data, err := os.ReadFile(filepath.Join(dir, jsonFile))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, err
	}
	old, err := parseResults(filepath.Join(dir, jsonFile), data)
	if err != nil {
		return nil, nil, err
	}
	var lines, table bytes.Buffer
	fmt.Fprintln(&table, strings.Join(columns(), ","))
	for i := range old {
		if err := writeRow(&lines, &table, &old[i]); err != nil {
			return nil, nil, err
		}
	}
	s := &store{}
	if s.json, err = rewrite(filepath.Join(dir, jsonFile), lines.Bytes()); err != nil {
		return nil, nil, err
	}
	if s.csv, err = rewrite(filepath.Join(dir, csvFile), table.Bytes()); err != nil {
		s.json.Close()
		return nil, nil, err
	}
	return s, old, nil
}

// probe writes a file, sees it to the disk, and removes it.
func probe(dir string) error {
	f, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if _, err := f.Write(make([]byte, probeSize)); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return f.Close()
}

// rewrite replaces a file and opens it for appending.
func rewrite(name string, data []byte) (*os.File, error) {
	if err := renameio.WriteFile(name, data, 0o644); err != nil {
		return nil, err
	}
	return os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0o644)
}

func (s *store) add(r *Result) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var line, row bytes.Buffer
	if err := writeRow(&line, &row, r); err != nil {
		return err
	}
	if _, err := s.json.Write(line.Bytes()); err != nil {
		return err
	}
	_, err := s.csv.Write(row.Bytes())
	return err
}

func (s *store) close() error { return errors.Join(s.json.Close(), s.csv.Close()) }

func columns() []string {
	var names []string
	for f := range reflect.TypeFor[Result]().Fields() {
		names = append(names, f.Tag.Get("json"))
	}
	return names
}

func writeRow(lines, table io.Writer, r *Result) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if _, err := lines.Write(append(line, '\n')); err != nil {
		return err
	}
	var cells []string
	for _, v := range reflect.ValueOf(*r).Fields() {
		cells = append(cells, fmt.Sprint(v))
	}
	w := csv.NewWriter(table)
	if err := w.Write(cells); err != nil {
		return err
	}
	w.Flush()
	return w.Error()
}
