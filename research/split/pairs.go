package split

import (
	"context"
	"math/bits"
	"slices"
	"sync/atomic"

	"lightsout/gf2"
	"lightsout/internal/cosetcheck"
)

// classPair is two classes, and how their words determine the others.
//
// Reduced in an order of columns in which the pivots of the two classes come first, every row but those that are free
// has its pivot there. The pivots of the second class that are not among these hold conditions: a row says what
// the value there must be.
type classPair struct {
	split  *Split
	in     [2]int
	out    [2]int
	word   gf2.Vec      // 0 at the pivots of the rows
	rows   [2][]gf2.Vec // for each coefficient of a class what it adds to the word; nil if it holds a condition
	frees  []gf2.Vec
	checks []int // the columns of conditions
}

func (s *Split) findClassPairs() {
	seen := map[[2]int]bool{}
	for i := range 4 {
		for j := i + 1; j < 4; j++ {
			if seen[[2]int{i, j}] {
				continue
			}
			for _, g := range s.moves {
				a, b := g.class[i], g.class[j]
				seen[[2]int{min(a, b), max(a, b)}] = true
			}
			s.classPairs = append(s.classPairs, s.newClassPair(i, j))
		}
	}
}

func (s *Split) newClassPair(i, j int) *classPair {
	p := &classPair{split: s, in: [2]int{i, j}, word: s.whole.word.Clone()}
	n := 0
	for k := range s.classes {
		if k != i && k != j {
			p.out[n], n = k, n+1
		}
	}
	a, b := s.classes[i].pivots, s.classes[j].pivots
	order := slices.Concat(a, b)
	first := make([]bool, len(s.whole.cost))
	for _, c := range order {
		first[c] = true
	}
	for c := range s.whole.cost {
		if !first[c] {
			order = append(order, c)
		}
	}
	e := s.whole.reordered(order)
	p.rows = [2][]gf2.Vec{make([]gf2.Vec, len(a)), make([]gf2.Vec, len(b))}
	for r, at := range e.pivots {
		if p.word.Bit(order[at]) {
			p.word.Add(e.rows[r])
		}
		switch {
		case at < len(a):
			p.rows[0][at] = e.rows[r]
		case at < len(a)+len(b):
			p.rows[1][at-len(a)] = e.rows[r]
		default:
			p.frees = append(p.frees, e.rows[r])
		}
	}
	for k, row := range p.rows[1] {
		if row.Len() == 0 {
			p.checks = append(p.checks, b[k])
		}
	}
	return p
}

func (p *classPair) free() int       { return len(p.frees) }
func (p *classPair) conditions() int { return len(p.checks) }

// keyBits is the bits of a key: the coefficients on class out, and the conditions.
func (p *classPair) keyBits(out int) int { return len(p.split.classes[out].pivots) + len(p.checks) }

// keys maps the coefficients of the two classes to keys: the sum of the two keys is the coefficients of the
// combined word on class out, followed by a 0 for each condition that holds.
func (p *classPair) keys(out int) (maps [2]affine, free []uint64) {
	columns := slices.Concat(p.split.classes[out].pivots, p.checks)
	key := func(v gf2.Vec) (x uint64) {
		for i, j := range columns {
			if v.Bit(j) {
				x |= 1 << i
			}
		}
		return x
	}
	maps[0].zero = key(p.word)
	for i, rows := range p.rows {
		for k, row := range rows {
			if row.Len() > 0 {
				maps[i].to = append(maps[i].to, key(row))
				continue
			}
			check := slices.Index(p.checks, p.split.classes[p.in[i]].pivots[k])
			maps[i].to = append(maps[i].to, 1<<(len(columns)-len(p.checks)+check))
		}
	}
	for _, v := range p.frees {
		free = closure(free, key(v), nil)
	}
	return maps, spanned(free)
}

// spanned is all sums of some vectors.
func spanned(vectors []uint64) []uint64 {
	all := []uint64{0}
	for _, v := range vectors {
		for _, x := range all[:len(all):len(all)] {
			all = append(all, x^v)
		}
	}
	return all
}

// combination is the pairs of light words of two classes that may make a light word: with heights a and b such
// that min(a, b) + 3 max(a, b) ≤ 0.
type combination struct {
	*classPair
	lists  [4]*lightWords
	centre [4]int
	most   int
	first  *lightWords // one word of each orbit of the first class
	pairs  float64
}

func newCombination(p *classPair, lists [4]*lightWords, centre [4]int, most int) *combination {
	c := &combination{classPair: p, lists: lists, centre: centre, most: most}
	maps := p.split.within(p.in[0], p.in[1])
	l := lists[p.in[0]]
	c.first = &lightWords{least: l.least, limit: l.limit}
	top := highest(c.lowest(1)) + centre[p.in[0]]
	for cost := l.least; cost <= l.limit; cost++ {
		c.first.starts = append(c.first.starts, len(c.first.words))
		if cost > top {
			continue
		}
		for _, x := range l.at(cost) {
			if isLeast(x, maps) {
				c.first.words = append(c.first.words, x)
			}
		}
	}
	c.first.starts = append(c.first.starts, len(c.first.words))
	for _, band := range c.bands() {
		c.pairs += band.pairs
	}
	return c
}

// lowest is the least height of a word of one of the two classes.
func (c *combination) lowest(side int) int {
	return c.lists[c.in[side]].least - c.centre[c.in[side]]
}

// highest is the greatest height of a word beside one of height a. The lists go as far, or have all words.
func highest(a int) int {
	if a > 0 {
		return -3 * a
	}
	return -a / 3
}

// band is the pairs of heights a and b with from ≤ −(a+b) < to.
type band struct {
	from, to int
	pairs    float64
}

// top is the greatest height of a word of the band on either class, since −(a+b) ≥ 2 max(a, b), and on the lower one of
// the two other classes.
func (b band) top() int { return (b.to - 1) / 2 }

// bands cuts the pairs into bands, from 0 to 2, 4, 8, …, such that the light words to look for on the other classes are
// few in those that have many pairs. One ends where the lists of these classes do.
func (c *combination) bands() (list []band) {
	end := 2*c.reach() + 2
	for from, to := 0, 2; from <= -c.lowest(0)-c.lowest(1); from, to = to, 2*to {
		if from < end && end < to {
			to = end
		}
		b := band{from: from, to: to}
		for a := c.lowest(0); a <= highest(c.lowest(1)); a++ {
			if low, high := besides(a, b); low <= high {
				b.pairs += float64(len(c.first.at(a+c.centre[c.in[0]]))) * float64(c.second(high)-c.second(low-1))
			}
		}
		if b.pairs > 0 {
			list = append(list, b)
		}
	}
	return list
}

// second is how many words of the second class are at most so high.
func (c *combination) second(height int) int {
	return c.lists[c.in[1]].count(height + c.centre[c.in[1]])
}

// besides is the heights of one class beside height a of the other, in a band.
func besides(a int, b band) (low, high int) {
	return -a - b.to + 1, min(highest(a), -a-b.from)
}

// They are variables for the tests.
var (
	fewPairs     = 1 << 16 // are weighed one by one
	pairsPerWord = 1       // are weighed while a word is put into the table of a sieve
	batchWords   = 256     // of the first class are held as parts while those of the second pass by
	stretchWords = 1 << 23 // of the second class pass by at a time
	regionBits   = 18      // of a table's places: 32 KiB, which the first-level cache holds; at least 6
)

// reach is the height up to which both other classes are listed.
func (c *combination) reach() int {
	i, j := c.out[0], c.out[1]
	return min(c.lists[i].limit-c.centre[i], c.lists[j].limit-c.centre[j])
}

// try is the ones of a word that is light enough and that one of the pairs of a band makes; nil if there is none.
func (c *combination) try(ctx context.Context, b band, o Options) ([]bool, error) {
	if !c.sieves(b) {
		return c.weigh(ctx, b, o)
	}
	for _, out := range c.out {
		if found, err := c.sieve(ctx, b, out, b.top(), o); found != nil || err != nil {
			return found, err
		}
	}
	return nil, nil
}

// sieves reports whether the pairs of a band pass sieves, rather than being weighed one by one.
func (c *combination) sieves(b band) bool {
	words := 2 * c.inRuns(b)
	for _, out := range c.out {
		words += c.wanted(out, b.top())
	}
	return b.pairs > float64(fewPairs+pairsPerWord*words) && b.top() <= c.reach()
}

// inRuns is how many words of the two classes a sieve of the band sorts.
func (c *combination) inRuns(b band) int {
	return c.first.count(b.top()+c.centre[c.in[0]]) + c.second(b.top())
}

// wanted is how many words of another class are at most so high.
func (c *combination) wanted(out, height int) int {
	return c.lists[out].count(height + c.centre[out])
}

// places is the logarithm of how many places the table of a sieve has.
func (c *combination) places(out, height int) int {
	return min(mostPlaces, c.keyBits(out), bits.Len(uint(c.wanted(out, height)))+sparseBits)
}

// memory is the most that a sieve needs.
func (c *combination) memory() (bytes int64) {
	for _, b := range c.bands() {
		for _, out := range c.out {
			if c.sieves(b) {
				words := c.wanted(out, b.top()) + c.inRuns(b)
				bytes = max(bytes, int64(1)<<c.places(out, b.top())/8+32*int64(words))
			}
		}
	}
	return bytes
}

// weigh weighs the pairs of a band one by one.
func (c *combination) weigh(ctx context.Context, b band, o Options) ([]bool, error) {
	w := c.newWeigher()
	sums := newByteSums(w.words[1], w.rows[1])
	first, second := c.first, c.lists[c.in[1]]
	var found atomic.Pointer[[]bool]
	batches := (len(first.words) + batchWords - 1) / batchWords
	// The lightest words of the first class are combined with nearly all of the second: work for more than one core.
	stretches := (len(second.words) + stretchWords - 1) / stretchWords
	err := cosetcheck.InParallel(ctx, o.workers(), "pairs of light words", uint64(batches)*uint64(stretches), func(n uint64) {
		from := int(n/uint64(stretches)) * batchWords
		to := min(from+batchWords, len(first.words))
		begin := int(n%uint64(stretches)) * stretchWords
		end := min(begin+stretchWords, len(second.words))
		var parts []part
		var others *walk
		for cost := second.least; cost <= second.limit; cost++ {
			low, high := besides(cost-c.centre[c.in[1]], b)
			i := max(from, first.count(low-1+c.centre[c.in[0]]))
			j := min(to, first.count(high+c.centre[c.in[0]]))
			k := max(begin, second.count(cost-1))
			l := min(end, second.count(cost))
			if i >= j || k >= l {
				continue
			}
			if parts == nil {
				others = sums.walk()
				for _, x := range first.words[from:to] {
					parts = append(parts, w.part(0, x))
				}
			}
			for _, y := range second.words[k:l] {
				if ctx.Err() != nil || found.Load() != nil {
					return
				}
				if ones := w.light(parts[i-from:j-from], part{others.to(y), w.conditions(1, y)}); ones != nil {
					found.Store(&ones)
					return
				}
			}
		}
	})
	return loaded(&found), err
}

func loaded(found *atomic.Pointer[[]bool]) []bool {
	if ones := found.Load(); ones != nil {
		return *ones
	}
	return nil
}

// weigher weighs combined words.
type weigher struct {
	most    int
	columns int
	packing cosetcheck.Layout
	words   [2][]uint64
	rows    [2][][]uint64
	frees   [][]uint64
	keys    [2]affine
	pivots  int // so many bits of a key are not conditions
}

// part is what a word of one of the two classes adds to the columns and to the conditions.
type part struct {
	columns    []uint64
	conditions uint64
}

func (c *combination) newWeigher() *weigher {
	t := c.split.whole
	w := &weigher{most: c.most, columns: len(t.cost), packing: cosetcheck.NewLayout(t.cost), pivots: len(c.split.classes[c.out[0]].pivots)}
	none := gf2.NewVec(len(t.cost))
	w.words = [2][]uint64{w.packing.Pack(c.word), w.packing.Pack(none)}
	w.frees = w.packing.PackAll(c.frees)
	for i, rows := range c.rows {
		for _, row := range rows {
			if row.Len() == 0 {
				row = none
			}
			w.rows[i] = append(w.rows[i], w.packing.Pack(row))
		}
	}
	w.keys, _ = c.keys(c.out[0])
	return w
}

func (w *weigher) conditions(side int, x uint64) uint64 { return w.keys[side].of(x) >> w.pivots }

func (w *weigher) part(side int, x uint64) part {
	p := part{make([]uint64, len(w.packing.Shift)), w.conditions(side, x)}
	cosetcheck.Sum(p.columns, w.words[side], w.rows[side], x)
	return p
}

// light is the ones of a word that one of the parts makes with the other one, if it is light enough; else nil.
func (w *weigher) light(parts []part, other part) []bool {
	if len(w.frees) > 0 {
		other.columns = slices.Clone(other.columns)
	}
	for n := uint64(1); ; n++ {
		for _, p := range parts {
			if p.conditions != other.conditions {
				continue
			}
			cost := 0
			for i, v := range p.columns {
				cost += bits.OnesCount64(v^other.columns[i]) << (w.packing.Shift[i] & 63)
			}
			if cost <= w.most {
				return w.ones(p.columns, other.columns)
			}
		}
		if n>>len(w.frees) != 0 {
			return nil
		}
		for i, v := range w.frees[bits.TrailingZeros64(n)] {
			other.columns[i] ^= v
		}
	}
}

// ones is the columns that the sum of two parts has.
func (w *weigher) ones(a, b []uint64) []bool {
	list := make([]bool, w.columns)
	for i, j := range w.packing.At {
		if j >= 0 && (a[i/64]^b[i/64])>>(i%64)&1 != 0 {
			list[j] = true
		}
	}
	return list
}

const (
	sparseBits = 7  // one place of 2^7 is taken
	mostPlaces = 32 // the logarithm of the most places: 512 MiB
)

// sieve looks at the pairs of a band that are, on class out, a word of at most some height.
//
// A place of a table is the highest bits of a key. The words of both classes are sorted by the highest bits of
// their keys, so that all pairs of two runs of them fall into one region of the table.
func (c *combination) sieve(ctx context.Context, b band, out, height int, o Options) ([]bool, error) {
	maps, free := c.keys(out)
	keyBits, places := c.keyBits(out), c.places(out, height)
	wanted := c.lists[out].words[:c.wanted(out, height)]
	region := min(places, regionBits)
	bitmap := make([]uint64, 1<<max(0, places-6))
	taken := make([]bool, 1<<(places-region))
	set := newKeySet(len(wanted))
	for _, key := range wanted {
		place := key >> (keyBits - places)
		bitmap[place>>6] |= 1 << (place & 63)
		taken[place>>region] = true
		set.add(key)
	}
	first := c.runs(0, b, maps[0], keyBits, places, region)
	second := c.runs(1, b, maps[1], keyBits, places, region)
	w := c.newWeigher()
	regionWords := 1 << max(0, region-6)
	var found atomic.Pointer[[]bool]
	err := cosetcheck.InParallel(ctx, o.workers(), "pairs of light words", uint64(len(first)), func(n uint64) {
		if len(first[n].keys) == 0 {
			return
		}
		for _, z := range free {
			for m := range second {
				at := n ^ uint64(m) ^ z>>(keyBits-places)>>region
				if !taken[at] {
					continue
				}
				if ctx.Err() != nil || found.Load() != nil {
					return
				}
				here := bitmap[int(at)*regionWords : (int(at)+1)*regionWords]
				shift := uint32(z >> (keyBits - places) & (1<<region - 1))
				c.meet(b, &first[n], &second[m], here, shift, func(i, j int) bool {
					x, y := first[n].words[i], second[m].words[j]
					if !set.has(maps[0].of(x) ^ maps[1].of(y) ^ z) {
						return false
					}
					ones := w.light([]part{w.part(0, x)}, w.part(1, y))
					if ones != nil {
						found.Store(&ones)
					}
					return ones != nil
				})
			}
		}
	})
	return loaded(&found), err
}

// run is the words of a class whose keys have the same highest bits, by height.
type run struct {
	words  []uint64
	keys   []uint32 // the bits that number a place within a region
	starts []int    // where the words of the lowest height, of the next, … begin, and the end
}

// runs sorts the words of a class that a band needs into runs.
func (c *combination) runs(side int, b band, keys affine, keyBits, places, region int) []run {
	list := make([]run, 1<<(places-region))
	words := c.first
	if side == 1 {
		words = c.lists[c.in[1]]
	}
	lowest := c.lowest(side)
	top := min(b.top(), words.limit-c.centre[c.in[side]])
	for height := lowest; height <= top; height++ {
		for i := range list {
			list[i].starts = append(list[i].starts, len(list[i].words))
		}
		for _, x := range words.at(height + c.centre[c.in[side]]) {
			place := keys.of(x) >> (keyBits - places)
			r := &list[place>>region]
			r.words = append(r.words, x)
			r.keys = append(r.keys, uint32(place&(1<<region-1)))
		}
	}
	for i := range list {
		list[i].starts = append(list[i].starts, len(list[i].words))
	}
	return list
}

// meet calls hit for the pairs of two runs whose places in the region, plus shift, are taken, until it returns true.
func (c *combination) meet(b band, first, second *run, region []uint64, shift uint32, hit func(i, j int) bool) {
	for k := range len(first.starts) - 1 {
		low, high := besides(c.lowest(0)+k, b)
		from, to := max(0, low-c.lowest(1)), min(len(second.starts)-1, high-c.lowest(1)+1)
		if from >= to {
			continue
		}
		start, end := second.starts[from], second.starts[to]
		others := second.keys[start:end]
		for i := first.starts[k]; i < first.starts[k+1]; i++ {
			key := first.keys[i] ^ shift
			for j, other := range others {
				place := key ^ other
				if region[place>>6]>>(place&63)&1 != 0 && hit(i, start+j) {
					return
				}
			}
		}
	}
}

// keySet is a set of keys.
type keySet struct {
	slots []uint64 // a key plus 1, or 0
	shift int
}

func newKeySet(n int) *keySet {
	log := bits.Len(uint(n)) + 1
	return &keySet{make([]uint64, 1<<log), 64 - log}
}

func (s *keySet) slot(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 >> s.shift }

func (s *keySet) add(key uint64) {
	for at := s.slot(key); ; at = (at + 1) & uint64(len(s.slots)-1) {
		if s.slots[at] == 0 {
			s.slots[at] = key + 1
			return
		}
	}
}

func (s *keySet) has(key uint64) bool {
	for at := s.slot(key); ; at = (at + 1) & uint64(len(s.slots)-1) {
		switch s.slots[at] {
		case 0:
			return false
		case key + 1:
			return true
		}
	}
}
