package main

import (
	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/gridpoly"
	"lightsout/solve"
)

// The streams of a seed: what --on random and --goal random draw.
const (
	onStream   = 0
	goalStream = 1
)

// randomRows is the number of lights from which the random state of a board that goes row by row is
// drawn row by row, so that it need not be held in memory. A seed means the same state for every
// verb and engine.
const randomRows = 1 << 22

// rowsDrawn are the lights that random presses change, of a board that is drawn row by row.
func rowsDrawn(b *board.Board, seed, stream uint64) (gridpoly.RandomSolvable, bool) {
	shape, ok := solve.RowShape(b)
	if !ok || b.Lights() < randomRows {
		return gridpoly.RandomSolvable{}, false
	}
	return gridpoly.RandomSolvableLights(shape, seed^stream<<63), true
}

// randomState is a state from which the given one can be reached, every such state equally likely.
func randomState(b *board.Board, from gf2.Vec, seed, stream uint64) (gf2.Vec, error) {
	lights, ok := rowsDrawn(b, seed, stream)
	if !ok {
		return board.RandomReachable(b, from, seed, stream), nil
	}
	shape, _ := solve.RowShape(b)
	bits := gridpoly.NewBits(shape.Rows, shape.Cols)
	next, buf := lights.From(0), make([]uint64, (shape.Cols+63)/64)
	for r := range shape.Rows {
		row, err := next(buf)
		if err != nil {
			return gf2.Vec{}, err
		}
		copy(bits.Row(r), row)
	}
	state := bits.Vec()
	state.Add(from)
	return state, nil
}

// randomChange is randomState of a dark board, as rows.
func randomChange(b *board.Board, shape gridpoly.Shape, seed, stream uint64) gridpoly.Lights {
	if lights, ok := rowsDrawn(b, seed, stream); ok {
		return lights
	}
	return gridpoly.BitsOf(shape.Rows, shape.Cols, board.RandomReachable(b, gf2.NewVec(b.Lights()), seed, stream))
}
