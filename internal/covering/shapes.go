package covering

import "slices"

// shapes counts, for given lanes, the words on the regions of the last flat by the least lane that results.
// Lanes that differ by a constant or a quiet pattern have the same counts up to a shift, and all that was
// ever counted is kept, in every dimension.
type shapes struct {
	levels []shapeLevel // by dimension
}

// shapeLevel is the regions of the flat that lie in a subspace of some dimension, but not in the next one.
type shapeLevel struct {
	regions []other
	lanes   [][]lanePair // of a region and its presses: what they add to the lanes
	words   [][]uint64   // how many words that is
	known   map[lanePair][]uint64
	// recent are counts of lanes as they came, known of one of each class that moves turns into each other.
	recent map[lanePair][]uint64
	moves  [][]uint8 // permutations of the lanes, by linear maps that keep the sizes of the regions
}

// Bounds on the memory of the counts: a gigabyte or so.
const (
	maxRecent = 1 << 20
	maxKnown  = 1 << 21
)

func newShapes(last []other, dim int) *shapes {
	s := &shapes{levels: make([]shapeLevel, dim+1)}
	for d := range s.levels {
		s.levels[d].known, s.levels[d].recent = map[lanePair][]uint64{}, map[lanePair][]uint64{}
	}
	s.levels[0].recent[lanePair{}] = []uint64{1}
	for _, o := range last {
		level := &s.levels[o.dim]
		level.regions = append(level.regions, o)
		level.words = append(level.words, binomialWords(o.size))
		var adds []lanePair
		for pressed := range o.size + 1 {
			adds = append(adds, o.lanes(pressed, 2)...)
		}
		level.lanes = append(level.lanes, adds)
	}
	s.levels[dim].moves = laneMoves(last, dim)
	return s
}

// laneMoves lists what linear maps that keep the sizes of the regions do to the lanes: the map that takes
// column g to image[g] takes the quiet pattern of lane p to the one that presses image[g] if p presses g.
func laneMoves(last []other, dim int) (moves [][]uint8) {
	sizes := make([]int, 1<<dim)
	for _, o := range last {
		sizes[o.column] = o.size
	}
	var extend func(image []int)
	extend = func(image []int) {
		if len(image) == 1<<dim {
			move := make([]uint8, 1<<dim)
			for p := range move {
				to := 0
				for j := range dim {
					to |= parity(uint64(image[1<<j]), uint64(p)) << j
				}
				move[p] = uint8(to)
			}
			moves = append(moves, move)
			return
		}
	next:
		for g := 1; g < 1<<dim; g++ {
			if slices.Contains(image, g) {
				continue
			}
			wider := slices.Clone(image)
			for h, x := range image {
				if sizes[len(image)+h] != sizes[x^g] {
					continue next
				}
				wider = append(wider, x^g)
			}
			extend(wider)
		}
	}
	extend([]int{0})
	return moves
}

// moved permutes lanes.
func (l lanePair) moved(move []uint8) (m lanePair) {
	for p, to := range move {
		m[to/8] |= l[p/8] >> (p % 8 * 8) & 0xff << (to % 8 * 8)
	}
	return m
}

// find returns the counts for the given lanes: entry w is for lanes whose least one becomes offset + w.
// With fewer than eight lanes, they are repeated; with eight, the second word is 0.
func (s *shapes) find(dim int, l lanePair) (offset int, counts []uint64) {
	l = l.standard(dim > 3)
	offset = int(l[0] & 0xff)
	l[0] -= uint64(offset) * laneOnes
	if dim > 3 {
		l[1] -= uint64(offset) * laneOnes
	}
	level := &s.levels[dim]
	counts, ok := level.recent[l]
	if ok {
		return offset, counts
	}
	least := l
	for _, move := range level.moves {
		if m := l.moved(move).standard(dim > 3); m[0] < least[0] || m[0] == least[0] && m[1] < least[1] {
			least = m
		}
	}
	if counts, ok = level.known[least]; !ok {
		counts = s.choose(dim, 0, least, 1, nil)
		if len(level.known) >= maxKnown {
			clear(level.known)
		}
		level.known[least] = counts
	}
	if len(level.recent) >= maxRecent {
		clear(level.recent)
	}
	level.recent[l] = counts
	return offset, counts
}

// choose tries all presses of the regions of a level from i on, and adds the words to the counts.
func (s *shapes) choose(dim, i int, l lanePair, words uint64, counts []uint64) []uint64 {
	level := &s.levels[dim]
	o := level.regions[i]
	if i < len(level.regions)-1 {
		for pressed, more := range level.words[i] {
			add := &level.lanes[i][pressed]
			counts = s.choose(dim, i+1, lanePair{l[0] + add[0], l[1] + add[1]}, words*more, counts)
		}
		return counts
	}
	for pressed, more := range level.words[i] {
		offset, below := s.find(dim-1, l.fold(dim, pressed, o.size-pressed))
		for len(counts) < offset+len(below) {
			counts = append(counts, 0)
		}
		for w, n := range below {
			counts[offset+w] += words * more * n
		}
	}
	return counts
}

// fold chooses the presses of the last region of a dimension: lanes are left that differ in the rest.
func (l lanePair) fold(dim, pressed, other int) lanePair {
	one, two := uint64(pressed)*laneOnes, uint64(other)*laneOnes
	switch dim {
	case 4:
		return lanePair{leastLanes(l[0]+one, l[1]+two)}
	case 3:
		return lanePair{leastLanes(l[0]+one, l[0]>>32+two) & 0xffffffff * 0x100000001}
	case 2:
		return lanePair{leastLanes(l[0]+one, l[0]>>16+two) & 0xffff * 0x1000100010001}
	default:
		return lanePair{leastLanes(l[0]+one, l[0]>>8+two) & 0xff * laneOnes}
	}
}

// lanes is what the region adds to each of 8·n lanes if so many of its switches are pressed, in pairs of
// words.
func (o other) lanes(pressed, n int) []lanePair {
	pairs := make([]lanePair, n/2)
	for p := range 8 * n {
		presses := pressed
		if parity(o.column, uint64(p)) != 0 {
			presses = o.size - pressed
		}
		pairs[p/16][p/8%2] |= uint64(presses) << (p % 8 * 8)
	}
	return pairs
}
