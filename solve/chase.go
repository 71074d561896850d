package solve

import (
	"context"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/chase"
)

// chaser is the linear algebra of the boards of [chase.New] by light chasing.
type chaser struct {
	lines   chase.Lines
	residue *gf2.System
}

// chases refuses the boards whose lines do not chase.
func chases(b *board.Board) error {
	_, ok := chase.New(b)
	return suits("chase", b, ok)
}

// chasePays: large boards, unless their lines are much longer than they are many. Elimination is quick there.
func chasePays(b *board.Board) bool {
	lines, ok := chase.New(b)
	return ok && large(b) && lines.Unknowns() <= 64*lines.Cells()/lines.Unknowns()
}

func byChasing(ctx context.Context, of *system) (Linear, error) {
	c, err := newChaser(ctx, of.puzzle.Board)
	return inStates(of.equations, c, err)
}

func newChaser(ctx context.Context, b *board.Board) (*chaser, error) {
	lines, _ := chase.New(b)
	if err := lines.TooLarge(b); err != nil {
		return nil, err
	}
	c := &chaser{lines: lines}
	m, err := lines.Matrix(ctx)
	if err == nil {
		c.residue, err = gf2.NewSystem(ctx, m)
	}
	if err != nil {
		return nil, &GaveUpError{Engine: "chase", Cause: context.Cause(ctx)}
	}
	return c, nil
}

func (c *chaser) Nullity() int { return c.residue.Nullity() }
func (c *chaser) Rank() int    { return c.lines.Cells() - c.residue.Nullity() }

func (c *chaser) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	_, wanted := c.lines.Down(gf2.NewVec(c.lines.Unknowns()), change)
	u, _, ok := c.residue.Solve(wanted)
	if !ok {
		return gf2.Vec{}, c.lines.Odd(c.residue.RightNull(), change), false
	}
	presses, _ = c.lines.Down(u, change)
	return presses, gf2.Vec{}, true
}

func (c *chaser) Quiet() []gf2.Vec {
	basis := c.residue.RightNull()
	for i, u := range basis {
		basis[i] = c.lines.Quiet(u)
	}
	return basis
}

// Invariants are the quiet patterns: these boards are symmetric matrices.
func (c *chaser) Invariants() []gf2.Vec { return c.Quiet() }
