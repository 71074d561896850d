package lightest

import (
	"math/bits"
	"slices"

	"lightsout/gf2"
)

// A symmetry of a form is a permutation of its columns that maps words to words of equal cost. Where a
// class of split has too many words to weigh them all, only one word of each orbit is weighed.
//
// The coefficients of a word are its values at the pivots. If the pivots of the highest coefficients span
// the same space as some whole orbits of columns, then the highest coefficients of an image depend on the
// highest coefficients only. Words whose highest coefficients are not the least of their images need not be
// weighed: the image will be.

// maxSymmetries bounds the group; larger ones are not used.
const maxSymmetries = 64

// keepSymmetries takes the caller's maps of cells as permutations of the columns, keeps those that are,
// and closes them under composition, but for those that make the group too large. columnOf has the column of
// each cell, or −1.
func (f *form) keepSymmetries(cells [][]int, members, columnOf []int) {
	var kept [][]int
	for _, perm := range cells {
		if len(perm) != len(columnOf) || slices.ContainsFunc(perm, func(i int) bool { return i < 0 || i >= len(perm) }) {
			continue
		}
		columns := make([]int, f.n())
		for j, cell := range members {
			columns[j] = columnOf[perm[cell]]
		}
		if f.preserved(columns) {
			kept = append(kept, columns)
		}
	}
	f.moves = kept
	var small [][]int
	for _, g := range kept {
		if group := closed(append(small, g), f.n()); group != nil {
			small, f.symmetry = append(small, g), group
		}
	}
}

// preserved reports whether the permutation maps the form to itself.
func (f *form) preserved(to []int) bool {
	seen := make([]bool, f.n())
	for j, i := range to {
		if i < 0 || seen[i] || f.cost[i] != f.cost[j] {
			return false
		}
		seen[i] = true
	}
	reduced := func(v gf2.Vec) gf2.Vec {
		image := permuted(v, to)
		for i, c := range f.pivot {
			if image.Bit(c) {
				image.Add(f.rows[i])
			}
		}
		return image
	}
	for _, row := range f.rows {
		if !reduced(row).IsZero() {
			return false
		}
	}
	return reduced(f.word).Equal(f.word)
}

func permuted(v gf2.Vec, to []int) gf2.Vec {
	image := gf2.NewVec(v.Len())
	for j := range v.Ones() {
		image.Set(to[j], true)
	}
	return image
}

// closed is the group that the permutations of 0, …, n−1 generate, the identity first, or nil if it is
// trivial or too large.
func closed(generators [][]int, n int) [][]int {
	identity := make([]int, n)
	for j := range identity {
		identity[j] = j
	}
	group := [][]int{identity}
	for at := 0; at < len(group); at++ {
		for _, g := range generators {
			product := make([]int, n)
			for j, i := range group[at] {
				product[j] = g[i]
			}
			if !slices.ContainsFunc(group, func(h []int) bool { return slices.Equal(h, product) }) {
				group = append(group, product)
			}
		}
		if len(group) > maxSymmetries {
			return nil
		}
	}
	if len(group) == 1 {
		return nil
	}
	return group
}

// mapsTo reports whether a permutation maps one set of columns onto another of equal size.
func mapsTo(perm, from, to []int) bool {
	if len(from) != len(to) {
		return false
	}
	in := make(map[int]bool, len(to))
	for _, j := range to {
		in[j] = true
	}
	return !slices.ContainsFunc(from, func(j int) bool { return !in[perm[j]] })
}

// affine maps coefficients to bits, eight coefficients at a time.
type affine [][256]uint64

// newAffine is the map from coefficients of the rows to the values at some columns, at most 64: bit i is
// the value at column at[i] of the word plus the rows.
func newAffine(rows []gf2.Vec, word gf2.Vec, at []int) affine {
	values := func(v gf2.Vec) uint64 {
		x := uint64(0)
		for i, c := range at {
			if v.Bit(c) {
				x |= 1 << i
			}
		}
		return x
	}
	a := make(affine, max(1, (len(rows)+7)/8))
	for i, row := range rows {
		add := values(row)
		for x := range 256 {
			if x>>(i%8)&1 != 0 {
				a[i/8][x] ^= add
			}
		}
	}
	start := values(word)
	for x := range 256 {
		a[0][x] ^= start
	}
	return a
}

func (a affine) of(x uint64) uint64 {
	y := uint64(0)
	for i := range a {
		y ^= a[i][byte(x>>(8*i))]
	}
	return y
}

func (a affine) all(list []uint64) []uint64 {
	values := make([]uint64, len(list))
	for i, x := range list {
		values[i] = a.of(x)
	}
	return values
}

// image is the map from the coefficients of one half to those of another's image under a permutation
// of the columns of the whole form; it maps the columns of h onto those of to.
func (h *half) image(perm []int, to *half) affine {
	from := make(map[int]int, len(h.columns)) // image column to place in h
	for place, c := range h.columns {
		from[perm[c]] = place
	}
	at := make([]int, to.f.k())
	for i, pivot := range to.f.pivot {
		at[i] = from[to.columns[pivot]]
	}
	return newAffine(h.f.rows, h.f.word, at)
}

// orbitsFirst sorts the columns of a half: first some whole orbits, of rank at most `most`, then the others.
// It returns the rank of the columns in these orbits.
func (h *half) orbitsFirst(group [][]int, most int) (columns []int, rank int) {
	place := make(map[int]int, len(h.columns))
	for i, c := range h.columns {
		place[c] = i
	}
	vectors := h.f.columns()
	var basis [64]uint64 // by highest bit
	var others []int
	seen := make(map[int]bool, len(h.columns))
	for _, c := range h.columns {
		if seen[c] {
			continue
		}
		var orbit []int
		try, more := basis, 0
		for _, g := range group {
			if seen[g[c]] {
				continue
			}
			seen[g[c]] = true
			orbit = append(orbit, g[c])
			for v := vectors[place[g[c]]]; v != 0; {
				top := 63 - bits.LeadingZeros64(v)
				if try[top] == 0 {
					try[top] = v
					more++
					break
				}
				v ^= try[top]
			}
		}
		if rank+more <= most {
			basis, rank = try, rank+more
			columns = append(columns, orbit...)
		} else {
			others = append(others, orbit...)
		}
	}
	return append(columns, others...), rank
}

// leastHigh reports whether the highest coefficients of x are the least of their images. All words with
// the same highest coefficients agree.
func (h *half) leastHigh(x uint64) bool {
	low := h.f.k() - h.high
	x >>= low
	for _, g := range h.group {
		if g.of(x<<low)>>low < x {
			return false
		}
	}
	return true
}

// representative is the least image of a word of the half.
func (h *half) representative(x uint64) uint64 {
	least := x
	for _, g := range h.group {
		least = min(least, g.of(x))
	}
	return least
}

// images appends a word of the half and its images, of which some may be equal.
func (h *half) images(list []uint64, x uint64) []uint64 {
	list = append(list, x)
	for _, g := range h.group {
		list = append(list, g.of(x))
	}
	return list
}
