package generate

import (
	"math/bits"
	"slices"
	"sync"
)

// prefixes tell by a few lights that some image of a state comes before it. The prefix of an image is its
// first lights, and what these have, the state has on some set of lights: a row of a torus, say, which is
// the first row of several images. So symmetries fall into classes by that set, and of each class a table
// gives the first of all prefixes, by what the state has on the set. Nearly all states are told apart by
// that: few symmetries are then left to be compared light by light.
type prefixes struct {
	length int // of a prefix, in lights
	// first has, for a class and what the state has on its set, the first prefix: the first light is its
	// highest bit. The class of the identity is the first one, and its set the first lights.
	first [][]uint8
	// members are the symmetries of each class, and ties those of them that give the first prefix, for
	// what the state has on the set; ties is nil if there are very many.
	members [][]int32
	ties    [][][]int32
	told    int // of these, so many lights need not be compared: the prefix, or none
	// gather has, for each byte of a state and each value of it, what that contributes to the sets: a
	// byte for each class, words words in all.
	gather []uint64
	words  int
}

const (
	maxPrefix        = 8
	maxPrefixClasses = 256
	// maxPrefixWork bounds how many prefixes are tried for the tables: symmetries times prefixes.
	maxPrefixWork = 1 << 27
	// maxPrefixTies bounds how many symmetries ties may list.
	maxPrefixTies = 1 << 22
	// maxGatherTable bounds the table gather, in words.
	maxGatherTable = 1 << 17
)

// newPrefixes chooses the longest prefix that has at most twice as many classes as there are lights: on a
// torus that is a row, if it is not too long. It is nil if there is nothing to gain.
func newPrefixes(all [][]int32) *prefixes {
	lights := len(all[0])
	if len(all) == 1 || lights == 0 {
		return nil
	}
	for length := min(maxPrefix, lights); length > 0; length-- {
		if len(all) > maxPrefixWork>>length {
			continue
		}
		sets, members := prefixClasses(all, length)
		words := (len(sets) + 7) / 8
		if len(sets) <= min(2*lights, maxPrefixClasses) && words*256*((lights+7)/8) <= maxGatherTable {
			p := &prefixes{length: length, members: members, words: words}
			p.tabulate(all, sets)
			return p
		}
	}
	return nil
}

// prefixClasses are the classes of symmetries for prefixes of that length, and their sets of lights in
// ascending order.
func prefixClasses(all [][]int32, length int) (sets, members [][]int32) {
	at := map[[maxPrefix]int32]int{}
	for i, g := range all {
		var key [maxPrefix]int32
		set := key[:length]
		copy(set, g)
		slices.Sort(set)
		class, ok := at[key]
		if !ok {
			class = len(sets)
			at[key] = class
			sets, members = append(sets, slices.Clone(set)), append(members, nil)
		}
		members[class] = append(members[class], int32(i))
	}
	return sets, members
}

func (p *prefixes) tabulate(all [][]int32, sets [][]int32) {
	bytes := (len(all[0]) + 7) / 8
	p.gather = make([]uint64, bytes*256*p.words)
	for class, set := range sets {
		for j, light := range set {
			for v := range 256 {
				if v>>(light%8)&1 != 0 {
					p.gather[(int(light)/8*256+v)*p.words+class/8] |= 1 << (class%8*8 + j)
				}
			}
		}
		p.first = append(p.first, p.firstOf(all, class, set))
		if len(all) <= maxPrefixTies>>p.length {
			p.ties, p.told = append(p.ties, p.tiesOf(all, class, set)), p.length
		}
	}
}

// tiesOf are the ties of one class.
func (p *prefixes) tiesOf(all [][]int32, class int, set []int32) [][]int32 {
	ties := make([][]int32, 1<<p.length)
	image := make([]uint8, 1<<p.length)
	for _, i := range p.members[class] {
		place := p.placeOf(all[i], set)
		for v := range image {
			if v > 0 {
				image[v] = image[v&(v-1)] | place[bits.TrailingZeros(uint(v))]
			}
			if i > 0 && image[v] == p.first[class][v] {
				ties[v] = append(ties[v], i)
			}
		}
	}
	return ties
}

// placeOf is where each light of a set is in the prefix of the image under g: its bit there.
func (p *prefixes) placeOf(g, set []int32) (place [maxPrefix]uint8) {
	for l, from := range g[:p.length] {
		place[slices.Index(set, from)] = 1 << (p.length - 1 - l)
	}
	return place
}

// firstOf is the table of one class.
func (p *prefixes) firstOf(all [][]int32, class int, set []int32) []uint8 {
	first := slices.Repeat([]uint8{255}, 1<<p.length)
	image := make([]uint8, 1<<p.length)
	done := map[[maxPrefix]uint8]bool{}
	for _, i := range p.members[class] {
		place := p.placeOf(all[i], set)
		if done[place] {
			continue
		}
		done[place] = true
		for v := 1; v < len(image); v++ {
			image[v] = image[v&(v-1)] | place[bits.TrailingZeros(uint(v))]
			first[v] = min(first[v], image[v])
		}
	}
	first[0] = 0
	return first
}

// own is the prefix of a state that begins with these lights.
func (p *prefixes) own(lights uint8) uint8 { return bits.Reverse8(lights) >> (maxPrefix - p.length) }

// tooLate reports whether a state that begins with these lights has an image that begins with the same
// lights in another order, and comes before it.
func (p *prefixes) tooLate(lights uint8) bool {
	return p.first[0][lights&(1<<p.length-1)] < p.own(lights)
}

// isFirst reports whether no image comes before the state.
func (p *prefixes) isFirst(all [][]int32, state []uint64) bool {
	own := p.own(uint8(state[0]))
	if p.tooLate(uint8(state[0])) {
		return false
	}
	var level [maxPrefixClasses / 8]uint8 // classes that have the state's own prefix
	for w := range p.words {
		sets := p.gathered(state, w)
		for k, table := range p.first[8*w : min(8*w+8, len(p.first))] {
			switch first := table[uint8(sets)]; {
			case first < own:
				return false
			case first == own:
				level[w] |= 1 << k
			}
			sets >>= 8
		}
	}
	for w, classes := range level[:p.words] {
		for ; classes != 0; classes &= classes - 1 {
			k := bits.TrailingZeros8(classes)
			for _, i := range p.tied(8*w+k, uint8(p.gathered(state, w)>>(8*k))) {
				if comesBefore(all[i], state, p.told) {
					return false
				}
			}
		}
	}
	return true
}

// tied are the symmetries of a class that may still give an image that comes first.
func (p *prefixes) tied(class int, on uint8) []int32 {
	if p.ties == nil {
		return p.members[class]
	}
	return p.ties[class][on]
}

// gathered is what the state has on the sets of the eight classes from 8·w on, a byte each.
func (p *prefixes) gathered(state []uint64, w int) (sets uint64) {
	for k, word := range state {
		for at := 8 * k * 256; word != 0; at += 256 {
			sets |= p.gather[(at+int(word&255))*p.words+w]
			word >>= 8
		}
	}
	return sets
}

// screen tells which of many candidates are the first of their class, by their numbers. It is what the
// filter would say of them, without a trial for each.
type screen struct {
	alike *symmetries
	order permutation // tabulated
	table []uint64    // from the bytes of a number to a state
	dark  uint64      // 1 if the dark state has no number
	early [256]bool   // states that begin with these lights are not the first
	lanes sync.Pool
}

// newScreen is nil for pools of other sources than states of one word, and for too many of them.
func newScreen(p pool, order permutation) *screen {
	from, ok := p.source.(*states)
	f := p.filter
	if !ok || order.half > maxTabulated || from.code.table == nil || from.code.table.words == nil || f.alike == nil || f.alikeIn != nil || f.alike.prefixes == nil {
		return nil
	}
	s := &screen{alike: f.alike, order: order.tabulated(), table: from.code.table.words}
	if from.notDark {
		s.dark = 1
	}
	for here := range s.early {
		s.early[here] = f.alike.prefixes.tooLate(uint8(here))
	}
	s.lanes.New = func() any { return new(lanes) }
	return s
}

// passing tells which of n candidates, from a place of the order on, are the first of their class.
func (s *screen) passing(first uint64, n int) (passing []uint32) {
	lanes := s.lanes.Get().(*lanes)
	defer s.lanes.Put(lanes)
	left, right := s.order.run(lanes, first, n)
	var state [1]uint64
	for i, l := range left {
		number := uint64(l)<<s.order.half | uint64(right[i])
		if number >= s.order.n.lo {
			number = s.order.at(rank{0, number}).lo
		}
		state[0] = 0
		for j, w := 0, number+s.dark; w != 0; j += 256 {
			state[0] ^= s.table[j+int(w&255)]
			w >>= 8
		}
		if !s.early[uint8(state[0])] && s.alike.prefixes.isFirst(s.alike.all, state[:]) {
			passing = append(passing, uint32(i))
		}
	}
	return passing
}
