package gridpoly

import (
	"context"
	"fmt"
	"math/rand/v2"

	"lightsout/gf2"
)

// Edges says which edges of a rectangle are joined, and how.
type Edges int

// The six ways. Möbius, Klein and projective boards join the left edge to the right one upside down;
// their top and bottom edges are apart, joined, or joined with left and right exchanged.
const (
	Apart Edges = iota
	JoinedCols
	JoinedBoth
	Mobius
	Klein
	Projective
)

// twisted reports whether the left edge meets the right one upside down.
func (e Edges) twisted() bool { return e >= Mobius }

// Flips is which lights of the three by three around it a press flips: itself, the two beside, the two
// above and below, the four at the corners.
type Flips struct{ Self, Beside, Above, Diagonal bool }

// Surface is the linear algebra of a rectangle with any edges and any [Flips], in time nearly linear in
// the lights. All vectors number the cells row by row. It is safe for concurrent use.
//
// With H and V for the sums over the neighbours in the row and in the column, the matrix is
//
//	A = Self + Beside·H + Above·V + Diagonal·H·V,
//
// and H and V commute on every one of these surfaces. If corners are flipped, then with X = H + Above and
// T = V + Beside this is X·T or 1 + X·T. The first is solved along rows and then along columns, by
// [product]; everything else by [chased], for which the columns' direction is a recurrence and the rows
// are polynomials. The file docs/theory.md has the proofs.
type Surface interface {
	// Nullity is the number of independent quiet patterns, Quiet a basis of them.
	Nullity() int
	Quiet() []gf2.Vec
	// Solve is presses that put the lights out or, if there are none, a quiet pattern with an odd
	// number of the lights.
	Solve(lights gf2.Vec) (presses, witness gf2.Vec, ok bool)
}

// NewSurface prepares a surface, unless the context ends first. Flips that reach no other row are refused.
func NewSurface(ctx context.Context, edges Edges, rows, cols int, flips Flips) (Surface, error) {
	if err := Grid(rows, cols).validate(); err != nil {
		return nil, err
	}
	switch {
	case !flips.Above && !flips.Diagonal:
		return nil, fmt.Errorf("gridpoly: a press that stays in its row leaves nothing to chase")
	case flips.Diagonal && flips.Self == (flips.Beside && flips.Above):
		return newProduct(ctx, edges, rows, cols, flips)
	}
	return newChased(edges, rows, cols, flips), nil
}

// oddOf finds a pattern of a space that has an odd number of cells in common with the lights, given
// functions that make a pattern of random numbers, and the patterns of a basis. If there is one, half of
// the space will do, so that two attempts are needed on average. The numbers are always the same, and
// lights can be chosen to share an even number with all these patterns, but not with the whole basis too.
func oddOf(lights gf2.Vec, random func(*rand.Rand) gf2.Vec, dimension int, basis func(i int) gf2.Vec) gf2.Vec {
	numbers := rand.New(rand.NewPCG(0, 0))
	for range 64 {
		if z := random(numbers); z.Dot(lights) {
			return z
		}
	}
	for i := range dimension {
		if z := basis(i); z.Dot(lights) {
			return z
		}
	}
	panic("gridpoly: a state is unsolvable but no quiet pattern shows it")
}
