package split

import (
	"math/bits"
	"math/rand/v2"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/cosetcheck"
)

// affine maps coefficients of a word to others: zero, plus to[i] for each coefficient i.
type affine struct {
	zero uint64
	to   []uint64
}

func (m affine) of(x uint64) uint64 { return m.zero ^ m.linear(x) }

// linear is what x adds to the image.
func (m affine) linear(x uint64) (y uint64) {
	for ; x != 0; x &= x - 1 {
		y ^= m.to[bits.TrailingZeros64(x)]
	}
	return y
}

// symmetry is a permutation of a table's columns that maps its words to words of equal cost, and classes to classes.
type symmetry struct {
	class [4]int    // where each class goes
	of    [4]affine // and what that does to the coefficients of its words
}

// newSymmetry is what a map of the cells does to the split, or nil if it is not a symmetry. Nothing is taken on
// trust: the columns must be permuted, with their costs, and the words mapped to words.
func (s *Split) newSymmetry(cells []int) *symmetry {
	t := s.whole
	if len(cells) != len(t.column) {
		return nil
	}
	from := make([]int, len(t.cost)) // the inverse of the permutation
	for j := range from {
		from[j] = -1
	}
	for j, x := range t.cell {
		if cells[x] < 0 || cells[x] >= len(cells) {
			return nil
		}
		to := t.column[cells[x]]
		if to < 0 || from[to] >= 0 || t.cost[to] != t.cost[j] {
			return nil
		}
		from[to] = j
	}
	inSpan := func(v gf2.Vec) bool { // the rows are reduced
		for _, row := range t.rows {
			if v.Bit(row.NextOne(0)) {
				v.Add(row)
			}
		}
		return v.IsZero()
	}
	if !inSpan(cosetcheck.Pick(t.word, from).Sum(t.word)) {
		return nil
	}
	for _, row := range t.rows {
		if !inSpan(cosetcheck.Pick(row, from)) {
			return nil
		}
	}
	g := &symmetry{class: [4]int{-1, -1, -1, -1}}
	for i, c := range s.classes {
		for _, j := range c.columns {
			source := slices.IndexFunc(s.classes[:], func(d *class) bool { return d.label == t.class[from[j]] })
			if g.class[source] >= 0 && g.class[source] != i {
				return nil
			}
			g.class[source] = i
		}
	}
	for i, c := range s.classes {
		pivots := s.classes[g.class[i]].pivots
		m := affine{to: make([]uint64, len(c.rows))}
		for p, j := range pivots {
			j = from[j]
			if c.word.Bit(j) {
				m.zero |= 1 << p
			}
			for r, row := range c.rows {
				if row.Bit(j) {
					m.to[r] |= 1 << p
				}
			}
		}
		g.of[i] = m
	}
	return g
}

// after is the symmetry that does first h, then g.
func (g *symmetry) after(h *symmetry) *symmetry {
	both := &symmetry{}
	for i, c := range h.class {
		both.class[i] = g.class[c]
		both.of[i].zero = g.of[c].of(h.of[i].zero)
		for _, x := range h.of[i].to {
			both.of[i].to = append(both.of[i].to, g.of[c].linear(x))
		}
	}
	return both
}

func (g *symmetry) equal(h *symmetry) bool {
	for i := range g.of {
		if g.class[i] != h.class[i] || g.of[i].zero != h.of[i].zero || !slices.Equal(g.of[i].to, h.of[i].to) {
			return false
		}
	}
	return true
}

// maxSymmetries bounds the group; larger ones are not used.
const maxSymmetries = 64

// group is all products of some symmetries but the identity, or nil if they are too many.
func (s *Split) group(generators []*symmetry) []*symmetry {
	identity := &symmetry{class: [4]int{0, 1, 2, 3}}
	for i, c := range s.classes {
		for k := range c.rows {
			identity.of[i].to = append(identity.of[i].to, 1<<k)
		}
	}
	all := []*symmetry{identity}
	for at := 0; at < len(all); at++ {
		for _, g := range generators {
			if product := g.after(all[at]); !slices.ContainsFunc(all, product.equal) {
				all = append(all, product)
			}
			if len(all) > maxSymmetries {
				return nil
			}
		}
	}
	return all[1:]
}

// within lists the maps of a class to itself, but the identity, that keep some other classes as well. They are
// closed under composition.
func (s *Split) within(class int, others ...int) (maps []affine) {
	for _, g := range s.moves {
		if g.class[class] == class && !slices.ContainsFunc(others, func(i int) bool { return g.class[i] != i }) {
			maps = append(maps, g.of[class])
		}
	}
	return maps
}

// isLeast reports whether no image of x is less. The maps are a group, or all of a group but the identity, so
// that of the words that they turn into each other at least one is, the least of all.
func isLeast(x uint64, maps []affine) bool {
	return !slices.ContainsFunc(maps, func(m affine) bool { return m.of(x) < x })
}

// adaptedBasis is a basis of the coefficients whose first vectors span what the linear parts of some maps keep. Then
// the last coefficients of an image, in that basis, depend on the last coefficients only, by the maps outer.
type adaptedBasis struct {
	basis []uint64
	low   int // so many first vectors
	outer []affine
}

// newAdaptedBasis is one of k coefficients with at most so many first vectors, such that few settings of the last ones are
// the least of their images.
func newAdaptedBasis(k, most int, maps []affine) adaptedBasis {
	const trials, samples = 16, 1 << 8
	random := rand.New(rand.NewPCG(uint64(k), 1))
	var best adaptedBasis
	fewest := 0.0
	for trial := range trials {
		low := []uint64{}
		for tries := 0; tries < 32 && len(low) < min(most, k); tries++ {
			v := random.Uint64() & (1<<k - 1)
			if tries >= 16 { // there is no room for whole orbits any more
				v = nearlyFixed(v, low, maps)
			}
			if more := closure(low, v, maps); len(more) <= most {
				low = more
			}
		}
		f := adaptedTo(k, low, maps)
		least := 0
		for range samples {
			if isLeast(random.Uint64()&(1<<(k-f.low)-1), f.outer) {
				least++
			}
		}
		// Entering the columns takes as long as a few thousand words.
		work := float64(least) / samples * (1 + 1<<12/float64(uint64(1)<<f.low))
		if trial == 0 || work < fewest {
			best, fewest = f, work
		}
		if len(maps) == 0 {
			break
		}
	}
	return best
}

// nearlyFixed is a sum of images of v that adds few dimensions to a space that the maps keep: none of the maps changes
// it by more than a vector of the space. There is one if the order of the group is a power of two.
func nearlyFixed(v uint64, space []uint64, maps []affine) uint64 {
	for range 64 {
		change := uint64(0)
		for _, m := range maps {
			if change = reduced(v^m.linear(v), space); change != 0 {
				break
			}
		}
		if change == 0 {
			break
		}
		v = change
	}
	return v
}

// closure is a basis of the least space that has the vectors, such a basis, and one more, and that the linear parts of the
// maps keep. No vector has the pivot, which is the lowest one, of an earlier vector.
func closure(vectors []uint64, more uint64, maps []affine) []uint64 {
	basis := slices.Clone(vectors)
	for queue := []uint64{more}; len(queue) > 0; {
		v := reduced(queue[0], basis)
		queue = queue[1:]
		if v == 0 {
			continue
		}
		basis = append(basis, v)
		for _, m := range maps {
			queue = append(queue, m.linear(v))
		}
	}
	return basis
}

// reduced is v plus vectors of such a basis, without any of their pivots.
func reduced(v uint64, basis []uint64) uint64 {
	for _, b := range basis {
		if v&(b&-b) != 0 {
			v ^= b
		}
	}
	return v
}

func adaptedTo(k int, low []uint64, maps []affine) adaptedBasis {
	f := adaptedBasis{basis: slices.Clone(low), low: len(low)}
	for i := range k {
		if !slices.ContainsFunc(low, func(b uint64) bool { return b&-b == 1<<i }) {
			f.basis = append(f.basis, 1<<i)
		}
	}
	last := func(x uint64) (y uint64) { // the last coefficients of x
		x = reduced(x, low)
		for i, unit := range f.basis[f.low:] {
			if x&unit != 0 {
				y |= 1 << i
			}
		}
		return y
	}
	for _, m := range maps {
		outer := affine{zero: last(m.zero)}
		for _, unit := range f.basis[f.low:] {
			outer.to = append(outer.to, last(m.linear(unit)))
		}
		f.outer = append(f.outer, outer)
	}
	return f
}
