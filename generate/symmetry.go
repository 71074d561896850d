package generate

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/unionfind"
)

// maxSymmetryEntries bounds what is written out of a board's symmetries: symmetries times lights.
const maxSymmetryEntries = 1 << 24

// symmetries are all symmetries of a board, as they act on lights. With g a symmetry, the image of
// a state has at light l what the state has at g[l]; since the inverse of a symmetry is a symmetry
// too, these are all images.
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
func (s symmetries) isFirst(state gf2.Vec, within *code, image gf2.Vec) bool {
	for _, g := range s[1:] {
		if !comesBefore(g, state) {
			continue
		}
		if within == nil {
			return false
		}
		if move(g, image, state); within.contains(image) {
			return false
		}
	}
	return true
}

// comesBefore reports whether the image of the state under g comes before it: off before on.
// Random states differ early, so this looks at two lights on average.
func comesBefore(g []int32, state gf2.Vec) bool {
	for l, from := range g {
		if was := state.Bit(l); state.Bit(int(from)) != was {
			return was
		}
	}
	return false
}

// move makes image the state's image under g.
func move(g []int32, image, state gf2.Vec) {
	for l, from := range g {
		image.Set(l, state.Bit(int(from)))
	}
}

// Symmetric lists what Options.Symmetric takes.
func Symmetric() []string { return []string{"all", "mirror", "turn", "quarter"} }

// symmetric lists motions: a state has the symmetry of that name if it looks the same after each.
// They move switches too, unless the board itself does not look the same after them: then Switches is
// nil.
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
		return nil, fmt.Errorf("%s has no rows and columns, so %s is not a symmetry of it; only the symmetry all is", b.Spec(), name)
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
			return nil, fmt.Errorf("a quarter turn needs as many rows as columns, but %s has %d rows and %d columns", b.Spec(), rows, cols)
		}
		where = func(r, c int) (int, int) { return c, rows - 1 - r }
	default:
		return nil, fmt.Errorf("no such symmetry %q", name)
	}
	motion := board.Symmetry{Lights: make([]int, b.Lights())}
	for l := range b.Lights() {
		r, c := where(b.Layout().Place(l))
		if motion.Lights[l] = b.Layout().Cell(r, c); motion.Lights[l] < 0 {
			return nil, fmt.Errorf("%s does not look the same after the motion %s", b.Spec(), name)
		}
	}
	if keepsFlips(b, motion.Lights) {
		motion.Switches = motion.Lights
	}
	return []board.Symmetry{motion}, nil
}

// keepsFlips reports whether moving a light's switch along with it moves what the switch flips too.
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

// pairs are the constraints on a state that looks the same after the motions: a light and its image
// are equal.
func pairs(b *board.Board, motions []board.Symmetry) (alike []gf2.Vec) {
	for _, m := range motions {
		for l, image := range m.Lights {
			alike = appendPair(alike, b, l, image)
		}
	}
	return alike
}

// orbits are the sets of switches that the motions move onto one another, by size; nil if one of the
// motions does not move switches.
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

func appendPair(pairs []gf2.Vec, b *board.Board, l, image int) []gf2.Vec {
	if l == image {
		return pairs
	}
	return append(pairs, gf2.VecOf(b.Lights(), l, image))
}
