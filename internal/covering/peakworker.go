package covering

import (
	"context"
	"math"
	"slices"
	"sort"
)

// peakWorker tries choices of one peakSearch, with memory of its own.
type peakWorker struct {
	*peakSearch
	choice []profile // of each flat
	sums   [][]int16 // by level: the heads' values so far, for each quiet pattern
	stop   bool
}

// from tries profile number at of the first flat. complete is false if the search was stopped.
func (w *peakWorker) from(ctx context.Context, at int) (found, complete bool) {
	heads := len(w.flats) - 2
	if w.sums == nil {
		for range heads + 1 {
			w.sums = append(w.sums, make([]int16, 1<<w.dim))
		}
	}
	if heads == 0 {
		found = w.tails(ctx, w.noBounds())
		return found, found || !w.stop
	}
	bounds := w.noBounds()
	w.take(0, at, 0, bounds)
	found = w.heads(ctx, 1, bounds)
	return found, found || !w.stop
}

// noBounds is the bounds on the peaks of each flat's subspaces before any choice.
func (w *peakWorker) noBounds() [][]int16 {
	bounds := make([][]int16, len(w.flats))
	for i := range bounds {
		bounds[i] = slices.Repeat([]int16{math.MaxInt16}, len(w.spaces[i]))
	}
	return bounds
}

// take chooses a translate of a profile of head i, adds it to the sums, and lowers the bounds on the
// later flats.
func (w *peakWorker) take(i, at, t int, bounds [][]int16) {
	a := w.lists[i][at].translate(t, 1<<w.flats[i].dim())
	w.choice[i] = a
	from, to, classes := w.sums[i], w.sums[i+1], w.classes[i]
	for c := range to {
		to[c] = from[c] + a[classes[c]]
	}
	for j := i + 1; j < len(w.flats); j++ {
		for _, pair := range w.apart[i][j] {
			bounds[j][pair[1]] = min(bounds[j][pair[1]], int16(w.r)-w.peaks[i][at][pair[0]])
		}
	}
}

func within(peaks, bounds []int16) bool {
	for k, x := range peaks {
		if x > bounds[k] {
			return false
		}
	}
	return true
}

// heads chooses head i and those after it.
func (w *peakWorker) heads(ctx context.Context, i int, bounds [][]int16) bool {
	if i == len(w.flats)-2 {
		return w.tails(ctx, bounds)
	}
	translates := 1
	if !w.free[i] {
		translates = 1 << w.flats[i].dim()
	}
	for at := range w.lists[i] {
		if at%4096 == 0 && w.spent(ctx, 4096) {
			w.stop = true
		}
		if !within(w.peaks[i][at], bounds[i]) {
			continue
		}
		for t := range translates {
			if w.stop = w.stop || w.spent(ctx, 1<<w.dim); w.stop {
				return false
			}
			lower := make([][]int16, len(bounds))
			for j := i + 1; j < len(bounds); j++ {
				lower[j] = slices.Clone(bounds[j])
			}
			w.take(i, at, t, lower)
			if w.heads(ctx, i+1, lower) {
				return true
			}
		}
	}
	return false
}

// tails looks for profiles of the last two flats that fit the heads.
func (w *peakWorker) tails(ctx context.Context, bounds [][]int16) bool {
	i := len(w.flats) - 2
	f, g := w.flats[i], w.flats[i+1]
	rows, cols := 1<<f.dim(), 1<<g.dim()
	m := w.table(i)
	permutation, slack := [maxFlatPoints]int{}, -1 // -1: no permutation helps
	if rows == cols {
		if w.stop = w.stop || w.spent(ctx, maxFlatPoints*maxFlatPoints*maxFlatPoints); w.stop {
			return false
		}
		heaviest, sum, ok := m.assign(rows)
		if ok {
			if slack = rows*w.r - sum; slack < 0 {
				return false
			}
			permutation = heaviest
		}
	}
	gaps := tightest(m, rows, &permutation, slack)
	for at := range w.lists[i] {
		a := &w.lists[i][at]
		if at%256 == 0 && w.spent(ctx, 4096) {
			w.stop = true
			return false
		}
		if !within(w.peaks[i][at], bounds[i]) {
			continue
		}
		for t := range rows {
			if !keeps(gaps, a, t) {
				continue
			}
			room, left, ok := w.room(m, a, t, rows, cols, &permutation, slack)
			if !ok {
				continue
			}
			if b, ok := w.fits(w.sorted, 0, cols, &room, left); ok {
				w.choice[i], w.choice[i+1] = a.translate(t, rows), b
				return true
			}
		}
	}
	return false
}

// gap bounds how much the value at one class may exceed that at another.
type gap struct {
	u, s      uint8
	low, high int16 // of a(u) − a(s)
}

// maxGaps is how many gaps are worth testing before the whole profile.
const maxGaps = 12

// tightest derives from the heaviest permutation bounds on the differences between values of a
// profile, and picks the narrowest. Where s = π⁻¹(v), a(u) − a(s) ≤ M(s,v) − M(u,v) + over(v), and
// the over(v) sum to no more than the slack; so bounds add up along paths, the slack counting once.
func tightest(m *matrix, n int, permutation *[maxFlatPoints]int, slack int) []gap {
	if slack < 0 {
		return nil
	}
	const far = 1 << 24
	var most [maxFlatPoints][maxFlatPoints]int
	for v := range n {
		s := permutation[v]
		for u := range n {
			most[u][s] = far
			if m[v][u] != never {
				most[u][s] = int(m[v][s]) - int(m[v][u])
			}
		}
	}
	for k := range n {
		for u := range n {
			for s := range n {
				most[u][s] = min(most[u][s], most[u][k]+most[k][s])
			}
		}
	}
	var gaps []gap
	for u := range n {
		for s := range u {
			if width := most[u][s] + most[s][u]; width < 1<<12 {
				gaps = append(gaps, gap{uint8(u), uint8(s), int16(-most[s][u] - slack), int16(most[u][s] + slack)})
			}
		}
	}
	slices.SortStableFunc(gaps, func(a, b gap) int { return int(a.high-a.low) - int(b.high-b.low) })
	return gaps[:min(len(gaps), maxGaps)]
}

// keeps reports whether the translate of a profile by t stays within the gaps.
func keeps(gaps []gap, a *profile, t int) bool {
	for _, g := range gaps {
		if d := a[int(g.u)^t] - a[int(g.s)^t]; d < g.low || d > g.high {
			return false
		}
	}
	return true
}

// table is M (see peakSearch), transposed: by class of the last flat, then of the one before.
func (w *peakWorker) table(i int) *matrix {
	m := &matrix{}
	for v := range m {
		for u := range m[v] {
			m[v][u] = never
		}
	}
	sums, us, vs := w.sums[i], w.classes[i], w.classes[i+1]
	for c, x := range sums {
		m[vs[c]][us[c]] = max(m[vs[c]][us[c]], x)
	}
	return m
}

// room is what the translate of a by t leaves for the last profile: room[v] = r − max_u (M + a).
// left is its sum, which must not be negative. Along the heaviest permutation the maxima sum to at least
// n·r − slack; any excess over that uses up the slack.
func (w *peakWorker) room(m *matrix, a *profile, t, rows, cols int, permutation *[maxFlatPoints]int, slack int) (room profile, left int, ok bool) {
	over := 0
	for v := range cols {
		row := &m[v]
		highest := int16(never)
		for u := range rows {
			if row[u] != never {
				highest = max(highest, row[u]+a[(u^t)&(maxFlatPoints-1)])
			}
		}
		if slack >= 0 {
			u := permutation[v]
			if over += int(highest) - int(row[u]+a[u^t]); over > slack {
				return room, 0, false
			}
		}
		room[v] = int16(w.r) - highest
		left += int(room[v])
	}
	return room, left, left >= 0
}

// fits looks in a sorted list for a profile that is at most room everywhere. Profiles sum to 0, so the
// differences sum to left, and only few values are possible at each place.
func (w *peakWorker) fits(sorted []profile, place, n int, room *profile, left int) (profile, bool) {
	if len(sorted) == 0 {
		return profile{}, false
	}
	if place == n {
		return sorted[0], true
	}
	lowest := int(room[place]) - left
	begin := sort.Search(len(sorted), func(i int) bool { return int(sorted[i][place]) >= lowest })
	for begin < len(sorted) && sorted[begin][place] <= room[place] {
		x := sorted[begin][place]
		same := sort.Search(len(sorted)-begin, func(i int) bool { return sorted[begin+i][place] > x })
		if b, ok := w.fits(sorted[begin:begin+same], place+1, n, room, left-int(room[place]-x)); ok {
			return b, true
		}
		begin += same
	}
	return profile{}, false
}
