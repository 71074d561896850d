// Package depth bounds the depth of boards with many quiet patterns: the number of presses that the hardest state needs,
// which is the covering radius of the code of the quiet patterns. It has what the tables of depths in docs/census.md
// need beyond package internal/covering, whose words it uses: regions, excesses, and their transform. The peak is the
// maximum of that transform. research/methods.md explains the methods.
//
//	search.go          the order in which they are tried
//	star.go, flag.go   upper bounds on the depth from the regions of odd size; block.go finds the steps of flags
//	descend.go         states with a low peak, by tabu search among symmetric states
//	pieces.go          such states piece by piece, where there are too many quiet patterns
package depth

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/covering"
)

// Bounds is what was found about the depth.
type Bounds struct {
	Lower, Upper int
	Proof        string // of the upper bound
	// Presses is an answer of a state that shows the lower bound; it has length 0 if that comes from counting. If it has
	// more than Lower presses, the state needs at least Lower, and how many is not known.
	Presses gf2.Vec
}

// Limits on the searches, in elementary steps: a few minutes on one core in all.
const (
	descendWork  = 1 << 33
	peakWork     = 1 << 38
	subspaceWork = 1 << 32
)

// maxSearchedDim is the largest dimension in which all excesses can be searched, in subspaces of half of it.
const maxSearchedDim = 8

// Find bounds the depth of a board whose quiet patterns have the given basis, and with luck finds it. The limits count
// steps, so that the result does not depend on the clock unless the context ends. progress is called when a bound
// improves.
func Find(ctx context.Context, b *board.Board, quiet []gf2.Vec, progress func(lower, upper int)) (*Bounds, error) {
	d := &depthSearch{board: b, regions: findRegions(b.Switches(), quiet), progress: progress}
	d.run(ctx)
	if d.low > d.high {
		return nil, fmt.Errorf("%s: a state shows a depth of %d, but a proof (%s) says at most %d", b.Spec(), d.lower(), d.proof, d.upper())
	}
	found := &Bounds{Lower: d.lower(), Upper: d.upper(), Proof: d.proof}
	switch {
	case d.excess != nil:
		found.Presses = d.regions.Lightest(d.excess, quiet)
		if n := found.Presses.Weight(); n != found.Lower {
			return nil, fmt.Errorf("%s: a state that should need %d presses has an answer with %d", b.Spec(), found.Lower, n)
		}
	case d.pieced != nil:
		found.Presses = d.regions.Presses(d.pieced)
	}
	return found, nil
}

// depthSearch bounds the least peak: depth = idle + (active − peak) / 2.
type depthSearch struct {
	board    *board.Board
	regions  *regionList
	low      int // proved: no excesses have a lower peak
	high     int // the peak of excess; if that is nil, of pieced at most, or else a bound from counting
	excess   []int
	pieced   []int // excesses whose peak is not known, where there are too many values
	proof    string
	progress func(lower, upper int)
}

func (d *depthSearch) lower() int { return d.regions.DepthAt(d.high) }
func (d *depthSearch) upper() int { return d.regions.DepthAt(d.low) }

func (d *depthSearch) run(ctx context.Context) {
	r := d.regions
	if r.Odd() == 0 {
		d.excess, d.proof = make([]int, len(r.List)), "averaging bound, met by half-pressed regions"
		return
	}
	d.low, d.proof = 2-r.Active()%2, "averaging bound"
	d.high = r.Active() - 2*(r.SphereBound(ctx)-len(r.Idle))
	d.progress(d.lower(), d.upper())
	if peak, proof := r.oddPeak(ctx); peak > d.low {
		d.low, d.proof = peak, proof
		d.progress(d.lower(), d.upper())
	}
	if r.Dim > covering.MaxColumnDim {
		return
	}
	d.descend(ctx, descendWork>>6) // what is to be proved should be known
	space := newColumnSpace(r)
	if r.Dim <= maxSearchedDim {
		d.raise(ctx, space, nil, peakWork)
		return
	}
	// On a subspace bent functions have the peak 2^4, so where flags prove more it can hardly help.
	if d.low < min(d.high, 1<<(maxSearchedDim/2)) {
		subspaces := space.Subspaces(ctx, maxSearchedDim)
		slices.SortStableFunc(subspaces, func(a, b []uint64) int { // the less work first
			return cmp.Compare(len(space.within(a).Points), len(space.within(b).Points))
		})
		for _, basis := range subspaces {
			d.raise(ctx, space, basis, subspaceWork)
		}
	}
	if r.Dim > maxDescendDim {
		d.byPieces(ctx, descendWork)
		return
	}
	d.byPieces(ctx, descendWork>>4) // to begin with
	d.descend(ctx, descendWork)
	if d.low < d.high && r.Dim >= largeBlock.from && r.Dim <= maxLargeDim {
		if peak, proof, ok := r.largeFlag(ctx, d.low); ok {
			d.low, d.proof = peak, proof
			d.progress(d.lower(), d.upper())
		}
	}
}

// settled reports whether no harder state is to be looked for: one that meets the upper bound is known, or the context
// has ended.
func (d *depthSearch) settled(ctx context.Context) bool {
	return ctx.Err() != nil || d.excess != nil && d.high <= d.low
}

// descend looks for a state that shows more than the bound from counting does.
func (d *depthSearch) descend(ctx context.Context, work int64) {
	if d.settled(ctx) || d.regions.Dim > maxDescendDim {
		return
	}
	d.accept(d.regions.descend(ctx, d.low, work, d.excess, d.groups(ctx)...))
}

// accept keeps excesses that show more than what is known, or as much where nothing shows it yet.
func (d *depthSearch) accept(excess []int, peak int) {
	if peak < d.high || peak == d.high && d.excess == nil {
		d.excess, d.high = excess, peak
	}
	d.progress(d.lower(), d.upper())
}

// raise raises the lower bound on the peak as long as a search of all regions proves it or, given a basis, a
// search of those in the subspace, with a bound on the others.
//
// At a quiet pattern c where the regions within the subspace have their peak, the others still have a sign
// for each class of patterns that act like c there. Regions whose columns differ by one of the subspace have
// the same sign in all of them, up to those at c. So they count as one region whose excess is the sum, and
// the peak of these, whatever it is, adds to that of the subspace.
func (d *depthSearch) raise(ctx context.Context, space *columnSpace, basis []uint64, work int64) {
	if d.low >= d.high || ctx.Err() != nil {
		return
	}
	within, others, how := space, 0, ""
	if basis != nil {
		within = space.within(basis)
		if peak, proof := space.quotient(basis).regions().oddPeak(ctx); peak > 0 {
			others, how = min(peak, d.low), ", and of the others a "+proof
		}
	}
	for d.low < d.high && ctx.Err() == nil {
		if _, verdict := within.Bounded(ctx, d.low-others, work); verdict != covering.Impossible {
			return
		}
		d.low += 2
		d.proof = fmt.Sprintf("exhaustive search on %d regions in %d dimensions%s", len(within.Points), within.Dim, how)
		d.progress(d.lower(), d.upper())
	}
}
