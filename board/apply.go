package board

import (
	"fmt"

	"lightsout/gf2"
)

// applier is a toggler that can press many switches at once, 64 in a word: the same flips as
// appendToggles one by one, in time linear in the words. flipped starts as zeros.
type applier interface {
	apply(flipped, presses []uint64)
}

// pressedByWords is one in so many switches that have to be pressed for words to be quicker than
// switches one by one.
const pressedByWords = 64

// Apply is what a set of presses flips: A·presses, on a board of two states.
func (b *Board) Apply(presses gf2.Vec) gf2.Vec {
	b.twoStates()
	if presses.Len() != b.switches {
		panic(fmt.Sprintf("board: %d presses for %d switches", presses.Len(), b.switches))
	}
	flipped := gf2.NewVec(b.lights)
	if a, ok := b.words(); ok && presses.Weight() > b.switches/pressedByWords {
		a.apply(flipped.Words(), presses.Words())
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

// words is the board's applier, if it has one.
func (b *Board) words() (applier, bool) {
	if b.states > 2 {
		return nil, false
	}
	toggles := b.toggles
	if t, ok := toggles.(*readyToggles); ok {
		toggles = t.toggler
	}
	if g, ok := toggles.(*lattice); ok && (g.holes != nil || g.full) {
		return nil, false
	}
	a, ok := toggles.(applier)
	return a, ok
}

// apply moves whole lines along the last axis, as far as a step keeps them on the board; the cells
// that leave it go one by one, by the rule of the edges.
func (g *lattice) apply(flipped, presses []uint64) {
	last := len(g.dims) - 1
	n := g.dims[last]
	here, at := make([]int, last), make([]int, last+1)
	for first := 0; first < g.cells; first += n {
		for _, step := range g.steps {
			inside, target := true, 0
			for axis, c := range here {
				c += step[axis]
				inside = inside && uint(c) < uint(g.dims[axis])
				target = target*g.dims[axis] + c
			}
			d := step[last]
			from, to := max(0, -d), min(n, n-d)
			if !inside || from >= to {
				from, to = 0, 0
			}
			xorBits(flipped, target*n+from+d, presses, first+from, to-from)
			g.applyOver(flipped, presses, here, at, step, first, 0, from)
			g.applyOver(flipped, presses, here, at, step, first, to, n)
		}
		for axis := last - 1; axis >= 0; axis-- {
			if here[axis]++; here[axis] < g.dims[axis] {
				break
			}
			here[axis] = 0
		}
	}
}

// applyOver takes a step from the cells from, …, to-1 of a line, which leads over the edge.
func (g *lattice) applyOver(flipped, presses []uint64, here, at, step []int, first, from, to int) {
	last := len(here)
	for c := from; c < to; c++ {
		if s := first + c; presses[s/64]>>(s%64)&1 == 0 {
			continue
		}
		for axis := range here {
			at[axis] = here[axis] + step[axis]
		}
		at[last] = c + step[last]
		if !g.wrap(g.dims, at) {
			continue
		}
		cell := 0
		for axis, d := range g.dims {
			cell = cell*d + at[axis]
		}
		flipped[cell/64] ^= 1 << (cell % 64)
	}
}

// xorBits adds n bits of src, from the given one on, to those of dst.
func xorBits(dst []uint64, to int, src []uint64, from, n int) {
	for n > 0 {
		// As many bits as are left in this word of dst.
		k := min(64-to%64, n)
		w := src[from/64] >> (from % 64)
		if got := 64 - from%64; got < k {
			w |= src[from/64+1] << got
		}
		dst[to/64] ^= w & (^uint64(0) >> (64 - k)) << (to % 64)
		to, from, n = to+k, from+k, n-k
	}
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
