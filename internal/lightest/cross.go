package lightest

import (
	"slices"

	"lightsout/gf2"
)

// Where the classes are large, their words are listed up to a third of the slack only: the excess that a
// lighter word may have on all four classes together. A word with more than that on one class of a pair
// has so little on two of the other three that these two will find it.
//
// In detail: let x be the excess up to which class A is listed, and consider a word with excess a > x on A
// and b on B, its partner, in level d = a + b. On the other two classes it has at most slack − d, so at most
// half of that on one of them, C. All pairs of words with excess b on B and up to (slack − (x+1+b))/2 on C
// have been tried when level x+1+b was done, and since a ≥ x+1 that is no later than level d.

// crossing reports whether pairs across are used.
func (sp *splitting) crossing() bool {
	if len(sp.pairs) != 2 || !sp.large() {
		return false
	}
	if sp.crosses == nil {
		sp.crosses = map[[2]*half]*pair{}
		for _, p := range sp.pairs {
			for _, a := range p.halves {
				for _, b := range sp.other(p).halves {
					c := newCross(sp.s.f, a, b)
					if c != nil {
						c.turns = sp.other(p).turnsOf(b, a.columns)
					}
					sp.crosses[[2]*half{a, b}] = c
				}
			}
		}
	}
	for _, c := range sp.crosses {
		if c == nil {
			return false
		}
	}
	for _, p := range sp.pairs {
		// A symmetry that makes words of p equivalent must map the other classes to each other.
		c, d := sp.other(p).halves[0].columns, sp.other(p).halves[1].columns
		for _, g := range p.group {
			stays, swaps := mapsTo(g, c, c) && mapsTo(g, d, d), mapsTo(g, c, d) && mapsTo(g, d, c)
			if !stays && !swaps {
				return false
			}
		}
	}
	return true
}

func (sp *splitting) other(p *pair) *pair {
	if sp.pairs[0] == p {
		return sp.pairs[1]
	}
	return sp.pairs[0]
}

// crossable reports whether level d of a pair can be done with what is listed: a word may have more excess
// than that on one class, not on both.
func (sp *splitting) crossable(p *pair, d, slack int) bool {
	if sp.crosses == nil {
		return false
	}
	q := sp.other(p)
	return d <= p.halves[0].upto+p.halves[1].upto+1 &&
		(slack-d)/2 <= min(q.halves[0].upto, q.halves[1].upto)
}

// crossing is a part of what pairs across have to try: the words of a half with little excess, and those of one
// excess of a class of the other pair.
type crossing struct {
	side  int // of the pair, the half with more excess than is listed
	class int // of the other pair
	e     int // excess there
	pairs uint64
	cost  uint64
	rest  []int // excesses that may be left for the last class; nil if pairs are weighed rather than sieved
}

// crossings are the parts for the levels from `from` to `to` of a pair.
func (sp *splitting) crossings(p *pair, from, to, slack int) (list []crossing) {
	for side, h := range p.halves {
		from := max(from, h.upto+1)
		if to < from || side == 1 && p.swap != nil {
			continue // the words of this side are images of others
		}
		few := p.halves[1-side].sizes(between(from-h.upto-1, to-h.upto-1))
		for class, o := range sp.other(p).halves {
			c := sp.crosses[[2]*half{p.halves[1-side], o}]
			beside := sp.other(p).halves[1-class]
			for e := range (slack-from)/2 + 1 {
				x := crossing{side: side, class: class, e: e, pairs: few * uint64(len(o.bucket(e))*(1+len(c.turns)))}
				if x.pairs == 0 {
					continue
				}
				// On the last class the word has no less than here, or it is found there.
				sieved := false
				if most := slack - from - e; most <= beside.upto {
					rest := between(e, most)
					if x.cost, sieved = sp.sieving(p.halves[1-side], x.pairs, beside.sizes(rest)); sieved {
						x.rest = rest
					}
				}
				if !sieved {
					x.pairs <<= c.free()
					x.cost = weighing(x.pairs)
				}
				list = append(list, x)
			}
		}
	}
	return list
}

// cross tries the words of some levels that have more excess on one half than is listed, and returns how many
// pairs that takes.
func (l *excess) cross(p *pair, from, to int) (cost uint64) {
	sp := l.sp
	slack := sp.slack()
	for _, x := range sp.crossings(p, from, to, slack) {
		if sp.s.stopped() {
			break
		}
		cost += x.pairs
		h, partner := p.halves[x.side], p.halves[1-x.side]
		q := sp.other(p)
		o := q.halves[x.class]
		c := sp.crosses[[2]*half{partner, o}]
		// There are few words of the partner and many of the other class, so of the latter one of each orbit is taken.
		v := slices.Clone(o.bucket(x.e))
		for _, g := range c.turns {
			for _, w := range o.bucket(x.e) {
				v = append(v, g.of(w))
			}
		}
		order := -1 - x.e*4 - x.class*2 - x.side
		first := max(from, h.upto+1)
		if x.rest != nil {
			var u []uint64
			for d := first; d <= to; d++ {
				u = append(u, partner.full(d-h.upto-1)...)
			}
			l.siftThree(partner, u, q, x.class, v, x.rest, order)
			continue
		}
		v = c.extended(v)
		for d := first; d <= to && x.e <= (slack-d)/2; d++ {
			excess := d - h.upto - 1
			if u := partner.full(excess); len(u) > 0 {
				l.test(c, excess+x.e, order, u, v)
			}
		}
	}
	return cost
}

// between lists the numbers from a to b.
func between(a, b int) (list []int) {
	for i := a; i <= b; i++ {
		list = append(list, i)
	}
	return list
}

// turnsOf are symmetries of the pair, on the coefficients of its half h: one of each kind, by the columns that they map to
// the given ones, but for the kind of the identity. Symmetries that map these columns to themselves map words there to
// words there. So if all of those are tried, one word of h for each orbit and kind is enough.
func (p *pair) turnsOf(h *half, columns []int) (list []affine) {
	in, seen := map[int]bool{}, map[string]bool{}
	for _, c := range columns {
		in[c] = true
	}
	for i, g := range p.group {
		from := gf2.NewVec(len(g))
		for c, to := range g {
			from.Set(c, in[to])
		}
		if key := from.String(); !seen[key] {
			seen[key] = true
			if i > 0 { // the first is the identity
				list = append(list, h.group[i-1])
			}
		}
	}
	return list
}

// maxFree bounds the coefficients that two classes of different pairs may leave open.
const maxFree = 4

// newCross is one class of each pair, with b's coefficients extended by those that the two leave open. It is
// nil if there are too many of those, or if the form was stopped.
func newCross(f *form, a, b *half) *pair {
	var order []int
	for _, h := range []*half{a, b} {
		for _, pivot := range h.f.pivot {
			order = append(order, h.columns[pivot])
		}
	}
	first := slices.Clone(order)
	for j := range f.n() {
		order = append(order, j)
	}
	based, pivot, word := f.rebase(order)
	if len(pivot) < f.k() {
		return nil
	}
	rows := make([]gf2.Vec, len(first))
	for i := range rows {
		rows[i] = gf2.NewVec(f.n()) // of pivots of b that depend on a's
	}
	free := 0
	for i, c := range pivot {
		if at := slices.Index(first, c); at >= 0 {
			rows[at] = based[i]
		} else {
			rows = append(rows, based[i])
			free++
		}
	}
	if free > maxFree || b.f.k()+free > 64 {
		return nil
	}
	cut := a.f.k()
	p := &pair{halves: [2]*half{a, b}, rows: rows, word: word, outside: f.outside(a.columns, b.columns), crossed: true}
	p.tables[0] = newRowSums(rows[:cut], word, p.outside, f.cost)
	p.tables[1] = newRowSums(rows[cut:], gf2.NewVec(f.n()), p.outside, f.cost)
	return p
}

// extended has each word with all settings of the coefficients that are open.
func (p *pair) extended(words []uint64) []uint64 {
	known := p.halves[1].f.k()
	list := words
	for z := 1; z < 1<<p.free(); z++ {
		for _, x := range words {
			list = append(list, x|uint64(z)<<known)
		}
	}
	return list
}

// free is how many coefficients the two classes leave open.
func (p *pair) free() int { return len(p.rows) - p.halves[0].f.k() - p.halves[1].f.k() }
