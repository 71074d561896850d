package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lightsout/internal/numbers"
	"lightsout/solve"
)

// builder makes the rows of a suite, block by block.
type builder struct {
	suite   suite
	dir     string            // that relative names of files are in; "" is the current one
	peers   bool              // other solvers take part
	joining []string          // solvers that join every block
	names   map[string]string // of families: the boards that they stand for
	solvers []*peer           // those that a suite can name: known ones and somebody's own
}

// The largest suites: each number is far beyond what can be measured.
const (
	mostSizes = 10_000
	mostPairs = 1_000_000
)

// add makes the rows of a block. What it says itself, and not by the suite's defaults, must be of use.
func (b *builder) add(own, all block) error {
	var r row
	if len(all.Question) == 0 {
		all.Question = []string{"any"}
	}
	names, err := oneOf("question", "question", all.Question, asked)
	if err != nil {
		return err
	}
	for _, name := range names {
		r.Questions = append(r.Questions, questions[slices.Index(asked, name)])
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
	e, engines, err := named(all)
	if err != nil {
		return err
	}
	for _, engine := range engines {
		each := encodings{}
		if engine == "sat" {
			each = e
		}
		r.Contestants = append(r.Contestants, each.of(contestant{Engine: engine, peer: self})...)
	}
	solvers := slices.Concat(all.Solver, b.joining)
	for _, p := range b.solvers {
		if b.peers && !p.ByName && (p.format.States || !e.coloured) {
			solvers = append(solvers, p.Name+" "+p.format.Name)
		}
	}
	for _, text := range solvers {
		found, err := b.find(text)
		if err != nil {
			return &FieldError{Field: "solver", Err: err}
		}
		for _, p := range found {
			r.Contestants = append(r.Contestants, p.entries(e)...)
		}
	}
	reads := slices.ContainsFunc(r.Contestants, func(c contestant) bool { return c.Engine == "sat" || c.Xor != "" })
	const readers = "goes with engine sat, or a solver that reads {cnf}"
	switch {
	case !reads && len(own.Xor) > 0:
		return fieldErrorf("xor", readers)
	case !reads && len(own.Card) > 0:
		return fieldErrorf("card", readers)
	case len(own.Card) > 0 && !slices.ContainsFunc(r.Questions, question.counts):
		return fieldErrorf("card", "goes with the questions at-most, too-few and min, which count presses")
	}
	if len(r.Contestants) == 0 {
		return fieldErrorf("engine", "without an engine, name a solver: there is nobody to ask")
	}
	return nil
}

// noEngine, or an empty list in a suite file, leaves this program out.
const noEngine = "none"

// named reads the encodings and engines that a block names, or the usual ones.
func named(all block) (e encodings, engines []string, err error) {
	e = encodings{coloured: slices.ContainsFunc(all.Board, coloured)}
	var errXor, errCard, errEngine error
	e.xors, errXor = parseXors(all.Xor, e.coloured)
	e.cards, errCard = oneOf("card", "counting encoding", all.Card, countingNames())
	if slices.Equal(all.Engine, []string{noEngine}) {
		all.Engine = []string{}
	}
	engines, errEngine = oneOf("engine", "engine", all.Engine, solve.EngineNames())
	if err := cmp.Or(errXor, errCard, errEngine); err != nil {
		return e, nil, err
	}
	if all.Engine == nil && (len(e.xors) > 0 || len(e.cards) > 0 || len(all.Solver) == 0) {
		engines = []string{"sat"}
	}
	switch {
	case len(e.xors) > 0:
	case len(e.cards) > 0:
		e.xors = []string{defaultXor(e.coloured)}
	case all.Engine == nil && len(all.Solver) == 0:
		e.xors = everyXor(e.coloured)
	}
	return e, engines, nil
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
		if f.name = all.Name; f.name == "" {
			f.name = b.nameOf(f)
		}
		r.Family, r.Sizes = f, sizes
		b.suite.Rows = append(b.suite.Rows, r)
	}
	if own.N != "" && !used {
		return fieldErrorf("n", "no board has an N to put the numbers in, such as grid:NxN")
	}
	return nil
}

// parseSizes reads numbers and ranges: 4-20, or 6,8,10.
func parseSizes(words []string) ([]int, error) {
	var list []int
	for _, word := range words {
		low, high, err := numbers.Range(word)
		switch {
		case err != nil || low < 1:
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
