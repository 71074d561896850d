package generate

import (
	"context"
	"fmt"
	"math/big"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/unionfind"
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

// symmetric are motions such that a state has the symmetry of that name if it looks the same after
// each. They move switches too, unless the board itself does not look the same after them: then
// Switches is nil.
func symmetric(ctx context.Context, b *board.Board, name string) ([]board.Symmetry, error) {
	if name == "all" {
		group, err := b.Symmetries(ctx)
		if err != nil {
			return nil, err
		}
		generators := group.Generators()
		if generators == nil && group.Order().BitLen() > 1 {
			return nil, fmt.Errorf("%s is too large to list its symmetries", b.Spec())
		}
		return generators, nil
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
	motion := board.Symmetry{Lights: make([]int, b.Lights())}
	for l := range b.Lights() {
		r, c := where(b.Layout().Place(l))
		if motion.Lights[l] = b.Layout().Cell(r, c); motion.Lights[l] < 0 {
			return nil, fmt.Errorf("%s does not look the same after that motion (%s)", b.Spec(), name)
		}
	}
	if keepsFlips(b, motion.Lights) {
		motion.Switches = motion.Lights
	}
	return []board.Symmetry{motion}, nil
}

// keepsFlips reports whether switches that are moved like the lights of their cells flip what the
// motion makes of what they flip.
func keepsFlips(b *board.Board, to []int) bool {
	if b.Switches() != b.Lights() {
		return false
	}
	for s := range b.Switches() {
		moved := gf2.NewVec(b.Lights())
		for _, l := range b.Toggles(s) {
			moved.Flip(to[l])
		}
		if !moved.Equal(gf2.VecOf(b.Lights(), b.Toggles(to[s])...)) {
			return false
		}
	}
	return true
}

// pairs are constraints that a state has if it looks the same after the motions: pairs of lights that
// are alike.
func pairs(b *board.Board, motions []board.Symmetry) (alike []gf2.Vec) {
	for _, m := range motions {
		for l, image := range m.Lights {
			alike = appendPair(alike, b, l, image)
		}
	}
	return alike
}

// orbits are the switches that the motions move to one another, by size: nil if a motion moves none.
func orbits(switches int, motions []board.Symmetry) []portion {
	sets := unionfind.New[int](switches)
	for _, m := range motions {
		if m.Switches == nil {
			return nil
		}
		for s, image := range m.Switches {
			sets.Join(s, image)
		}
	}
	bySize := map[int]int{}
	var list []portion
	for _, orbit := range sets.Classes(switches) {
		i, ok := bySize[len(orbit)]
		if !ok {
			i = len(list)
			bySize[len(orbit)] = i
			list = append(list, portion{})
		}
		list[i].items = append(list[i].items, orbit)
		list[i].most++
	}
	return list
}

// orbitBase is sets of presses that look the same after some motions: those of which every answer is
// the only one come to symmetric states, and to all of them.
type orbitBase struct {
	sets    *portions
	columns [][]uint64
}

func (b orbitBase) size() *big.Int                     { return b.sets.size }
func (b orbitBase) draw(c *candidate, s *stream)       { b.set(c, randomBelow(b.sets.size, s)) }
func (b orbitBase) at(c *candidate, r rank, s *stream) { b.set(c, number(b.sets.size, r, s)) }

func (b orbitBase) set(c *candidate, which *big.Int) {
	clear(c.presses)
	b.sets.at(which, func(s int) { c.presses[s/64] |= 1 << (s % 64) })
	press(c, b.columns)
}

func appendPair(pairs []gf2.Vec, b *board.Board, l, image int) []gf2.Vec {
	if l == image {
		return pairs
	}
	return append(pairs, gf2.VecOf(b.Lights(), l, image))
}
