package solve

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/internal/gridpoly"
)

// Grids, cylinders and tori with the cross pattern are one equation between polynomials, which takes time linear in the
// lights (package gridpoly, docs/theory.md).

func polynomialTakes(b *board.Board) error {
	if _, ok := b.Rectangle(); !ok {
		reason := fmt.Sprintf("it needs a grid, cylinder or torus without holes, and the cross pattern; %s is not one", b.Spec())
		return &RefusedError{Engine: "polynomial", Reason: reason}
	}
	return nil
}

func polynomialPreferred(*board.Board) bool { return true }

func byPolynomial(_ context.Context, of *system) (Linear, error) {
	if err := of.puzzle.Board.CheckSize(); err != nil {
		return nil, err
	}
	rectangle, _ := of.puzzle.Board.Rectangle()
	return inStates(of.equations, gridpoly.NewSolver(rectangle), nil)
}
