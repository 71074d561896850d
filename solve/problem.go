package solve

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
)

// problem is a question about a puzzle, with everything decided before an engine is asked: who answers it, and the
// equations that are left for it to solve.
type problem struct {
	asked    Solver
	question question
	engine   engine
	reduced
	algebra *algebra
	formula *Formula // that was written for the engine sat
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
	if err := p.Board.Reserve(ctx, 3, "an answer"); err != nil { // the change, the presses and what these flip
		return nil, err
	}
	sy, err := newSystem(ctx, p, s.Conditions)
	if err != nil {
		return nil, err
	}
	pr := &problem{asked: s, engine: e, question: q, reduced: reduce(sy, s.Conditions)}
	if e.fits != nil {
		if err := e.fits(pr); err != nil {
			return nil, err
		}
	}
	if s.kept.cache == nil {
		pr.algebra, err = analyse(ctx, pr.engine, pr.system)
	} else {
		pr.algebra, err = s.kept.cache.recall(ctx, pr)
	}
	if gaveUp, ok := errors.AsType[*GaveUpError](err); ok { // whichever algebra the engine uses
		err = &GaveUpError{Engine: e.name, Cause: gaveUp.Cause}
	}
	return pr, err
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

// unsolvable is why the problem has no answer.
func (pr *problem) unsolvable(ctx context.Context) error {
	_, witness, ok := pr.algebra.linear.Solve(pr.change)
	switch {
	case ok && !pr.asked.counted() && pr.once.IsZero():
		return fault("an engine found no answer where elimination finds one")
	case ok:
		return pr.outOfReach()
	}
	return pr.refuted(ctx, witness)
}

// refuted is what a witness against the change says of the puzzle.
func (pr *problem) refuted(ctx context.Context, witness board.State) error {
	switch {
	case !pr.restricted():
		return refutation(witness, pr.change)
	}
	puzzle, change := pr.algebra.whole, pr.puzzle.Change()
	if !pr.caresForAll() {
		var err error
		if puzzle, err = Analyse(ctx, pr.equations); err != nil {
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
	switch s := pr.asked; {
	case s.AtMost != nil && s.AtLeast != nil && *s.AtMost == *s.AtLeast:
		list = append(list, fmt.Sprintf("with exactly %s", presses(*s.AtMost)))
	case s.AtMost != nil && s.AtLeast != nil:
		list = append(list, fmt.Sprintf("with %d to %s", *s.AtLeast, presses(*s.AtMost)))
	case s.AtMost != nil:
		list = append(list, fmt.Sprintf("with at most %s", presses(*s.AtMost)))
	case s.AtLeast != nil:
		list = append(list, fmt.Sprintf("with at least %s", presses(*s.AtLeast)))
	}
	required := pr.pressed
	if pr.once.Len() > 0 {
		required = required.Sum(pr.once)
	}
	if !required.IsZero() {
		list = append(list, "with "+switchList(pr.puzzle.Board, required)+" pressed")
	}
	if barred := pr.fixed.Sum(pr.pressed); !barred.IsZero() {
		list = append(list, "without pressing "+switchList(pr.puzzle.Board, barred))
	}
	switch pr.asked.Symmetric {
	case "":
	case "all":
		list = append(list, "with the board's symmetry")
	default:
		list = append(list, "with the symmetry "+pr.asked.Symmetric)
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

// answers is how many answers a solvable problem has, whatever their number of presses; nil if switches that must be
// pressed make them too long to count.
func (pr *problem) answers(ctx context.Context) *big.Int {
	all := pr.algebra.linear.QuietOrder()
	if pr.once.IsZero() {
		return all
	}
	if !all.IsInt64() || all.Int64() > maxCounted {
		return nil
	}
	free := *pr
	free.asked.AtMost, free.asked.AtLeast = nil, nil
	n, err := countList(free.listed(ctx))
	if err != nil {
		return nil
	}
	return n
}
