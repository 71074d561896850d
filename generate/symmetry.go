package generate

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
	"lightsout/internal/disjoint"
	"lightsout/internal/sample"
)

// maxSymmetryEntries bounds what is written out of a board's symmetries: symmetries times lights.
const maxSymmetryEntries = 1 << 24

// symmetries are all symmetries of a board, as they act on lights: the image of a state under g has at
// light l what the state has at g[l]. Since the inverse of a symmetry is a symmetry too, these are all images.
//
// Of states that are alike, the first one stands for all: the state whose last light is in the lowest state, and so on
// from light to light (as numbers with a digit for each light are compared).
//
// The end of a state is its last lights, so many of them that many symmetries only rearrange these: two rows of a
// torus, say. Symmetries that bring the same lights to the end are of one kind, and the least end of all images of a
// kind is looked up in a table. Nearly all states are told by that not to be first.
type symmetries struct {
	all   [][]int32  // the identity first
	last  int        // lights of an end, 0 if K > 2
	least []uint32   // the least rearrangement of an end; the last light is the highest bit
	ends  []uint32   // those that are least
	kinds [][]int32  // symmetries; that of the identity is first. nil if kinds have few
	types cycleTypes // of the switches
}

func newSymmetries(ctx context.Context, b *board.Board) (*symmetries, error) {
	group, err := automorphism.Of(ctx, b)
	if err != nil {
		return nil, err
	}
	all, ok := group.Elements(maxSymmetryEntries / max(1, b.Lights()))
	if !ok {
		return nil, fmt.Errorf("%s has %v symmetries, too many to compare puzzles up to all of them", b.Spec(),
			group.Order())
	}
	s := &symmetries{types: cycleTypes{}}
	for _, g := range all {
		s.all = append(s.all, narrow(g.Lights))
		s.types.add(narrow(g.Switches))
	}
	s.findEnds(b)
	return s, nil
}

func narrow(image []int) []int32 {
	list := make([]int32, len(image))
	for i, to := range image {
		list[i] = int32(to)
	}
	return list
}

const (
	maxEndLights = 16
	maxEndWork   = 1 << 24 // symmetries times ends
	fewRearrange = 8       // with fewer symmetries of a kind, comparing all is as fast
)

// findEnds chooses how many lights by how many symmetries rearrange them.
func (s *symmetries) findEnds(b *board.Board) {
	lights := b.Lights()
	var chosen [][]int32
	for n := 1; n <= min(maxEndLights, lights) && b.States() == 2; n++ {
		var keep [][]int32
		for _, g := range s.all[1:] {
			if int(slices.Min(g[lights-n:])) >= lights-n {
				keep = append(keep, g)
			}
		}
		if len(keep) > 0 && len(keep) >= len(chosen) && len(keep) <= maxEndWork>>n {
			chosen, s.last = keep, n
		}
	}
	s.tabulate(chosen, lights-s.last)
	if len(chosen) < fewRearrange {
		return
	}
	kinds := map[[maxEndLights]int32]int{}
	for i, g := range s.all {
		var brought [maxEndLights]int32
		copy(brought[:], g[lights-s.last:])
		slices.Sort(brought[:s.last])
		k, ok := kinds[brought]
		if !ok {
			k = len(s.kinds)
			kinds[brought] = k
			s.kinds = append(s.kinds, nil)
		}
		s.kinds[k] = append(s.kinds[k], int32(i))
	}
}

// tabulate is for the symmetries that rearrange the lights from first on.
func (s *symmetries) tabulate(rearrange [][]int32, first int) {
	s.least = make([]uint32, 1<<s.last)
	for v := range s.least {
		s.least[v] = uint32(v)
	}
	image := make([]uint32, 1<<s.last)
	for _, g := range rearrange {
		var place [maxEndLights]uint32
		for to, from := range g[first:] {
			place[int(from)-first] = 1 << to
		}
		for v := 1; v < len(image); v++ {
			image[v] = image[v&(v-1)] | place[bits.TrailingZeros(uint(v))]
			s.least[v] = min(s.least[v], image[v])
		}
	}
	for v, least := range s.least {
		if uint32(v) == least {
			s.ends = append(s.ends, least)
		}
	}
}

// count is how many symmetries there are; 0 if they are not known.
func (s *symmetries) count() int {
	if s == nil {
		return 0
	}
	return len(s.all)
}

// cost is about how many nanoseconds it takes to tell whether a state is first.
func (s *symmetries) cost() uint64 { return 20 + 16*uint64(len(s.kinds)) }

// narrows reports whether states are left out by their last lights: those must be free.
func (s *symmetries) narrows(a algebra) bool {
	b, ok := a.(*binary)
	return s != nil && ok && b.slices == 0 && b.space.endsFree(s.last)
}

// isFirst reports whether no image of the state comes before it; if within is not nil, only images within count, which
// are made in the memory of image.
func (s *symmetries) isFirst(state, image board.State, within *code) bool {
	if s.kinds == nil || within != nil {
		return !slices.ContainsFunc(s.all[1:], func(g []int32) bool {
			if before := comesBefore(g, state); !before || within == nil {
				return before
			}
			move(g, image, state)
			return within.contains(image.Bits())
		})
	}
	own := s.end(s.all[0], state)
	for _, kind := range s.kinds {
		if s.least[s.end(s.all[kind[0]], state)] < own {
			return false
		}
	}
	for _, kind := range s.kinds {
		if s.least[s.end(s.all[kind[0]], state)] > own {
			continue
		}
		if slices.ContainsFunc(kind, func(i int32) bool { return comesBefore(s.all[i], state) }) {
			return false
		}
	}
	return true
}

// end is the end of the state's image under g.
func (s *symmetries) end(g []int32, state board.State) (end uint32) {
	words := state.Bits().Words()
	for to, from := range g[len(g)-s.last:] {
		end |= uint32(words[from>>6]>>(from&63)&1) << to
	}
	return end
}

// comesBefore reports whether the image of the state under g comes before it. Random states differ early, so this looks
// at two lights on average.
func comesBefore(g []int32, state board.State) bool {
	if state.Mod() > 2 {
		digits := state.Digits()
		for l := len(g) - 1; l >= 0; l-- {
			if image := digits[g[l]]; image != digits[l] {
				return image < digits[l]
			}
		}
		return false
	}
	words := state.Bits().Words()
	for l := len(g) - 1; l >= 0; l-- {
		from := int(g[l])
		if was := words[l>>6] >> (l & 63) & 1; words[from>>6]>>(from&63)&1 != was {
			return was != 0
		}
	}
	return false
}

// move makes image the state's image under g.
func move(g []int32, image, state board.State) {
	for l, from := range g {
		image.Set(l, state.At(int(from)))
	}
}

// pairs are the constraints on a state that looks the same after the motions: a light and its image
// are equal.
func pairs(lights int, motions []automorphism.Symmetry) (alike []gf2.Vec) {
	for _, m := range motions {
		for l, image := range m.Lights {
			if l != image {
				alike = append(alike, gf2.VecOf(lights, l, image))
			}
		}
	}
	return alike
}

// orbits are the sets of switches that the motions move onto one another; nil if one of the motions does not move
// switches.
func orbits(switches int, motions []automorphism.Symmetry) (list []sample.Portion) {
	sets := disjoint.New[int](switches)
	for _, m := range motions {
		if m.Switches == nil {
			return nil
		}
		for s, image := range m.Switches {
			sets.Join(s, image)
		}
	}
	for _, orbit := range sets.Classes(switches) {
		list = append(list, sample.Portion{Things: orbit, Most: 1})
	}
	return list
}
