package covering

import (
	"cmp"
	"math"
	"slices"

	"lightsout/gf2"
)

// States are counted by the excesses eᵢ of the regions, where region i has mᵢ switches and column gᵢ.
// Let the maximum be the largest value of v(c) = Σ eᵢ(−1)^(c·gᵢ) over the quiet patterns c. The fewest
// presses of a state are (Σmᵢ − maximum)/2, plus the idle switches it presses, and Π C(mᵢ, (mᵢ−eᵢ)/2) words have these
// excesses.
//
// Not all excesses have to be enumerated. Let some regions, the last coset, have columns in a coset g+W
// of a subspace W of t ≤ 2 dimensions: any one, two or three regions, or four whose columns add up to 0.
// They contribute ±u(k) to v(c), where k is how the pattern acts on W, the sign is that of g, and u, a
// vector of 2^t values, is the transform of their excesses. So of the other regions' excesses only M₊(k)
// and M₋(k) matter, the largest values over the patterns of each kind and sign:
//
//	maximum ≤ r  ⇔  M₋(k) − r ≤ u(k) ≤ r − M₊(k) for all k
//
// This is a box, and 2^(2^t) prefix sums count the words of the last coset whose u lies in it (box.go,
// bymaximum.go). On 14×14 there are 6·10^6 vectors of excesses to enumerate; with a last coset of one
// region there would be 4·10^10.
//
// The same idea saves time during the enumeration (othertally.go): once the remaining columns span fewer
// dimensions, only the largest value over patterns that press them alike is needed.
type counting struct {
	active int     // switches in all regions
	others []other // in the order in which their excesses are chosen
	last   coset
	alike  bool // last.alike()
	// vectors is the number of vectors of the others' excesses, and work the estimated time of everything
	// but byMaximum, in nanoseconds.
	vectors, work float64
}

// other is a region outside the last coset.
type other struct {
	// column is written in a basis in which the columns from here on, and those of the last coset, span
	// the first dim coordinates. If they span less without this one, column is 1<<(dim-1).
	column uint64
	dim    int
	size   int
	// oneSign: some quiet pattern changes the sign of this excess and of no other with oneSign. So only
	// excesses that are not negative are enumerated, and the positive ones count twice.
	oneSign bool
}

// lowest is the first excess to try; the others follow in steps of 2 up to the size.
func (o other) lowest() int {
	if o.oneSign {
		return o.size & 1
	}
	return -o.size
}

func (o other) values() int { return (o.size-o.lowest())/2 + 1 }

// coset is base+W, where W has the given basis, with the sizes of its regions by coordinates in W; 0
// where there is no region.
type coset struct {
	base  uint64
	basis []uint64
	sizes []int
}

// cosetOf is the smallest coset that holds the given columns, at most three; it may hold a fourth region.
func cosetOf(sizes map[uint64]int, columns ...uint64) coset {
	var s coset
	s.base = columns[0]
	if len(columns) == 3 {
		s.base = columns[0] ^ columns[1] ^ columns[2] // so that a subspace has the base 0
	}
	for _, g := range columns[max(0, len(columns)-2):] {
		if g != s.base {
			s.basis = append(s.basis, g^s.base)
		}
	}
	for _, w := range gf2.Span64(s.basis) {
		s.sizes = append(s.sizes, sizes[s.base^w])
	}
	return s
}

// switches is the number of switches in the coset's regions.
func (s coset) switches() (n int) {
	for _, m := range s.sizes {
		n += m
	}
	return n
}

// generators is a basis of the span of the coset: that of W, and the base unless it is 0.
func (s coset) generators() []uint64 {
	if s.base == 0 {
		return s.basis
	}
	return append(slices.Clone(s.basis), s.base)
}

// alike reports whether every linear permutation of W keeps the sizes: all are equal, except perhaps
// that of the base.
func (s coset) alike() bool {
	return len(s.sizes) == 4 && s.sizes[1] == s.sizes[2] && s.sizes[2] == s.sizes[3]
}

// holds reports whether a column is in the coset.
func (s coset) holds(column uint64) bool { return slices.Contains(gf2.Span64(s.basis), column^s.base) }

// maxBoxBytes bounds the prefix sums of the last coset.
const maxBoxBytes = 1 << 29

// cosets yields every coset that could be the last one.
func (r *Regions) cosets(yield func(coset) bool) {
	sizes := map[uint64]int{}
	for _, g := range r.List {
		sizes[g.Column] = g.size()
	}
	for i, x := range r.List {
		if !yield(cosetOf(sizes, x.Column)) {
			return
		}
		for j, y := range r.List[:i] {
			if !yield(cosetOf(sizes, x.Column, y.Column)) {
				return
			}
			for _, z := range r.List[:j] {
				if !yield(cosetOf(sizes, x.Column, y.Column, z.Column)) {
					return
				}
			}
		}
	}
}

// maxCountedRegions bounds the number of regions. Those outside the last coset have at least
// 2^(regions-4-dim) vectors of excesses, each of which takes 2^dim steps.
const maxCountedRegions = 40

// maxCountedDim bounds the nullity: every worker keeps 2^dim values for each region.
const maxCountedDim = 20

// planCounting chooses the last coset that leaves the least work. It is nil if there is too much work
// with any. There must be at least one region.
func (r *Regions) planCounting() *counting {
	if len(r.List) > maxCountedRegions || r.Dim > maxCountedDim || r.Switches > maxBinomialSwitches {
		return nil
	}
	var best *counting
	for s := range r.cosets {
		if s.bytes() > maxBoxBytes {
			continue
		}
		c := r.without(s)
		if best == nil || c.work < best.work || c.work == best.work && c.alike && !best.alike {
			best = c
		}
	}
	if best != nil {
		best.arrange()
	}
	return best
}

// without is the counting with a given last coset; call arrange before use. Of the others, an
// independent set needs one sign only: first those of odd size, for which that halves the number of
// excesses, then the largest.
func (r *Regions) without(s coset) *counting {
	c := &counting{active: r.active(), last: s, alike: s.alike()}
	for _, g := range r.List {
		if !s.holds(g.Column) {
			c.others = append(c.others, other{column: g.Column, size: g.size()})
		}
	}
	slices.SortStableFunc(c.others, func(a, b other) int {
		return cmp.Or(cmp.Compare(b.size%2, a.size%2), cmp.Compare(b.size, a.size))
	})
	var columns []uint64
	for _, o := range c.others {
		columns = append(columns, o.column)
	}
	chosen := gf2.Independent64(columns)
	c.vectors = 1
	for i := range c.others {
		o := &c.others[i]
		o.oneSign = slices.Contains(chosen, o.column)
		c.vectors *= float64(o.values())
	}
	const look = 128 // the cost of looking up a vector in the tally
	c.work = c.vectors*(look+math.Ldexp(1, r.Dim)) + float64(s.bytes()/8) + convolveWork(c.active, len(r.Idle))
	return c
}

// arrange orders the others so that those in the span of the columns after them come late, where few
// kinds of quiet patterns remain. Then it writes the columns in a basis that grows in the same order.
func (c *counting) arrange() {
	basis := c.last.generators()
	left := c.others
	var order []other // from the back
	// take moves the regions in the span of the basis to the order.
	take := func() {
		left = slices.DeleteFunc(left, func(o other) bool {
			if !spans(basis, o.column) {
				return false
			}
			o.dim = len(basis)
			order = append(order, o)
			return true
		})
	}
	for take(); len(left) > 0; take() {
		// The basis grows by the column that brings most into the span.
		at, most := 0, 0.0
		for i, o := range left {
			wider := append(basis[:len(basis):len(basis)], o.column)
			gain := 1.0
			for _, p := range left {
				if spans(wider, p.column) {
					gain *= float64(p.values())
				}
			}
			if gain > most {
				at, most = i, gain
			}
		}
		basis = append(basis, left[at].column)
		left[0], left[at] = left[at], left[0]
	}
	span := gf2.NewBasis64(basis...)
	for i := range order {
		order[i].column, _ = span.Coordinates(order[i].column)
	}
	slices.Reverse(order)
	c.others = order
}

func spans(basis []uint64, column uint64) bool { return gf2.NewBasis64(basis...).Contains(column) }
