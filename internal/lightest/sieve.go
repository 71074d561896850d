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
	maps   [2]affine // from the coefficients of each half of the pair to those of the class; the sum is the word's
	excess int       // words up to this are in the table
	table  *table
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
	upTo := between(0, half)
	words := q.halves[0].sizes(upTo) + q.halves[1].sizes(upTo)
	if p.levelCost(d) < max(tuning.sieveFrom, tuning.sieveGain*words) || !sp.memoryForTables() {
		return nil
	}
	var list []*sieve
	for _, h := range q.halves {
		list = append(list, sp.sieve(p, h, half))
	}
	return list
}

// sieve is a sieve with words up to an excess.
func (sp *splitting) sieve(p *pair, of *half, excess int) *sieve {
	s := sp.sieveOf(p, of)
	if s.excess != excess {
		s.fill(sp.s, excess)
	}
	return s
}

// sieveOf makes a sieve without words, or takes the one it made before.
func (sp *splitting) sieveOf(p *pair, of *half) *sieve {
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
	return s
}

const (
	sparse   = 7  // one bit of 2^7 is set
	maxTable = 28 // the logarithm of the most bits in a table: 32 MiB
	region   = 17 // of the bits that are looked up together: 16 KiB, which a first-level cache holds
)

// fill puts the words up to an excess into the table.
func (s *sieve) fill(search *search, excess int) {
	upTo := between(0, excess)
	s.excess, s.table = excess, newTable(s.of.f.k(), int(s.of.sizes(upTo)))
	s.table.addAll(search, s.of, upTo, nil)
}

// table says of most keys that are not in a set that they are not.
type table struct {
	k    int      // keys have so many bits
	bits int      // the logarithm of the number of places
	low  []uint64 // a bit is set if some key has these lowest bits
	high []uint64 // likewise for the highest
}

// tableBits is the logarithm of the number of places for so many keys.
func tableBits(k, size int) int { return min(maxTable, max(6, min(k, bits.Len(uint(size+1))+sparse))) }

func newTable(k, size int) *table {
	places := tableBits(k, size)
	return &table{k, places, make([]uint64, 1<<(places-6)), make([]uint64, 1<<(places-6))}
}

func (t *table) add(key uint64) {
	low, high := key&(1<<t.bits-1), t.highest(key)
	atomic.OrUint64(&t.low[low>>6], 1<<(low&63))
	atomic.OrUint64(&t.high[high>>6], 1<<(high&63))
}

// addAll adds the words of some excesses, with their images, or what a map makes of them.
func (t *table) addAll(s *search, h *half, excesses []int, key affine) {
	var group sync.WaitGroup
	for worker := range s.workers {
		group.Go(func() {
			var images []uint64
			for _, e := range excesses {
				list := h.bucket(e)
				for _, x := range list[len(list)*worker/s.workers : len(list)*(worker+1)/s.workers] {
					images = h.images(images[:0], x)
					for _, y := range images {
						if key != nil {
							y = key.of(y)
						}
						t.add(y)
					}
				}
			}
		})
	}
	group.Wait()
}

func (t *table) highest(key uint64) uint64 { return key >> max(0, t.k-t.bits) }

// keyed is a key and its number in a list.
type keyed struct {
	key uint64
	at  int32
}

// grouped is a list of keys, in groups with the same highest of the bits that are looked up.
type grouped struct {
	keys   []keyed
	within []uint32 // the other bits
	starts []int    // of each group, and the end
}

func (g *grouped) group(i uint64) (from, to int) { return g.starts[i], g.starts[i+1] }

// group groups keys by all but some of the bits that are looked up.
func (t *table) group(keys []uint64, within int) *grouped {
	g := &grouped{make([]keyed, len(keys)), make([]uint32, len(keys)), make([]int, 1<<(t.bits-within)+2)}
	mask := uint64(1)<<t.bits - 1
	for _, key := range keys {
		g.starts[key&mask>>within+2]++
	}
	for i := range g.starts[1:] {
		g.starts[i+1] += g.starts[i]
	}
	for i, key := range keys {
		to := &g.starts[key&mask>>within+1] // which so becomes the end of its group
		g.keys[*to] = keyed{key, int32(i)}
		g.within[*to] = uint32(key & (1<<within - 1))
		*to++
	}
	return g
}

// sift calls what start returns, one function for each worker, with the pairs of keys of two lists whose sum may be in
// the set.
//
// Both lists are in groups by the highest of the bits that are looked up. A group of one and a group of the other
// need one region of the table. All pairs of groups that need the same region are tried one after another, so that
// it stays in the cache: otherwise most of the time is the wait for memory. The innermost loop is over a group of the
// longer list.
func (t *table) sift(s *search, a, b []uint64, start func() func(i, j int)) {
	within := min(t.bits, region)
	long, short := t.group(a, within), t.group(b, within)
	swapped := len(a) < len(b)
	if swapped {
		long, short = short, long
	}
	regions := 1 << (t.bits - within)
	parts := max(1, 64/regions) // of each group, so that all workers have something to do even with one region
	var next atomic.Int64
	var group sync.WaitGroup
	for range s.workers {
		group.Go(func() {
			try := start()
			hits := make([]uint32, 0, 1024)
			for {
				n := int(next.Add(1)) - 1
				if n >= regions*parts || s.stopped() {
					return
				}
				region, part := uint64(n/parts), n%parts
				places := t.low[region<<within>>6:][:max(1, 1<<within>>6)]
				for top := range uint64(regions) {
					yFrom, yTo := short.group(top)
					if yFrom == yTo {
						continue
					}
					xFrom, xTo := long.group(top ^ region)
					xFrom, xTo = xFrom+(xTo-xFrom)*part/parts, xFrom+(xTo-xFrom)*(part+1)/parts
					for j := yFrom; j < yTo; j++ {
						hits = probe(places, short.within[j], long.within[xFrom:xTo], hits[:0])
						for _, i := range hits {
							x, y := long.keys[xFrom+int(i)], short.keys[j]
							if high := t.highest(x.key ^ y.key); t.high[high>>6]>>(high&63)&1 == 0 {
								continue
							}
							if swapped {
								x, y = y, x
							}
							try(int(x.at), int(y.at))
						}
					}
				}
			}
		})
	}
	group.Wait()
}

// sift tries the pairs of two lists, of excess e and d−e, by the sieves.
func (l *excess) sift(p *pair, d, e int, u, v []uint64, sieves []*sieve) {
	for _, s := range sieves {
		s.table.sift(l.sp.s, s.maps[0].all(u), s.maps[1].all(v), func() func(i, j int) {
			w := p.newTester(l)
			return func(i, j int) { w.weigh(spot{e: e, i: i, j: j, u: u[i], v: v[j], p: p}, d) }
		})
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
