package solve

import (
	"context"
	"fmt"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
)

// system is a puzzle after its linear conditions have been applied. Forbidden switches are not free, switches that must
// be pressed together are one column, and lights that do not matter have no row. Where lights have two states, required
// switches are pressed in advance and not free any more; with more states it is not known how often, so that they
// are free, but must be pressed once at least. Linear algebra, and every engine that uses it, speaks of words over the
// free columns, and is only asked to make exactly the change: see reduced.go.
type system struct {
	puzzle    *board.Puzzle
	equations *board.Board // the board without the lights that do not matter
	change    board.State  // what the free switches have to make
	fixed     gf2.Vec      // the switches that are not free; of length 0 if all are, as is pressed
	pressed   gf2.Vec      // those of them that are pressed
	once      gf2.Vec      // free switches that must be pressed
	groups    [][]int      // switches that are pressed alike; nil if each is separate
	columns   [][]int      // the free switches, grouped if they are pressed alike; nil if all are free and separate
}

// wholeBoard is the system of a board without conditions.
func wholeBoard(b *board.Board) *system {
	return &system{puzzle: &board.Puzzle{Board: b}, equations: b}
}

// newSystem applies conditions to a puzzle.
func newSystem(ctx context.Context, p *board.Puzzle, c Conditions) (*system, error) {
	sy, n := &system{puzzle: p, equations: p.System(), change: p.On}, p.Board.Switches()
	if p.Board.States() > 2 || !p.Goal.IsZero() || !sy.caresForAll() {
		sy.change = p.Change()
	}
	if p.Forbidden.IsZero() && len(c.Forbid)+len(c.Require) == 0 && c.Symmetric == "" {
		return sy, nil
	}
	const each = 600 // bits for a switch: its column, a list of its own
	if err := p.Board.Reserve(ctx, each, "conditions on presses"); err != nil {
		return nil, err
	}
	sy.fixed, sy.pressed = gf2.NewVec(n), gf2.NewVec(n)
	if p.Forbidden.Len() > 0 {
		sy.fixed.Add(p.Forbidden)
	}
	if err := sy.fix(ctx, c); err != nil {
		return nil, err
	}
	switch {
	case sy.pressed.IsZero():
	case p.Board.States() == 2:
		sy.change = sy.change.Plus(board.Bits(sy.equations.Apply(sy.pressed)))
	default:
		sy.fixed, sy.pressed, sy.once = sy.fixed.Sum(sy.pressed), gf2.NewVec(n), sy.pressed
	}
	sy.group()
	return sy, nil
}

// fix fixes the switches that are forbidden or required, and groups those that are pressed together.
func (sy *system) fix(ctx context.Context, c Conditions) error {
	b := sy.puzzle.Board
	for _, x := range slices.Concat(c.Forbid, c.Require) {
		if x < 0 || x >= b.Switches() {
			return notASwitch(b, x)
		}
	}
	for _, x := range c.Forbid {
		sy.fixed.Set(x, true)
	}
	for _, x := range c.Require {
		if sy.fixed.Bit(x) && !sy.pressed.Bit(x) {
			return fmt.Errorf("switch %s is both forbidden and required", b.Label(x))
		}
		sy.pressed.Set(x, true)
		sy.fixed.Set(x, true)
	}
	if c.Symmetric == "" {
		return nil
	}
	return sy.makeSymmetric(ctx, c.Symmetric)
}

// makeSymmetric groups the switches that a symmetric answer presses together.
func (sy *system) makeSymmetric(ctx context.Context, name string) error {
	b := sy.puzzle.Board
	var err error
	if sy.groups, err = automorphism.OrbitsOf(ctx, b, name); err != nil {
		return err
	}
	for _, g := range sy.groups {
		pressed, barred := -1, -1
		for _, x := range g {
			if sy.pressed.Bit(x) {
				pressed = x
			} else if sy.fixed.Bit(x) {
				barred = x
			}
		}
		if pressed >= 0 && barred >= 0 {
			return fmt.Errorf("a symmetric answer presses switches %s and %s together, "+
				"but one is required and the other forbidden", b.Label(pressed), b.Label(barred))
		}
		for _, x := range g {
			sy.pressed.Set(x, pressed >= 0)
			sy.fixed.Set(x, pressed >= 0 || barred >= 0)
		}
	}
	return nil
}

// restricted reports whether the free columns are anything but all switches, each separate.
func (sy *system) restricted() bool { return sy.groups != nil || !sy.fixed.IsZero() }

// group makes the columns.
func (sy *system) group() {
	if !sy.restricted() {
		return
	}
	groups := sy.groups
	if groups == nil {
		groups = make([][]int, sy.puzzle.Board.Switches())
		for x := range groups {
			groups[x] = []int{x}
		}
	}
	sy.columns = [][]int{}
	for _, g := range groups {
		if !sy.fixed.Bit(g[0]) {
			sy.columns = append(sy.columns, g)
		}
	}
}

// caresForAll reports whether every light matters.
func (sy *system) caresForAll() bool { return sy.puzzle.DontCare.IsZero() }
