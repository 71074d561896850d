package bench

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"lightsout/internal/strictjson"
	"lightsout/internal/suggest"
)

// question is what is asked about a puzzle.
type question string

// The questions.
const (
	askAny        question = "any"        // any answer to a solvable state
	askUnsolvable question = "unsolvable" // a proof that a state without an answer has none
	askAtMost     question = "at-most"    // an answer with at most the fewest presses possible
	askTooFew     question = "too-few"    // a proof that one press less is not enough
	askFewest     question = "min"        // an answer with the fewest presses, proved
)

var questions = []question{askAny, askUnsolvable, askAtMost, askTooFew, askFewest}

// asked is what people write for each of the questions. The results call none by its outcome.
var asked = []string{"any", "none", "at-most", "too-few", "min"}

// words is the question as a heading.
func (q question) words() string {
	return []string{
		"any answer", "proof that there is none", "an answer within the fewest presses",
		"proof that one press less is too few", "the fewest presses",
	}[slices.Index(questions, q)]
}

// counts reports whether presses are counted.
func (q question) counts() bool { return q.bounds() || q == askFewest }

// bounds reports whether the question bounds the number of presses.
func (q question) bounds() bool { return q == askAtMost || q == askTooFew }

// suite is a list of what is measured.
type suite struct {
	Name    string
	Repeat  int           // how many seeds, unless the options say otherwise
	Timeout time.Duration // CPU time of one child, unless the options say otherwise; 0 is defaultTimeout
	Rows    []row
	digest  string // of all pairs, once they are listed
}

// row puts every question to every contestant, on boards of one family in every size.
type row struct {
	Family      family
	Sizes       []int
	Questions   []question
	Contestants []contestant
}

// suiteFile is a suite as its file has it.
type suiteFile struct {
	About    string            `json:"about"`
	Repeat   int               `json:"repeat"`
	Timeout  string            `json:"timeout"`
	Defaults json.RawMessage   `json:"defaults"` // a block: for what the others do not say
	Blocks   []json.RawMessage `json:"blocks"`
}

// block is some boards, what is asked about them, and who is asked. The fields have the names of the
// command's flags, which make a block too.
type block struct {
	Board    []string `json:"board"`
	Name     string   `json:"name"` // of the family, instead of one made from the board
	N        string   `json:"n"`
	Question []string `json:"question"`
	Engine   []string `json:"engine"`
	Xor      []string `json:"xor"`
	Card     []string `json:"card"`
	Solver   []string `json:"solver"`
}

// FieldError is a mistake in one field of a suite file, or in the option of the same name.
type FieldError struct {
	Where string // FILE:LINE; "" for an option
	Field string
	Err   error
}

func (e *FieldError) Error() string {
	return strings.TrimPrefix(fmt.Sprintf("%s: %s: %v", e.Where, e.Field, e.Err), ": ")
}

func (e *FieldError) Unwrap() error { return e.Err }

func fieldErrorf(field, format string, args ...any) error {
	return &FieldError{Field: field, Err: fmt.Errorf(format, args...)}
}

//go:embed suites/*.json
var suiteFiles embed.FS

// Suites are the names of the built-in suites, each a file in the folder suites. The first one finishes in under a
// minute.
var Suites = []string{"quick", "study", "study-counting", "encodings", "engines", "scale"}

// plan is the suite that the options name or describe; the latter is called own.
func (o Options) plan() (suite, error) {
	solvers, err := withProofs(slices.Clone(peers), o.Proof)
	if err != nil {
		return suite{}, err
	}
	b := &builder{suite: suite{Name: "own", Repeat: 1}, peers: o.Peers, solvers: solvers, names: map[string]string{}}
	own := block{
		Board: o.Boards, N: o.N, Question: words(o.Question), Engine: words(o.Engine),
		Xor: words(o.Xor), Card: words(o.Card), Solver: o.Solvers,
	}
	if len(o.Boards) > 0 {
		if o.Suite != "" {
			return suite{}, fmt.Errorf("boards and the suite %s: choose one of them", o.Suite)
		}
		err := b.add(own, own)
		return b.suite, err
	}
	for _, said := range [][2]string{{"n", o.N}, {"question", o.Question}, {"xor", o.Xor}, {"card", o.Card},
		{"engine", o.Engine}} {
		if said[1] != "" {
			return suite{}, fieldErrorf(said[0], "goes with --board; a suite has its own")
		}
	}
	b.joining = o.Solvers
	err = b.read(o.Suite)
	return b.suite, err
}

// words are those between commas; nil if there are none.
func words(list string) []string {
	return append([]string(nil), strings.Fields(strings.ReplaceAll(list, ",", " "))...)
}

// suiteText is the file of a built-in suite.
func suiteText(name string) ([]byte, error) { return suiteFiles.ReadFile("suites/" + name + ".json") }

// read makes the rows of a built-in suite, or of the one in a file.
func (b *builder) read(name string) error {
	text, err := suiteText(name)
	if err != nil {
		text, err = os.ReadFile(name)
		b.dir = filepath.Dir(name)
	}
	if errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "./"+string(filepath.Separator)) {
		return fmt.Errorf("no such suite %q%s; the suites are %s, or name a suite file", name,
			suggest.DidYouMean(name, Suites), strings.Join(Suites, " "))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no suite file %s", name)
	}
	if err != nil {
		return err
	}
	b.suite.Name = slugOf(strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)))
	part, err := b.parse(text)
	return located(name, text, part, err)
}

// parse makes the rows of a suite file. With an error comes the part of the file that it is about.
func (b *builder) parse(text []byte) (part []byte, err error) {
	var file suiteFile
	if err := strictjson.Decode(text, &file, strictjson.Known); err != nil {
		return text, err
	}
	if b.suite.Repeat = max(file.Repeat, 1); file.Repeat < 0 {
		return text, fieldErrorf("repeat", "%d: at least one", file.Repeat)
	}
	if file.Timeout != "" {
		if b.suite.Timeout, err = time.ParseDuration(file.Timeout); err != nil || b.suite.Timeout <= 0 {
			return text, fieldErrorf("timeout", "%q is not a time: write 3s or 1m30s", file.Timeout)
		}
	}
	if len(file.Blocks) == 0 {
		return text, fieldErrorf("blocks", "there are none in this suite")
	}
	for _, part := range file.Blocks {
		var own, all block
		if err := strictjson.Decode(part, &own, strictjson.Known); err != nil {
			return part, err
		}
		if file.Defaults != nil {
			if err := strictjson.Decode(file.Defaults, &all, strictjson.Known); err != nil {
				return file.Defaults, err
			}
		}
		_ = json.Unmarshal(part, &all) // over the defaults; it was decoded before
		if err := b.add(own, all); err != nil {
			return part, err
		}
	}
	return nil, nil
}

// located adds the file and the line to an error about one part of a suite file.
func located(name string, text, part []byte, err error) error {
	line := 1 + bytes.Count(text[:max(bytes.Index(text, part), 0)], []byte("\n"))
	if wrong, ok := errors.AsType[*strictjson.Error](err); ok {
		return fmt.Errorf("%s:%d: %w", name, line+wrong.Line-1, err)
	}
	if wrong, ok := errors.AsType[*FieldError](err); ok {
		field := max(bytes.Index(part, []byte(strconv.Quote(wrong.Field))), 0)
		wrong.Where = fmt.Sprintf("%s:%d", name, line+bytes.Count(part[:field], []byte("\n")))
	}
	return err
}
