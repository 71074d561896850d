package distribution

import (
	"lightsout/internal/covering"
)

// shapes counts, for given lanes, the words on the last regions by the least lane that results. Lanes that
// differ by a constant, a quiet pattern or a symmetry of these regions have the same counts up to a shift: a
// class of lanes. With fewer than three dimensions the lanes are repeated.
type shapes struct {
	levels [bridgeDim]shapeLevel // by dimension
	moves  [][]uint8             // permutations of the lanes, by linear maps that keep the sizes of the regions
	slots  []laneClass           // a hash table: the classes of all lanes that came
	used   int
	at     map[uint64]uint32 // the classes of canonical lanes
	list   []shapeClass
}

// laneClass is the class of eight lanes.
type laneClass struct {
	key   uint64 // the lanes, with keyMark; 0 where there is no entry
	class uint32
}

// bridgeDim is the dimension that the bridge leaves; eight lanes are left then.
const bridgeDim = 4

// shapeLevel is the regions that lie in a subspace of some dimension, but not in the next one.
type shapeLevel struct {
	regions []other
	lanes   [][]uint64 // of a region and its presses: what they add to the lanes
	words   [][]uint64 // how many words that is
	known   map[uint64][]uint64
	// reach is the most by which lanes can still change against each other, by how they act on the regions
	// of this dimension and those below.
	reach []uint64
}

type shapeClass struct {
	lanes  uint64   // canonical
	counts []uint64 // entry w: words that make w the least lane; nil until they are wanted
}

// Bounds on what is kept: some hundred megabytes.
const (
	maxSlots   = 1 << 22
	maxClasses = 1 << 17
	maxKnown   = 1 << 18
)

func newShapes(last []other) *shapes {
	s := &shapes{moves: laneMoves(last, bridgeDim-1)}
	for d := range s.levels {
		level := &s.levels[d]
		level.known = map[uint64][]uint64{}
		level.reach = make([]uint64, 1<<d)
		for p := range level.reach {
			for _, o := range last {
				if o.dim <= d && covering.Parity(o.column, uint64(p)) != 0 {
					level.reach[p] += uint64(o.size)
				}
			}
		}
	}
	for _, o := range last {
		level := &s.levels[o.dim]
		level.regions = append(level.regions, o)
		level.words = append(level.words, binomialWords(o.size))
		var adds []uint64
		for pressed := range o.size + 1 {
			adds = append(adds, o.lanes(pressed, 1)...)
		}
		level.lanes = append(level.lanes, adds)
	}
	s.forget()
	return s
}

// leastSlots is how many slots there are at first.
const leastSlots = 1 << 8

// forget removes all classes.
func (s *shapes) forget() {
	s.slots, s.used = make([]laneClass, leastSlots), 0
	s.at, s.list = map[uint64]uint32{}, nil
}

// crowded reports whether so many new lanes may be more than can be kept, with so many classes.
func (s *shapes) crowded(more, classes int) bool {
	return s.used > 0 && (s.used+more > maxSlots || len(s.list)+more > classes)
}

// class is the class of the lanes of a key.
func (s *shapes) class(key uint64) uint32 {
	slot := s.slot(key)
	if slot.key == 0 {
		if 2*s.used >= len(s.slots) {
			old := s.slots
			s.slots = make([]laneClass, 2*len(old))
			for _, c := range old {
				if c.key != 0 {
					*s.slot(c.key) = c
				}
			}
			slot = s.slot(key)
		}
		*slot = laneClass{key, s.learn(key &^ keyMark)}
		s.used++
	}
	return slot.class
}

// first is the place where a key is, unless that is taken.
func (s *shapes) first(key uint64) *laneClass {
	return &s.slots[place(key, len(s.slots))]
}

// slot is where a key is, or the free place for it.
func (s *shapes) slot(key uint64) *laneClass {
	for at := place(key, len(s.slots)); ; at++ {
		if at == len(s.slots) {
			at = 0
		}
		if c := &s.slots[at]; c.key == key || c.key == 0 {
			return c
		}
	}
}

// learn finds the class of lanes that came for the first time.
func (s *shapes) learn(l uint64) uint32 {
	l = s.levels[bridgeDim-1].clip(l)
	least := l
	for _, move := range s.moves {
		least = min(least, standardLanes(moveLanes(l, move), 0))
	}
	class, ok := s.at[least]
	if !ok {
		class = uint32(len(s.list))
		s.at[least] = class
		s.list = append(s.list, shapeClass{lanes: least})
	}
	return class
}

// counts are those of a class.
func (s *shapes) counts(class int) []uint64 {
	c := &s.list[class]
	if c.counts == nil {
		c.counts = s.choose(bridgeDim-1, 0, c.lanes, 1, nil)
	}
	return c.counts
}

// laneMoves lists what linear maps that keep the sizes of the regions do to the lanes: the map that takes
// column g to to[g] takes the quiet pattern of lane p to the one that presses to[g] if p presses g.
func laneMoves(regions []other, dim int) (moves [][]uint8) {
	space := &covering.Space{Dim: dim, Sizes: map[uint64]int{}}
	for _, o := range regions {
		space.Add(o.column, o.size)
	}
	every := func(int, uint64) bool { return true }
	space.LinearMaps([]uint64{1, 2, 4, 8}[:dim], every, func(_, to []uint64) {
		move := make([]uint8, len(to))
		for p := range move {
			for j := range dim {
				move[p] |= uint8(covering.Parity(to[1<<j], uint64(p)) << j)
			}
		}
		moves = append(moves, move)
	})
	return moves
}

// moveLanes permutes lanes.
func moveLanes(l uint64, move []uint8) (m uint64) {
	for p, to := range move {
		m |= l >> (p * 8) & 0xff << (to * 8)
	}
	return m
}

// clip lowers lanes that will not be the least, whatever is chosen, so that fewer shapes differ.
func (level *shapeLevel) clip(l uint64) uint64 {
	for t, reach := range level.reach {
		l = leastLanes(l, swapLanes(l, t)+reach*laneOnes)
	}
	return l
}

// find returns the counts for the given lanes in fewer dimensions: entry w is for lanes whose least one
// becomes offset + w.
func (s *shapes) find(dim int, l uint64) (offset int, counts []uint64) {
	level := &s.levels[dim]
	least := leastLane(l)
	if dim == 0 {
		return int(least), oneWord
	}
	l = standardLanes(level.clip(l)-least*laneOnes, 0)
	counts, ok := level.known[l]
	if !ok {
		counts = s.choose(dim, 0, l, 1, nil)
		if len(level.known) >= maxKnown {
			clear(level.known)
		}
		level.known[l] = counts
	}
	return int(least), counts
}

var oneWord = []uint64{1}

// choose tries all presses of the regions of a level from i on, and adds the words to the counts.
func (s *shapes) choose(dim, i int, l, words uint64, counts []uint64) []uint64 {
	level := &s.levels[dim]
	o := level.regions[i]
	if i < len(level.regions)-1 {
		for pressed, more := range level.words[i] {
			counts = s.choose(dim, i+1, l+level.lanes[i][pressed], words*more, counts)
		}
		return counts
	}
	for pressed, more := range level.words[i] {
		offset, below := s.find(dim-1, foldLanes(l, dim, pressed, o.size-pressed))
		for len(counts) < offset+len(below) {
			counts = append(counts, 0)
		}
		for w, n := range below {
			counts[offset+w] += words * more * n
		}
	}
	return counts
}

// foldLanes chooses the presses of the last region of a dimension: lanes are left that differ in the rest.
func foldLanes(l uint64, dim, pressed, other int) uint64 {
	one, two := uint64(pressed)*laneOnes, uint64(other)*laneOnes
	switch dim {
	case 3:
		return leastLanes(l+one, l>>32+two) & 0xffffffff * 0x100000001
	case 2:
		return leastLanes(l+one, l>>16+two) & 0xffff * 0x1000100010001
	default:
		return leastLanes(l+one, l>>8+two) & 0xff * laneOnes
	}
}
