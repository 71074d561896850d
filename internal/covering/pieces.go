package covering

import (
	"context"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/powers"
)

// A state piece by piece. Cut the regions into pieces. The transform is the sum of those of the pieces, so its peak is
// at most the sum of their peaks: a state that is hard on each piece is hard. This holds for any pieces. On the
// components of the square of the board's matrix (package powers) the quiet patterns have about half of the rank. There a
// search for a low peak is quick where one for the whole board would take very long, or has no room. Higher powers are
// no use: on 79×79 half of the components of the fourth have the rank that those of the square have.
//
// On 39×39 the nullity is 32, and 16 on each of four pieces. Their peaks add up to 184, so the depth is at least 669,
// where a sampled state showed 650, and counting less.

// mostPieces bounds how many pieces share the work.
const mostPieces = 64

// piece is some of the regions, by their numbers, and a list of them with columns of its own.
type piece struct {
	members []int
	*regionList
}

// byPieces looks for a hard state piece by piece, if one is still looked for.
func (d *depthSearch) byPieces(ctx context.Context, work int64) {
	if d.settled(ctx) {
		return
	}
	pieces := d.pieces()
	if pieces == nil {
		return
	}
	groups := d.groups(ctx)
	excess, peaks := make([]int, len(d.regions.list)), 0
	for _, p := range pieces {
		if p.halves() {
			continue
		}
		found, peak := p.lowExcess(ctx, work/int64(len(pieces)), restricted(groups, p.members))
		for k, e := range found {
			excess[p.members[k]] = e
		}
		peaks += peak
	}
	switch {
	case d.regions.dim <= maxDescendDim:
		d.accept(excess, slices.Max(d.regions.transform(excess)))
	case peaks <= d.high:
		d.pieced, d.high = excess, peaks
		d.progress(d.lower(), d.upper())
	}
}

// lowExcess looks for excesses of a piece, some of whose regions are of odd size, with a low peak. The peak is that of
// their transform, whatever the search says of it. If nothing is found in time, regions of odd size have the excess 1.
func (r *regionList) lowExcess(ctx context.Context, work int64, groups [][][]int) (excess []int, peak int) {
	lowest := 2 - r.active()%2 // the mean is 0, and not all excesses are
	if bound, _ := r.oddPeak(ctx); bound > lowest {
		lowest = bound
	}
	excess, _ = r.descend(ctx, lowest, work, nil, groups...)
	if excess == nil {
		excess = make([]int, len(r.list))
		for i, g := range r.list {
			excess[i] = g.size() % 2
		}
	}
	return excess, slices.Max(r.transform(excess))
}

// pieces cuts the regions by the components of the board's matrix or, if that does not do, of its square. It is nil if
// neither does.
func (d *depthSearch) pieces() []piece {
	matrix := powers.Of(d.board)
	for power := 1; power <= 2 && matrix != nil; power++ {
		if list := d.cut(matrix.Components()); list != nil {
			return list
		}
		matrix = matrix.Squared()
	}
	return nil
}

// cut makes a piece of the regions on each component. A region on several of them counts for the first. It is nil unless
// there are several pieces, and each can be searched.
func (d *depthSearch) cut(components [][]int) (list []piece) {
	of := make([]int, d.board.Switches())
	for i, c := range components {
		for _, s := range c {
			of[s] = i
		}
	}
	members := make([][]int, len(components))
	for i, g := range d.regions.list {
		c := of[g.cells[0]]
		members[c] = append(members[c], i)
	}
	members = slices.DeleteFunc(members, func(m []int) bool { return m == nil })
	if len(members) < 2 || len(members) > mostPieces {
		return nil
	}
	for _, m := range members {
		p := d.piece(m)
		if p.dim > min(maxDescendDim, d.regions.dim-1) {
			return nil
		}
		list = append(list, p)
	}
	return list
}

// piece is some of the regions, in their order in the whole. Columns say which patterns of a basis press a region, of
// the quiet patterns as they are on the piece. They are right also where those of the whole do not fit a word.
func (d *depthSearch) piece(members []int) piece {
	p := piece{members, &regionList{}}
	rows := gf2.NewMatrix(len(d.quiet), len(members))
	for k, i := range members {
		g := d.regions.list[i]
		p.list = append(p.list, g)
		p.switches += g.size()
		for j, q := range d.quiet {
			rows.Set(j, k, q.Bit(g.cells[0]))
		}
	}
	var basis []gf2.Vec
	for j := range rows.Reduce() {
		basis = append(basis, rows.Row(j))
	}
	p.dim = len(basis)
	for k, column := range columns(len(members), basis) {
		p.list[k].column = column
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
