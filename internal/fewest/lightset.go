package fewest

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// lightSets looks for few columns that add up to the target, and proves nothing. The outcome does not depend on the
// number of workers, unless the context ends.
func (s *search) lightSets(p *checkPart) {
	found := make([][]int, lightRounds)
	inParallel(s.ctx, s.options.Workers, lightRounds, func(_, round int) { found[round] = p.lightSet(uint64(round)) })
	for _, set := range found {
		if set != nil && len(set) < s.known.Cost && p.sumIsTarget(set) {
			s.offerSet(p, set)
		}
	}
}

// lightSet is few columns that add up to the target. Checks are added to one another until some random columns have
// one check each, so that whatever the others leave of the target is as many of those as it has ones. Four others are
// added of which the sum agrees with the target on the first checks: pairs that are looked up in a table of pairs
// (Stern 1989).
func (p *checkPart) lightSet(seed uint64) (best []int) {
	rng := rand.New(rand.NewPCG(uint64(p.m()), seed))
	order := rng.Perm(p.m())
	q := &checkPart{
		k: p.k, words: p.words, cols: slices.Clone(p.cols), target: slices.Clone(p.target), column: p.column,
	}
	unit, order := q.eliminate(order)
	order = order[:min(len(order), lightColumns)]
	pairs, start := q.pairSums(order)
	width := bits.Len(uint(len(start))) - 1
	least, target := p.m(), q.target[0]
	for key := range len(start) - 1 {
		other := key ^ int(target&(1<<width-1))
		for _, x := range pairs[start[key]:start[key+1]] {
			if other > key {
				break // it has been its turn
			}
			for _, y := range pairs[start[other]:start[other+1]] {
				if ones := 4 + bits.OnesCount64(target^x.sum^y.sum); ones < least {
					set := q.completed([]int{int(x.a), int(x.b), int(y.a), int(y.b)}, unit)
					if set != nil && len(set) < least {
						least, best = len(set), set
					}
				}
			}
		}
	}
	return best
}

// pairSum is the sum of two columns, on the first 64 checks.
type pairSum struct {
	sum  uint64
	a, b int32
}

// pairSums is all pairs of some columns by the first bits of their sums, and where those of each setting begin: some
// eight at a time.
func (p *checkPart) pairSums(columns []int) (list []pairSum, start []int32) {
	n := len(columns)
	mask := uint64(1)<<min(max(bits.Len(uint(n*n/2))-4, 0), p.k, 63) - 1
	first := make([]uint64, n)
	for i, c := range columns {
		first[i] = p.col(c)[0]
	}
	start = make([]int32, mask+2)
	for i, x := range first {
		for _, y := range first[:i] {
			start[(x^y)&mask+1]++
		}
	}
	for i := range start[1:] {
		start[i+1] += start[i]
	}
	list, at := make([]pairSum, n*(n-1)/2), slices.Clone(start)
	for i, x := range first {
		for j, y := range first[:i] {
			key := (x ^ y) & mask
			list[at[key]] = pairSum{x ^ y, int32(columns[i]), int32(columns[j])}
			at[key]++
		}
	}
	return list, start
}

// eliminate adds checks to one another until each has a column of its own: unit[i] is that of check i. Columns are
// tried in an order; rest are those that are no units.
func (p *checkPart) eliminate(order []int) (unit, rest []int) {
	unit = slices.Repeat([]int{-1}, p.k)
	for _, c := range order {
		i := -1
		for check := range onesOf(p.col(c)) {
			if unit[check] < 0 {
				i = check
				break
			}
		}
		if i < 0 {
			rest = append(rest, c)
			continue
		}
		unit[i] = c
		add := slices.Clone(p.col(c))
		add[i/64] &^= 1 << (i % 64)
		for at := 0; at <= len(p.cols); at += p.words {
			column := p.target
			if at < len(p.cols) {
				column = p.cols[at : at+p.words]
			}
			if column[i/64]>>(i%64)&1 != 0 {
				for w, x := range add {
					column[w] ^= x
				}
			}
		}
	}
	return unit, rest
}

// completed is some columns with the units that are then missing; columns that occur twice cancel.
func (p *checkPart) completed(set, unit []int) (out []int) {
	left := slices.Clone(p.target)
	for _, c := range set {
		for w, x := range p.col(c) {
			left[w] ^= x
		}
		if i := slices.Index(out, c); i >= 0 {
			out = slices.Delete(out, i, i+1)
		} else {
			out = append(out, c)
		}
	}
	for i := range onesOf(left) {
		if unit[i] < 0 {
			return nil
		}
		out = append(out, unit[i])
	}
	slices.Sort(out)
	return out
}
