package lightest

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
)

// A level of a pair has far more pairs of words than words. Most pairs need not be weighed: if a pair of
// excess d is to make a word with an excess of at most s on all four classes, the word has at most (s−d)/2
// on one of the two other classes, so it is among the listed words of that class. Its coefficients there
// are a linear function of the coefficients of the pair, and whether they are in the list is mostly decided
// by one bit of a table that fits the cache.

// sieve has the words of one class outside a pair, up to some excess.
type sieve struct {
	of     *half
	maps   [2]affine // from the coefficients of each half of the pair to those of the class
	excess int       // words up to this are in the tables
	bits   int       // the logarithm of the size of each table
	low    []uint64  // a bit is set if some word has these lowest coefficients
	high   []uint64  // likewise for the highest
}

// sievesFor is the sieves for level d of a pair, or nil if there are none or they do not pay.
func (sp *splitting) sievesFor(p *pair, d int) []*sieve {
	if len(sp.pairs) != 2 {
		return nil
	}
	q := sp.other(p)
	half := (sp.slack() - d) / 2
	if half < 0 || half > min(q.halves[0].upto, q.halves[1].upto) {
		return nil
	}
	size := 0
	for e := range half + 1 {
		size += q.halves[0].fullSize(e) + q.halves[1].fullSize(e)
	}
	if p.levelCost(d) < max(tuning.sieveFrom, tuning.sieveGain*uint64(size)) || 4<<(maxTable-3) > sp.s.memory {
		return nil
	}
	var list []*sieve
	for _, h := range q.halves {
		list = append(list, sp.sieve(p, h, half))
	}
	return list
}

// sieve makes a sieve, or takes the one it made for another level.
func (sp *splitting) sieve(p *pair, of *half, excess int) *sieve {
	key := [2]int{slices.Index(sp.pairs, p), slices.Index(sp.other(p).halves[:], of)}
	s := sp.sieves[key]
	if s == nil {
		at := make([]int, of.f.k())
		for i, pivot := range of.f.pivot {
			at[i] = of.columns[pivot]
		}
		cut := p.halves[0].f.k()
		s = &sieve{of: of, excess: -1}
		s.maps[0] = newAffine(p.rows[:cut], p.word, at)
		s.maps[1] = newAffine(p.rows[cut:], gf2.NewVec(p.word.Len()), at)
		if sp.sieves == nil {
			sp.sieves = map[[2]int]*sieve{}
		}
		sp.sieves[key] = s
	}
	if s.excess != excess {
		s.fill(excess)
	}
	return s
}

const (
	sparse   = 7  // one bit of 2^7 is set
	maxTable = 28 // the logarithm of the most bits in a table: 32 MiB
	region   = 17 // of the bits that are looked up together: 16 KiB, which a first-level cache holds
)

// fill puts the words up to an excess into the tables.
func (s *sieve) fill(excess int) {
	size := 1
	for e := range excess + 1 {
		size += s.of.fullSize(e)
	}
	k := s.of.f.k()
	s.excess = excess
	s.bits = min(maxTable, max(6, min(k, bits.Len(uint(size))+sparse)))
	s.low = make([]uint64, 1<<(s.bits-6))
	s.high = make([]uint64, 1<<(s.bits-6))
	var images []uint64
	for e := range excess + 1 {
		for _, x := range s.of.bucket(e) {
			images = s.of.images(images[:0], x)
			for _, y := range images {
				low, high := y&(1<<s.bits-1), s.highest(y)
				s.low[low>>6] |= 1 << (low & 63)
				s.high[high>>6] |= 1 << (high & 63)
			}
		}
	}
}

func (s *sieve) highest(x uint64) uint64 { return x >> max(0, s.of.f.k()-s.bits) }

// keyed is a word of one half by the coefficients it contributes to another class.
type keyed struct {
	key uint64 // all coefficients there
	at  int32  // number of the word in its list
}

// grouped is the words of one half, in groups with the same highest of the bits that are looked up.
type grouped struct {
	words  []keyed
	keys   []uint32 // the other bits
	starts []int    // of each group, and the end
}

func (g *grouped) group(i uint64) (from, to int) { return g.starts[i], g.starts[i+1] }

// group groups the words of one half by all but some of the bits that are looked up.
func (s *sieve) group(side int, words []uint64, within int) *grouped {
	g := &grouped{make([]keyed, len(words)), make([]uint32, len(words)), make([]int, 1<<(s.bits-within)+2)}
	mask := uint64(1)<<s.bits - 1
	all := make([]uint64, len(words))
	for i, x := range words {
		all[i] = s.maps[side].of(x)
		g.starts[all[i]&mask>>within+2]++
	}
	for i := range g.starts[1:] {
		g.starts[i+1] += g.starts[i]
	}
	for i, key := range all {
		to := &g.starts[key&mask>>within+1] // which so becomes the end of its group
		g.words[*to] = keyed{key, int32(i)}
		g.keys[*to] = uint32(key & (1<<within - 1))
		*to++
	}
	return g
}

// sift tries the pairs of two lists, of excess e and d−e, by the sieves.
//
// Both lists are in groups by the highest of the bits that are looked up. A group of one and a group of the other
// need one region of the table. All pairs of groups that need the same region are tried one after another, so that
// it stays in the cache: otherwise most of the time is the wait for memory. The innermost loop is over a group of the
// longer list.
func (l *excess) sift(p *pair, d, e int, u, v []uint64, sieves []*sieve) {
	swapped := len(u) < len(v)
	for _, s := range sieves {
		within := min(s.bits, region)
		long, short := s.group(0, u, within), s.group(1, v, within)
		if swapped {
			long, short = short, long
		}
		regions := 1 << (s.bits - within)
		parts := max(1, 64/regions) // of each group, so that all workers have something to do even with one region
		var next atomic.Int64
		var group sync.WaitGroup
		for range l.sp.s.workers {
			group.Go(func() {
				w := p.newTester(l)
				hits := make([]uint32, 0, 1024)
				for {
					n := int(next.Add(1)) - 1
					if n >= regions*parts || l.sp.s.stopped() {
						return
					}
					region, part := uint64(n/parts), n%parts
					table := s.low[region<<within>>6:][:max(1, 1<<within>>6)]
					for top := range uint64(regions) {
						yFrom, yTo := short.group(top)
						if yFrom == yTo {
							continue
						}
						xFrom, xTo := long.group(top ^ region)
						xFrom, xTo = xFrom+(xTo-xFrom)*part/parts, xFrom+(xTo-xFrom)*(part+1)/parts
						for j := yFrom; j < yTo; j++ {
							hits = probe(table, short.keys[j], long.keys[xFrom:xTo], hits[:0])
							for _, i := range hits {
								x, y := long.words[xFrom+int(i)], short.words[j]
								if high := s.highest(x.key ^ y.key); s.high[high>>6]>>(high&63)&1 == 0 {
									continue
								}
								i, j := int(x.at), int(y.at)
								if swapped {
									i, j = j, i
								}
								w.weigh(spot{e: e, i: i, j: j, u: u[i], v: v[j], p: p}, d)
							}
						}
					}
				}
			})
		}
		group.Wait()
	}
}

// probe appends the numbers of the keys k for which the table has the bit x^k.
func probe(table []uint64, x uint32, keys, hits []uint32) []uint32 {
	for i, k := range keys {
		k ^= x
		if table[k>>6]>>(k&63)&1 != 0 {
			hits = append(hits, uint32(i))
		}
	}
	return hits
}

// weigh weighs the word of a pair.
func (w *tester) weigh(at spot, d int) {
	words := w.p.tables[0].words
	w.p.tables[0].at(at.u, w.stream)
	w.p.tables[1].at(at.v, w.block[:words])
	at.weight = w.p.halves[0].min + w.p.halves[1].min + d + distance(w.stream, w.block[:words])
	if at.weight <= int(w.l.bound.Load()) {
		w.meet(at)
	}
}
