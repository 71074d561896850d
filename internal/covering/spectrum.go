package covering

import (
	"math/bits"
	"slices"
)

// The depth of a board, as a problem about integers.
//
// Let region i have m_i switches, p_i of them pressed, and call e_i = m_i − 2·p_i its excess: it has the
// parity of m_i, and its absolute value is at most m_i. Adding the quiet pattern with coefficients c turns
// e_i into ±e_i, and the presses on all regions become
//
//	(Σ m_i − v(c)) / 2,   v(c) = Σ_i e_i·(−1)^(c·g_i),   g_i the region's column.
//
// So v is the Walsh–Hadamard transform of the excesses, placed at their columns, and the fewest presses are
// (Σ m_i − max v) / 2. The hardest state is the one with the least maximum of v, and finding it is finding the
// covering radius of the code (G. Cohen, I. Honkala, S. Litsyn, A. Lobstein, Covering Codes, 1997, chapter 8).
//
// The mean of v is 0, so its maximum is at least 0: the averaging bound. If all regions have even size, e = 0 meets it,
// and the hardest states press half of each region: so it is on n×n for n = 5, 11 and 17. Otherwise the maximum is at
// least 2, or 1 if Σ m_i is odd; n = 4 and 14 meet that. On 9×9, 2, 4 and 6 are impossible and 8 is found.
//
// Restricting the excesses to a subspace W of columns averages v over the cosets of the patterns that do not
// touch W (Poisson summation). So the transform of the excesses within W alone has no larger maximum. This makes
// a search possible: it begins with small subspaces that hold many regions, where all excesses with a small
// maximum can be listed.

// maxListedDim is the largest dimension of a subspace whose excesses are listed.
const maxListedDim = 4

const maxListedPoints = 1 << maxListedDim

// spectrum is the transform on a subspace: one value for each class of quiet patterns that act alike there.
// Entries from 2^dim on are 0. Adding a quiet pattern moves entry w to w xor some t.
type spectrum [maxListedPoints]int16

// subspace is a subspace of columns, and the regions in it.
type subspace struct {
	basis []uint64             // columns of regions that span it
	sizes [maxListedPoints]int // by coordinates in the basis; 0 where there is no region
}

func (f *subspace) dim() int { return len(f.basis) }

// class is the class on the subspace of the quiet pattern with coefficients c.
func (f *subspace) class(c uint64) int {
	w := 0
	for j, g := range f.basis {
		w |= parity(g, c) << j
	}
	return w
}

// pointSpace is a subspace of a subspace: its points in increasing order of their coordinates. Point i is
// the sum of the points 2^j for the bits j of i, which is the order that a transform needs.
type pointSpace []int

// maximum is the largest value of the transform of the excesses, by coordinates, on the subspace alone.
func (s pointSpace) maximum(excess []int) int {
	var v [maxListedPoints]int
	for i, p := range s {
		v[i] = excess[p]
	}
	hadamard(v[:len(s)])
	return slices.Max(v[:len(s)])
}

// subspacesOf lists every subspace of one dimension or more of GF(2)^dim, the largest first, for up to maxListedDim
// dimensions.
func subspacesOf(dim int) []pointSpace {
	var all []pointSpace
	seen := map[uint64]bool{}
	var grow func(s pointSpace)
	grow = func(s pointSpace) {
		for g := 1; g < 1<<dim; g++ {
			if slices.Contains(s, g) {
				continue
			}
			next := slices.Clone(s)
			set := uint64(0)
			for _, p := range s {
				next = append(next, p^g)
			}
			for _, p := range next {
				set |= 1 << p
			}
			if seen[set] {
				continue
			}
			seen[set] = true
			slices.Sort(next)
			all = append(all, next)
			grow(next)
		}
	}
	grow(pointSpace{0})
	slices.SortFunc(all, func(a, b pointSpace) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return slices.Compare(a, b)
	})
	return all
}

// list finds the spectra with a maximum of at most r: at least one of each class of spectra that quiet
// patterns turn into each other. ok is false if there are more than limit or stop returned true.
func (f *subspace) list(r, limit int, stop func() bool) (spectra []spectrum, ok bool) {
	if r < 0 {
		return nil, true // the mean is 0
	}
	sizes, ending := f.sizes[:1<<f.dim()], f.ending(r)
	excess := make([]int, len(sizes))
	steps := 0
	var assign func(p int) bool
	assign = func(p int) bool {
		for p < len(sizes) && sizes[p] == 0 {
			p++
		}
		if p == len(sizes) {
			spectra = append(spectra, transformed(excess))
			return len(spectra) <= limit
		}
		if steps++; steps%1024 == 0 && stop() {
			return false
		}
		m := min(sizes[p], r-(sizes[p]-r)&1) // a larger excess is a maximum by itself
		lowest := -m
		if p&(p-1) == 0 {
			lowest = m & 1 // some quiet pattern changes the sign of this basis column alone
		}
	next:
		for e := lowest; e <= m; e += 2 {
			excess[p] = e
			for i, s := range ending[p] {
				if s.maximum(excess) > r {
					ending[p][i], ending[p][i/2] = ending[p][i/2], s // what often fails comes early
					continue next
				}
			}
			if !assign(p + 1) {
				return false
			}
		}
		excess[p] = 0
		return true
	}
	return spectra, assign(1)
}

// ending lists, for each point, the subspaces whose last region it is: they are looked at as soon as that has an
// excess. Those with the same regions have the same maximum, and those with few switches none above r.
func (f *subspace) ending(r int) (ending [maxListedPoints][]pointSpace) {
	seen := map[uint64]bool{}
	for _, s := range slices.Backward(subspacesOf(f.dim())) { // the small ones are cheap and fail most often
		points, switches := uint64(0), 0
		for _, p := range s {
			if m := f.sizes[p]; m > 0 {
				points |= 1 << p
				switches += min(m, r+1)
			}
		}
		if switches > r && !seen[points] {
			seen[points] = true
			top := bits.Len64(points) - 1
			ending[top] = append(ending[top], s)
		}
	}
	return ending
}

func transformed(excess []int) (p spectrum) {
	v := slices.Clone(excess)
	hadamard(v)
	for i, x := range v {
		p[i] = int16(x)
	}
	return p
}

// excess is the inverse of transformed.
func (f *subspace) excess(p spectrum) (excess [maxListedPoints]int) {
	for i, x := range p {
		excess[i] = int(x)
	}
	hadamard(excess[:1<<f.dim()])
	for i := range excess {
		excess[i] >>= f.dim()
	}
	return excess
}

// translate is the spectrum after adding a quiet pattern of class t.
func (a spectrum) translate(t, n int) (b spectrum) {
	for w := range n {
		b[w] = a[w^t]
	}
	return b
}

// canonical is the largest of a spectrum's translates.
func (a spectrum) canonical(n int) spectrum {
	best := a
	for t := 1; t < n; t++ {
		if b := a.translate(t, n); slices.Compare(b[:], best[:]) > 0 {
			best = b
		}
	}
	return best
}

// hadamard is the fast Walsh–Hadamard transform in place; the length is a power of two.
func hadamard(v []int) {
	for h := 1; h < len(v); h *= 2 {
		for i := 0; i < len(v); i += 2 * h {
			for j := i; j < i+h; j++ {
				v[j], v[j+h] = v[j]+v[j+h], v[j]-v[j+h]
			}
		}
	}
}
