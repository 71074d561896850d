package bench

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/internal/suggest"
)

// builder makes the rows of a suite, block by block.
type builder struct {
	suite   suite
	dir     string            // that relative names of files are in; "" is the current one
	peers   bool              // other solvers take part
	joining []string          // solvers that join every block
	names   map[string]string // of families: the boards that they stand for
	own     map[string]*peer  // somebody's own solvers, by name
}

// The largest suites: each number is far beyond what can be measured.
const (
	mostSizes   = 10_000
	mostPuzzles = 10_000
	mostPairs   = 1_000_000
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
	e := encodings{coloured: slices.ContainsFunc(all.Board, coloured)}
	var errXor, errCard, errEngine error
	e.xors, errXor = parseXors(all.Xor, e.coloured)
	e.cards, errCard = oneOf("card", "counting encoding", all.Card, countingNames())
	engines, errEngine := oneOf("engine", "engine", all.Engine, engineNames())
	if err := cmp.Or(errXor, errCard, errEngine); err != nil {
		return err
	}
	if len(engines) == 0 && (len(e.xors) > 0 || len(e.cards) > 0 || len(all.Solver) == 0) {
		engines = []string{"sat"}
	}
	switch {
	case len(e.xors) > 0:
	case len(e.cards) > 0:
		e.xors = []string{defaultXor(e.coloured)}
	case len(all.Engine) == 0 && len(all.Solver) == 0:
		e.xors = everyXor(e.coloured)
	}
	for _, engine := range engines {
		if c := (contestant{Engine: engine}); engine == "sat" {
			r.Contestants = append(r.Contestants, e.of(c)...)
		} else {
			r.Contestants = append(r.Contestants, c)
		}
	}
	if err := b.addSolvers(r, e, all.Solver); err != nil {
		return err
	}
	reads := slices.ContainsFunc(r.Contestants, func(c contestant) bool { return c.Engine == "sat" || c.Xor != "" })
	unable := slices.IndexFunc(r.Contestants, func(c contestant) bool { return !slices.ContainsFunc(r.Questions, c.answers) })
	switch {
	case !reads && len(own.Xor) > 0:
		return fieldErrorf("xor", "goes with engine sat, or a solver that reads {cnf}")
	case !reads && len(own.Card) > 0:
		return fieldErrorf("card", "goes with engine sat, or a solver that reads {cnf}")
	case unable >= 0 && len(own.Solver) > 0:
		return fieldErrorf("solver", "%s", r.Contestants[unable].cannot(r.Questions[0]))
	}
	others := b.joining
	if b.peers {
		others = append(slices.Clip(others), usualPeers(e.coloured)...)
	}
	return b.addSolvers(r, e, others)
}

// addSolvers lets solvers take part: NAME=COMMAND, or known ones. A command under the name of a known solver takes its
// place.
func (b *builder) addSolvers(r *row, e encodings, texts []string) error {
	for _, text := range texts {
		if err := b.register(text); err != nil {
			return &FieldError{Field: "solver", Err: err}
		}
	}
	for _, text := range texts {
		who, err := b.solver(text, e)
		if err != nil {
			return &FieldError{Field: "solver", Err: err}
		}
		for _, c := range who {
			if !slices.Contains(r.Contestants, c) {
				r.Contestants = append(r.Contestants, c)
			}
		}
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
		if f.name = all.Name; f.name == "" {
			f.name = b.nameOf(f)
		}
		r.Family, r.Sizes = f, sizes
		if err := r.checkLights(); err != nil {
			return &FieldError{Field: "on", Err: err}
		}
		b.suite.Rows = append(b.suite.Rows, r)
	}
	if own.N != "" && !used {
		return fieldErrorf("n", "no board has an N to put the numbers in, such as grid:NxN")
	}
	return nil
}

// checkLights returns an error if the first board of the row does not have the lights that are to be on.
func (r row) checkLights() error {
	if r.On == "" || len(r.Sizes) == 0 {
		return nil
	}
	p, _, err := r.Family.puzzle(r.Sizes[0], 1)
	if err != nil {
		return nil //nolint:nilerr // it is found when the puzzle is made
	}
	err = p.SetLights(r.On, "", 1)
	if wrong, ok := errors.AsType[*board.LightsError](err); ok {
		return wrong.Err
	}
	return err
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
