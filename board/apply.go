package board

import (
	"fmt"

	"lightsout/gf2"
)

// Apply is what a set of presses flips: A·presses, on a board of two states.
func (b *Board) Apply(presses gf2.Vec) gf2.Vec {
	b.twoStates()
	if presses.Len() != b.switches {
		panic(fmt.Sprintf("board: %d presses for %d switches", presses.Len(), b.switches))
	}
	flipped := gf2.NewVec(b.lights)
	if h, ok := b.hypercube(); ok {
		h.apply(flipped.Words(), presses.Words())
		return flipped
	}
	if r, ok := b.Rectangle(); ok {
		r.apply(flipped, presses)
		return flipped
	}
	if k, ok := b.toggles.(complete); ok { // a press for each pair of lights would take too long
		if presses.Weight()%2 != 0 {
			flipped = gf2.AllOnes(b.lights)
		}
		if !k.self {
			flipped.Add(presses)
		}
		return flipped
	}
	var list []int
	for s := range presses.Ones() {
		list = b.AppendToggles(list[:0], s)
		for _, l := range list {
			flipped.Flip(l)
		}
	}
	return flipped
}

// hypercube is the board, if it is one. Alone of all boards it goes up to 2^30 lights that are held in memory, and
// presses 64 switches at a time.
func (b *Board) hypercube() (h hypercube, ok bool) {
	h, ok = b.toggles.(hypercube)
	return h, ok && b.states == 0
}

// inWord has, for each of the six axes within a word, the places where that coordinate is 0.
var inWord = [6]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
	0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
}

// apply exchanges the two halves of the cube along every axis: within words for the first six, whole
// words for the others.
func (h hypercube) apply(flipped, presses []uint64) {
	for i, w := range presses {
		sum := uint64(0)
		if h.self {
			sum = w
		}
		for k, low := range inWord[:min(h.dims, 6)] {
			sum ^= w&low<<(1<<k) | w>>(1<<k)&low
		}
		flipped[i] = sum
	}
	for k := 6; k < h.dims; k++ {
		stride := 1 << (k - 6)
		for first := 0; first < len(presses); first += 2 * stride {
			low, high := first, first+stride
			addWords(flipped[low:high], presses[high:])
			addWords(flipped[high:high+stride], presses[low:])
		}
	}
}

func addWords(dst, src []uint64) {
	src = src[:len(dst)]
	for i, w := range src {
		dst[i] ^= w
	}
}
