package covering

import (
	"context"
	"slices"
)

// stabiliser lists linear maps of the space that permute the regions, keep their sizes, and map the flat
// and the regions it owns to themselves. Each is given by its action on the flat's points, by
// coordinates. It stops at limit maps, when finding more takes long, or when the context ends; any subset
// of the maps may be used, even the empty one.
func (s *columnSpace) stabiliser(ctx context.Context, f *flat, limit int) [][]int {
	points := span(f.basis)
	at := map[uint64]int{}
	for p, g := range points {
		at[g] = p
	}
	basis := independent(append(slices.Clone(f.basis), s.points...))
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
				return // it maps a region that the flat owns to one that it does not
			}
		}
		maps = append(maps, on)
	})
	return maps
}

// linearMaps calls found with each linear map that permutes the regions and keeps their sizes: from lists
// the span of the basis, in the order of the function span, and to the images. The basis is of columns of
// regions. A map whose image of a basis vector is rejected by try is left out.
func (s *columnSpace) linearMaps(basis []uint64, try func(i int, image uint64) bool, found func(from, to []uint64)) {
	var extend func(i int, from, to []uint64)
	extend = func(i int, from, to []uint64) {
		if i == len(basis) {
			found(from, to)
			return
		}
	next:
		for _, image := range s.points {
			if !try(i, image) || slices.Contains(to, image) {
				continue
			}
			for k := range from {
				if s.sizes[from[k]^basis[i]] != s.sizes[to[k]^image] {
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

// upTo keeps one profile of each class that the maps and quiet patterns turn into each other. The result
// is incomplete if the context has ended.
func (f *flat) upTo(ctx context.Context, maps [][]int, profiles []profile) []profile {
	n := 1 << f.dim()
	seen := map[profile]bool{}
	var kept []profile
	for _, a := range profiles {
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
			var moved [maxFlatPoints]int
			for p := range n {
				moved[m[p]] = excess[p]
			}
			seen[f.transform(moved[:1<<f.dim()]).canonical(n)] = true
		}
	}
	return kept
}

// canonical is the largest of a profile's translates.
func (a profile) canonical(n int) profile {
	best := a
	for t := 1; t < n; t++ {
		if b := a.translate(t, n); slices.Compare(b[:], best[:]) > 0 {
			best = b
		}
	}
	return best
}
