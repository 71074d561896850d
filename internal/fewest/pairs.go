package fewest

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"lightsout/gf2"
)

// pair is two classes that are independent and together determine a word.
type pair struct {
	halves [2]*half
	rows   []gf2.Vec // first the rows of halves[0], then those of halves[1]
	word   gf2.Vec
	tables [2]*rowSums
	done   int // every pair of words with excess up to this has been tried
}

// findPairs looks for disjoint pairs of classes by the caller's labels.
func findPairs(f *form) ([]*pair, error) {
	if f.total > math.MaxInt16 {
		return nil, sixteenBits("split", f.total)
	}
	if f.k() > 2*maxClass {
		return nil, tooManyCoefficients("split", f.k())
	}
	pairs := f.pairsByClass()
	if pairs == nil {
		return nil, fmt.Errorf("%w: split finds no two classes of dimensions up to %d that are independent and span",
			ErrMethod, maxClass)
	}
	return pairs, nil
}

// pairsByClass finds the pairs that the labels name, those with the most columns first.
func (f *form) pairsByClass() []*pair {
	members := map[int][]int{}
	for j, c := range f.class {
		members[c] = append(members[c], j)
	}
	labels := slices.Sorted(maps.Keys(members))
	rank := map[int]int{}
	for _, c := range labels {
		_, pivot, _ := f.rebase(members[c])
		rank[c] = len(pivot)
	}
	var candidates [][2]int
	for i, a := range labels {
		for _, b := range labels[i+1:] {
			if rank[a]+rank[b] == f.k() && max(rank[a], rank[b]) <= maxClass {
				candidates = append(candidates, [2]int{a, b})
			}
		}
	}
	size := func(c [2]int) int { return len(members[c[0]]) + len(members[c[1]]) }
	slices.SortStableFunc(candidates, func(a, b [2]int) int { return size(b) - size(a) })
	var pairs []*pair
	used := map[int]bool{}
	for _, c := range candidates {
		if used[c[0]] || used[c[1]] {
			continue
		}
		if p := newPair(f, members[c[0]], members[c[1]], rank[c[0]]); p != nil {
			used[c[0]], used[c[1]] = true, true
			p.halves[0].class, p.halves[1].class = c[0], c[1]
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// newPair returns the pair of two sets of columns whose ranks, of which that of a is given, add up to the dimension. It
// is nil if they do not span, so that they are not independent, or the form was stopped.
func newPair(f *form, a, b []int, rank int) *pair {
	rows, pivot, word := f.rebase(slices.Concat(a, b))
	if len(pivot) < f.k() {
		return nil
	}
	cut := rank // the pivots in a come first; the other rows vanish on a, and these on b, where the others span
	based := &form{rows: rows, pivot: pivot, word: word, given: word, cost: f.cost, total: f.total}
	p := &pair{rows: rows, word: word, done: -1}
	index := inOrder(len(rows))
	p.halves[0] = &half{f: based.restrict(a, index[:cut])}
	p.halves[1] = &half{f: based.restrict(b, index[cut:])}
	outside := slices.DeleteFunc(inOrder(f.n()), func(j int) bool {
		return slices.Contains(a, j) || slices.Contains(b, j)
	})
	p.tables[0] = newRowSums(rows[:cut], word, outside, f.cost)
	p.tables[1] = newRowSums(rows[cut:], gf2.NewVec(f.n()), outside, f.cost)
	return p
}

// join is the word of the form that a word of each class determines.
func (p *pair) join(u, v uint32) gf2.Vec {
	word := p.word.Clone()
	cut := p.halves[0].f.k()
	for i, row := range p.rows {
		x, at := u, i
		if i >= cut {
			x, at = v, i-cut
		}
		if x>>at&1 != 0 {
			word.Add(row)
		}
	}
	return word
}

// rowSums adds up rows, in unary on some of the columns.
type rowSums struct {
	word []uint64 // what is added to every sum
	rows *gf2.SumTable
}

func newRowSums(rows []gf2.Vec, word gf2.Vec, columns, cost []int) *rowSums {
	u := newUnary(columns, cost)
	var all []uint64
	for _, row := range rows {
		all = append(all, u.row(row)...)
	}
	return &rowSums{u.row(word), gf2.NewSumTable(all, u.words)}
}

// at writes the sum for the coefficients x.
func (t *rowSums) at(x uint32, out []uint64) {
	copy(out, t.word)
	t.rows.AddTo(out, []uint64{uint64(x)})
}
