package play

import (
	"context"

	"lightsout/board"
	"lightsout/solve"
)

// light reports whether a call is light: certain, before anything is computed, to take a few milliseconds at most. Light
// calls have a queue of their own, so that a press or a hint on a small board never waits for searches. A request that
// is wrong is light too: it is refused at once.
func (a *API) light(ctx context.Context, request any) bool {
	switch r := request.(type) {
	case dailyRequest:
		return true // its boards are
	case loadRequest:
		p, _, err := a.read(r)
		return err != nil || small(p.Board)
	case newRequest:
		return a.lightSearch(ctx, position{Board: r.Board}, lightNewNullity)
	case solveRequest:
		return a.lightSearch(ctx, r.position, lightNullity)
	case interface{ board() boardRef }:
		b, err := a.board(r.board())
		return err != nil || small(b)
	}
	return false // generate: it may have to count the states of the board
}

func small(b *board.Board) bool {
	return b.Lights() <= lightCells && b.Switches() <= lightCells && b.Shape().Flips <= 16*lightCells
}

// lightSearch reports whether a search for the fewest presses has few answers to visit. Forbidden switches
// and lights with more than two states take other engines, whose cost is not known beforehand.
func (a *API) lightSearch(ctx context.Context, p position, nullity int) bool {
	b, err := a.board(p.Board)
	if err != nil {
		return true
	}
	if !small(b) || b.States() > 2 || len(p.DontCare) > 0 || len(p.Forbidden) > 0 && string(p.Forbidden) != "[]" {
		return false
	}
	linear, err := solve.Analyse(ctx, b)
	return err == nil && linear.Nullity() <= nullity
}
