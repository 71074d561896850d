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

// cross tries the words of level d that have more excess on one half than is listed, and returns how many
// pairs that takes.
func (l *excess) cross(p *pair, d int) (cost uint64) {
	sp := l.sp
	for side, h := range p.halves {
		if d <= h.upto || side == 1 && p.swap != nil {
			continue
		}
		partner := p.halves[1-side]
		excess := d - h.upto - 1
		// There are few words here and many on the other class, so of the latter one of each orbit is taken.
		u := partner.full(excess)
		if len(u) == 0 {
			continue
		}
		for n, o := range sp.other(p).halves {
			c := sp.crosses[[2]*half{partner, o}]
			for e := range (sp.slack()-d)/2 + 1 {
				v := slices.Clone(o.bucket(e))
				for _, g := range c.turns {
					for _, x := range o.bucket(e) {
						v = append(v, g.of(x))
					}
				}
				v = c.extended(v)
				if sp.s.stopped() {
					return cost
				}
				if len(v) == 0 {
					continue
				}
				cost += uint64(len(u)) * uint64(len(v))
				l.test(c, excess+e, -1-e*4-n*2-side, u, v)
			}
		}
	}
	return cost
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
// nil if there are too many of those.
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
	free := len(p.rows) - p.halves[0].f.k() - known
	list := words
	for z := 1; z < 1<<free; z++ {
		for _, x := range words {
			list = append(list, x|uint64(z)<<known)
		}
	}
	return list
}
