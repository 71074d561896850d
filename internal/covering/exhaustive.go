package covering

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"lightsout/gf2"
)

// exhaustive decides whether there are excesses whose transform has a maximum of at most r, for regions covered by
// subspaces.
//
// All subspaces but the last two, the heads, take their spectra from their lists in turn. Let M(u,w) be the
// largest sum of the heads' values over the quiet patterns of class u of the last subspace but one and class
// w of the last. It remains to find spectra a and b of these two with M(u,w) + a(u) + b(w) ≤ r
// everywhere. Spectra sum to 0, so for every permutation π the sum of M(u, π(u)) is at most n·r: the
// heaviest permutation, which is an assignment problem (assignment.go), rejects nearly every choice of heads. If
// it does not, the slack, which is the difference to n·r, bounds how far a and b can deviate from it.
//
// Most pairs of spectra are rejected even earlier, by subspaces V, V' of two of the cover whose sum holds no
// regions but theirs: there maxima add up, and the sum must not exceed r.
type exhaustive struct {
	dim     int
	r       int
	cover   []*subspace
	spaces  [][]pointSpace // of each subspace of the cover, its own
	lists   [][]spectrum   // of each subspace; every set of translates has a member there
	maxima  [][][]int16    // of each subspace, spectrum and space within
	classes [][]uint16     // of each subspace: the class of quiet pattern c
	apart   [][][][2]int   // apart[i][j]: pairs of spaces within i and j whose maxima add up
	free    []bool         // of each subspace: its translations are independent of those before it
	sorted  []spectrum     // all spectra of the last subspace, translates included
	work    atomic.Int64
	budget  int64
}

// verdict is what a search found.
type verdict int

// The search was stopped, or no excesses have so small a maximum, or some have.
const (
	unknown verdict = iota
	impossible
	attained
)

// maxSpectra bounds the list of a subspace; a budget that allows fewer than 2^spectrumWork steps for each of them would
// not be enough, and a list takes some 200 bytes for each.
const (
	maxSpectra   = 1 << 20
	spectrumWork = 14
)

// maxMaps bounds how many symmetries of the regions are used.
const maxMaps = 1 << 10

// bounded decides whether regions can have excesses whose transform has a maximum of at most r, and returns
// them by column. It gives up when the budget, in elementary steps, is spent or the context ends. Otherwise
// the result does not depend on the number of cores.
func (s *columnSpace) bounded(ctx context.Context, r int, budget int64) (map[uint64]int, verdict) {
	p := &exhaustive{dim: s.Dim, r: r, budget: budget}
	cover := s.cover(ctx)
	if cover == nil {
		return nil, unknown
	}
	lists := make([][]spectrum, len(cover))
	for i, f := range cover {
		list, ok := f.list(r, int(min(maxSpectra, budget>>spectrumWork)), func() bool { return p.spent(ctx, 1024) })
		switch {
		case !ok:
			return nil, unknown
		case len(list) == 0:
			return nil, impossible
		}
		lists[i] = list
	}
	if len(cover) == 1 {
		return excesses(cover, []spectrum{lists[0][0]}), attained
	}
	p.order(cover, lists)
	p.lists[0] = p.cover[0].upTo(ctx, s.stabiliser(ctx, p.cover[0], maxMaps), p.lists[0])
	for i := range p.lists[1:] {
		p.lists[i+1] = p.cover[i+1].upTo(ctx, nil, p.lists[i+1])
	}
	if p.prepare(ctx, s); ctx.Err() != nil {
		return nil, unknown
	}
	return p.run(ctx)
}

// spent adds work done and reports whether the search must stop.
func (p *exhaustive) spent(ctx context.Context, steps int64) bool {
	return p.work.Add(steps) > p.budget || ctx.Err() != nil
}

// order puts the subspaces with the shortest lists first, since every pair of the first two is tried.
func (p *exhaustive) order(cover []*subspace, lists [][]spectrum) {
	index := make([]int, len(cover))
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(a, b int) int {
		if d := cover[a].dim() - cover[b].dim(); d != 0 {
			return d
		}
		return len(lists[a]) - len(lists[b])
	})
	for _, i := range index {
		p.cover = append(p.cover, cover[i])
		p.lists = append(p.lists, lists[i])
	}
}

// prepare computes everything that does not depend on choices, unless the context ends.
func (p *exhaustive) prepare(ctx context.Context, s *columnSpace) {
	var basis []uint64
	for i, f := range p.cover {
		spaces := subspacesOf(f.dim())
		p.spaces = append(p.spaces, spaces)
		maxima := make([][]int16, len(p.lists[i]))
		for j, a := range p.lists[i] {
			if ctx.Err() != nil {
				return
			}
			excess := f.excess(a)
			maxima[j] = make([]int16, len(spaces))
			for k, v := range spaces {
				maxima[j][k] = int16(v.maximum(excess[:]))
			}
		}
		p.maxima = append(p.maxima, maxima)
		classes := make([]uint16, 1<<p.dim)
		for c := range classes {
			classes[c] = uint16(f.class(uint64(c)))
		}
		p.classes = append(p.classes, classes)
		before := gf2.NewBasis64(basis...).Dim()
		basis = append(basis, f.basis...)
		p.free = append(p.free, gf2.NewBasis64(basis...).Dim() == before+f.dim())
	}
	p.apart = make([][][][2]int, len(p.cover))
	for i := range p.cover {
		p.apart[i] = make([][][2]int, len(p.cover))
		for j := range p.cover {
			if i != j && ctx.Err() == nil {
				p.apart[i][j] = p.pairsApart(s, i, j)
			}
		}
	}
	last := len(p.cover) - 1
	n := 1 << p.cover[last].dim()
	for _, a := range p.lists[last] {
		for t := range n {
			p.sorted = append(p.sorted, a.translate(t, n))
		}
	}
	slices.SortFunc(p.sorted, func(a, b spectrum) int { return slices.Compare(a[:], b[:]) })
	p.sorted = slices.Compact(p.sorted)
}

// pairsApart lists the spaces within two subspaces that are independent and whose sum holds no regions
// but those the two own within them.
func (p *exhaustive) pairsApart(s *columnSpace, i, j int) (pairs [][2]int) {
	f, g := p.cover[i], p.cover[j]
	fPoints, gPoints := gf2.Span64(f.basis), gf2.Span64(g.basis)
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
					if mixed && (column == 0 || s.Sizes[column] > 0) {
						continue next
					}
				}
			}
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

func (a spectrum) translate(t, n int) (b spectrum) {
	for w := range n {
		b[w] = a[w^t]
	}
	return b
}

// excesses turns spectra of the subspaces into excesses of regions, by column.
func excesses(cover []*subspace, choice []spectrum) map[uint64]int {
	all := map[uint64]int{}
	for i, f := range cover {
		excess := f.excess(choice[i])
		for q, column := range gf2.Span64(f.basis) {
			if f.sizes[q] > 0 {
				all[column] = excess[q]
			}
		}
	}
	return all
}

// run tries all choices of the first subspace, on all cores. If several succeed, the first choice wins, so
// that the result is always the same.
func (p *exhaustive) run(ctx context.Context) (map[uint64]int, verdict) {
	choices := len(p.lists[0])
	if len(p.cover) == 2 {
		choices = 1 // no heads
	}
	var mu sync.Mutex
	found, foundAt := map[uint64]int(nil), math.MaxInt
	var next atomic.Int64
	var stopped atomic.Bool
	group, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			w := &worker{exhaustive: p, choice: make([]spectrum, len(p.cover))}
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
						found, foundAt = excesses(p.cover, w.choice), at
					}
					mu.Unlock()
				}
			}
		})
	}
	_ = group.Wait()
	switch {
	case found != nil:
		return found, attained
	case stopped.Load():
		return nil, unknown
	default:
		return nil, impossible
	}
}
