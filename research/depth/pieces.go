package depth

import (
	"context"
	"slices"

	"lightsout/research/powers"

	"lightsout/gf2"
	"lightsout/internal/covering"
)

// A state piece by piece. Cut the regions into pieces. The transform is the sum of those of the pieces, so its peak is
// at most the sum of their peaks: a state that is hard on each piece is hard. This holds for any pieces. On the
// components of the square of the board's matrix (package powers) the quiet patterns have about half of the rank.
// There a search for a low peak is quick where one for the whole board would take very long, or has no room. Higher
// powers are no use: on 79×79 half of the components of the fourth have the rank that those of the square have.
//
// On 39×39 the nullity is 32, and 16 on each of four pieces. Their peaks add up to 184, so the depth is at least 669,
// where a sampled state showed 650, and counting less.

// mostPieces bounds how many pieces share the work.
const mostPieces = 64

// byPieces looks for a hard state piece by piece, if one is still looked for.
func (d *depthSearch) byPieces(ctx context.Context, work int64) {
	if d.settled(ctx) {
		return
	}
	members := d.pieces()
	if len(members) < 2 || len(members) > mostPieces {
		return
	}
	pieces := make([]*regionList, len(members))
	for i, list := range members {
		if pieces[i] = d.regions.piece(list); pieces[i].Dim > maxDescendDim || pieces[i].Dim == d.regions.Dim {
			return
		}
	}
	groups := d.groups(ctx)
	excess, peaks := make([]int, len(d.regions.List)), 0
	for i, p := range pieces {
		if p.Odd() == 0 {
			continue
		}
		found, peak := p.lowExcess(ctx, work/int64(len(pieces)), restricted(groups, members[i]))
		for k, e := range found {
			excess[members[i][k]] = e
		}
		peaks += peak
	}
	switch {
	case d.regions.Dim <= maxDescendDim:
		d.accept(excess, slices.Max(d.regions.Transform(excess)))
	case peaks <= d.high:
		d.pieced, d.high = excess, peaks
		d.progress(d.lower(), d.upper())
	}
}

// lowExcess looks for excesses of a piece, some of whose regions are of odd size, with a low peak. The peak is that of
// their transform, whatever the search says of it. If nothing is found in time, regions of odd size have the excess 1.
func (r *regionList) lowExcess(ctx context.Context, work int64, groups [][][]int) (excess []int, peak int) {
	lowest := 2 - r.Active()%2 // the mean is 0, and not all excesses are
	if bound, _ := r.oddPeak(ctx); bound > lowest {
		lowest = bound
	}
	excess, _ = r.descend(ctx, lowest, work, nil, groups...)
	if excess == nil {
		excess = make([]int, len(r.List))
		for i, g := range r.List {
			excess[i] = g.Size() % 2
		}
	}
	return excess, slices.Max(r.Transform(excess))
}

// pieces lists the regions on each component of the square of the board's matrix. A region on several of them counts
// for the first. It is nil if the matrix is not square, or its square not sparse.
func (d *depthSearch) pieces() (list [][]int) {
	matrix := powers.Of(d.board)
	if matrix == nil {
		return nil
	}
	if matrix = matrix.Squared(); matrix == nil {
		return nil
	}
	of := make([]int, d.board.Switches())
	components := matrix.Components()
	for i, c := range components {
		for _, s := range c {
			of[s] = i
		}
	}
	at := make([]int, len(components)) // a component's place in the list, plus 1
	for i, g := range d.regions.List {
		c := of[g.Cells[0]]
		if at[c] == 0 {
			list = append(list, nil)
			at[c] = len(list)
		}
		list[at[c]-1] = append(list[at[c]-1], i)
	}
	return list
}

// piece is some of the regions, in their order in the whole, with columns in coordinates of their span.
func (r *regionList) piece(members []int) *regionList {
	var columns []uint64
	for _, i := range members {
		columns = append(columns, r.List[i].Column)
	}
	basis := gf2.Independent64(columns)
	span := gf2.NewBasis64(basis...)
	p := &regionList{&covering.Regions{Dim: len(basis)}}
	for _, i := range members {
		g := r.List[i]
		g.Column, _ = span.Coordinates(g.Column)
		p.List = append(p.List, g)
		p.Switches += g.Size()
	}
	return p
}

// restricted are the groups that map a piece to itself, as permutations of its members, and nil, which asks for no
// symmetries, in its place.
func restricted(groups [][][]int, members []int) (list [][][]int) {
	number := map[int]int{}
	for k, i := range members {
		number[i] = k
	}
next:
	for _, group := range groups {
		var within [][]int
		for _, g := range group {
			to := make([]int, len(members))
			for k, i := range members {
				image, ok := number[g[i]]
				if !ok {
					continue next
				}
				to[k] = image
			}
			within = append(within, to)
		}
		list = append(list, within)
	}
	return list
}
