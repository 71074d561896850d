package bench

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"lightsout/board"
	"lightsout/encode"
	"lightsout/generate"
	"lightsout/internal/suggest"
	"lightsout/solve"
)

// A suite file has a statement per line, a word and its value; # begins a comment. What is said before
// the first board holds for every block that says nothing else. A block begins with its boards. The
// command's flags of the same names make a block too, so that there is one reader for both.

// statement is a line of a suite file, or an option that stands for one.
type statement struct {
	key, value string
	where      string // FILE:LINE; "" for an option
}

func (s statement) errorf(format string, args ...any) error {
	msg := s.key + ": " + fmt.Sprintf(format, args...)
	if s.where != "" {
		msg = s.where + ": " + msg
	}
	return fmt.Errorf("%s", msg)
}

// wrap puts the statement before an error.
func (s statement) wrap(err error) error {
	if err == nil {
		return nil
	}
	return s.errorf("%v", err)
}

// list is the value as words between commas.
func (s statement) list() []string {
	var words []string
	for word := range strings.SplitSeq(s.value, ",") {
		if word = strings.Join(strings.Fields(word), " "); word != "" {
			words = append(words, word)
		}
	}
	return words
}

// The statements. Those of the suite as a whole come before the first board; several lines of the
// repeated ones add up.
var (
	suiteKeys    = []string{"about", "repeat", "timeout", "takes"}
	blockKeys    = []string{"board", "name", "n", "presses", "flips", "on", "question", "engine", "xor", "card", "method", "solver", "peers", "batch"}
	repeatedKeys = []string{"board", "solver", "peers"}
)

// The largest suites: each number is far beyond what can be measured.
const (
	mostSizes   = 10_000
	mostPuzzles = 10_000
	mostPairs   = 1_000_000
	maxLine     = 1 << 16
)

// parseSuite reads a suite file of that name.
func parseSuite(s suite, name string, text []byte) (suite, error) {
	s.Name, s.Repeats = slugOf(strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))), 1
	b := &builder{suite: &s, dir: filepath.Dir(name), file: name}
	in := bufio.NewScanner(bytes.NewReader(text))
	in.Buffer(nil, maxLine)
	line := 0
	for in.Scan() {
		line++
		words := strings.TrimSpace(in.Text())
		if words == "" || words[0] == '#' {
			continue
		}
		key, value := words, ""
		if cut := strings.IndexAny(words, " \t"); cut > 0 {
			key, value = words[:cut], strings.TrimSpace(words[cut:])
		}
		if err := b.take(statement{key: key, value: value, where: fmt.Sprintf("%s:%d", name, line)}); err != nil {
			return s, err
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return s, fmt.Errorf("%s:%d: the line is longer than %d bytes", name, line+1, maxLine)
	}
	if in.Err() != nil {
		return s, fmt.Errorf("%s:%d: %w", name, line+1, in.Err())
	}
	return s, b.finish()
}

// builder collects statements into the rows of a suite.
type builder struct {
	suite    *suite
	dir      string // that relative names of files are in; "" is the current one
	file     string // the suite file; "" if there is none
	defaults block  // what was said before the first board
	current  block
	begun    bool              // the first board was seen
	names    map[string]string // of families: the boards that they stand for
}

// block is some boards and what is said of them, by key.
type block struct {
	said map[string][]statement
	last statement
}

func (b *block) add(s statement) error {
	if b.said == nil {
		b.said = map[string][]statement{}
	}
	if len(b.said[s.key]) > 0 && !slices.Contains(repeatedKeys, s.key) {
		return s.errorf("said twice; put all words into one line, with commas")
	}
	b.said[s.key] = append(b.said[s.key], s)
	b.last = s
	return nil
}

// take adds a statement.
func (b *builder) take(s statement) error {
	known := slices.Contains(suiteKeys, s.key)
	switch {
	case !known && !slices.Contains(blockKeys, s.key):
		all := slices.Concat(suiteKeys, blockKeys)
		return s.errorf("no such word%s; a line begins with %s", suggest.DidYouMean(s.key, all), strings.Join(all, " "))
	case s.value == "":
		return s.errorf("nothing follows")
	case known && b.begun:
		return s.errorf("belongs before the first board")
	case known:
		return s.wrap(b.suite.set(s))
	case s.key == "board" && b.begun && b.current.last.key != "board":
		if err := b.build(); err != nil {
			return err
		}
		b.current = block{}
	case !b.begun && s.key != "board":
		if s.key == "name" || s.key == "presses" {
			return s.errorf("belongs to a board")
		}
		return b.defaults.add(s)
	}
	b.begun = true
	return b.current.add(s)
}

func (b *builder) finish() error {
	if !b.begun {
		return fmt.Errorf("%s:1: there is no board in this suite", b.file)
	}
	return b.build()
}

// set takes a statement about the suite as a whole.
func (s *suite) set(line statement) (err error) {
	switch line.key {
	case "about":
		s.About = line.value
	case "repeat":
		if s.Repeats, err = strconv.Atoi(line.value); err != nil || s.Repeats < 1 {
			return fmt.Errorf("%q is not a number of seeds: at least 1", line.value)
		}
	case "timeout":
		s.Timeout, err = duration(line.value)
	case "takes":
		for _, words := range line.list() {
			time, peers := strings.CutSuffix(words, " with peers")
			d, err := duration(time)
			if err != nil {
				return err
			}
			if peers {
				s.TakesWithPeers = d
			} else {
				s.Takes = d
			}
		}
	}
	return err
}

func duration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("%q is not a time: write 3s or 1m30s", text)
	}
	return d, nil
}

// said is what the block says, or else what was said for all blocks.
func (b *builder) said(key string) []statement {
	if own := b.current.said[key]; len(own) > 0 {
		return own
	}
	return b.defaults.said[key]
}

// words are the words of a statement; inherited tells that it was said for all blocks.
func (b *builder) words(key string) (words []string, at statement, inherited bool) {
	for _, s := range b.said(key) {
		words, at = append(words, s.list()...), s
	}
	return words, at, len(b.current.said[key]) == 0
}

// build makes the rows of the current block.
func (b *builder) build() error {
	r := row{Questions: []question{askAny}}
	if names, at, _ := b.words("question"); len(names) > 0 {
		r.Questions = nil
		for _, name := range names {
			q, err := parseQuestion(name)
			if err != nil {
				return at.wrap(err)
			}
			r.Questions = append(r.Questions, q)
		}
		for _, q := range r.Questions {
			if q.engine() != "" && len(r.Questions) > 1 {
				return at.errorf("%s goes with no other question", q)
			}
		}
	}
	if on := b.said("on"); len(on) > 0 && on[0].value != "random" {
		r.Start.on = on[0].value
	}
	if err := b.setBatch(&r); err != nil {
		return err
	}
	if err := b.setContestants(&r); err != nil {
		return err
	}
	return b.addBoards(r)
}

func (b *builder) setBatch(r *row) error {
	lines := b.said("batch")
	if len(lines) == 0 {
		r.Batch = 1000
		return nil
	}
	n, err := strconv.Atoi(lines[0].value)
	switch {
	case err != nil || n < 1 || n > mostPairs:
		return lines[0].errorf("%q is not a number of puzzles or shots from 1 to %d", lines[0].value, mostPairs)
	case r.Questions[0].engine() == "" && len(b.current.said["batch"]) > 0:
		return lines[0].errorf("goes with the questions generate and decode")
	}
	r.Batch = n
	return nil
}

// parity is an XOR encoding, perhaps with clauses that break symmetries.
type parity struct {
	xor    string
	broken bool
}

// everyParity is every XOR encoding, and cut with a smaller chunk as well; or every encoding of sums.
func everyParity(coloured bool) []parity {
	var list []parity
	if coloured {
		for _, p := range encode.Sums() {
			list = append(list, parity{xor: p.Name})
		}
		return list
	}
	for _, p := range encode.Parities() {
		if p.Name == "cut" {
			list = append(list, parity{xor: "cut:3"})
		}
		list = append(list, parity{xor: p.String()})
	}
	return list
}

// parseParities reads names of XOR encodings, and of sums; all is every one that goes with the boards, and "NAME
// broken" breaks symmetries.
func parseParities(names []string, coloured bool) ([]parity, error) {
	var list []parity
	for _, name := range names {
		if name == "all" {
			list = append(list, everyParity(coloured)...)
			continue
		}
		if slices.ContainsFunc(encode.Sums(), func(p encode.Parity) bool { return p.Name == name }) {
			list = append(list, parity{xor: name})
			continue
		}
		plain, broken := strings.CutSuffix(name, " broken")
		plan, err := encode.Prepare(smallest(), encode.Options{Xor: plain})
		if err != nil {
			return nil, err
		}
		list = append(list, parity{plan.Parity().String(), broken})
	}
	return list, nil
}

// smallest is a puzzle on which every encoding can be tried.
func smallest() *board.Puzzle {
	b, _ := board.Parse("grid:1x1")
	return board.NewPuzzle(b)
}

// oneOf reads a list of names of which all stands for every one.
func oneOf(names []string, what string, known []string) ([]string, error) {
	var list []string
	for _, name := range names {
		switch {
		case name == "all":
			list = append(list, known...)
		case slices.Contains(known, name):
			list = append(list, name)
		default:
			return nil, fmt.Errorf("no such %s %q%s; write all, or some of %s", what, name, suggest.DidYouMean(name, known), strings.Join(known, " "))
		}
	}
	return list, nil
}

func countingNames() []string {
	var names []string
	for _, c := range encode.Countings() {
		names = append(names, c.Name)
	}
	return names
}

func engineNames() []string {
	var names []string
	for name := range solve.Engines() {
		names = append(names, name)
	}
	return names
}

// coloured reports whether the lights of some of the block's boards have more than two states.
func (b *builder) coloured() bool {
	return slices.ContainsFunc(b.current.said["board"], func(s statement) bool { return coloured(s.value) })
}

// bestParity is the encoding on which counting encodings are compared.
const bestParity = "kernel:4"

// setContestants makes the row's contestants: engines with encodings and methods, and solvers.
func (b *builder) setContestants(r *row) error {
	names, atXor, generalXor := b.words("xor")
	coloured := b.coloured()
	xors, err := parseParities(names, coloured)
	if err != nil {
		return atXor.wrap(err)
	}
	names, atCard, generalCard := b.words("card")
	cards, err := oneOf(names, "counting encoding", countingNames())
	if err != nil {
		return atCard.wrap(err)
	}
	solvers := b.said("solver")
	engines, atEngine, _ := b.words("engine")
	methods, atMethod, _ := b.words("method")
	own := r.Questions[0].engine()
	batch := r.Questions[0] == askBatch
	switch {
	case own != "" && len(b.current.said["engine"]) > 0 && batch:
		return atEngine.errorf("the question generate goes with methods, not with engines")
	case own != "" && len(b.current.said["engine"]) > 0:
		return atEngine.errorf("the question %s has an engine of its own", own)
	case batch && len(methods) == 0:
		methods = []string{"all"}
	}
	if own != "" {
		engines = []string{own}
	} else if engines, err = oneOf(engines, "engine", engineNames()); err != nil {
		return atEngine.wrap(err)
	}
	if len(engines) == 0 && len(methods) == 0 {
		if len(xors) == 0 && len(cards) == 0 && len(solvers) == 0 {
			xors = everyParity(coloured)
		}
		if len(xors) > 0 || len(cards) > 0 {
			engines = []string{"sat"}
		}
	}
	known := solve.Methods()
	if batch {
		known = generate.Methods()
	}
	if methods, err = oneOf(methods, "method", known); err != nil {
		return atMethod.wrap(err)
	}
	if len(methods) > 0 && !batch && !slices.Equal(engines, []string{"gf2"}) {
		return atMethod.errorf("goes with engine gf2 or the question generate")
	}
	sat := slices.Contains(engines, "sat")
	for _, e := range engines {
		r.Contestants = append(r.Contestants, entries(e, xors, cards, methods)...)
	}
	reads := false // somebody reads clauses
	for _, line := range solvers {
		who, err := line.solvers(xors, cards, coloured)
		if err == nil {
			err = b.suite.admit(line, who)
		}
		if err != nil {
			return err
		}
		asked := false
		for _, c := range who {
			asked = asked || slices.ContainsFunc(r.Questions, c.peer.answers)
			reads = reads || c.Xor != ""
		}
		if !asked && len(b.current.said["solver"]) > 0 {
			return line.errorf("%s", who[0].peer.cannot(r.Questions[0]))
		}
		r.Contestants = append(r.Contestants, who...)
	}
	switch {
	case len(xors) > 0 && !generalXor && !sat && !reads:
		return atXor.errorf("goes with engine sat, or a solver that reads {cnf}")
	case len(cards) > 0 && !generalCard && !sat && !reads:
		return atCard.errorf("goes with engine sat, or a solver that reads {cnf}")
	}
	return b.setPeers(r, xors)
}

// entries are one engine with everything that it can be combined with.
func entries(engine string, xors []parity, cards, methods []string) []contestant {
	if engine != "sat" {
		if len(methods) == 0 {
			methods = []string{""}
		}
		var list []contestant
		for _, m := range methods {
			list = append(list, contestant{Engine: engine, Method: m})
		}
		return list
	}
	if len(xors) == 0 && len(cards) > 0 {
		xors = []parity{{xor: bestParity}}
	}
	return crossed(contestant{Engine: "sat"}, xors, cards)
}

// crossed is a contestant with every pair of encodings; no encodings leave it as it is.
func crossed(c contestant, xors []parity, cards []string) []contestant {
	if len(xors) == 0 {
		xors = []parity{{}}
	}
	if len(cards) == 0 {
		cards = []string{""}
	}
	var list []contestant
	for _, x := range xors {
		for _, card := range cards {
			c.Xor, c.Broken, c.Card = x.xor, x.broken, card
			list = append(list, c)
		}
	}
	return list
}

// setPeers notes who takes part when peers are asked.
func (b *builder) setPeers(r *row, xors []parity) error {
	for _, line := range b.said("peers") {
		if r.Peers == nil {
			r.Peers = []contestant{}
		}
		if line.value == "none" {
			continue
		}
		who, err := line.solvers(xors, nil, b.coloured())
		if err == nil {
			err = b.suite.admit(line, who)
		}
		if err != nil {
			return err
		}
		r.Peers = append(r.Peers, who...)
	}
	return nil
}

// addBoards makes a row of each of the block's boards.
func (b *builder) addBoards(r row) error {
	sizes, at, inherited := b.words("n")
	n, err := parseSizes(sizes)
	if err != nil {
		return at.wrap(err)
	}
	if lines := b.said("presses"); len(lines) > 0 {
		if _, err := strconv.Atoi(lines[0].value); err != nil && lines[0].value != "N" {
			return lines[0].errorf("%q is not a number of presses, nor N for the numbers of n", lines[0].value)
		}
		if r.Start.on != "" {
			return lines[0].errorf("says where to start from, and so does on: choose one of them")
		}
		r.Start.presses = lines[0].value
	}
	rates, err := b.rates(r)
	if err != nil {
		return err
	}
	names := b.current.said["name"]
	boards := b.current.said["board"]
	if len(names) > 0 && len(boards) > 1 {
		return names[0].errorf("one name for %d boards: give each board a block of its own", len(boards))
	}
	used := false
	for _, line := range boards {
		f, sizes, err := b.family(line.value, r.Start, n)
		if err != nil {
			return line.wrap(err)
		}
		used = used || f.takesSize && strings.Contains(line.value, "N") || r.Start.presses == "N"
		if len(names) > 0 {
			if f.name = names[0].value; !slug.MatchString(f.name) {
				return names[0].errorf("%q: use small letters, digits and dashes", f.name)
			}
		} else {
			f.name = b.unused(f)
		}
		r.Family, r.Sizes = f, sizes
		if err := r.checkLights(); err != nil {
			return b.said("on")[0].errorf("%s", strings.TrimPrefix(err.Error(), "on: "))
		}
		if len(rates) == 0 {
			b.suite.Rows = append(b.suite.Rows, r)
		}
		for _, p := range rates {
			r.Start.flips, r.Family.name = p, f.name+"-"+flipsName(p)
			b.suite.Rows = append(b.suite.Rows, r)
		}
	}
	if len(n) > 0 && !used && !inherited {
		return at.errorf("no board has an N to put the numbers in, such as grid:NxN")
	}
	return nil
}

// maxChecked is the largest board on which lights are tried beforehand.
const maxChecked = 1 << 16

// checkLights returns an error if no board of the row has the lights that are to be on. Where only some
// have them, the others are not asked.
func (r row) checkLights() (first error) {
	if r.Start.on == "" {
		return nil
	}
	for _, size := range r.Sizes {
		p, _, err := r.Family.puzzle(size, 1)
		if err != nil || p.Board.Lights() > maxChecked {
			return nil //nolint:nilerr // it is found when the puzzle is made
		}
		err = p.SetLights(r.Start.on, "", 1)
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return first
}

// rates are the probabilities of flips; none if the puzzles are not shots.
func (b *builder) rates(r row) ([]float64, error) {
	words, at, _ := b.words("flips")
	if len(words) == 0 && r.Questions[0] == askDecode {
		words = []string{defaultFlips}
	}
	if len(words) > 0 && r.Start != (start{}) {
		return nil, at.errorf("says where to start from, and so does on or presses: choose one of them")
	}
	var list []float64
	for _, word := range words {
		p, err := parseFlips(word)
		if err != nil {
			return nil, at.wrap(err)
		}
		if slices.Contains(list, p) {
			return nil, at.errorf("%s is said twice", word)
		}
		list = append(list, p)
	}
	return list, nil
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
