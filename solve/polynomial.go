package solve

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// polynomial is the linear algebra of grids, cylinders and tori with the cross pattern through one
// equation between polynomials, in time linear in the lights (package gridpoly, docs/theory.md).
type polynomial struct {
	solver *gridpoly.Solver
}

// rectangle is the board as gridpoly has it, if it is one that is solved row by row.
func rectangle(b *board.Board) (gridpoly.Shape, bool) {
	s := b.Shape()
	if s.SelfOff || s.Masked || s.Pattern != "" || s.States > 2 {
		return gridpoly.Shape{}, false
	}
	return gridpoly.ShapeOf(s.Kind, s.Dims)
}

func polynomialTakes(b *board.Board) error {
	if _, ok := rectangle(b); !ok {
		return &RefusedError{Engine: "polynomial", Reason: fmt.Sprintf("it needs a grid, cylinder or torus without holes, and the cross pattern; %s is not one", b.Spec())}
	}
	return nil
}

func polynomialPreferred(*board.Board) bool { return true }

func newPolynomial(b *board.Board) (bitAlgebra, error) {
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	shape, _ := rectangle(b)
	s, err := gridpoly.NewSolver(shape)
	if err != nil {
		return nil, err
	}
	return polynomial{s}, nil
}

func (p polynomial) size() (rows, cols int) { return p.solver.Shape().Rows, p.solver.Shape().Cols }

func (p polynomial) Nullity() int { return p.solver.Nullity() }

func (p polynomial) Rank() int {
	rows, cols := p.size()
	return rows*cols - p.Nullity()
}

func (p polynomial) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	rows, cols := p.size()
	// Nothing below can fail: the lights are in memory, and the context does not end.
	ctx := context.Background()
	solution, err := p.solver.Solve(ctx, gridpoly.BitsOf(rows, cols, change))
	if err != nil {
		panic("solve: " + err.Error())
	}
	if !solution.Solvable {
		return gf2.Vec{}, stored(solution.Witness), false
	}
	return stored(solution.Answer), gf2.Vec{}, true
}

func stored(pattern *gridpoly.Pattern) gf2.Vec {
	bits, err := pattern.Store(context.Background())
	if err != nil {
		panic("solve: " + err.Error())
	}
	return bits.Vec()
}

func (p polynomial) Quiet() []gf2.Vec {
	basis := make([]gf2.Vec, p.Nullity())
	for i := range basis {
		basis[i] = stored(p.solver.Quiet(i))
	}
	return basis
}

// Invariants are the quiet patterns: these boards are symmetric matrices.
func (p polynomial) Invariants() []gf2.Vec { return p.Quiet() }
