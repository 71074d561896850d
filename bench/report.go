package bench

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/renameio/v2"
)

// reportFile is what Report writes beside the results.
const reportFile = "report.md"

// Report turns the results of a folder into tables (report.md) and plots (SVG files), in that
// folder, and returns the name of the file with the tables, which shows the plots.
func Report(dir string) (string, error) {
	results, err := Read(dir)
	if err != nil {
		return "", err
	}
	if len(results) == 0 {
		return "", fmt.Errorf("%s holds no results", filepath.Join(dir, jsonFile))
	}
	machines, err := ReadMachines(dir)
	if err != nil && !os.IsNotExist(err) {
		return "", err
	}
	var text bytes.Buffer
	for _, suite := range distinct(results, func(r *Result) string { return r.Suite }) {
		s := &section{dir: dir, suite: suite}
		for i := range results {
			if results[i].Suite == suite {
				s.results = append(s.results, &results[i])
			}
		}
		if err := s.write(&text); err != nil {
			return "", err
		}
	}
	writeMachines(&text, machines)
	file := filepath.Join(dir, reportFile)
	return file, renameio.WriteFile(file, text.Bytes(), 0o644)
}

// section is the part of a report about one suite.
type section struct {
	dir     string
	suite   string
	results []*Result
}

func distinct[R any](list []R, of func(*R) string) []string {
	var names []string
	for i := range list {
		if n := of(&list[i]); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// contestants lists who took part, in the order of the suite.
func (s *section) contestants() []string {
	names := distinct(s.results, func(r **Result) string { return (*r).Contestant })
	place := map[string]int{}
	if pairs, err := List(Options{Suite: s.suite, Peers: true, Repeat: 1}); err == nil {
		for i, p := range slices.Backward(pairs) {
			place[p.Contestant] = i // of the first
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return place[a] - place[b] })
	return names
}

// only are the results that a condition picks.
func (s *section) only(keep func(*Result) bool) *section {
	part := &section{dir: s.dir, suite: s.suite}
	for _, r := range s.results {
		if keep(r) {
			part.results = append(part.results, r)
		}
	}
	return part
}

func (s *section) of(contestant string) *section {
	return s.only(func(r *Result) bool { return r.Contestant == contestant })
}

// sizes lists the sizes, rising.
func (s *section) sizes() []int {
	var list []int
	for _, r := range s.results {
		if !slices.Contains(list, r.Size) {
			list = append(list, r.Size)
		}
	}
	slices.Sort(list)
	return list
}

func (s *section) sized(size int) *section {
	return s.only(func(r *Result) bool { return r.Size == size })
}

func cpu(r *Result) float64 { return r.CPU }

// limits is the limit of CPU time, or the range of them where runs differ.
func (s *section) limits() string {
	low, high := s.results[0].Timeout, s.results[0].Timeout
	for _, r := range s.results {
		low, high = min(low, r.Timeout), max(high, r.Timeout)
	}
	if low == high {
		return decade(low)
	}
	return fmt.Sprintf("its limit (runs here had limits from %s to %s, so that failures weigh differently)", decade(low), decade(high))
}

func (s *section) write(w io.Writer) error {
	fmt.Fprintf(w, "# Suite %s\n\n", s.suite)
	if suite, err := SuiteByName(s.suite); err == nil {
		fmt.Fprintf(w, "%s%s.\n\n", strings.ToUpper(suite.About[:1]), suite.About[1:])
	}
	fmt.Fprintf(w, "CPU time of one child process, start included; medians over the seeds, with the least and the\n"+
		"greatest in parentheses. A dash: no seed was answered within %s of CPU time. PAR-2 is the mean\n"+
		"CPU time with twice the limit for each failure; skipped are sizes above one that was given up on\n"+
		"every seed, and count as failures. Missing peers count as nothing.\n\n", s.limits())
	s.totals(w)
	if err := s.show(w, "Answered over time", "cactus", s.cactus); err != nil {
		return err
	}
	for _, q := range distinct(s.results, func(r **Result) string { return (*r).Family + "|" + string((*r).Question) }) {
		family, question, _ := strings.Cut(q, "|")
		part := s.only(func(r *Result) bool { return r.Family == family && string(r.Question) == question })
		if err := part.family(w, family, question); err != nil {
			return err
		}
	}
	return nil
}

// show draws a plot and links it.
func (s *section) show(w io.Writer, title, name string, draw func(title, file string) (bool, error)) error {
	file := fmt.Sprintf("%s-%s.svg", s.suite, name)
	drawn, err := draw(title, filepath.Join(s.dir, file))
	if err != nil || !drawn {
		return err
	}
	fmt.Fprintf(w, "![%s: %s](%s)\n\n", s.suite, title, file)
	return nil
}

// totals is one line for each contestant.
func (s *section) totals(w io.Writer) {
	t := table{head: []string{"contestant", "right", "gave up", "out of memory", "skipped", "wrong", "error", "PAR-2", "peak memory"}}
	var missing []string
	asked := map[int]bool{}
	for _, name := range s.contestants() {
		part := s.of(name)
		n := map[Outcome]int{}
		peak := int64(0)
		for _, r := range part.results {
			n[r.Outcome]++
			peak = max(peak, r.Peak)
		}
		if n[Missing] == len(part.results) {
			missing = append(missing, name)
			continue
		}
		asked[len(part.results)] = true
		memory := ""
		if peak > 0 {
			memory = fmt.Sprintf("%d MiB", peak>>20)
		}
		t.add(name, fmt.Sprintf("%d of %d", n[Solved]+n[Refuted], len(part.results)), blankZero(n[GaveUp]), blankZero(n[OutOfMemory]), blankZero(n[Skipped]),
			blankZero(n[Wrong]), blankZero(n[Failed]), seconds(par2(part.results)), memory)
	}
	t.write(w)
	if len(asked) > 1 {
		fmt.Fprintf(w, "\nNot everyone was asked everything, so PAR-2 compares those that were asked as much; the tables below\ncompare all.\n")
	}
	if len(missing) > 0 {
		fmt.Fprintf(w, "\nMissing, so not measured: %s.\n", strings.Join(missing, ", "))
	}
	fmt.Fprintln(w)
}

func blankZero(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// family is tables and plots of one family and question.
func (s *section) family(w io.Writer, family, question string) error {
	title := fmt.Sprintf("%s, %s", family, Question(question).words())
	fmt.Fprintf(w, "## %s\n\n", title)
	sizes := s.sizes()
	head := []string{"size (lights, nullity)"}
	for _, n := range sizes {
		at := s.sized(n).results[0]
		head = append(head, fmt.Sprintf("%d (%d%s)", n, at.Lights, nullityWord(at.Nullity)))
	}
	t := table{head: head}
	for _, name := range s.contestants() {
		row := []string{name}
		for _, n := range sizes {
			row = append(row, summarise(s.of(name).sized(n).results, cpu).timed())
		}
		t.add(row...)
	}
	t.write(w)
	fmt.Fprintln(w)
	if Question(question) == Batch {
		s.distribution(w)
		return s.show(w, title+": CPU time per puzzle", family+"-"+question, s.perPuzzle)
	}
	if err := s.show(w, title+": CPU time", family+"-"+question, s.timeOverSize); err != nil {
		return err
	}
	if q := Question(question); q != AnyAnswer && q != AtMost {
		return nil // the same formula again, or one that grows while it is asked
	}
	if err := s.show(w, title+": clauses", family+"-"+question+"-clauses", s.clausesOverSize); err != nil {
		return err
	}
	return s.show(w, title+": variables", family+"-"+question+"-variables", s.variablesOverSize)
}

func nullityWord(k int) string {
	if k < 0 {
		return ""
	}
	return fmt.Sprintf(", %d", k)
}

// distribution is what the batches of each generator are like.
func (s *section) distribution(w io.Writer) {
	fmt.Fprint(w, "Different puzzles in a batch, against what even draws would give, and the mean of the fewest presses:\n\n")
	sizes := s.sizes()
	head := []string{"size"}
	for _, n := range sizes {
		head = append(head, fmt.Sprint(n))
	}
	t := table{head: head}
	for _, name := range s.contestants() {
		row := []string{name}
		for _, n := range sizes {
			cell := ""
			for _, r := range s.of(name).sized(n).results {
				if r.Outcome != Solved {
					continue
				}
				cell = fmt.Sprintf("%d of %d, even: %.0f", r.Distinct, r.Batch, r.Expected)
				if r.MeanFewest >= 0 {
					cell += fmt.Sprintf("; %.1f presses", r.MeanFewest)
				}
				break // one seed shows it
			}
			row = append(row, cell)
		}
		t.add(row...)
	}
	t.write(w)
	fmt.Fprintln(w)
}

// writeMachines tells where the figures come from.
func writeMachines(w io.Writer, machines []Machine) {
	if len(machines) == 0 {
		return
	}
	fmt.Fprint(w, "# Where this was measured\n\n")
	for _, m := range machines {
		fmt.Fprintf(w, "- run %s, suite %s: %s, %d cores, %d GiB, %s; load %.1f when it began; commit %s, %s; %s of CPU time and %d MiB per child, %d at a time\n",
			m.Run, m.Suite, m.CPU, m.Cores, m.Memory>>30, m.System, m.Load, m.Commit, m.Go, decade(m.Timeout), m.Limit>>20, m.Jobs)
		var versions []string
		for _, name := range slices.Sorted(maps.Keys(m.Versions)) {
			versions = append(versions, name+" "+m.Versions[name])
		}
		fmt.Fprintf(w, "  versions: %s\n", strings.Join(versions, ", "))
	}
}
