package cosetleader

import "slices"

// maxBFSChecks bounds breadth-first search: it keeps two bits for each of 2^28 syndromes.
const maxBFSChecks = 28

func bfsMemory(k int) int64 { return 1<<k/4 + 8 }

// layers is breadth-first search over syndromes from zero: layer d holds those that are the sum of d
// columns and of no fewer.
//
// The other end, the target, needs no search of its own: adding the target to a syndrome turns its
// distance from zero into its distance from the target. So the target is at distance a+b as soon as
// layer a and layer b, shifted by the target, have a syndrome in common, and it is enough to go
// halfway. A syndrome's label is 1 + its distance modulo 3, which is enough to walk back: neighbours
// differ in distance by at most one.
type layers struct {
	cols  []uint32
	label []uint64 // two bits for each syndrome; 0 if it has not been reached
	lists [][]uint32
}

func newLayers(p *part) *layers {
	l := &layers{cols: make([]uint32, p.m()), label: make([]uint64, max(1, 1<<p.k/32)), lists: [][]uint32{{0}}}
	for c := range l.cols {
		l.cols[c] = uint32(p.col(c)[0])
	}
	l.set(0, 1)
	return l
}

func (l *layers) at(x uint32) uint64     { return l.label[x/32] >> (x % 32 * 2) & 3 }
func (l *layers) set(x uint32, y uint64) { l.label[x/32] |= y << (x % 32 * 2) }

func labelOf(distance int) uint64 { return uint64(distance%3) + 1 }

// grow makes the next layer. It reports false if stop became true.
func (l *layers) grow(stop func() bool) bool {
	d := len(l.lists)
	mark := labelOf(d)
	var next []uint32
	for i, x := range l.lists[d-1] {
		if i%1024 == 0 && stop() {
			return false
		}
		for _, c := range l.cols {
			if y := x ^ c; l.at(y) == 0 {
				l.set(y, mark)
				next = append(next, y)
			}
		}
	}
	l.lists = append(l.lists, next)
	return true
}

// meet is the first syndrome x of layer a for which target + x is in layer b. The target must be known
// to be no nearer than a+b: then a matching label cannot mean a distance smaller by three.
func (l *layers) meet(a, b int, target uint32) (common uint32, ok bool) {
	for _, x := range l.lists[a] {
		if l.at(x^target) == labelOf(b) {
			return x, true
		}
	}
	return 0, false
}

// breadthFirst solves a part with few checks.
func (s *dualSearch) breadthFirst(i int) {
	p := s.parts[i]
	target := uint32(p.target[0])
	l := newLayers(p)
	stop := func() bool { return s.ctx.Err() != nil }
	for a := 0; ; a++ {
		// Layers up to a exist. Distances 2a-1 and 2a are tried next.
		for _, b := range []int{a - 1, a} {
			if b < 0 {
				continue
			}
			if common, ok := l.meet(a, b, target); ok {
				set := slices.Concat(l.down(common, a), l.down(common^target, b))
				slices.Sort(set)
				s.better(i, set)
				s.raise(i, a+b)
				return
			}
			s.raise(i, a+b+1)
		}
		if !l.grow(stop) {
			return
		}
	}
}

// down is the first columns found that lead from x, at distance d, back to zero.
func (l *layers) down(x uint32, d int) []int {
	var set []int
	for ; d > 0; d-- {
		for c, col := range l.cols {
			if l.at(x^col) == labelOf(d-1) {
				set, x = append(set, c), x^col
				break
			}
		}
	}
	return set
}
