package zmod

import (
	"context"
	"slices"
)

// The way through a coset. Once the first generators are chosen, regions that the others press alike, up to a
// unit, are one region: their tables can be added, shifted by what the chosen generators contribute. So with j
// generators left there are at most about Kʲ/(K−1) tables, and as there are Kⁿ⁻ʲ ways to choose the others, all
// elements together cost n·Kⁿ additions or so, instead of one for each region and element. It is to Z/K what the
// fast Walsh–Hadamard transform is to Z/2, depth first. The sum of the cheapest entries of the tables bounds the
// cost of all elements that are left, so that most of them need not be looked at.

// level says how the regions that are left come together when one more generator is chosen. If that is taken n times,
// and the region `next` has the value v after it, then a region has the value n·by + unit·v.
type level struct {
	regions []joint
	next    int // how many regions there are after it
}

// levels prepares the transform.
func (c *Coset) levels() []level {
	list, columns := make([]level, len(c.kernel.Words)), c.regions
	for g := range list {
		rest := make([][]uint8, len(columns))
		for i, column := range columns {
			rest[i] = column[1:]
		}
		regions, after := c.kernel.ring.together(rest)
		for i, column := range columns {
			regions[i].by = column[0]
		}
		list[g], columns = level{regions, len(after)}, after
	}
	return list
}

// Below goes through the elements that cost at most *most, which visit may lower meanwhile: each once, and
// always in the same order. It ends when visit returns false or the context ends. The Place changes from one
// element to the next.
func (c *Coset) Below(ctx context.Context, most *int64, visit func(*Place) bool) error {
	w := &descent{Coset: c, ctx: ctx, most: most, visit: visit, levels: c.levels(),
		place: &Place{coset: c, times: make([]uint8, len(c.kernel.Words))}}
	w.tables = make([][]int64, len(w.levels))
	for g, l := range w.levels {
		w.tables[g] = make([]int64, l.next*c.kernel.ring.k)
	}
	w.choose(0, c.fixed, c.tables)
	return w.err
}

type descent struct {
	*Coset
	ctx    context.Context
	most   *int64
	visit  func(*Place) bool
	levels []level
	tables [][]int64 // room for each level
	place  *Place
	nodes  int
	err    error
}

// choose chooses generator g, and reports whether to go on.
func (w *descent) choose(g int, fixed int64, tables []int64) bool {
	k := w.kernel.ring.k
	if g == len(w.levels) {
		if w.place.Cost = fixed; fixed > *w.most {
			return true
		}
		return w.visit(w.place)
	}
	if w.nodes++; w.nodes%1024 == 0 && w.ctx.Err() != nil {
		w.err = context.Cause(w.ctx)
		return false
	}
	l, next := w.levels[g], w.tables[g]
	mul, add := &w.kernel.ring.mul, &w.kernel.ring.add
	for n := range w.kernel.Radix[g] {
		clear(next)
		sum := fixed
		for i, j := range l.regions {
			table := tables[i*k : (i+1)*k]
			at := mul[j.by][n]
			if j.next < 0 {
				sum += table[at]
				continue
			}
			to := next[j.next*k : (j.next+1)*k]
			if j.unit == 1 && at == 0 {
				for v, cost := range table {
					to[v] += cost
				}
				continue
			}
			values, shifted := &mul[j.unit], &add[at]
			for v := range to {
				to[v] += table[shifted[values[v]]]
			}
		}
		if sum+cheapest(next, k) > *w.most {
			continue
		}
		w.place.times[g] = uint8(n)
		if !w.choose(g+1, sum, next) {
			return false
		}
	}
	return true
}

// cheapest is the sum of each table's least entry.
func cheapest(tables []int64, k int) int64 {
	sum := int64(0)
	for t := 0; t < len(tables); t += k {
		sum += slices.Min(tables[t : t+k])
	}
	return sum
}
