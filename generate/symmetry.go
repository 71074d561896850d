package generate

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
)

// maxSymmetryEntries bounds what is written out of a board's symmetries: symmetries times lights.
const maxSymmetryEntries = 1 << 24

// symmetries are all symmetries of a board, as they act on lights. With g a symmetry, the image of
// a state has at light l what the state has at g[l]; since the inverse of a symmetry is one as
// well, these are all images.
type symmetries [][]int32

func newSymmetries(ctx context.Context, b *board.Board) (symmetries, error) {
	group, err := b.Symmetries(ctx)
	if err != nil {
		return nil, err
	}
	all, ok := group.Elements(maxSymmetryEntries / max(1, b.Lights()))
	if !ok {
		return nil, fmt.Errorf("%s has %v symmetries, too many to compare puzzles up to all of them", b.Spec(), group.Order())
	}
	list := make(symmetries, len(all))
	for i, g := range all {
		list[i] = make([]int32, len(g.Lights))
		for l, image := range g.Lights {
			list[i][l] = int32(image)
		}
	}
	return list, nil
}

// isFirst reports whether no image of the state, among those that are in the code, comes before it
// in dictionary order. So exactly one of the states that are alike is first.
func (s symmetries) isFirst(state []uint64, within *code, image []uint64) bool {
	for _, g := range s[1:] {
		if comesBefore(g, state) && (within == nil || within.containsImage(g, state, image)) {
			return false
		}
	}
	return true
}

// comesBefore reports whether the image of the state under g comes before it: off before on.
// Random states differ early, so that this looks at two lights on average.
func comesBefore(g []int32, state []uint64) bool {
	for l, from := range g {
		was := state[l/64] >> (l % 64) & 1
		if is := state[from/64] >> (from % 64) & 1; is != was {
			return is < was
		}
	}
	return false
}

func (c *code) containsImage(g []int32, state, image []uint64) bool {
	move(g, image, state)
	return c.contains(image)
}

// move makes image the state's image under g.
func move(g []int32, image, state []uint64) {
	clear(image)
	for l, from := range g {
		image[l/64] |= state[from/64] >> (from % 64) & 1 << (l % 64)
	}
}

// Symmetric lists what Options.Symmetric takes.
func Symmetric() []string { return []string{"all", "mirror", "turn", "quarter"} }

// symmetric are constraints that a state has if it looks the same after the motions of that name:
// pairs of lights that are alike.
func symmetric(ctx context.Context, b *board.Board, name string) ([]gf2.Vec, error) {
	if name == "all" {
		group, err := b.Symmetries(ctx)
		if err != nil {
			return nil, err
		}
		generators := group.Generators()
		if generators == nil && group.Order().BitLen() > 1 {
			return nil, fmt.Errorf("%s is too large to list its symmetries", b.Spec())
		}
		var pairs []gf2.Vec
		for _, g := range generators {
			for l, image := range g.Lights {
				pairs = appendPair(pairs, b, l, image)
			}
		}
		return pairs, nil
	}
	if b.Layout() == nil {
		return nil, fmt.Errorf("%s has no rows and columns to %s; symmetric takes all there", b.Spec(), name)
	}
	rows, cols := b.Layout().Size()
	var where func(r, c int) (int, int)
	switch name {
	case "mirror":
		where = func(r, c int) (int, int) { return r, cols - 1 - c }
	case "turn":
		where = func(r, c int) (int, int) { return rows - 1 - r, cols - 1 - c }
	case "quarter":
		if rows != cols {
			return nil, fmt.Errorf("a quarter turn needs as many rows as columns, and %s has %d and %d", b.Spec(), rows, cols)
		}
		where = func(r, c int) (int, int) { return c, rows - 1 - r }
	default:
		return nil, fmt.Errorf("no such symmetry %q", name)
	}
	var pairs []gf2.Vec
	for l := range b.Lights() {
		r, c := where(b.Layout().Place(l))
		image := b.Layout().Cell(r, c)
		if image < 0 {
			return nil, fmt.Errorf("%s does not look the same after that motion (%s)", b.Spec(), name)
		}
		pairs = appendPair(pairs, b, l, image)
	}
	return pairs, nil
}

func appendPair(pairs []gf2.Vec, b *board.Board, l, image int) []gf2.Vec {
	if l == image {
		return pairs
	}
	return append(pairs, gf2.VecOf(b.Lights(), l, image))
}
