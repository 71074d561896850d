package covering

import (
	"context"
	"slices"

	"lightsout/internal/powers"
)

// A state piece by piece. Cut the regions into pieces. The transform is the sum of those of the pieces, so its peak is
// at most the sum of their peaks: a state that is hard on each piece is hard. This holds for any pieces. On the
// components of the square of the board's matrix (package powers) the quiet patterns have about half of the rank.
// There a search for a low peak is quick where one for the whole board would take very long, or has no room.
//
// On 39×39 the nullity is 32, and 16 on each of four pieces. Their peaks add up to 184, so the depth is at least 669,
// where a sampled state showed 650, and counting less.

// mostPieces bounds how many pieces share the work.
const mostPieces = 64

// byPieces looks for a hard state piece by piece.
func (d *depthSearch) byPieces(ctx context.Context, work int64) {
	members := d.pieces()
	if len(members) < 2 || len(members) > mostPieces {
		return
	}
	pieces := make([]*regionList, len(members))
	for i, list := range members {
		if pieces[i] = d.regions.piece(list); pieces[i].dim > maxDescendDim || pieces[i].dim == d.regions.dim {
			return
		}
	}
	groups := d.groups(ctx)
	excess, sum := make([]int, len(d.regions.list)), 0
	for i, p := range pieces {
		if p.halves() {
			continue
		}
		found, peak := p.descend(ctx, p.active()%2, work/int64(len(pieces)), nil, restricted(groups, members[i])...)
		if found == nil {
			return
		}
		for k, e := range found {
			excess[members[i][k]] = e
		}
		sum += peak
	}
	switch {
	case d.regions.dim <= maxDescendDim:
		d.accept(excess, slices.Max(d.regions.transform(excess)))
	case sum < d.high:
		d.byPiece, d.high = excess, sum
		d.progress(d.lower(), d.upper())
	}
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
	for i, g := range d.regions.list {
		c := of[g.cells[0]]
		if at[c] == 0 {
			list = append(list, nil)
			at[c] = len(list)
		}
		list[at[c]-1] = append(list[at[c]-1], i)
	}
	return list
}

// piece is some of the regions, with columns in coordinates of their span.
func (r *regionList) piece(members []int) *regionList {
	var columns []uint64
	for _, i := range members {
		columns = append(columns, r.list[i].column)
	}
	basis := independent(columns)
	at := coordinates(basis)
	p := &regionList{dim: len(basis)}
	for _, i := range members {
		g := r.list[i]
		g.column = at(g.column)
		p.list = append(p.list, g)
		p.switches += g.size()
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
