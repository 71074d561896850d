package solve

import (
	"fmt"
	"math/big"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// problem is a puzzle with its restrictions worked in: required switches are pressed once and for
// all, and neither they nor forbidden ones are free any more. Both are linear, so an engine only
// ever sees: flip exactly change, with the free switches.
type problem struct {
	puzzle *board.Puzzle
	change gf2.Vec // what the free switches have to flip
	fixed  gf2.Vec // the switches that are not free
	base   gf2.Vec // the required ones
	linear Linear  // of the free switches
}

// restrict works the restrictions in. A switch both forbidden and required is refused.
func restrict(p *board.Puzzle, forbid, require []int) (*problem, error) {
	n := p.Board.Switches()
	pr := &problem{puzzle: p, change: p.Change(), fixed: gf2.NewVec(n), base: gf2.NewVec(n)}
	if p.Forbidden.Len() > 0 {
		pr.fixed.Add(p.Forbidden)
	}
	for _, s := range slices.Concat(forbid, require) {
		if s < 0 || s >= n {
			return nil, fmt.Errorf("switch %d is out of range: %s has %d switches", s+1, p.Board.Spec(), n)
		}
	}
	for _, s := range forbid {
		pr.fixed.Set(s, true)
	}
	for _, s := range require {
		if pr.fixed.Bit(s) && !pr.base.Bit(s) {
			return nil, fmt.Errorf("switch %d is both forbidden and required", s+1)
		}
		pr.base.Set(s, true)
		pr.fixed.Set(s, true)
	}
	pr.change.Add(p.Board.Apply(pr.base))
	return pr, nil
}

func (pr *problem) restricted() bool { return !pr.fixed.IsZero() }

// analyse gives the problem its linear algebra, by elimination unless an engine brought its own.
func (pr *problem) analyse() error {
	if pr.linear != nil {
		return nil
	}
	var err error
	pr.linear, err = analyse(pr.puzzle.Board, pr.fixed)
	return err
}

// unsolvable is why the problem has no answer: an *InfeasibleError if the puzzle would have one
// without its restrictions, else an *UnsolvableError.
func (pr *problem) unsolvable() error {
	if err := pr.analyse(); err != nil {
		return err
	}
	_, witness, ok := pr.linear.Solve(pr.change)
	if ok {
		return fmt.Errorf("solve: an engine found no answer where elimination finds one; please report this puzzle")
	}
	if pr.restricted() {
		whole, err := Analyse(pr.puzzle.Board)
		if err != nil {
			return err
		}
		if _, _, ok := whole.Solve(pr.puzzle.Change()); ok {
			return &InfeasibleError{Reason: pr.restriction(), Witness: witness, MustChange: witness.Overlap(pr.change)}
		}
		_, witness, _ = whole.Solve(pr.puzzle.Change())
	}
	return &UnsolvableError{Witness: witness, MustChange: witness.Overlap(pr.puzzle.Change())}
}

// restriction says which restrictions there are, to complete "solvable, but not".
func (pr *problem) restriction() string {
	forbidden, required := pr.fixed.Sum(pr.base), pr.base
	switch {
	case required.IsZero():
		return "without pressing " + switchList(forbidden)
	case forbidden.IsZero():
		return "with " + switchList(required) + " pressed"
	default:
		return "with " + switchList(required) + " pressed and " + switchList(forbidden) + " not"
	}
}

// switchList names switches as people count them, the first few of many.
func switchList(v gf2.Vec) string {
	const most = 6
	list := v.Indices()
	if len(list) == 1 {
		return fmt.Sprintf("switch %d", list[0]+1)
	}
	s := "switches"
	for i, x := range list {
		if i == most {
			return s + fmt.Sprintf(" and %d more", len(list)-most)
		}
		s += fmt.Sprintf(" %d", x+1)
	}
	return s
}

// answers is how many answers a solvable problem has.
func (pr *problem) answers() *big.Int {
	return new(big.Int).Lsh(big.NewInt(1), uint(pr.linear.Nullity()))
}

// fewestFlips is a lower bound on the presses of any answer that costs nothing: each press flips
// only so many lights.
func (pr *problem) fewestFlips() int {
	most := 0
	var flips []int
	for s := range pr.puzzle.Board.Switches() {
		if !pr.fixed.Bit(s) {
			flips = pr.puzzle.Board.AppendToggles(flips[:0], s)
			most = max(most, len(flips))
		}
	}
	if most == 0 {
		return pr.base.Weight()
	}
	return pr.base.Weight() + (pr.change.Weight()+most-1)/most
}
