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
type symmetries struct {
	all      [][]int32 // the identity first
	prefixes *prefixes // nil if there are none that help
}

func newSymmetries(ctx context.Context, b *board.Board) (*symmetries, error) {
	group, err := b.Symmetries(ctx)
	if err != nil {
		return nil, err
	}
	all, ok := group.Elements(maxSymmetryEntries / max(1, b.Lights()))
	if !ok {
		return nil, fmt.Errorf("%s has %v symmetries, too many to compare puzzles up to all of them", b.Spec(), group.Order())
	}
	list := make([][]int32, len(all))
	for i, g := range all {
		list[i] = make([]int32, len(g.Lights))
		for l, image := range g.Lights {
			list[i][l] = int32(image)
		}
	}
	return &symmetries{list, newPrefixes(list)}, nil
}

// count is how many symmetries there are; 0 if they are not known.
func (s *symmetries) count() int {
	if s == nil {
		return 0
	}
	return len(s.all)
}

// isFirst reports whether no image of the state, among those that are in the code, comes before it
// in dictionary order. So exactly one of the states that are alike is first.
func (s *symmetries) isFirst(state gf2.Vec, within *code, image gf2.Vec) bool {
	words := state.Words()
	if within == nil && s.prefixes != nil {
		return s.prefixes.isFirst(s.all, words)
	}
	for _, g := range s.all[1:] {
		if !comesBefore(g, words, 0) {
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

// comesBefore reports whether the image of the state under g comes before it: off before on. The first
// lights, so many of them, are known to be equal. Random states differ early, so this looks at two more
// lights on average.
func comesBefore(g []int32, state []uint64, equal int) bool {
	for l := equal; l < len(g); l++ {
		from := g[l]
		was := state[l/64] >> (l % 64) & 1
		if state[from/64]>>(from%64)&1 != was {
			return was != 0
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
