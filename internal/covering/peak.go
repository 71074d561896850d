package covering

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// peakSearch decides whether excesses with a peak of at most r exist, for regions covered by flats.
//
// All flats but the last two, the heads, take their profiles from their lists in turn. Let M(u,w) be the
// largest sum of the heads' values over the quiet patterns of class u of the last flat but one and class
// w of the last. It remains to find profiles a and b of these two with M(u,w) + a(u) + b(w) ≤ r
// everywhere. Profiles sum to 0, so for every permutation π the sum of M(u, π(u)) is at most n·r: the
// heaviest permutation rejects nearly every choice of heads. If it does not, the slack, which is the
// difference to n·r, bounds how far a and b can deviate from it.
//
// Most pairs of profiles are rejected even earlier, by subspaces V, V' of two flats whose sum holds no
// regions but theirs: there peaks add up, and the sum must not exceed r.
type peakSearch struct {
	dim     int
	r       int
	flats   []*flat
	spaces  [][]subspace // of each flat
	lists   [][]profile  // of each flat; every set of translates has a member there
	peaks   [][][]int16  // of each flat, profile and subspace
	classes [][]uint16   // of each flat: the class of quiet pattern c
	apart   [][][][2]int // apart[i][j]: pairs of subspaces of flats i and j whose peaks add up
	free    []bool       // of each flat: its translations are independent of those before it
	sorted  []profile    // all profiles of the last flat, translates included
	work    atomic.Int64
	budget  int64
}

// peakVerdict is what a search found.
type peakVerdict int

const (
	peakUnknown    peakVerdict = iota // the search was stopped
	peakImpossible                    // no excesses have so low a peak
	peakFound
)

// maxProfiles bounds the list of a flat; a budget that allows fewer than 2^profileWork steps for each of them would
// not be enough, and a list takes some 200 bytes for each.
const (
	maxProfiles = 1 << 20
	profileWork = 14
)

// maxMaps bounds how many symmetries of the regions are used.
const maxMaps = 1 << 10

// lowPeak decides whether regions can have excesses with a peak of at most r, and returns them by
// column. It gives up when the budget, in elementary steps, is spent or the context ends. Otherwise
// the result does not depend on the number of cores.
func lowPeak(ctx context.Context, s *columnSpace, flats []*flat, r int, budget int64) (map[uint64]int, peakVerdict) {
	p := &peakSearch{dim: s.dim, r: r, budget: budget}
	lists := make([][]profile, len(flats))
	for i, f := range flats {
		list, ok := f.list(r, int(min(maxProfiles, budget>>profileWork)), func() bool { return p.spent(ctx, 1024) })
		switch {
		case !ok:
			return nil, peakUnknown
		case len(list) == 0:
			return nil, peakImpossible
		}
		lists[i] = list
	}
	if len(flats) == 1 {
		return excesses(flats, []profile{lists[0][0]}), peakFound
	}
	p.order(flats, lists)
	p.lists[0] = p.flats[0].upTo(ctx, s.stabiliser(ctx, p.flats[0], maxMaps), p.lists[0])
	for i := range p.lists[1:] {
		p.lists[i+1] = p.flats[i+1].upTo(ctx, nil, p.lists[i+1])
	}
	if p.prepare(ctx, s); ctx.Err() != nil {
		return nil, peakUnknown
	}
	return p.run(ctx)
}

// spent adds work done and reports whether the search must stop.
func (p *peakSearch) spent(ctx context.Context, steps int64) bool {
	return p.work.Add(steps) > p.budget || ctx.Err() != nil
}

// order puts the flats with the shortest lists first, since every pair of the first two is tried.
func (p *peakSearch) order(flats []*flat, lists [][]profile) {
	index := make([]int, len(flats))
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(a, b int) int {
		if d := flats[a].dim() - flats[b].dim(); d != 0 {
			return d
		}
		return len(lists[a]) - len(lists[b])
	})
	for _, i := range index {
		p.flats = append(p.flats, flats[i])
		p.lists = append(p.lists, lists[i])
	}
}

// prepare computes everything that does not depend on choices, unless the context ends.
func (p *peakSearch) prepare(ctx context.Context, s *columnSpace) {
	var basis []uint64
	for i, f := range p.flats {
		spaces := subspacesOf(f.dim())
		p.spaces = append(p.spaces, spaces)
		peaks := make([][]int16, len(p.lists[i]))
		for j, a := range p.lists[i] {
			if ctx.Err() != nil {
				return
			}
			excess := f.excess(a)
			peaks[j] = make([]int16, len(spaces))
			for k, v := range spaces {
				peaks[j][k] = int16(v.peak(excess[:]))
			}
		}
		p.peaks = append(p.peaks, peaks)
		classes := make([]uint16, 1<<p.dim)
		for c := range classes {
			classes[c] = uint16(f.class(uint64(c)))
		}
		p.classes = append(p.classes, classes)
		before := rank(basis)
		basis = append(basis, f.basis...)
		p.free = append(p.free, rank(basis) == before+f.dim())
	}
	p.apart = make([][][][2]int, len(p.flats))
	for i := range p.flats {
		p.apart[i] = make([][][2]int, len(p.flats))
		for j := range p.flats {
			if i != j && ctx.Err() == nil {
				p.apart[i][j] = p.pairsApart(s, i, j)
			}
		}
	}
	last := len(p.flats) - 1
	n := 1 << p.flats[last].dim()
	for _, a := range p.lists[last] {
		for t := range n {
			p.sorted = append(p.sorted, a.translate(t, n))
		}
	}
	slices.SortFunc(p.sorted, func(a, b profile) int { return slices.Compare(a[:], b[:]) })
	p.sorted = slices.Compact(p.sorted)
}

// pairsApart lists the subspaces of two flats that are independent and whose sum holds no regions
// but those the flats own within them.
func (p *peakSearch) pairsApart(s *columnSpace, i, j int) (pairs [][2]int) {
	f, g := p.flats[i], p.flats[j]
	fPoints, gPoints := span(f.basis), span(g.basis)
	for a, v := range p.spaces[i] {
		if !f.clean(v) {
			continue
		}
	next:
		for b, w := range p.spaces[j] {
			if !g.clean(w) {
				continue
			}
			for _, x := range v {
				for _, y := range w {
					column := fPoints[x] ^ gPoints[y]
					mixed := x != 0 && y != 0
					if mixed && (column == 0 || s.sizes[column] > 0) {
						continue next
					}
				}
			}
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

func (a profile) translate(t, n int) (b profile) {
	for w := range n {
		b[w] = a[w^t]
	}
	return b
}

// excesses turns profiles of the flats into excesses of regions, by column.
func excesses(flats []*flat, choice []profile) map[uint64]int {
	all := map[uint64]int{}
	for i, f := range flats {
		excess := f.excess(choice[i])
		for q, column := range span(f.basis) {
			if f.sizes[q] > 0 {
				all[column] = excess[q]
			}
		}
	}
	return all
}

// run tries all choices of the first flat, on all cores. If several succeed, the first choice wins, so
// that the result is always the same.
func (p *peakSearch) run(ctx context.Context) (map[uint64]int, peakVerdict) {
	choices := len(p.lists[0])
	if len(p.flats) == 2 {
		choices = 1 // no heads
	}
	var mu sync.Mutex
	found, foundAt := map[uint64]int(nil), math.MaxInt
	var next atomic.Int64
	var stopped atomic.Bool
	group, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			w := &peakWorker{peakSearch: p, choice: make([]profile, len(p.flats))}
			for {
				at := int(next.Add(1)) - 1
				mu.Lock()
				done := at >= choices || at > foundAt
				mu.Unlock()
				if done {
					return nil
				}
				ok, complete := w.from(ctx, at)
				if !complete {
					stopped.Store(true)
					return nil
				}
				if ok {
					mu.Lock()
					if at < foundAt {
						found, foundAt = excesses(p.flats, w.choice), at
					}
					mu.Unlock()
				}
			}
		})
	}
	_ = group.Wait()
	switch {
	case found != nil:
		return found, peakFound
	case stopped.Load():
		return nil, peakUnknown
	default:
		return nil, peakImpossible
	}
}
