// Package alike tells which of the states that a board's symmetries make one another stands for them all, and counts the
// classes of such states.
package alike

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
)

// maxSymmetryEntries bounds what is written out of a board's symmetries: symmetries times lights.
const maxSymmetryEntries = 1 << 24

// States are all symmetries of a board, as they act on lights: the image of a state under g has at
// light l what the state has at g[l]. Since the inverse of a symmetry is a symmetry too, these are all images.
//
// Of states that are alike, the first one stands for all: the state whose last light is in the lowest state, and so on
// from light to light (as numbers with a digit for each light are compared).
//
// The end of a state is its last lights, so many of them that many symmetries only rearrange these: two rows of a
// torus, say. Symmetries that bring the same lights to the end are of one kind, and the least end of all images of a
// kind is looked up in a table. Nearly all states are told by that not to be first.
type States struct {
	All   [][]int32  // the identity first
	Last  int        // lights of an end, 0 if K > 2
	least []uint32   // the least rearrangement of an end; the last light is the highest bit
	Ends  []uint32   // those that are least
	kinds [][]int32  // symmetries; that of the identity is first. nil if kinds have few
	Types CycleTypes // of the switches
}

// New finds the symmetries of a board.
func New(ctx context.Context, b *board.Board) (*States, error) {
	group, err := automorphism.Of(ctx, b)
	if err != nil {
		return nil, err
	}
	all, ok := group.Elements(maxSymmetryEntries / max(1, b.Lights()))
	if !ok {
		return nil, fmt.Errorf("%s has %v symmetries, too many to compare puzzles up to all of them", b.Spec(),
			group.Order())
	}
	s := &States{Types: CycleTypes{}}
	for _, g := range all {
		s.All = append(s.All, narrow(g.Lights))
		s.Types.add(narrow(g.Switches))
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
func (s *States) findEnds(b *board.Board) {
	lights := b.Lights()
	var chosen [][]int32
	for n := 1; n <= min(maxEndLights, lights) && b.States() == 2; n++ {
		var keep [][]int32
		for _, g := range s.All[1:] {
			if int(slices.Min(g[lights-n:])) >= lights-n {
				keep = append(keep, g)
			}
		}
		if len(keep) > 0 && len(keep) >= len(chosen) && len(keep) <= maxEndWork>>n {
			chosen, s.Last = keep, n
		}
	}
	s.tabulate(chosen, lights-s.Last)
	if len(chosen) < fewRearrange {
		return
	}
	kinds := map[[maxEndLights]int32]int{}
	for i, g := range s.All {
		var brought [maxEndLights]int32
		copy(brought[:], g[lights-s.Last:])
		slices.Sort(brought[:s.Last])
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
func (s *States) tabulate(rearrange [][]int32, first int) {
	s.least = make([]uint32, 1<<s.Last)
	for v := range s.least {
		s.least[v] = uint32(v)
	}
	image := make([]uint32, 1<<s.Last)
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
			s.Ends = append(s.Ends, least)
		}
	}
}

// Count is how many symmetries there are; 0 if they are not known.
func (s *States) Count() int {
	if s == nil {
		return 0
	}
	return len(s.All)
}

// Cost is about how many nanoseconds it takes to tell whether a state is first.
func (s *States) Cost() uint64 { return 20 + 16*uint64(len(s.kinds)) }

// Bytes is about how much memory they take.
func (s *States) Bytes() int64 { return 4 * int64(len(s.All)*len(s.All[0])+len(s.least)+len(s.Ends)) }

// IsFirst reports whether no image of the state comes before it; if within is not nil, only images within count, which
// are made in the memory of image.
func (s *States) IsFirst(state, image board.State, within func(image gf2.Vec) bool) bool {
	if s.kinds == nil || within != nil {
		return !slices.ContainsFunc(s.All[1:], func(g []int32) bool {
			if before := comesBefore(g, state); !before || within == nil {
				return before
			}
			Move(g, image, state)
			return within(image.Bits())
		})
	}
	own := s.end(s.All[0], state)
	for _, kind := range s.kinds {
		if s.least[s.end(s.All[kind[0]], state)] < own {
			return false
		}
	}
	for _, kind := range s.kinds {
		if s.least[s.end(s.All[kind[0]], state)] > own {
			continue
		}
		if slices.ContainsFunc(kind, func(i int32) bool { return comesBefore(s.All[i], state) }) {
			return false
		}
	}
	return true
}

// end is the end of the state's image under g.
func (s *States) end(g []int32, state board.State) (end uint32) {
	words := state.Bits().Words()
	for to, from := range g[len(g)-s.Last:] {
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

// Move makes image the state's image under g.
func Move(g []int32, image, state board.State) {
	for l, from := range g {
		image.Set(l, state.At(int(from)))
	}
}
