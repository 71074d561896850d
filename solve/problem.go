package solve

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/unionfind"
)

// problem is a puzzle after its linear restrictions have been applied: required switches are pressed,
// neither they nor forbidden ones are free any more, switches that must be pressed together are one
// column, and lights that do not matter have no row. A linear engine is only asked to flip exactly
// change, with the free columns.
type problem struct {
	puzzle *board.Puzzle
	system *board.Board // the puzzle's equations: its board, without the lights that do not matter
	change gf2.Vec      // what the free switches have to flip
	fixed  gf2.Vec      // the switches that are not free
	base   gf2.Vec      // the required ones
	groups [][]int      // switches that are pressed together or not at all; nil if each is separate
	linear Linear       // of the system's free columns
	whole  Linear       // of the board, all of its switches and lights
	tree   *tree        // of the linear algebra's columns
	engine string       // who is asked
	// against is the witness against the change, once the linear algebra has found one.
	against gf2.Vec
}

// restrict applies the solver's restrictions.
func (s Solver) restrict(ctx context.Context, p *board.Puzzle) (*problem, error) {
	n := p.Board.Switches()
	pr := &problem{puzzle: p, system: p.System(), change: p.Change().Bits(), fixed: gf2.NewVec(n), base: gf2.NewVec(n)}
	if p.Forbidden.Len() > 0 {
		pr.fixed.Add(p.Forbidden)
	}
	if err := pr.fix(ctx, s); err != nil {
		return nil, err
	}
	if !pr.base.IsZero() {
		pr.change.Add(pr.system.Apply(pr.base))
	}
	return pr, nil
}

// fix fixes the switches that the solver forbids or requires, and groups those that are pressed together.
func (pr *problem) fix(ctx context.Context, s Solver) error {
	n := pr.puzzle.Board.Switches()
	for _, x := range slices.Concat(s.Forbid, s.Require) {
		if x < 0 || x >= n {
			return fmt.Errorf("switch %d is out of range: %s has %d switches", x+1, pr.puzzle.Board.Spec(), n)
		}
	}
	for _, x := range s.Forbid {
		pr.fixed.Set(x, true)
	}
	for _, x := range s.Require {
		if pr.fixed.Bit(x) && !pr.base.Bit(x) {
			return fmt.Errorf("switch %d is both forbidden and required", x+1)
		}
		pr.base.Set(x, true)
		pr.fixed.Set(x, true)
	}
	if s.Symmetric == "" {
		return nil
	}
	return pr.makeSymmetric(ctx, s.Symmetric)
}

// orbits groups the switches that the symmetry of that name moves onto each other.
func orbits(ctx context.Context, b *board.Board, name string) ([][]int, error) {
	if name == "all" {
		group, err := b.Symmetries(ctx)
		if err != nil {
			return nil, err
		}
		list := group.Orbits()
		if list == nil {
			return nil, onlyOrder(b, group)
		}
		return list, nil
	}
	motions, err := b.Motions(ctx, name)
	if err != nil {
		return nil, err
	}
	sets := unionfind.New[int](b.Switches())
	for _, m := range motions {
		for s, image := range m.Lights { // a board that is drawn has each switch at its light
			sets.Join(s, image)
		}
	}
	return sets.Classes(b.Switches()), nil
}

// makeSymmetric groups the switches that a symmetric answer presses together.
func (pr *problem) makeSymmetric(ctx context.Context, name string) error {
	var err error
	if pr.groups, err = orbits(ctx, pr.puzzle.Board, name); err != nil {
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
			return fmt.Errorf("a symmetric answer presses switches %d and %d together, but one is required and the other forbidden", pressed+1, barred+1)
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
	columns := [][]int{}
	if pr.groups == nil {
		for x := range pr.fixed.Len() {
			if !pr.fixed.Bit(x) {
				columns = append(columns, []int{x})
			}
		}
		return columns
	}
	for _, g := range pr.groups {
		if !pr.fixed.Bit(g[0]) {
			columns = append(columns, g)
		}
	}
	return columns
}

// caresForAll reports whether every light matters.
func (pr *problem) caresForAll() bool { return pr.puzzle.DontCare.IsZero() }

// analyse gives the problem its linear algebra.
func (pr *problem) analyse(ctx context.Context, e engine) error {
	var err error
	pr.tree = &tree{}
	pr.linear, err = e.linear(ctx, pr)
	if err != nil || !pr.restricted() && pr.caresForAll() {
		pr.whole = pr.linear
		return err
	}
	pr.whole, err = Analyse(ctx, pr.puzzle.Board)
	return err
}

// unrestricted is the linear algebra of the puzzle without the solver's restrictions.
func (pr *problem) unrestricted(ctx context.Context) (Linear, error) {
	if pr.caresForAll() {
		return pr.whole, nil
	}
	return Analyse(ctx, pr.system)
}

// unsolvable is why the problem has no answer.
func (pr *problem) unsolvable(ctx context.Context, s Solver) error {
	witness, ok := pr.against, false
	if witness.Len() == 0 {
		_, witness, ok = pr.linear.Solve(pr.change)
	}
	switch {
	case ok && !s.counted() && !s.BreakSymmetry:
		return fmt.Errorf("solve: an engine found no answer where elimination finds one; this is a fault of the program, please report it")
	case ok:
		return &UnsolvableError{Condition: s.conditions(pr)}
	case !pr.restricted():
		return refutation(board.Bits(witness), board.Bits(pr.change))
	}
	puzzle, err := pr.unrestricted(ctx)
	if err != nil {
		return err
	}
	change := pr.puzzle.Change().Bits()
	if _, w, ok := puzzle.Solve(change); !ok {
		return refutation(board.Bits(w), board.Bits(change))
	}
	no := &UnsolvableError{Condition: s.conditions(pr)}
	if pr.groups == nil {
		// Where switches are grouped, only whole groups touch the witness evenly, which a reader
		// could not check on the board.
		no.Witness, no.MustChange = board.Bits(witness), witness.Overlap(pr.change)
	}
	return no
}

// conditions is what was asked beyond the puzzle; it completes "solvable, but not".
func (s Solver) conditions(pr *problem) string {
	var list []string
	switch {
	case s.AtMost != nil && s.AtLeast != nil && *s.AtMost == *s.AtLeast:
		list = append(list, fmt.Sprintf("with exactly %s", presses(*s.AtMost)))
	case s.AtMost != nil && s.AtLeast != nil:
		list = append(list, fmt.Sprintf("with %d to %s", *s.AtLeast, presses(*s.AtMost)))
	case s.AtMost != nil:
		list = append(list, fmt.Sprintf("with at most %s", presses(*s.AtMost)))
	case s.AtLeast != nil:
		list = append(list, fmt.Sprintf("with at least %s", presses(*s.AtLeast)))
	}
	if !pr.base.IsZero() {
		list = append(list, "with "+switchList(pr.base)+" pressed")
	}
	if barred := pr.fixed.Sum(pr.base); !barred.IsZero() {
		list = append(list, "without pressing "+switchList(barred))
	}
	switch s.Symmetric {
	case "":
	case "all":
		list = append(list, "with the board's symmetry")
	default:
		list = append(list, "with the symmetry "+s.Symmetric)
	}
	return strings.Join(list, ", ")
}

func presses(n int) string {
	if n == 1 {
		return "1 press"
	}
	return fmt.Sprintf("%d presses", n)
}

// switchList names switches, counting from 1; of many, only the first few.
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

// answers is how many answers a solvable problem has, whatever their number of presses.
func (pr *problem) answers() *big.Int {
	if k := pr.linear.Nullity(); k < 63 {
		return big.NewInt(1 << k) // in one piece of memory
	}
	return new(big.Int).SetBit(new(big.Int), pr.linear.Nullity(), 1)
}

// fewestFlips is a lower bound on the presses of any answer, from the number of lights that must change
// and the most that one press flips.
func (pr *problem) fewestFlips() int {
	most := max(pr.puzzle.Board.MostToggles(), 1)
	return pr.base.Weight() + (pr.change.Weight()+most-1)/most
}
