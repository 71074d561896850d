package solve

import (
	"context"
	"fmt"
	"math"
	"math/bits"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// Linear is the linear algebra of one board, or of a board some of whose switches are left out:
// A·x = change with A's rows the lights and its columns the switches. Vectors of presses always
// have a bit for every switch; those left out are 0. It is safe for concurrent use.
type Linear interface {
	// Rank is the rank of A.
	Rank() int
	// Nullity is how many quiet patterns a basis has: a solvable puzzle has 2^Nullity answers.
	Nullity() int
	// Solve is one answer, or a witness that there is none: a vector of the left null space with
	// odd overlap.
	Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool)
	// Quiet is a basis of the presses that change nothing, the right null space.
	Quiet() []gf2.Vec
	// Invariants is a basis of the sets of lights that every switch touches an even number of
	// times, the left null space: a change is reachable if and only if it overlaps each evenly.
	Invariants() []gf2.Vec
}

// Analyse prepares the linear algebra of a whole board. It is a *[GaveUpError] if the context ends
// first.
func Analyse(ctx context.Context, b *board.Board) (Linear, error) {
	if err := b.TwoStates(); err != nil {
		return nil, err
	}
	if e, ok := structuredFor(b); ok {
		return e.linear(ctx, &problem{puzzle: &board.Puzzle{Board: b}, system: b})
	}
	return newSparse(ctx, b, nil)
}

// maxQuietBits bounds a basis of quiet patterns: 1 GiB. A large graph can have too many to list even
// where one answer is easy to find.
const maxQuietBits = min(1<<33, math.MaxInt)

// Quiet is a basis of the quiet patterns of a board: presses that change nothing, here only those that
// keep to the solver's forbidden switches and to Symmetric. It is a *[board.TooLargeError] if the basis
// would not fit in memory.
func (s Solver) Quiet(ctx context.Context, b *board.Board) ([]gf2.Vec, error) {
	_, pr, err := s.prepare(ctx, board.NewPuzzle(b))
	if err != nil {
		return nil, err
	}
	return quietPatterns(b, pr.linear)
}

// quietPatterns is linear.Quiet, or a *[board.TooLargeError].
func quietPatterns(b *board.Board, linear Linear) ([]gf2.Vec, error) {
	if err := checkQuiet(b, linear.Nullity()); err != nil {
		return nil, err
	}
	return linear.Quiet(), nil
}

// checkQuiet is a *[board.TooLargeError] if k quiet patterns would not fit in memory.
func checkQuiet(b *board.Board, k int) error {
	if k > 0 && b.Switches() > maxQuietBits/k {
		return &board.TooLargeError{What: fmt.Sprintf("a basis of the %d quiet patterns of %s", k, b.Spec()), Limit: "it would take more than 1 GiB"}
	}
	return nil
}

// witnessFrom finds an invariant with odd overlap with change, for engines that notice that there is
// no answer without learning why.
func witnessFrom(invariants []gf2.Vec, change gf2.Vec) gf2.Vec {
	for _, y := range invariants {
		if y.Dot(change) {
			return y
		}
	}
	panic("solve: a change that overlaps every invariant evenly is reachable")
}

// Nullity is the number of independent quiet patterns of a board. It is quicker than [Analyse], and
// takes larger boards: where rows are polynomials it is the degree of a gcd.
func Nullity(ctx context.Context, b *board.Board) (int, error) {
	if err := b.TwoStates(); err != nil {
		return 0, err
	}
	if b.Lights() <= 64 && b.Switches() <= 64 {
		return b.Switches() - smallRank(b), nil
	}
	if shape, ok := b.Shape().Rectangle(); ok {
		return gridpoly.Nullity(shape)
	}
	if e, ok := structuredFor(b); ok && e.name == "polynomial" {
		s, err := newSurface(ctx, b)
		if err != nil {
			return 0, err
		}
		return s.Nullity(), nil
	}
	linear, err := Analyse(ctx, b)
	if err != nil {
		return 0, err
	}
	return linear.Nullity(), nil
}

// smallRank is the rank of a board with up to 64 lights: what each switch flips is a word, and those
// independent of the ones before are kept by their highest bits.
func smallRank(b *board.Board) (rank int) {
	var kept [64]uint64
	var lights []int
	for s := range b.Switches() {
		var word uint64
		lights = b.AppendToggles(lights[:0], s)
		for _, l := range lights {
			word ^= 1 << l
		}
		for word != 0 {
			top := bits.Len64(word) - 1
			if kept[top] == 0 {
				kept[top] = word
				rank++
				break
			}
			word ^= kept[top]
		}
	}
	return rank
}
