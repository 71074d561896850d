package covering

import (
	"context"
	"math"
	"slices"
	"sort"
)

// worker tries choices of one exhaustive search, with memory of its own.
type worker struct {
	*exhaustive
	choice []spectrum // of each subspace
	sums   [][]int16  // by level: the heads' values so far, for each quiet pattern
	stop   bool
}

// from tries spectrum number at of the first subspace. complete is false if the search was stopped.
func (w *worker) from(ctx context.Context, at int) (found, complete bool) {
	heads := len(w.cover) - 2
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

// noBounds is the bounds on the maxima within each subspace before any choice.
func (w *worker) noBounds() [][]int16 {
	bounds := make([][]int16, len(w.cover))
	for i := range bounds {
		bounds[i] = slices.Repeat([]int16{math.MaxInt16}, len(w.spaces[i]))
	}
	return bounds
}

// take chooses a translate of a spectrum of head i, adds it to the sums, and lowers the bounds on the
// later subspaces.
func (w *worker) take(i, at, t int, bounds [][]int16) {
	a := w.lists[i][at].translate(t, 1<<w.cover[i].dim())
	w.choice[i] = a
	from, to, classes := w.sums[i], w.sums[i+1], w.classes[i]
	for c := range to {
		to[c] = from[c] + a[classes[c]]
	}
	for j := i + 1; j < len(w.cover); j++ {
		for _, pair := range w.apart[i][j] {
			bounds[j][pair[1]] = min(bounds[j][pair[1]], int16(w.r)-w.maxima[i][at][pair[0]])
		}
	}
}

func within(maxima, bounds []int16) bool {
	for k, x := range maxima {
		if x > bounds[k] {
			return false
		}
	}
	return true
}

// heads chooses head i and those after it.
func (w *worker) heads(ctx context.Context, i int, bounds [][]int16) bool {
	if i == len(w.cover)-2 {
		return w.tails(ctx, bounds)
	}
	translates := 1
	if !w.free[i] {
		translates = 1 << w.cover[i].dim()
	}
	for at := range w.lists[i] {
		if at%4096 == 0 && w.spent(ctx, 4096) {
			w.stop = true
		}
		if !within(w.maxima[i][at], bounds[i]) {
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

// tails looks for spectra of the last two subspaces that fit the heads.
func (w *worker) tails(ctx context.Context, bounds [][]int16) bool {
	i := len(w.cover) - 2
	f, g := w.cover[i], w.cover[i+1]
	rows, cols := 1<<f.dim(), 1<<g.dim()
	m := w.table(i)
	permutation, slack := [maxListedPoints]int{}, -1 // -1: no permutation helps
	if rows == cols {
		if w.stop = w.stop || w.spent(ctx, maxListedPoints*maxListedPoints*maxListedPoints); w.stop {
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
	for at := range w.lists[i] {
		a := &w.lists[i][at]
		if at%256 == 0 && w.spent(ctx, 4096) {
			w.stop = true
			return false
		}
		if !within(w.maxima[i][at], bounds[i]) {
			continue
		}
		for t := range rows {
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

// table is M (see exhaustive), transposed: by class of the last subspace, then of the one before.
func (w *worker) table(i int) *matrix {
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

// room is what the translate of a by t leaves for the last spectrum: room[v] = r − max_u (M + a).
// left is its sum, which must not be negative. Along the heaviest permutation the maxima sum to at least
// n·r − slack; any excess over that uses up the slack.
func (w *worker) room(m *matrix, a *spectrum, t, rows, cols int, permutation *[maxListedPoints]int, slack int) (room spectrum, left int, ok bool) {
	over := 0
	for v := range cols {
		row := &m[v]
		highest := int16(never)
		for u := range rows {
			if row[u] != never {
				highest = max(highest, row[u]+a[(u^t)&(maxListedPoints-1)])
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

// fits looks in a sorted list for a spectrum that is at most room everywhere. Spectra sum to 0, so the
// differences sum to left, and only few values are possible at each place.
func (w *worker) fits(sorted []spectrum, place, n int, room *spectrum, left int) (spectrum, bool) {
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
		if b, ok := w.fits(sorted[begin:begin+same], place+1, n, room, left-int(room[place]-x)); ok {
			return b, true
		}
		begin += same
	}
	return spectrum{}, false
}
