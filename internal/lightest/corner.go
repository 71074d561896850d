package lightest

import (
	"math"
	"math/bits"
	"slices"
)

// A corner is all levels of one pair that are left, done at once.
//
// Let levels up to i of the pair A, B be done, and up to j of the pair C, D, and let s be the slack. A word that is
// still looked for has an excess of more than i on A and B, so of less than s − i on C and D, and of less than s − j
// on A and B. So one class of the first pair, say A, has at most m = (s−j−1)/2, and the words of the second pair are
// in the levels from j+1 to s−i−1. For each excess c on C and each on D that make such a level, the cheaper way to
// find the word is to take the words of A up to m, those of C with excess c, and to see whether what they determine
// on D is listed there; or to exchange C and D, if D has fewer words of its excess.
//
// The words of C and D determine that of A: a(c,d) = f(c) + g(d). So a word of A and one of C belong to a listed word
// of D if a + f(c) is one of the values of g, and one look into a table of these passes over nearly all pairs.
//
// A level has a product of two lists for each way to share its excess, some sixty; a corner is about one product, of the
// words of A up to m with those of C, and of D, up to half of the level.
type corner struct {
	sp         *splitting
	q          *pair // C and D
	from, upto int   // the levels
	most       int   // m
	slack      int
}

// cornerStep is the words of one excess of a class of q, a class of the other pair, and the excesses of the class
// that is determined.
type cornerStep struct {
	x    *half
	side int // of q
	y    int
	rest []int
}

// cornerOf is the corner of a pair when levels before next are done, or nil if too few words are listed for it.
func (sp *splitting) cornerOf(q *pair, next []int, slack int) *corner {
	i := slices.Index(sp.pairs, q)
	c := &corner{sp: sp, q: q, from: next[i], upto: slack - next[1-i], slack: slack}
	c.most = (slack - c.from) / 2
	p := sp.other(q)
	if c.upto < c.from || c.upto > q.halves[0].upto+q.halves[1].upto+1 || c.most > min(p.halves[0].upto, p.halves[1].upto) {
		return nil
	}
	return c
}

func (sp *splitting) mayCorner() bool {
	return sp.crosses != nil && !sp.s.listing() && tuning.cornerGain > 0
}

// cheapestCorner is the cheaper of the two corners and its cost, in pairs of words of levels.
func (sp *splitting) cheapestCorner(next []int, slack int) (best *corner, least uint64) {
	least = math.MaxUint64
	if !sp.mayCorner() {
		return nil, least
	}
	for _, q := range sp.pairs {
		if c := sp.cornerOf(q, next, slack); c != nil {
			if cost := c.cost(); cost < least {
				best, least = c, cost
			}
		}
	}
	return best, least
}

// lastCorner is up to which levels it is cheapest to go before the corner.
type lastCorner struct {
	weight, words int   // what it was made for: the weight looked for, and how many words are listed
	next          []int // the levels; nil if it is cheapest to do them all
}

// cornered is the corner, if it is time for it.
func (sp *splitting) cornered() *corner {
	if !sp.mayCorner() {
		return nil
	}
	words := 0
	for _, p := range sp.pairs {
		words += len(p.halves[0].words) + len(p.halves[1].words)
	}
	if weight := sp.weight(); sp.last.weight != weight || sp.last.words != words {
		sp.last = lastCorner{weight, words, sp.bestCorner(sp.next(), sp.slack())}
	}
	next := sp.next()
	if sp.last.next == nil || next[0] < sp.last.next[0] || next[1] < sp.last.next[1] {
		return nil
	}
	c, _ := sp.cheapestCorner(next, sp.slack())
	return c
}

// bestCorner does levels in thought, until one more costs as much as all that is left, and returns those after which
// the corner, and all before it, is cheapest.
func (sp *splitting) bestCorner(next []int, slack int) (best []int) {
	least, before := uint64(math.MaxUint64), uint64(0)
	for next[0]+next[1] <= slack {
		if c, cost := sp.cheapestCorner(next, slack); c != nil && before+cost < least {
			best, least = slices.Clone(next), before+cost
		}
		p, cost := sp.cheapest(next, slack)
		if p == nil || before+cost >= least {
			return best
		}
		i := slices.Index(sp.pairs, p)
		for _, x := range sp.crossings(p, next[i], next[i], slack) {
			cost += x.cost
		}
		before += cost
		next[i]++
	}
	if before <= least {
		return nil // there is no better way than to do all levels
	}
	return best
}

// steps are what the corner consists of.
func (c *corner) steps() (list []cornerStep) {
	p := c.sp.other(c.q)
	for i, x := range p.halves {
		if i == 1 && p.swap != nil {
			continue // the words with less excess on this class are images of others
		}
		for side, h := range c.q.halves {
			beside := c.q.halves[1-side]
			for y := range min(h.upto, c.upto) + 1 {
				size := h.fullSize(y)
				step := cornerStep{x: x, side: side, y: y}
				for z := max(0, c.from-y); z <= min(beside.upto, c.upto-y); z++ {
					other := beside.fullSize(z)
					if size < other || size == other && side == 0 {
						step.rest = append(step.rest, z)
					}
				}
				if size > 0 && step.rest != nil {
					list = append(list, step)
				}
			}
		}
	}
	return list
}

// words is the words of a class of the other pair that a step tries, one of each orbit.
func (c *corner) words(x *half) []uint64 { return x.words[:x.starts[c.most+1]] }

// size is about how many pairs of words a step has, and how many words the class beside it.
func (c *corner) size(s cornerStep) (pairs, rest uint64) {
	y := c.q.halves[s.side].fullSize(s.y)
	return uint64(len(c.words(s.x))) * uint64(y), c.q.halves[1-s.side].sizes(s.rest)
}

// sizes is about the number of words of some excesses.
func (h *half) sizes(excesses []int) (sum uint64) {
	for _, e := range excesses {
		sum += uint64(h.fullSize(e))
	}
	return sum
}

// sieving is the cost of trying pairs of a word of x and another, by siftThree with a table of so many words or one
// by one, and which is better. A pair that is weighed takes 100 ns, one that is sieved 2, a word in the table 100, and
// a pair that passes the sieve 300. The unit is a pair of a level.
func (sp *splitting) sieving(x *half, pairs, words uint64) (cost uint64, sieved bool) {
	k := x.f.k()
	places := tableBits(k, int(words))
	share := float64(words) / math.Exp2(float64(places))
	pass := share * max(share, math.Exp2(float64(places-k))) // the lowest and the highest bits may have some in common
	sieve := float64(pairs)*(1+150*pass) + 50*float64(words)
	if pairs >= tuning.sieveFrom && (sieve < 50*float64(pairs) || tuning.sieveGain == 0) && sp.memoryForTables() {
		return uint64(sieve) / max(1, tuning.cornerGain), true
	}
	return weighing(pairs), false
}

// weighing is the cost of weighing pairs one by one.
func weighing(pairs uint64) uint64 { return 50 * pairs / max(1, tuning.cornerGain) }

func (sp *splitting) memoryForTables() bool { return 4<<(maxTable-3) <= sp.s.memory }

// across is the pair of the two classes of a step.
func (c *corner) across(s cornerStep) *pair { return c.sp.crosses[[2]*half{s.x, c.q.halves[s.side]}] }

// cost is that of all steps.
func (c *corner) cost() (sum uint64) {
	for _, s := range c.steps() {
		pairs, rest := c.size(s)
		cost, sieved := c.sp.sieving(s.x, pairs, rest)
		if !sieved {
			cost <<= c.across(s).free()
		}
		sum += cost
	}
	for _, x := range c.sp.crossings(c.q, c.from, c.upto, c.slack) {
		sum += x.cost
	}
	return sum
}

// corner does the levels of a corner.
func (sp *splitting) corner(c *corner) error {
	steps := c.steps()
	err := sp.trying(func(l *excess) (cost uint64) {
		cost = l.cross(c.q, c.from, c.upto) // words with more excess on one class of q than is listed
		for i, s := range steps {
			if sp.s.stopped() {
				break
			}
			sp.s.stage("trying the corner that is left", i, len(steps))
			pairs, rest := c.size(s)
			cost += pairs
			first := i * (c.most + 2)
			if _, sieved := sp.sieving(s.x, pairs, rest); sieved {
				l.siftThree(s.x, c.words(s.x), c.q, s.side, c.q.halves[s.side].full(s.y), s.rest, first)
				continue
			}
			across := c.across(s)
			words := across.extended(slices.Clone(c.q.halves[s.side].full(s.y)))
			for e := range c.most + 1 {
				l.test(across, e+s.y, first+1+e, s.x.bucket(e), words)
			}
		}
		return cost
	})
	if err == nil {
		c.q.done = c.upto
	}
	return err
}

// siftThree tries words of a class x with words of one half of a pair outside, by a table of the words that they may
// determine on the other half: those of the excesses in rest.
func (l *excess) siftThree(x *half, xs []uint64, q *pair, side int, ys []uint64, rest []int, e int) {
	beside := q.halves[1-side]
	maps := l.sp.sieveOf(q, x).maps
	t := newTable(x.f.k(), int(beside.sizes(rest)))
	t.addAll(l.sp.s, beside, rest, maps[1-side])
	most := beside.min + slices.Max(rest)
	sums := newRowSums(beside.f.rows, beside.f.word, between(0, beside.f.n()-1), beside.f.cost)
	inverse := newInverse(maps[1-side], beside.f.k())
	t.sift(l.sp.s, xs, maps[side].all(ys), func() func(i, j int) {
		word, zero := make([]uint64, sums.words), make([]uint64, sums.words)
		return func(i, j int) {
			z, ok := inverse.of(xs[i] ^ maps[side].of(ys[j]))
			if !ok {
				return
			}
			for n := range 1 << len(inverse.kernel) {
				at := spot{e: e, i: i, j: j<<len(inverse.kernel) + n, u: ys[j], v: inverse.add(z, n), p: q}
				if sums.at(at.v, word); distance(word, zero) > most {
					continue
				}
				if side == 1 {
					at.u, at.v = at.v, at.u
				}
				if at.weight = l.sp.s.f.weigh(q.join(at.u, at.v)); at.weight <= int(l.bound.Load()) {
					l.meet(at)
				}
			}
		}
	})
}

// inverse is an affine map backwards.
type inverse struct {
	start     uint64     // the value of 0
	values    [64]uint64 // by highest bit, differences from there
	arguments [64]uint64 // what they are the values of
	kernel    []uint64   // changes of the argument that do not change the value
}

func newInverse(a affine, k int) *inverse {
	v := &inverse{start: a.of(0)}
	for i := range k {
		value, x := a.of(1<<i)^v.start, uint64(1)<<i
		for value != 0 && v.values[top(value)] != 0 {
			value, x = value^v.values[top(value)], x^v.arguments[top(value)]
		}
		if value == 0 {
			v.kernel = append(v.kernel, x)
		} else {
			v.values[top(value)], v.arguments[top(value)] = value, x
		}
	}
	return v
}

func top(x uint64) int { return bits.Len64(x) - 1 }

// of is an argument with this value, if there is one.
func (v *inverse) of(value uint64) (x uint64, ok bool) {
	for value ^= v.start; value != 0; {
		i := top(value)
		if v.values[i] == 0 {
			return 0, false
		}
		value, x = value^v.values[i], x^v.arguments[i]
	}
	return x, true
}

// add adds some of the kernel, by the bits of n.
func (v *inverse) add(x uint64, n int) uint64 {
	for i, y := range v.kernel {
		if n>>i&1 != 0 {
			x ^= y
		}
	}
	return x
}
