package cosetleader

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
)

// wagner looks for small sets where a proof is out of reach: it proves nothing.
//
// Choose k independent columns, an information set, and write all others in terms of them. Then every
// sum of other columns becomes the target by adding as many columns of the set as the two differ in
// checks, so look for sums that differ in few (E. Prange, 1962). Sums of 2, 4 and 8 columns are made
// of pairs that agree on a window of checks, so that they vanish there (D. Wagner, CRYPTO 2002,
// instead of the single window of J. Stern, 1988); the windows lie where the target is zero.
//
// Cost per information set: up to 3·2^18 sums and a pass over the columns.
//
// Where a class of columns spans a smaller space, the problem is also solved in two halves: modulo
// that space with the columns outside, and what is left within it. Both have fewer checks, so sums
// vanish more easily.
func (s *dualSearch) wagner(i int) {
	p := s.parts[i]
	offer := func(set []int) {
		slices.Sort(set)
		if p.sumIsTarget(set) { // false if the context ended before anything was found
			s.better(i, set)
		}
	}
	offer(s.lightestSum(p))
	for _, inside := range p.classes() {
		h, ok := newHalves(p, inside)
		if !ok || s.ctx.Err() != nil {
			continue
		}
		set := h.outer.columns(s.lightestSum(h.outer.part))
		h.aim(set)
		offer(append(set, h.inner.columns(s.lightestSum(h.inner.part))...))
	}
}

// lightestSum is the smallest set found on a few information sets.
func (s *dualSearch) lightestSum(p *part) []int {
	const round = 4
	var best []int
	sets := int(min(max(s.options.MaxSums>>30, 1), 4)) * round
	for first := 0; first < sets && s.ctx.Err() == nil; first += round {
		var found [round][]int
		var next atomic.Int64
		var wait sync.WaitGroup
		for range min(s.options.Workers, round) {
			wait.Go(func() {
				for j := int(next.Add(1)) - 1; j < round && s.ctx.Err() == nil; j = int(next.Add(1)) - 1 {
					found[j] = newCheckSet(p, uint64(first+j)).lightest(s.ctx)
				}
			})
		}
		wait.Wait()
		for _, set := range found {
			if set != nil && p.sumIsTarget(set) && (best == nil || compareSets(set, best) < 0) {
				best = set
			}
		}
	}
	return best
}

// checkSet is an information set of a part: its checks are rewritten so that k of the columns are unit
// vectors. All the others are the set. The rows are those of all columns.
type checkSet struct {
	part *part
	base []uint64 // the target
	flat []uint64 // all columns, one after another
	unit []int    // the column that is 1 at check i only
}

func (f *checkSet) row(c int) []uint64 { return f.flat[c*f.part.words:][:f.part.words] }

func newCheckSet(p *part, seed uint64) *checkSet {
	order := rand.New(rand.NewPCG(seed, 0x697364)).Perm(p.m())
	m := gf2.NewMatrix(p.k, p.m()+1) // a row for each check; the last column is the target
	for j, c := range order {
		for i := range onesOf(p.col(c)) {
			m.Set(i, j, true)
		}
	}
	for i := range onesOf(p.target) {
		m.Set(i, p.m(), true)
	}
	pivots := m.ReduceColumns(p.m())
	f := &checkSet{part: p, base: make([]uint64, p.words), flat: make([]uint64, len(p.cols)), unit: make([]int, p.k)}
	// The checks are renumbered: first those at which the rewritten target is 0.
	checks := make([]int, p.k)
	for i := range checks {
		checks[i] = i
	}
	slices.SortStableFunc(checks, func(a, b int) int { return m.Row(a).NextOne(p.m()) - m.Row(b).NextOne(p.m()) })
	for place, i := range checks {
		f.unit[place] = order[pivots[i]]
		for j := range m.Row(i).Ones() {
			column := f.base
			if j < p.m() {
				column = f.row(order[j])
			}
			column[place/64] |= 1 << (place % 64)
		}
	}
	return f
}

// level is sums of 2^d columns that vanish on the first zero checks.
type level struct {
	words []uint64
	from  [][2]int32 // the two sums of the level below that each was made of; level 0: the column
	zero  int
}

// lightest is the smallest set found on this information set, or so far when the context ends.
func (f *checkSet) lightest(ctx context.Context) []int {
	p := f.part
	levels := []*level{{words: f.flat}}
	best := onesIn(f.base)
	set := f.complete(nil)
	free := p.k - best // checks at which the target is 0
	for d := range 4 {
		top := levels[d]
		for at := 0; at < len(top.words)/p.words; at++ {
			if n := 1<<d + distance(f.base, top.words[at*p.words:(at+1)*p.words]); n < best {
				best, set = n, f.complete(leaves(levels, at))
			}
		}
		if ctx.Err() != nil {
			break
		}
		next := f.join(top, free)
		if next == nil {
			break
		}
		levels = append(levels, next)
	}
	return set
}

// join makes the pairs that agree on the next window, about as many as one level should hold. It is
// nil if the windows would reach checks at which the target is not zero, or if no pair agrees.
func (f *checkSet) join(l *level, free int) *level {
	words := f.part.words
	n := len(l.words) / words
	size := min(1<<18, 64*f.part.m())
	window := 0
	for n*n/2>>window > size {
		window++
	}
	if l.zero+window > free || window > 30 {
		return nil
	}
	key := func(at int) uint32 { return window32(l.words[at*words:(at+1)*words], l.zero, window) }
	start := make([]int32, 1<<window+1)
	for at := range n {
		start[key(at)+1]++
	}
	for w := range 1 << window {
		start[w+1] += start[w]
	}
	order := make([]int32, n)
	fill := slices.Clone(start)
	for at := range n {
		order[fill[key(at)]] = int32(at)
		fill[key(at)]++
	}
	next := &level{zero: l.zero + window}
	for w := range 1 << window {
		group := order[start[w]:start[w+1]]
		for i, a := range group {
			for _, b := range group[i+1:] {
				if len(next.from) == 2*size {
					return next
				}
				for k := range words {
					next.words = append(next.words, l.words[int(a)*words+k]^l.words[int(b)*words+k])
				}
				next.from = append(next.from, [2]int32{a, b})
			}
		}
	}
	if len(next.from) == 0 {
		return nil
	}
	return next
}

// window32 is some bits of a column.
func window32(col []uint64, from, n int) uint32 {
	w, b := from/64, from%64
	x := col[w] >> b
	if b > 0 && w+1 < len(col) {
		x |= col[w+1] << (64 - b)
	}
	return uint32(x & (1<<n - 1))
}

// complete turns a sum of columns into the target with columns of the information set.
func (f *checkSet) complete(sum []int) []int {
	odd := map[int]bool{}
	rest := slices.Clone(f.base)
	for _, c := range sum {
		odd[c] = !odd[c]
		for w, x := range f.row(c) {
			rest[w] ^= x
		}
	}
	for i := range onesOf(rest) {
		odd[f.unit[i]] = !odd[f.unit[i]]
	}
	var set []int
	for c, is := range odd {
		if is {
			set = append(set, c)
		}
	}
	slices.Sort(set)
	return set
}

// leaves lists the columns of a sum of the top level.
func leaves(levels []*level, at int) []int {
	d := len(levels) - 1
	if d == 0 {
		return []int{at}
	}
	pair := levels[d].from[at]
	return append(leaves(levels[:d], int(pair[0])), leaves(levels[:d], int(pair[1]))...)
}
