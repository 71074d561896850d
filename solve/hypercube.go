package solve

import (
	"context"
	"math/bits"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// hypercube is the linear algebra of hypercubes without elimination. With X_i the step along axis i,
// the matrix is A = X_1 + … + X_n, and 1 more if a press flips its own light. The X_i commute and
// square to 1, so A·A is the number of these terms, odd or even: 1 or 0 (docs/theory.md).
//
// If it is 1, A is its own inverse. If it is 0, write vectors as (first half, second half) along the
// last axis and A as (B 1; 1 B), where B·B = 1. Then lights (a, b) are solvable if and only if a = B·b,
// which is to say A·(a, b) = 0, and (b, 0) is an answer.
type hypercube struct {
	board *board.Board
	terms int
}

// hypercubeTakes hypercubes, and grids with all sides 2, which are hypercubes too.
func hypercubeTakes(b *board.Board) error {
	shape := b.Shape()
	long := slices.ContainsFunc(shape.Dims, func(d int) bool { return d != 2 })
	grid := shape.Kind == "grid" && shape.Pattern == "" && !shape.Masked && !long
	return suits("hypercube", b, shape.States == 2 && (shape.Kind == "hypercube" || grid))
}

func byHypercube(_ context.Context, of *system) (Linear, error) {
	return inStates(of.equations, newHypercube(of.puzzle.Board), nil)
}

func newHypercube(b *board.Board) hypercube {
	terms := bits.Len(uint(b.Lights())) - 1 // an axis each
	if !b.Shape().SelfOff {
		terms++
	}
	return hypercube{b, terms}
}

func (h hypercube) half() int { return h.board.Lights() / 2 }

func (h hypercube) Nullity() int {
	if h.terms%2 == 1 {
		return 0
	}
	return h.half()
}

func (h hypercube) Rank() int { return h.board.Lights() - h.Nullity() }

func (h hypercube) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	product := h.board.Apply(change)
	if h.terms%2 == 1 {
		return product, gf2.Vec{}, true
	}
	if l := product.NextOne(0); l >= 0 {
		// The lights around l: every switch touches them evenly, as A·A = 0, and an odd number of
		// them must change.
		return gf2.Vec{}, h.around(l), false
	}
	// The second half moves to the place of the first.
	presses = product // which is zero
	n := h.half()
	if words, from := presses.Words(), change.Words(); n >= 64 {
		copy(words, from[n/64:])
	} else {
		words[0] = from[0] >> n
	}
	return presses, gf2.Vec{}, true
}

// around is the lights that switch l flips.
func (h hypercube) around(l int) gf2.Vec {
	return gf2.VecOf(h.board.Lights(), h.board.Toggles(l)...)
}

// Quiet is what each switch of the first half flips: it is the only one of them with its light of the
// second half.
func (h hypercube) Quiet() []gf2.Vec {
	basis := make([]gf2.Vec, h.Nullity())
	for l := range basis {
		basis[l] = h.around(l)
	}
	return basis
}

// Invariants are the quiet patterns: the matrix is symmetric.
func (h hypercube) Invariants() []gf2.Vec { return h.Quiet() }
