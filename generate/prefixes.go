package generate

import (
	"math/bits"
	"slices"
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
	// members are the symmetries of each class.
	members [][]int32
	// gather has, for each byte of a state and each value of it, what that contributes to the sets: a
	// byte for each class, words words in all.
	gather []uint64
	words  int
}

const (
	maxPrefix        = 8
	maxPrefixClasses = 512
	// maxPrefixWork bounds how many prefixes are tried for the tables: symmetries times prefixes.
	maxPrefixWork = 1 << 27
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
	}
}

// firstOf is the table of one class.
func (p *prefixes) firstOf(all [][]int32, class int, set []int32) []uint8 {
	first := slices.Repeat([]uint8{255}, 1<<p.length)
	image := make([]uint8, 1<<p.length)
	done := map[[maxPrefix]uint8]bool{}
	for _, i := range p.members[class] {
		var place [maxPrefix]uint8 // where each light of the set is in the prefix
		for l, from := range all[i][:p.length] {
			place[slices.Index(set, from)] = 1 << (p.length - 1 - l)
		}
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

// isFirst reports whether no image comes before the state.
func (p *prefixes) isFirst(all [][]int32, state []uint64) bool {
	here := uint8(state[0]) & (1<<p.length - 1)
	own := bits.Reverse8(here) >> (maxPrefix - p.length)
	if p.first[0][here] < own {
		return false
	}
	var level [maxPrefixClasses / 64]uint64 // classes that have the state's own prefix
	class := 0
	for w := range p.words {
		for sets := p.gathered(state, w); class < min(8*w+8, len(p.first)); class++ {
			switch first := p.first[class][uint8(sets)]; {
			case first < own:
				return false
			case first == own:
				level[class/64] |= 1 << (class % 64)
			}
			sets >>= 8
		}
	}
	for w, classes := range level {
		for ; classes != 0; classes &= classes - 1 {
			for _, i := range p.members[64*w+bits.TrailingZeros64(classes)] {
				if comesBefore(all[i], state) {
					return false
				}
			}
		}
	}
	return true
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
