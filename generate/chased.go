package generate

import (
	"math/bits"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/chase"
)

// chased counts the presses that light chasing takes, fast: a linear map from states to the presses of
// the first chase and what it leaves, tabled byte by byte where that is small, and a table of what
// follows.
type chased struct {
	*chase.Counter
	cells int
	table *byteMap // to a bit for every switch, then those that the first chase leaves; nil if too large
}

// newChased is nil if the board has no lookup table for light chasing.
func newChased(b *board.Board) *chased {
	e, err := chase.NewCounter(b)
	if err != nil {
		return nil
	}
	f := &chased{Counter: e, cells: b.Switches()}
	length := f.cells + e.Unknowns()
	if (b.Lights()+7)/8*256*((length+63)/64) > maxByteMap {
		return f
	}
	images := make([]gf2.Vec, b.Lights())
	for light := range images {
		images[light] = gf2.NewVec(length)
		f.first(images[light], gf2.VecOf(b.Lights(), light))
	}
	f.table = newByteMap(images, length)
	return f
}

// first sets to to the presses of the first chase and what it leaves.
func (e *chased) first(to, state gf2.Vec) {
	presses, left := e.First(state)
	for s := range presses.Ones() {
		to.Set(s, true)
	}
	for i := range left.Ones() {
		to.Set(e.cells+i, true)
	}
}

// presses is how many presses the state takes. The memory is one of scratch.
func (e *chased) presses(state gf2.Vec, memory gf2.Vec) int {
	if e.table == nil {
		memory.Clear()
		e.first(memory, state)
	} else {
		e.table.apply(memory, state.Words()...)
	}
	words := memory.Words()
	k, shift := e.cells/64, e.cells%64
	left := words[k] >> shift
	if k+1 < len(words) {
		left |= words[k+1] << (64 - shift)
	}
	return memory.Weight() - bits.OnesCount64(left) + e.Again(left)
}

// scratch is memory for presses.
func (e *chased) scratch() gf2.Vec { return gf2.NewVec(e.cells + e.Unknowns()) }
