package covering

import (
	"context"
	"math"
	"runtime"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"lightsout/gf2"
)

// exhaustive decides whether there are excesses whose transform has a maximum of at most r, for regions in four
// subspaces of which the first two span everything, and the last two (quarters.go).
//
// The first two take their spectra from their lists in turn. A quiet pattern acts on the other two in classes u and w,
// and every pair of classes is that of one pattern. Let M(u,w) be the sum of the first two's values there. It remains
// to find spectra a and b of the last two with M(u,w) + a(u) + b(w) ≤ r everywhere. Spectra sum to 0, so for every
// permutation π the sum of M(u, π(u)) is at most n·r: the heaviest permutation, which is an assignment problem
// (assignment.go), rejects nearly every choice. If it does not, the slack, which is the difference to n·r, bounds how
// far a and b can deviate from it.
//
// Most pairs of spectra are rejected even earlier, by subspaces V, V' within two of the four whose sum holds no regions
// but theirs: there maxima add up, and the sum must not exceed r.
type exhaustive struct {
	dim     int
	r       int
	four    [4]*subspace
	spaces  []pointSpace  // the subspaces of each
	lists   [4][]spectrum // of each; every set of translates has a member there
	maxima  [3][][]int16  // of each, spectrum and space within
	apart   [3][3][][2]int
	classes [4][]uint8 // of each: the class of quiet pattern c
	sorted  []spectrum // all spectra of the last, translates included
	work    atomic.Int64
	budget  int64
}

// maxSpectra bounds the list of a subspace; a budget that allows fewer than 2^spectrumWork steps for each of them would
// not be enough, and a list takes some 200 bytes for each.
const (
	maxSpectra   = 1 << 20
	spectrumWork = 14
)

// bounded decides whether regions can have excesses whose transform has a maximum of at most r, and returns them in the
// order of the points, or nil. It is not ok if the budget, in elementary steps, is spent, the context ends or the
// subspaces are not as they should be. The result does not depend on the number of cores.
func (s *columnSpace) bounded(ctx context.Context, subspaces []*subspace, r int, budget int64) (excess []int, ok bool) {
	p := &exhaustive{dim: s.Dim, r: r, budget: budget}
	lists := map[*subspace][]spectrum{}
	for _, f := range subspaces {
		list, ok := f.list(r, int(min(maxSpectra, budget>>spectrumWork)), func() bool { return p.spent(ctx, 1024) })
		if !ok || len(list) == 0 {
			return nil, ok
		}
		lists[f] = list
	}
	if len(subspaces) == 1 {
		return s.excesses(subspaces, lists[subspaces[0]][:1]), true
	}
	// The shortest lists come first, since every pair of the first two is tried.
	order := slices.Clone(subspaces)
	slices.SortStableFunc(order, func(a, b *subspace) int { return len(lists[a]) - len(lists[b]) })
	if !s.paired(order) {
		return nil, false
	}
	p.four = [4]*subspace(order)
	for i, f := range p.four {
		p.lists[i] = f.upTo(ctx, lists[f])
	}
	p.prepare(ctx, s)
	choice, ok := p.run(ctx)
	if choice != nil {
		excess = s.excesses(p.four[:], choice)
	}
	return excess, ok
}

// spent adds work done and reports whether the search must stop.
func (p *exhaustive) spent(ctx context.Context, steps int64) bool {
	return p.work.Add(steps) > p.budget || ctx.Err() != nil
}

// prepare computes everything that does not depend on choices, unless the context ends.
func (p *exhaustive) prepare(ctx context.Context, s *columnSpace) {
	p.spaces = subspacesOf(p.dim / 2)
	for i, f := range p.four[:3] {
		for _, a := range p.lists[i] {
			if ctx.Err() != nil {
				return
			}
			excess, maxima := f.excess(a), make([]int16, len(p.spaces))
			for k, v := range p.spaces {
				maxima[k] = int16(v.maximum(excess[:]))
			}
			p.maxima[i] = append(p.maxima[i], maxima)
		}
		for j := range i {
			p.apart[j][i] = p.pairsApart(s, j, i)
		}
	}
	for i, f := range p.four {
		for c := range uint64(1) << p.dim {
			p.classes[i] = append(p.classes[i], uint8(f.class(c)))
		}
	}
	n := 1 << (p.dim / 2)
	for _, a := range p.lists[3] {
		for t := range n {
			p.sorted = append(p.sorted, a.translate(t, n))
		}
	}
	slices.SortFunc(p.sorted, func(a, b spectrum) int { return slices.Compare(a[:], b[:]) })
	p.sorted = slices.Compact(p.sorted)
}

// pairsApart lists the spaces within two subspaces that are independent and whose sum holds no regions but those within
// them.
func (p *exhaustive) pairsApart(s *columnSpace, i, j int) (pairs [][2]int) {
	fPoints, gPoints := gf2.Span64(p.four[i].basis), gf2.Span64(p.four[j].basis)
	for a, v := range p.spaces {
	next:
		for b, w := range p.spaces {
			for _, x := range v[1:] { // point 0 comes first
				for _, y := range w[1:] {
					if column := fPoints[x] ^ gPoints[y]; column == 0 || s.Sizes[column] > 0 {
						continue next
					}
				}
			}
			pairs = append(pairs, [2]int{a, b})
		}
	}
	return pairs
}

// excesses turns spectra of the subspaces into excesses of the points.
func (s *columnSpace) excesses(subspaces []*subspace, choice []spectrum) []int {
	all := make([]int, len(s.Points))
	for i, f := range subspaces {
		excess := f.excess(choice[i])
		for q, column := range gf2.Span64(f.basis) {
			if f.sizes[q] > 0 {
				all[slices.Index(s.Points, column)] = excess[q]
			}
		}
	}
	return all
}

// run tries all choices of the first subspace, on all cores. If several succeed, the first one wins, so that the result
// is always the same. It is not ok if the search was stopped.
func (p *exhaustive) run(ctx context.Context) (choice []spectrum, ok bool) {
	var mu sync.Mutex
	next, first, ok := 0, len(p.lists[0]), ctx.Err() == nil
	var group errgroup.Group
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			mu.Lock()
			defer mu.Unlock()
			for next < first && ok {
				at := next
				next++
				mu.Unlock()
				found, complete := p.from(ctx, at)
				mu.Lock()
				ok = ok && complete
				if found != nil && at < first {
					choice, first = found, at
				}
			}
			return nil
		})
	}
	_ = group.Wait()
	return choice, ok
}

// lower lowers the bounds on the maxima of subspace j by a choice of subspace i.
func (p *exhaustive) lower(bounds []int16, i, at, j int) []int16 {
	bounds = slices.Clone(bounds)
	for _, pair := range p.apart[i][j] {
		bounds[pair[1]] = min(bounds[pair[1]], int16(p.r)-p.maxima[i][at][pair[0]])
	}
	return bounds
}

func within(maxima, bounds []int16) bool {
	for k, x := range maxima {
		if x > bounds[k] {
			return false
		}
	}
	return true
}

// from tries spectrum number at of the first subspace. complete is false if the search was stopped.
func (p *exhaustive) from(ctx context.Context, at int) (choice []spectrum, complete bool) {
	none := slices.Repeat([]int16{math.MaxInt16}, len(p.spaces))
	second, third := p.lower(none, 0, at, 1), p.lower(none, 0, at, 2)
	a := &p.lists[0][at]
	for i := range p.lists[1] {
		if i%4096 == 0 && p.spent(ctx, 4096) {
			return nil, false
		}
		if !within(p.maxima[1][i], second) {
			continue
		}
		if p.spent(ctx, int64(1)<<p.dim+maxListedPoints*maxListedPoints*maxListedPoints) {
			return nil, false
		}
		b := &p.lists[1][i]
		var m matrix
		for c, u := range p.classes[2] {
			m[p.classes[3][c]][u] = a[p.classes[0][c]] + b[p.classes[1][c]]
		}
		tail, complete := p.tails(ctx, &m, p.lower(third, 1, i, 2))
		if tail != nil {
			return append([]spectrum{*a, *b}, tail...), true
		}
		if !complete {
			return nil, false
		}
	}
	return nil, true
}

// tails looks for spectra of the last two subspaces that fit.
func (p *exhaustive) tails(ctx context.Context, m *matrix, bounds []int16) (choice []spectrum, complete bool) {
	n := 1 << (p.dim / 2)
	permutation, sum := m.assign(n)
	slack := n*p.r - sum
	if slack < 0 {
		return nil, true
	}
	for at := range p.lists[2] {
		if at%256 == 0 && p.spent(ctx, 4096) {
			return nil, false
		}
		if !within(p.maxima[2][at], bounds) {
			continue
		}
		for t := range n {
			a := p.lists[2][at].translate(t, n)
			if room, left, ok := p.room(m, &a, permutation[:n], slack); ok {
				if b, ok := fits(p.sorted, 0, n, &room, left); ok {
					return []spectrum{a, b}, true
				}
			}
		}
	}
	return nil, true
}

// room is what a leaves for the last spectrum: room[v] = r − max_u (M + a). left is its sum, which must not be
// negative. Along the heaviest permutation the maxima sum to at least n·r − slack; any excess over that uses up the
// slack.
func (p *exhaustive) room(m *matrix, a *spectrum, permutation []int, slack int) (room spectrum, left int, ok bool) {
	n, over := len(permutation), 0
	for v := range n {
		row := &m[v]
		highest := int16(math.MinInt16)
		for u := range n {
			highest = max(highest, row[u]+a[u])
		}
		u := permutation[v]
		if over += int(highest) - int(row[u]+a[u]); over > slack {
			return room, 0, false
		}
		room[v] = int16(p.r) - highest
		left += int(room[v])
	}
	return room, left, left >= 0
}

// fits looks in a sorted list for a spectrum that is at most room everywhere. Spectra sum to 0, so the
// differences sum to left, and only few values are possible at each place.
func fits(sorted []spectrum, place, n int, room *spectrum, left int) (spectrum, bool) {
	if len(sorted) == 0 {
		return spectrum{}, false
	}
	if place == n {
		return sorted[0], true
	}
	lowest := int(room[place]) - left
	begin := sort.Search(len(sorted), func(i int) bool { return int(sorted[i][place]) >= lowest })
	for begin < len(sorted) && sorted[begin][place] <= room[place] {
		x := sorted[begin][place]
		same := sort.Search(len(sorted)-begin, func(i int) bool { return sorted[begin+i][place] > x })
		if b, ok := fits(sorted[begin:begin+same], place+1, n, room, left-int(room[place]-x)); ok {
			return b, true
		}
		begin += same
	}
	return spectrum{}, false
}
