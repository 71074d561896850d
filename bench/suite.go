package bench

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"lightsout/board"
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
		"any answer", "proof that there is none", "an answer within the fewest presses", "proof that one press less is too few", "the fewest presses",
	}[slices.Index(questions, q)]
}

// counts reports whether the question bounds the number of presses.
func (q question) counts() bool { return q == askAtMost || q == askTooFew }

// suite is a list of what is measured.
type suite struct {
	Name     string
	About    string
	Repeat   int           // how many seeds, unless the options say otherwise
	Timeout  time.Duration // CPU time of one child, unless the options say otherwise; 0 is defaultTimeout
	Rows     []row
	commands map[string]string // of somebody's own solvers, by name
}

// row puts every question to every contestant, on boards of one family in every size.
type row struct {
	Family      family
	Sizes       []int
	Questions   []question
	Contestants []contestant
	Peers       []contestant // if peers are asked; nil is all that can answer the question
	On          string       // as board.Puzzle.SetLights takes it; "" is a random reachable state
}

// suiteFile is a suite as its file has it.
type suiteFile struct {
	About    string            `json:"about"`
	Repeat   int               `json:"repeat"`
	Timeout  string            `json:"timeout"`
	Defaults block             `json:"defaults"` // for what a block does not say
	Blocks   []json.RawMessage `json:"blocks"`
}

// block is some boards, what is asked about them, and who is asked. The fields have the names of the
// command's flags, which make a block too.
type block struct {
	Board    []string `json:"board"`
	Name     string   `json:"name"` // of the family, instead of one made from the board
	N        string   `json:"n"`
	On       string   `json:"on"`
	Question []string `json:"question"`
	Engine   []string `json:"engine"`
	Xor      []string `json:"xor"`
	Card     []string `json:"card"`
	Solver   []string `json:"solver"`
	Peers    []string `json:"peers"` // solvers that take part if peers are asked; null is all that can answer
}

// or fills what the block does not say.
func (b block) or(defaults block) block {
	to, from := reflect.ValueOf(&b).Elem(), reflect.ValueOf(defaults)
	for i := range to.NumField() {
		if to.Field(i).IsZero() {
			to.Field(i).Set(from.Field(i))
		}
	}
	return b
}

// FieldError is a mistake in one field of a suite file, or in the option of the same name.
type FieldError struct {
	Where string // FILE:LINE; "" for an option
	Field string
	Err   error
}

func (e *FieldError) Error() string {
	text := fmt.Sprintf("%s: %v", e.Field, e.Err)
	if e.Where != "" {
		text = e.Where + ": " + text
	}
	return text
}

func (e *FieldError) Unwrap() error { return e.Err }

func fieldErrorf(field, format string, args ...any) error {
	return &FieldError{Field: field, Err: fmt.Errorf(format, args...)}
}

//go:embed suites/*.json
var suiteFiles embed.FS

// suiteNames is the order in which the built-in suites are shown. A new suite is a file in the folder
// suites and its name here.
var suiteNames = []string{"quick", "study", "study-counting", "engines", "scale"}

// Suites lists the names of the built-in suites. The first one finishes in under a minute.
func Suites() []string { return slices.Clone(suiteNames) }

// suiteByName is a built-in suite, or the one in a file.
func suiteByName(name string) (suite, error) {
	if slices.Contains(suiteNames, name) {
		return builtIn(name)
	}
	text, err := readUpTo(name, mostBytes)
	switch {
	case err == nil:
		return parseSuite(name, text)
	case errors.Is(err, syscall.EISDIR):
		return suite{}, fmt.Errorf("%s is a directory; name a suite file", name)
	case errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "./"+string(filepath.Separator)):
		return suite{}, fmt.Errorf("no such suite %q%s; the suites are %s, or name a suite file", name, suggest.DidYouMean(name, Suites()), strings.Join(Suites(), " "))
	}
	return suite{}, err
}

// readUpTo reads a file that is not larger.
func readUpTo(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s: larger than %d bytes, which no suite is", name, most)
	}
	return text, err
}

func builtIn(name string) (suite, error) {
	file := "suites/" + name + ".json"
	text, err := suiteFiles.ReadFile(file)
	if err != nil {
		return suite{}, err
	}
	return parseSuite(file, text)
}

// parseSuite reads a suite file of that name.
func parseSuite(name string, text []byte) (suite, error) {
	s := suite{Name: slugOf(strings.TrimSuffix(filepath.Base(name), filepath.Ext(name)))}
	var file suiteFile
	if err := decodeAt(name, text, 0, text, &file); err != nil {
		return s, err
	}
	lineOf := func(offset int) string { return fmt.Sprintf("%s:%d", name, 1+bytes.Count(text[:offset], []byte("\n"))) }
	s.About, s.Repeat = file.About, max(file.Repeat, 1)
	if file.Timeout != "" {
		var err error
		if s.Timeout, err = time.ParseDuration(file.Timeout); err != nil || s.Timeout <= 0 {
			at := max(bytes.Index(text, []byte(`"timeout"`)), 0)
			return s, &FieldError{lineOf(at), "timeout", fmt.Errorf("%q is not a time: write 3s or 1m30s", file.Timeout)}
		}
	}
	if len(file.Blocks) == 0 {
		return s, fmt.Errorf("%s:1: there are no blocks in this suite", name)
	}
	b := &builder{suite: &s, dir: filepath.Dir(name)}
	at := 0
	for _, raw := range file.Blocks {
		at += bytes.Index(text[at:], raw)
		var own block
		if err := decodeAt(name, text, at, raw, &own); err != nil {
			return s, err
		}
		err := b.add(own, own.or(file.Defaults))
		if wrong, ok := errors.AsType[*FieldError](err); ok {
			wrong.Where = lineOf(at + max(bytes.Index(raw, []byte(strconv.Quote(wrong.Field))), 0))
		}
		if err != nil {
			return s, err
		}
		at += len(raw)
	}
	return s, nil
}

var unknownField = regexp.MustCompile(`unknown field ("[^"]*")`)

// decodeAt decodes a part of a file that begins at an offset. An error names the line.
func decodeAt(name string, text []byte, from int, part []byte, into any) error {
	in := json.NewDecoder(bytes.NewReader(part))
	in.DisallowUnknownFields()
	err := in.Decode(into)
	offset := int(in.InputOffset())
	if err == nil {
		if _, more := in.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("something follows the suite")
		}
	}
	if err == nil {
		return nil
	}
	message := strings.TrimPrefix(err.Error(), "json: ")
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch field := unknownField.FindStringSubmatch(message); {
	case errors.Is(err, io.EOF):
		message = "the file is empty; a suite is a JSON object"
	case errors.Is(err, io.ErrUnexpectedEOF):
		message = "the file ends within the suite"
		offset = len(part)
	case errors.As(err, &syntax):
		offset = int(syntax.Offset)
	case errors.As(err, &kind):
		message = fmt.Sprintf("%s: a %s is not what belongs here", kind.Field, kind.Value)
		offset = int(kind.Offset)
	case field != nil:
		offset = bytes.Index(part, []byte(field[1]))
		known := fieldNames(into)
		message = fmt.Sprintf("there is no field %s%s; the fields are %s", field[1], suggest.DidYouMean(strings.Trim(field[1], `"`), known), strings.Join(known, " "))
	}
	line := 1 + bytes.Count(text[:min(max(from+offset, 0), len(text))], []byte("\n"))
	return fmt.Errorf("%s:%d: %s", name, line, message)
}

// fieldNames are the names of a struct's fields in JSON.
func fieldNames(of any) []string {
	var names []string
	for f := range reflect.TypeOf(of).Elem().Fields() {
		names = append(names, f.Tag.Get("json"))
	}
	return names
}

// ownSuite is the suite that the options describe without a file.
const ownSuite = "own"

// plan is the suite that the options name or describe.
func (o Options) plan() (suite, error) {
	own := block{
		Board: o.Boards, N: o.N, On: o.On, Question: words(o.Question), Engine: words(o.Engine),
		Xor: words(o.Xor), Card: words(o.Card), Solver: o.Solvers,
	}
	if len(o.Boards) > 0 {
		s := suite{Name: ownSuite, Repeat: 1}
		if o.Suite != "" {
			return s, fmt.Errorf("boards and the suite %s: choose one of them", o.Suite)
		}
		return s, (&builder{suite: &s}).add(own, own)
	}
	said := reflect.ValueOf(own)
	for i, name := range fieldNames(&own) {
		if name != "solver" && !said.Field(i).IsZero() {
			return suite{}, fieldErrorf(name, "goes with boards; a suite says its own")
		}
	}
	s, err := suiteByName(o.Suite)
	if err != nil {
		return s, err
	}
	return s, s.join(o.Solvers)
}

// words are those between commas.
func words(list string) []string {
	var all []string
	for word := range strings.SplitSeq(list, ",") {
		if word = strings.Join(strings.Fields(word), " "); word != "" {
			all = append(all, word)
		}
	}
	return all
}

// join lets further solvers take part in every row.
func (s *suite) join(solvers []string) error {
	for _, text := range solvers {
		takesPart := false
		for i := range s.Rows {
			r := &s.Rows[i]
			var xors []string
			for _, c := range r.Contestants {
				if c.Xor != "" && c.peer == nil && !slices.Contains(xors, c.Xor) {
					xors = append(xors, c.Xor)
				}
			}
			who, err := s.solvers(text, xors, nil, r.Family.coloured())
			if err != nil {
				return &FieldError{Field: "solver", Err: err}
			}
			for _, c := range who {
				if slices.ContainsFunc(r.Questions, c.answers) {
					takesPart = true
					r.Contestants = append(r.Contestants, c)
				}
			}
		}
		if !takesPart {
			return fieldErrorf("solver", "the suite %s asks nothing that it could answer", s.Name)
		}
	}
	return nil
}

// builder makes the rows of a suite.
type builder struct {
	suite *suite
	dir   string            // that relative names of files are in; "" is the current one
	names map[string]string // of families: the boards that they stand for
}

// The largest suites: each number is far beyond what can be measured.
const (
	mostSizes   = 10_000
	mostPuzzles = 10_000
	mostPairs   = 1_000_000
	mostBytes   = 1 << 20 // of a suite file
)

// add makes the rows of a block. What it says itself, and not by the suite's defaults, must be of use.
func (b *builder) add(own, all block) error {
	r := row{Questions: []question{askAny}}
	if len(all.Question) > 0 {
		r.Questions = nil
	}
	for _, name := range all.Question {
		i := slices.Index(asked, name)
		if i < 0 {
			return fieldErrorf("question", "no such question %q%s; the questions are %s", name, suggest.DidYouMean(name, asked), strings.Join(asked, " "))
		}
		r.Questions = append(r.Questions, questions[i])
	}
	if all.On != "random" {
		r.On = all.On
	}
	if len(all.Board) == 0 {
		return fieldErrorf("board", "a block needs a board")
	}
	if err := b.setContestants(&r, own, all); err != nil {
		return err
	}
	return b.addBoards(r, own, all)
}

// setContestants makes the row's contestants: engines with their encodings, and solvers.
func (b *builder) setContestants(r *row, own, all block) error {
	coloured := slices.ContainsFunc(all.Board, coloured)
	xors, err := parseXors(all.Xor, coloured)
	if err != nil {
		return &FieldError{Field: "xor", Err: err}
	}
	cards, err := oneOf(all.Card, "counting encoding", countingNames())
	if err != nil {
		return &FieldError{Field: "card", Err: err}
	}
	engines, err := oneOf(all.Engine, "engine", engineNames())
	if err != nil {
		return &FieldError{Field: "engine", Err: err}
	}
	if len(engines) == 0 && (len(xors) > 0 || len(cards) > 0 || len(all.Solver) == 0) {
		engines = []string{"sat"}
		if len(xors) == 0 && len(cards) == 0 {
			xors = everyXor(coloured)
		}
	}
	for _, e := range engines {
		c := contestant{Engine: e}
		switch {
		case e != "sat":
			r.Contestants = append(r.Contestants, c)
		case len(xors) == 0 && len(cards) > 0:
			r.Contestants = append(r.Contestants, crossed(c, []string{bestXor}, cards)...)
		default:
			r.Contestants = append(r.Contestants, crossed(c, xors, cards)...)
		}
	}
	reads := slices.Contains(engines, "sat") // somebody reads clauses
	for _, text := range all.Solver {
		who, err := b.suite.solvers(text, xors, cards, coloured)
		if err != nil {
			return &FieldError{Field: "solver", Err: err}
		}
		reads = reads || who[0].Xor != ""
		r.Contestants = append(r.Contestants, who...)
		if own.Solver != nil && !slices.ContainsFunc(r.Questions, who[0].answers) {
			return fieldErrorf("solver", "%s", who[0].cannot(r.Questions[0]))
		}
	}
	if !reads && len(own.Xor)+len(own.Card) > 0 {
		field := "xor"
		if len(own.Xor) == 0 {
			field = "card"
		}
		return fieldErrorf(field, "goes with engine sat, or a solver that reads {cnf}")
	}
	if all.Peers != nil {
		r.Peers = []contestant{}
	}
	for _, text := range all.Peers {
		who, err := b.suite.solvers(text, xors, nil, coloured)
		if err != nil {
			return &FieldError{Field: "peers", Err: err}
		}
		r.Peers = append(r.Peers, who...)
	}
	return nil
}

// addBoards makes a row of each of the block's boards.
func (b *builder) addBoards(r row, own, all block) error {
	n, err := parseSizes(words(all.N))
	if err != nil {
		return &FieldError{Field: "n", Err: err}
	}
	if all.Name != "" && (len(all.Board) > 1 || !slug.MatchString(all.Name)) {
		return fieldErrorf("name", "%q: one board has a name, of small letters, digits and dashes", all.Name)
	}
	used := false
	for _, text := range all.Board {
		f, sizes, err := b.family(text, n)
		if err != nil {
			return &FieldError{Field: "board", Err: err}
		}
		used = used || f.takesSize && strings.Contains(text, "N")
		if all.Name != "" {
			f.name = all.Name
		} else {
			f.name = b.unused(f)
		}
		r.Family, r.Sizes = f, sizes
		if err := r.checkLights(); err != nil {
			if wrong, ok := errors.AsType[*board.LightsError](err); ok {
				err = wrong.Err
			}
			return &FieldError{Field: "on", Err: err}
		}
		b.suite.Rows = append(b.suite.Rows, r)
	}
	if own.N != "" && !used {
		return fieldErrorf("n", "no board has an N to put the numbers in, such as grid:NxN")
	}
	return nil
}

// maxChecked is the largest board on which lights are tried beforehand.
const maxChecked = 1 << 16

// checkLights returns an error if the first board of the row does not have the lights that are to be on.
func (r row) checkLights() error {
	if r.On == "" || len(r.Sizes) == 0 {
		return nil
	}
	p, _, err := r.Family.puzzle(r.Sizes[0], 1)
	if err != nil || p.Board.Lights() > maxChecked {
		return nil //nolint:nilerr // it is found when the puzzle is made
	}
	return p.SetLights(r.On, "", 1)
}

// unused is the family's name, with a number if other boards have that name already.
func (b *builder) unused(f family) string {
	if b.names == nil {
		b.names = map[string]string{}
	}
	name, boards := f.name, fmt.Sprint(f.template, f.given)
	for k := 2; b.names[name] != "" && b.names[name] != boards; k++ {
		name = fmt.Sprintf("%s-%d", f.name, k)
	}
	b.names[name] = boards
	return name
}

// parseSizes reads numbers and ranges: 4-20, or 6,8,10.
func parseSizes(words []string) ([]int, error) {
	var list []int
	for _, word := range words {
		a, b, isRange := strings.Cut(word, "-")
		if !isRange {
			b = a
		}
		low, errLow := strconv.Atoi(a)
		high, errHigh := strconv.Atoi(b)
		switch {
		case errLow != nil || errHigh != nil || low < 1 || high < low:
			return nil, fmt.Errorf("%q is neither a number nor a range: write 4-20 or 6,8,10", word)
		case high-low >= mostSizes || len(list)+high-low >= mostSizes:
			return nil, fmt.Errorf("%q: more than %d sizes", word, mostSizes)
		}
		for n := low; n <= high; n++ {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}
