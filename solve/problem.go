package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
)

// problem is a question about a puzzle, with everything decided before an engine is asked: who answers it, and the
// puzzle after its linear restrictions have been applied. Forbidden switches are not free, switches that must be
// pressed together are one column, and lights that do not matter have no row. Where lights have two states, required
// switches are pressed in advance and not free any more; with more states it is not known how often, so that they
// are free, but must be pressed once at least. A linear engine is only asked to make exactly change, with the free
// columns.
type problem struct {
	Solver   // what was asked, with its engine chosen
	engine   engine
	question question

	puzzle  *board.Puzzle
	system  *board.Board // the puzzle's equations: its board, without the lights that do not matter
	change  board.State  // what the free switches have to make
	fixed   gf2.Vec      // the switches that are not free; of length 0 if all are, as is base
	base    gf2.Vec      // those of them that are pressed
	once    gf2.Vec      // free switches that must be pressed
	groups  [][]int      // switches that are pressed alike; nil if each is separate
	against board.State  // the witness against the change, once the linear algebra has found one
	*analysis
}

// question is what is asked about a puzzle.
type question int

const (
	anyAnswer question = iota
	fewestPresses
	allFewest
	allAnswers
	classesOfAnswers
	nearestPuzzle
	quietPatterns
)

// setsOnly is the one place that says which questions are only for lights with two states.
func (q question) setsOnly() bool { return q >= classesOfAnswers }

// lists reports whether all answers are asked for.
func (q question) lists() bool { return q == allAnswers || q == classesOfAnswers }

// classify decides everything about a question that does not need an engine at work.
func (s Solver) classify(ctx context.Context, p *board.Puzzle, q question) (*problem, error) {
	p, err := p.Checked()
	if err != nil {
		return nil, err
	}
	if err := s.consistent(p.Board, q); err != nil {
		return nil, err
	}
	e, err := s.pick(p, q)
	if err != nil {
		return nil, err
	}
	if err := e.takes(p.Board); err != nil {
		return nil, err
	}
	pr := &problem{Solver: s, engine: e, question: q, puzzle: p}
	ready, ended := within(ctx, pr, func() error { return pr.prepare(ctx) })
	if err := cmp.Or(ended, ready); err != nil {
		return nil, err
	}
	if s.memory == nil {
		pr.analysis, err = analyse(ctx, pr)
	} else {
		pr.analysis, err = s.memory.recall(ctx, pr)
	}
	if gaveUp, ok := errors.AsType[*GaveUpError](err); ok { // whichever algebra the engine uses
		err = &GaveUpError{Engine: e.name, Cause: gaveUp.Cause}
	}
	return pr, err
}

// prepare applies the restrictions, if there is memory for an answer: the change, the presses and what these flip.
func (pr *problem) prepare(ctx context.Context) error {
	if err := pr.puzzle.Board.Reserve(3, "an answer"); err != nil {
		return err
	}
	if err := pr.restrict(ctx); err != nil {
		return err
	}
	return pr.engine.fits(pr)
}

// within is what work returns. On a large board that takes seconds and is not interrupted: if the context ends first, the
// work is left to itself, and the error is a *[GaveUpError].
func within[T any](ctx context.Context, pr *problem, work func() T) (result T, err error) {
	if pr.puzzle.Board.Lights() <= quickToCheck {
		return work(), nil
	}
	engine, done := pr.engine.name, make(chan T, 1)
	go func() { done <- work() }()
	select {
	case result = <-done:
		return result, nil
	case <-ctx.Done():
		return result, &GaveUpError{Engine: engine, Cause: context.Cause(ctx)}
	}
}

// notASwitch is the error of a number that is none of the board's switches.
func notASwitch(b *board.Board, x int) error {
	return fmt.Errorf("switch %d is not on %s, which has %d switches (counted from 0)", x, b.Spec(), b.Switches())
}

// consistent refuses what contradicts itself, whatever the engine.
func (s Solver) consistent(b *board.Board, q question) error {
	if s.AtMost != nil && s.AtLeast != nil && *s.AtMost < *s.AtLeast {
		return fmt.Errorf("no number of presses is at least %d and at most %d", *s.AtLeast, *s.AtMost)
	}
	if err := s.checkCosts(b); err != nil {
		return err
	}
	switch {
	case s.Costs != nil && s.counted():
		return errors.New("costs and bounds on the number of presses do not go together")
	case q == classesOfAnswers && s.Symmetric != "":
		return errors.New("answers that must be symmetric are not put into classes: a symmetry may map them to others")
	case q == nearestPuzzle && s.counted():
		return errors.New("the nearest solvable puzzle cannot be combined with bounds on the number of presses")
	case q.setsOnly():
		return b.TwoStates()
	}
	return nil
}

// restrict applies the solver's restrictions.
func (pr *problem) restrict(ctx context.Context) error {
	p, n := pr.puzzle, pr.puzzle.Board.Switches()
	pr.system = p.System()
	if pr.change = p.On; p.Board.States() > 2 || !p.Goal.IsZero() || !pr.caresForAll() {
		pr.change = p.Change()
	}
	if p.Forbidden.IsZero() && len(pr.Forbid)+len(pr.Require) == 0 && pr.Symmetric == "" {
		return nil
	}
	pr.fixed, pr.base = gf2.NewVec(n), gf2.NewVec(n)
	if p.Forbidden.Len() > 0 {
		pr.fixed.Add(p.Forbidden)
	}
	if err := pr.fix(ctx); err != nil {
		return err
	}
	switch {
	case pr.base.IsZero():
	case p.Board.States() == 2:
		pr.change = pr.change.Plus(board.Bits(pr.system.Apply(pr.base)))
	default:
		pr.fixed, pr.base, pr.once = pr.fixed.Sum(pr.base), gf2.NewVec(n), pr.base
	}
	return nil
}

// fix fixes the switches that the solver forbids or requires, and groups those that are pressed together.
func (pr *problem) fix(ctx context.Context) error {
	n := pr.puzzle.Board.Switches()
	for _, x := range slices.Concat(pr.Forbid, pr.Require) {
		if x < 0 || x >= n {
			return notASwitch(pr.puzzle.Board, x)
		}
	}
	for _, x := range pr.Forbid {
		pr.fixed.Set(x, true)
	}
	for _, x := range pr.Require {
		if pr.fixed.Bit(x) && !pr.base.Bit(x) {
			return fmt.Errorf("switch %s is both forbidden and required", pr.puzzle.Board.Label(x))
		}
		pr.base.Set(x, true)
		pr.fixed.Set(x, true)
	}
	if pr.Symmetric == "" {
		return nil
	}
	return pr.makeSymmetric(ctx, pr.Symmetric)
}

// makeSymmetric groups the switches that a symmetric answer presses together.
func (pr *problem) makeSymmetric(ctx context.Context, name string) error {
	var err error
	if pr.groups, err = automorphism.OrbitsOf(ctx, pr.puzzle.Board, name); err != nil {
		return err
	}
	for _, g := range pr.groups {
		pressed, barred := -1, -1
		for _, x := range g {
			if pr.base.Bit(x) {
				pressed = x
			} else if pr.fixed.Bit(x) {
				barred = x
			}
		}
		if pressed >= 0 && barred >= 0 {
			return fmt.Errorf("a symmetric answer presses switches %s and %s together, but one is required and the other forbidden", pr.puzzle.Board.Label(pressed), pr.puzzle.Board.Label(barred))
		}
		for _, x := range g {
			pr.base.Set(x, pressed >= 0)
			pr.fixed.Set(x, pressed >= 0 || barred >= 0)
		}
	}
	return nil
}

// restricted reports whether the free columns are anything but all switches, each separate.
func (pr *problem) restricted() bool { return pr.groups != nil || !pr.fixed.IsZero() }

// columns are the free switches, grouped if they are pressed together; nil if all are free and separate.
func (pr *problem) columns() [][]int {
	if !pr.restricted() {
		return nil
	}
	groups, columns := pr.groups, [][]int{}
	if groups == nil {
		groups = eachSwitch(pr.puzzle.Board.Switches())
	}
	for _, g := range groups {
		if !pr.fixed.Bit(g[0]) {
			columns = append(columns, g)
		}
	}
	return columns
}

// eachSwitch is a column for each of n switches.
func eachSwitch(n int) [][]int {
	columns := make([][]int, n)
	for x := range columns {
		columns[x] = []int{x}
	}
	return columns
}

// caresForAll reports whether every light matters.
func (pr *problem) caresForAll() bool { return pr.puzzle.DontCare.IsZero() }

// unsolvable is why the problem has no answer.
func (pr *problem) unsolvable(ctx context.Context) error {
	witness, ok := pr.against, false
	if witness.Len() == 0 {
		_, witness, ok = pr.linear.Solve(pr.change)
	}
	switch {
	case ok && !pr.counted() && pr.once.IsZero():
		return fault("an engine found no answer where elimination finds one")
	case ok:
		return pr.outOfReach()
	case !pr.restricted():
		return refutation(witness, pr.change)
	}
	puzzle, change := pr.whole, pr.puzzle.Change()
	if !pr.caresForAll() {
		var err error
		if puzzle, err = Analyse(ctx, pr.system); err != nil {
			return err
		}
	}
	if _, w, ok := puzzle.Solve(change); !ok {
		return refutation(w, change)
	}
	if pr.groups != nil {
		// Only whole groups touch the witness evenly, which a reader could not check on the board.
		return pr.outOfReach()
	}
	no := refutation(witness, pr.change)
	no.Condition = pr.conditions()
	return no
}

// outOfReach says that there are answers, but none under the conditions set.
func (pr *problem) outOfReach() *UnsolvableError { return &UnsolvableError{Condition: pr.conditions()} }

// fault is an error of the program itself.
func fault(what string) error {
	return fmt.Errorf("solve: %s; this is a fault of the program, please report it", what)
}

// conditions is what was asked beyond the puzzle; it completes "solvable, but not".
func (pr *problem) conditions() string {
	var list []string
	switch s := pr.Solver; {
	case s.AtMost != nil && s.AtLeast != nil && *s.AtMost == *s.AtLeast:
		list = append(list, fmt.Sprintf("with exactly %s", presses(*s.AtMost)))
	case s.AtMost != nil && s.AtLeast != nil:
		list = append(list, fmt.Sprintf("with %d to %s", *s.AtLeast, presses(*s.AtMost)))
	case s.AtMost != nil:
		list = append(list, fmt.Sprintf("with at most %s", presses(*s.AtMost)))
	case s.AtLeast != nil:
		list = append(list, fmt.Sprintf("with at least %s", presses(*s.AtLeast)))
	}
	required := pr.base
	if pr.once.Len() > 0 {
		required = required.Sum(pr.once)
	}
	if !required.IsZero() {
		list = append(list, "with "+switchList(pr.puzzle.Board, required)+" pressed")
	}
	if barred := pr.fixed.Sum(pr.base); !barred.IsZero() {
		list = append(list, "without pressing "+switchList(pr.puzzle.Board, barred))
	}
	switch pr.Symmetric {
	case "":
	case "all":
		list = append(list, "with the board's symmetry")
	default:
		list = append(list, "with the symmetry "+pr.Symmetric)
	}
	return strings.Join(list, ", ")
}

func presses(n int) string {
	if n == 1 {
		return "1 press"
	}
	return fmt.Sprintf("%d presses", n)
}

// switchList names switches, by their names or else counting from 1; of many, only the first few.
func switchList(b *board.Board, v gf2.Vec) string {
	const most = 6
	list := v.Indices()
	s := "switches"
	if len(list) == 1 {
		s = "switch"
	}
	for i, x := range list {
		if i == most {
			return s + fmt.Sprintf(" and %d more", len(list)-most)
		}
		s += " " + b.Label(x)
	}
	return s
}

// maxCounted is the most answers of a puzzle with K states that are gone through to count those that press what is
// required.
const maxCounted = 1 << 20

// answers is how many answers a solvable problem has, whatever their number of presses; nil if switches that must be
// pressed make them too long to count.
func (pr *problem) answers(ctx context.Context) *big.Int {
	all := pr.linear.QuietOrder()
	if pr.once.IsZero() {
		return all
	}
	if !all.IsInt64() || all.Int64() > maxCounted {
		return nil
	}
	free := *pr
	free.AtMost, free.AtLeast = nil, nil
	n, err := countList(free.listed(ctx))
	if err != nil {
		return nil
	}
	return n
}

// fewestFlips is a lower bound on the presses of any answer, from the number of lights that must change, but for some
// that are spared, and the most that one press flips.
func (pr *problem) fewestFlips(spared int) int {
	most := max(pr.puzzle.Board.Shape().MostToggles, 1)
	return pr.base.Weight() + (max(0, pr.change.Size()-spared)+most-1)/most
}
