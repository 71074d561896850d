package solve

import (
	"context"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// Grids, cylinders and tori with the cross pattern are one equation between polynomials, which takes time linear in the
// lights (package gridpoly, docs/theory.md).

func polynomialTakes(b *board.Board) error {
	_, ok := b.Rectangle()
	return suits("polynomial", b, ok)
}

func byPolynomial(ctx context.Context, of *system) (Linear, error) {
	if err := of.puzzle.Board.CheckSize(); err != nil {
		return nil, err
	}
	r, _ := of.puzzle.Board.Rectangle()
	long := r.Cols > max(r.Rows, longRows)
	if long {
		r = turned(r)
	}
	solver, err := gridpoly.NewSolverWithin(ctx, r)
	switch {
	case err != nil:
		return nil, &GaveUpError{Engine: "polynomial", Cause: context.Cause(ctx)}
	case long:
		return overBits{onItsSide{solver, r}, of.equations}, nil
	}
	return overBits{solver, of.equations}, nil
}

// onItsSide is the algebra of a board whose columns are the rows of the solver's.
type onItsSide struct {
	*gridpoly.Solver
	solved board.Rectangle
}

func turned(r board.Rectangle) board.Rectangle {
	return board.Rectangle{Rows: r.Cols, Cols: r.Rows, WrapRows: r.WrapCols, WrapCols: r.WrapRows}
}

// turn exchanges rows and columns of a set of cells with so many columns.
func turn(v gf2.Vec, cols int) gf2.Vec {
	w, rows := gf2.NewVec(v.Len()), v.Len()/max(cols, 1)
	for i, row := 0, 0; row < rows; row++ {
		for at := row; at < v.Len(); at += rows {
			if v.Bit(i) {
				w.Set(at, true)
			}
			i++
		}
	}
	return w
}

func (o onItsSide) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	presses, witness, ok = o.Solver.Solve(turn(change, o.solved.Rows))
	return turn(presses, o.solved.Cols), turn(witness, o.solved.Cols), ok
}

func (o onItsSide) Quiet() []gf2.Vec {
	list := o.Solver.Quiet()
	for i, v := range list {
		list[i] = turn(v, o.solved.Cols)
	}
	return list
}

func (o onItsSide) Invariants() []gf2.Vec { return o.Quiet() }
