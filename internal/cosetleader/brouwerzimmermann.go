package cosetleader

import (
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
)

// brouwerZimmermann tries light patterns on disjoint information sets.
//
// The ones of a word on an information set determine the word. Take several such sets, disjoint or
// nearly so, and try on set j all patterns of cost up to t_j: a word not found by then costs at
// least t_j+1 on every set, so at least the sum of these. (Brouwer and Zimmermann find the minimum
// distance of codes this way; Betten and others, Error-Correcting Linear Codes, 2006, section 1.8.
// For a coset only the word to start from differs.) The first good words come from random sets; see
// leebrickell.go.
//
// It suits codes of rate about one half and more, whose cosets have light words: the code of
// hypercube:7 has two sets of 64, and a word of weight 16 has at most 8 on one of them.
//
// Among words of equal weight the first in order of shells and patterns is preferred, after what leeBrickell found.
//
// Cost: the number of patterns tried, one addition and count each.
func brouwerZimmermann(s *search) error {
	if s.f.total > math.MaxInt16 {
		return unaryError(zimmermann, s.f.total)
	}
	if !s.listing() {
		leeBrickell(s, leeBrickellLong)
	}
	z := &shells{s: s, sets: findSets(s), seen: map[string]bool{}}
	if err := s.ctx.Err(); err != nil {
		return err
	}
	z.report()
	for s.rounded(z.lower()) <= s.aim() {
		if s.enough() {
			return ErrEnough
		}
		next := z.sets[0]
		for _, set := range z.sets[1:] {
			if set.tried < next.tried {
				next = set
			}
		}
		if next.tried == next.most {
			break // every word has been tried
		}
		before := s.words.Load()
		if err := z.shell(next); err != nil {
			return err
		}
		z.report()
		if !s.listing() { // the next shell may take for ever: spend as much time looking for a better word
			leeBrickell(s, int(s.words.Load()-before)*next.words)
		}
	}
	return nil
}

// shellSet is an information set whose patterns are tried by their cost, all of them.
type shellSet struct {
	words    int
	base     []uint64 // the columns outside the set, with no column chosen
	flat     []uint64 // what each column of the set changes there, one row after another
	rows     []gf2.Vec
	word     gf2.Vec
	cost     []int // of the pivots, ascending, which is the order of rows
	borrowed int   // cost of pivots that belong to earlier sets
	most     int   // cost of all pivots together
	tried    int   // patterns of cost up to this have been tried
}

func (set *shellSet) row(i int) []uint64 { return set.flat[i*set.words:][:set.words] }

// from is the first row whose pivot costs c or more.
func (set *shellSet) from(c int) int {
	i, _ := slices.BinarySearch(set.cost, c)
	return i
}

// findSets takes information sets as long as most of their columns are new; expensive columns first,
// as they make the bound grow faster. If the search is stopped, it returns only some of them.
func findSets(s *search) []*shellSet {
	f := s.f
	left := make([]int, f.n())
	for j := range left {
		left[j] = j
	}
	slices.SortStableFunc(left, func(a, b int) int { return f.cost[b] - f.cost[a] })
	var sets []*shellSet
	var used []int
	for len(left) > 0 && !s.stopped() {
		rows, pivot, word := f.rebase(slices.Concat(left, used))
		if s.stopped() {
			break
		}
		set := &shellSet{word: word, tried: -1}
		order := make([]int, len(pivot))
		for i, c := range pivot {
			order[i] = i
			set.most += f.cost[c]
			if slices.Contains(used, c) {
				set.borrowed += f.cost[c]
			}
		}
		if 3*set.borrowed > set.most {
			break
		}
		slices.SortStableFunc(order, func(a, b int) int { return f.cost[pivot[a]] - f.cost[pivot[b]] })
		for _, i := range order {
			set.rows = append(set.rows, rows[i])
			set.cost = append(set.cost, f.cost[pivot[i]])
		}
		set.pack(f, pivot)
		sets = append(sets, set)
		used = append(used, pivot...)
		left = slices.DeleteFunc(left, func(c int) bool { return slices.Contains(pivot, c) })
	}
	return sets
}

// pack lays out the columns that are not pivots.
func (set *shellSet) pack(f *form, pivot []int) {
	var others []int
	for j := range f.n() {
		if !slices.Contains(pivot, j) {
			others = append(others, j)
		}
	}
	u := newUnary(others, f.cost)
	set.words = u.words
	set.base = u.row(set.word)
	for _, r := range set.rows {
		set.flat = append(set.flat, u.row(r)...)
	}
}

// shells is the state of the search over all sets.
type shells struct {
	s    *search
	sets []*shellSet
	seen map[string]bool // when listing: words already offered
}

// lower is the bound that the patterns tried so far prove. Borrowed columns count for another set.
func (z *shells) lower() int {
	sum := 0
	for _, set := range z.sets {
		sum += max(0, set.tried+1-set.borrowed)
	}
	return sum
}

func (z *shells) report() {
	z.s.raise(z.lower())
	z.s.record(func(p *Proof) {
		p.Radii, p.Borrowed = p.Radii[:0], p.Borrowed[:0]
		for _, set := range z.sets {
			p.Radii = append(p.Radii, set.tried)
			p.Borrowed = append(p.Borrowed, set.borrowed)
		}
	})
}

// shell tries the patterns on one set that cost one more than those tried so far.
func (z *shells) shell(set *shellSet) error {
	t := set.tried + 1
	type first struct {
		weight int
		word   gf2.Vec
	}
	starts := len(set.rows) + 1 // the first pivot of a pattern, or none
	found := make([]first, starts)
	var bound atomic.Int64
	bound.Store(int64(z.s.aim()))
	var next atomic.Int64
	var mu sync.Mutex
	var group sync.WaitGroup
	for range z.s.workers {
		group.Go(func() {
			w := &walker{s: z.s, set: set, shell: t, bound: &bound}
			for {
				at := int(next.Add(1)) - 1
				if at >= starts || z.s.stopped() {
					break
				}
				w.own = math.MaxInt
				w.met = func(weight int, word gf2.Vec) {
					if z.s.listing() {
						mu.Lock()
						defer mu.Unlock()
						if key := word.String(); !z.seen[key] {
							z.seen[key] = true
							z.s.offer(word, weight)
						}
						return
					}
					found[at] = first{weight, word}
				}
				w.start(at)
			}
			z.s.words.Add(w.tried)
		})
	}
	group.Wait()
	best := first{weight: math.MaxInt}
	for _, f := range found {
		if f.word.Len() > 0 && f.weight < best.weight {
			best = f
		}
	}
	if best.weight <= z.s.aim() {
		z.s.offer(best.word, best.weight)
	}
	if err := z.s.ctx.Err(); err != nil {
		return err
	}
	set.tried = t
	return nil
}

// walker tries the patterns of a shell that begin at one pivot, depth first.
type walker struct {
	s     *search
	set   *shellSet
	shell int
	bound *atomic.Int64 // words up to this weight matter
	own   int           // the best weight found since the start; later words must be lighter
	met   func(weight int, word gf2.Vec)
	path  []int
	sums  [][]uint64 // per depth
	tried uint64
}

// start tries the patterns whose first pivot is i−1; 0 stands for the empty pattern.
func (w *walker) start(i int) {
	switch {
	case i == 0 && w.shell == 0:
		w.last(w.set.base, 0, 0)
	case i == 0 || w.shell < w.set.cost[i-1]:
	case w.shell == w.set.cost[i-1]:
		w.last(w.set.base, i-1, i)
	default:
		w.step(0, i-1, w.shell, w.set.base)
	}
}

// step adds pivot i to the pattern, which may cost left more, and continues.
func (w *walker) step(depth, i, left int, sum []uint64) {
	if depth == len(w.sums) {
		w.sums = append(w.sums, make([]uint64, w.set.words))
	}
	next := w.sums[depth]
	for j, x := range w.set.row(i) {
		next[j] = sum[j] ^ x
	}
	left -= w.set.cost[i]
	w.path = append(w.path, i)
	w.last(next, max(i+1, w.set.from(left)), w.set.from(left+1))
	// Pivots are sorted by cost, so the next ones cost no less.
	for j := i + 1; j < len(w.set.rows) && 2*w.set.cost[j] <= left; j++ {
		if depth < 2 && w.s.stopped() {
			break
		}
		w.step(depth+1, j, left, next)
	}
	w.path = w.path[:len(w.path)-1]
}

// last tries the pattern so far with each of the pivots from, …, to−1 added; if from = to in shell 0,
// the empty pattern.
func (w *walker) last(sum []uint64, from, to int) {
	if from == to && w.shell == 0 {
		w.tried++
		if weight := onesIn(sum); weight <= w.limit() {
			w.meet(weight, -1)
		}
		return
	}
	if from >= to {
		return
	}
	w.tried += uint64(to - from)
	words := w.set.words
	for i := from; i < to; i++ {
		if i += near(sum, w.set.flat[i*words:to*words], w.limit()-w.shell); i < to {
			w.meet(w.shell+distance(sum, w.set.row(i)), i)
		}
	}
}

func (w *walker) limit() int { return min(int(w.bound.Load()), w.own-1) }

// meet handles a word that is light enough: the path and, unless i is negative, pivot i.
func (w *walker) meet(weight, i int) {
	word := w.set.word.Clone()
	for _, j := range w.path {
		word.Add(w.set.rows[j])
	}
	if i >= 0 {
		word.Add(w.set.rows[i])
	}
	w.met(weight, word)
	if w.s.listing() {
		return
	}
	w.own = weight
	for {
		b := w.bound.Load()
		if int64(weight) >= b || w.bound.CompareAndSwap(b, int64(weight)) {
			return
		}
	}
}
