package covering

import (
	"context"
	"slices"

	"lightsout/gf2"
)

// stabiliser lists linear maps of the space that permute the regions, keep their sizes, and map the subspace
// and the regions it owns to themselves. Each is given by its action on the subspace's points, by
// coordinates. It stops at limit maps, when finding more takes long, or when the context ends; any subset
// of the maps may be used, even the empty one.
func (s *columnSpace) stabiliser(ctx context.Context, f *subspace, limit int) [][]int {
	points := gf2.Span64(f.basis)
	at := map[uint64]int{}
	for p, g := range points {
		at[g] = p
	}
	basis := gf2.Independent64(append(slices.Clone(f.basis), s.Points...))
	var maps [][]int
	nodes := 0
	try := func(i int, image uint64) bool {
		if len(maps) == limit || nodes > 1<<16 || ctx.Err() != nil {
			return false
		}
		nodes++
		_, inside := at[image]
		return inside == (i < f.dim())
	}
	s.linearMaps(basis, try, func(_, to []uint64) {
		on := make([]int, len(points))
		for p := range points {
			if on[p] = at[to[p]]; f.sizes[p] != f.sizes[on[p]] {
				return // it maps a region that the subspace owns to one that it does not
			}
		}
		maps = append(maps, on)
	})
	return maps
}

// linearMaps calls found with each linear map that permutes the regions and keeps their sizes: from lists
// the span of the basis, in the order of gf2.Span64, and to the images. The basis is of columns of
// regions. A map whose image of a basis vector is rejected by try is left out.
func (s *columnSpace) linearMaps(basis []uint64, try func(i int, image uint64) bool, found func(from, to []uint64)) {
	var extend func(i int, from, to []uint64)
	extend = func(i int, from, to []uint64) {
		if i == len(basis) {
			found(from, to)
			return
		}
	next:
		for _, image := range s.Points {
			if !try(i, image) || slices.Contains(to, image) {
				continue
			}
			for k := range from {
				if s.Sizes[from[k]^basis[i]] != s.Sizes[to[k]^image] {
					continue next
				}
			}
			nextFrom, nextTo := slices.Clone(from), slices.Clone(to)
			for k := range from {
				nextFrom = append(nextFrom, from[k]^basis[i])
				nextTo = append(nextTo, to[k]^image)
			}
			extend(i+1, nextFrom, nextTo)
		}
	}
	extend(0, []uint64{0}, []uint64{0})
}

// upTo keeps one spectrum of each class that the maps and quiet patterns turn into each other. The result
// is incomplete if the context has ended.
func (f *subspace) upTo(ctx context.Context, maps [][]int, spectra []spectrum) []spectrum {
	n := 1 << f.dim()
	seen := map[spectrum]bool{}
	var kept []spectrum
	for _, a := range spectra {
		if ctx.Err() != nil {
			return nil
		}
		canonical := a.canonical(n)
		if seen[canonical] {
			continue
		}
		seen[canonical] = true
		kept = append(kept, a)
		excess := f.excess(a)
		for _, m := range maps {
			var moved [maxListedPoints]int
			for p := range n {
				moved[m[p]] = excess[p]
			}
			seen[f.transform(moved[:1<<f.dim()]).canonical(n)] = true
		}
	}
	return kept
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
