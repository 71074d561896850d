package lightest

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"lightsout/gf2"
)

// orbits weighs one word of each orbit of a commutative group of symmetries, such as the shifts of a torus.
//
// Let U be a subspace of the code that the symmetries map to itself. They act on the cosets of U within the
// coset of the problem, and all cosets of one orbit have the same weights. So of each orbit one coset is
// weighed as a whole, by the transforms of walsh. The coefficients are changed so that the first ones are U:
//
//	x = [ coset of U … | U ]
//
// If A is a sum of products of the symmetries, then the words that A maps to 0 are such a subspace, since the
// symmetries commute with A. A polynomial in one symmetry is enough here: all of low degree are tried. The
// subspaces are added up until few enough cosets are left to mark those that were met.
//
// Cost: that of walsh divided by the size of the group, and 2^maxCosets steps. Memory: a bit per coset.
func orbits(s *search) error {
	p := s.f.orbitPlan()
	switch {
	case p == nil:
		return fmt.Errorf("%w: orbits needs symmetries that commute, and a code with parts that they preserve", ErrMethod)
	case s.listing():
		return fmt.Errorf("%w: orbits finds one lightest word, not all", ErrMethod)
	}
	t := newTally(p.form, p.dim-laneBits)
	low := t.places + laneBits
	t.wanted = func(block uint64) bool { return p.first.Bit(int(block >> (p.dim - low))) }
	if t.total <= math.MaxInt16 {
		return runWalsh(s, t, kernels16)
	}
	return runWalsh(s, t, kernels32)
}

const (
	maxCosets = 24 // logarithm
	// maxDegree is that of the polynomials; there are 2^maxDegree.
	maxDegree = 10
	// maxProducts is how many products of two symmetries are tried besides each of them.
	maxProducts = 4
)

// orbitPlan is a form in other coefficients, the first dim of which are those of an invariant subspace.
type orbitPlan struct {
	form  *form
	dim   int
	first gf2.Vec // of each coset: it is the one of its orbit that is weighed
	count int
}

// orbitPlan is made once; nil if there are too few symmetries.
func (f *form) orbitPlan() *orbitPlan {
	if !f.planned {
		f.planned, f.plan = true, f.planOrbits()
	}
	return f.plan
}

func (f *form) planOrbits() *orbitPlan {
	moves := f.commuting()
	if len(moves) == 0 || f.k() > maxWalsh {
		return nil
	}
	var maps []square
	for _, to := range moves {
		m := make(square, f.k())
		for i, row := range f.rows {
			m[i] = f.coefficients(permuted(row, to))
		}
		maps = append(maps, m)
	}
	basis := f.invariant(maps)
	dim := len(basis)
	if f.k()-dim > maxCosets || dim <= laneBits || f.stopped() {
		return nil
	}
	basis = completed(basis, f.k())
	g := *f
	g.rows = nil
	for _, x := range basis {
		row := gf2.NewVec(f.n())
		for i := range f.rows {
			if x>>i&1 != 0 {
				row.Add(f.rows[i])
			}
		}
		g.rows = append(g.rows, row)
	}
	p := &orbitPlan{form: &g, dim: dim, first: gf2.NewVec(1 << (f.k() - dim))}
	inverse := inverted(basis)
	var images []affine
	for n, to := range moves {
		images = append(images, newImage(maps[n], basis, inverse, dim, f.coefficients(permuted(f.word, to))))
	}
	p.mark(images)
	return p
}

// mark finds the first coset of every orbit.
func (p *orbitPlan) mark(images []affine) {
	seen := gf2.NewVec(p.first.Len())
	var open []uint64
	for c := range seen.Len() {
		if seen.Bit(c) {
			continue
		}
		p.first.Set(c, true)
		p.count++
		seen.Set(c, true)
		for open = append(open, uint64(c)); len(open) > 0; {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			for _, image := range images {
				if to := image.of(at); !seen.Bit(int(to)) {
					seen.Set(int(to), true)
					open = append(open, to)
				}
			}
		}
	}
}

// orbitSteps is the cost in the terms of choose.
func orbitSteps(s *search) float64 {
	if s.listing() || s.f.k() <= tuning.orbitsFrom {
		return tooLong
	}
	p := s.f.orbitPlan()
	if p == nil {
		return tooLong
	}
	return math.Ldexp(float64(p.count), p.dim-1)
}

// commuting are symmetries of the form that commute with one another: those of high order first.
func (f *form) commuting() [][]int {
	moves := slices.Clone(f.moves)
	slices.SortStableFunc(moves, func(a, b []int) int { return cmp.Compare(longestCycle(b), longestCycle(a)) })
	var kept [][]int
	for _, a := range moves {
		if !slices.ContainsFunc(kept, func(b []int) bool {
			for j := range a {
				if a[b[j]] != b[a[j]] {
					return true
				}
			}
			return false
		}) {
			kept = append(kept, a)
		}
	}
	return kept
}

func longestCycle(perm []int) (longest int) {
	seen := make([]bool, len(perm))
	for j := range perm {
		length := 0
		for ; !seen[j]; j = perm[j] {
			seen[j] = true
			length++
		}
		longest = max(longest, length)
	}
	return longest
}

// coefficients are those of a word of the form, or of the code.
func (f *form) coefficients(word gf2.Vec) (x uint64) {
	for i, c := range f.pivot {
		if word.Bit(c) {
			x |= 1 << i
		}
	}
	return x
}

// square is a linear map of coefficients: what it maps each of them to.
type square []uint64

func (m square) of(x uint64) (y uint64) {
	for ; x != 0; x &= x - 1 {
		y ^= m[bits.TrailingZeros64(x)]
	}
	return y
}

// after is m after n.
func (m square) after(n square) square {
	product := make(square, len(n))
	for i, x := range n {
		product[i] = m.of(x)
	}
	return product
}

// kernel is a basis of what the map takes to 0.
func (m square) kernel() (basis []uint64) {
	var rest [64][2]uint64 // value and what it comes from, by the highest bit of the value
	for i, value := range m {
		from := uint64(1) << i
		for value != 0 {
			top := 63 - bits.LeadingZeros64(value)
			if rest[top][0] == 0 {
				rest[top] = [2]uint64{value, from}
				break
			}
			value, from = value^rest[top][0], from^rest[top][1]
		}
		if value == 0 {
			basis = append(basis, from)
		}
	}
	return basis
}

// invariant is a basis of a subspace that all maps, which commute, take to itself: large enough that few
// enough cosets are left, if there is such a one, and not much larger.
func (f *form) invariant(maps []square) (basis []uint64) {
	enough := max(f.k()-maxCosets, min(largePlaces+laneBits, f.k()/2))
	var kernels [][]uint64
	for _, m := range products(maps) {
		if basis = nil; f.stopped() {
			return nil
		}
		kernels = m.addKernels(kernels)
		slices.SortStableFunc(kernels, func(a, b []uint64) int { return cmp.Compare(len(a), len(b)) })
		for _, kernel := range kernels {
			if sum := spanned(slices.Concat(basis, kernel)); len(sum) < f.k() {
				basis = sum
			}
			if len(basis) >= enough {
				return basis
			}
		}
	}
	return basis
}

// products are the maps and some products of two.
func products(maps []square) []square {
	list := slices.Clone(maps)
	for i, a := range maps {
		for _, b := range maps[:i] {
			for m, n := a, 0; n < maxProducts; n++ {
				m = m.after(b)
				list = append(list, m)
			}
		}
	}
	return list
}

// addKernels adds the kernels of the polynomials in the map, if they are neither 0 nor everything. A constant
// term is wanted, since the map is invertible.
func (m square) addKernels(kernels [][]uint64) [][]uint64 {
	powers := []square{unit(len(m))}
	for range maxDegree {
		powers = append(powers, m.after(powers[len(powers)-1]))
	}
	sum := slices.Clone(powers[0])
	for n := range uint64(1)<<maxDegree - 1 { // in the order of a Gray code
		for i, x := range powers[1+bits.TrailingZeros64(n+1)] {
			sum[i] ^= x
		}
		if kernel := sum.kernel(); len(kernel) > 0 && len(kernel) < len(m) {
			kernels = append(kernels, kernel)
		}
	}
	return kernels
}

func unit(k int) square {
	m := make(square, k)
	for i := range m {
		m[i] = 1 << i
	}
	return m
}

// spanned is a basis of the span.
func spanned(vectors []uint64) (basis []uint64) {
	for _, x := range vectors {
		for _, b := range basis {
			x = min(x, x^b)
		}
		if x != 0 {
			basis = append(basis, x)
		}
	}
	return basis
}

// completed adds unit vectors to a basis of a subspace until they span everything.
func completed(basis []uint64, k int) []uint64 {
	for i := 0; i < k && len(basis) < k; i++ {
		if more := spanned(append(slices.Clone(basis), 1<<i)); len(more) > len(basis) {
			basis = append(basis, 1<<i)
		}
	}
	return basis
}

// inverted maps coefficients of the rows to those of the basis.
func inverted(basis []uint64) square {
	left, right := square(slices.Clone(basis)), unit(len(basis))
	for i := range left {
		p := i
		for left[p]>>i&1 == 0 {
			p++
		}
		left[i], left[p], right[i], right[p] = left[p], left[i], right[p], right[i]
		for j := range left {
			if j != i && left[j]>>i&1 != 0 {
				left[j] ^= left[i]
				right[j] ^= right[i]
			}
		}
	}
	return right
}

// newImage is what a symmetry does to the cosets of the first dim vectors of the basis; word is where it maps
// the word whose coefficients are 0.
func newImage(m square, basis []uint64, inverse square, dim int, word uint64) affine {
	k := len(basis)
	a := make(affine, max(1, (k-dim+7)/8))
	for i, x := range basis[dim:] {
		add := inverse.of(m.of(x)) >> dim
		for y := range 256 {
			if y>>(i%8)&1 != 0 {
				a[i/8][y] ^= add
			}
		}
	}
	for y := range 256 {
		a[0][y] ^= inverse.of(word) >> dim
	}
	return a
}
