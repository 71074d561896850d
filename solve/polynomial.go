package solve

import (
	"context"

	"lightsout/board"
	"lightsout/internal/gridpoly"
)

// Grids, cylinders and tori with the cross pattern are one equation between polynomials, which takes time linear in the
// lights (package gridpoly, docs/theory.md).

func polynomialTakes(b *board.Board) error {
	_, ok := b.Rectangle()
	return suits("polynomial", b, ok)
}

func byPolynomial(_ context.Context, of *system) (Linear, error) {
	if err := of.puzzle.Board.CheckSize(); err != nil {
		return nil, err
	}
	rectangle, _ := of.puzzle.Board.Rectangle()
	return inStates(of.equations, gridpoly.NewSolver(rectangle), nil)
}
