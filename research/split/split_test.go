package split

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"lightsout/gf2"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/cosetcheck"
)

// sieveAll makes all pairs of words pass the sieves, however few they are, and lets a test change how.
func sieveAll(t *testing.T) {
	few, perWord, region, low := fewPairs, pairsPerWord, regionBits, lowCoefficients
	batch, stretch := batchWords, stretchWords
	t.Cleanup(func() {
		fewPairs, pairsPerWord, regionBits, lowCoefficients = few, perWord, region, low
		batchWords, stretchWords = batch, stretch
	})
	fewPairs, pairsPerWord = 0, 0
}

// code is a random coset whose cells are in four classes, with maps of the cells that may be symmetries.
type code struct {
	word   gf2.Vec
	basis  []gf2.Vec
	labels []int
	maps   [][]int
}

func randomVec(r *rand.Rand, n int) gf2.Vec {
	v := gf2.NewVec(n)
	for x := range n {
		v.Set(x, r.IntN(2) != 0)
	}
	return v
}

// codeOf has some functions of the coefficients in each class, which span so many dimensions, or fewer.
func codeOf(r *rand.Rand, k int, dims [4]int) *code {
	var columns []gf2.Vec
	c := &code{}
	for label, dim := range dims {
		span := make([]gf2.Vec, dim)
		for i := range span {
			span[i] = randomVec(r, k)
		}
		for range dim + r.IntN(24) {
			v := gf2.NewVec(k)
			for _, u := range span {
				if r.IntN(2) != 0 {
					v.Add(u)
				}
			}
			columns, c.labels = append(columns, v), append(c.labels, label)
		}
	}
	c.word = randomVec(r, len(columns))
	for i := range k {
		c.basis = append(c.basis, gf2.NewVec(len(columns)))
		for j, v := range columns {
			c.basis[i].Set(j, v.Bit(i))
		}
	}
	return c
}

// symmetricCode is on cells (class, x, y), which permutations of the classes, of x and of y move. All of them, or
// some, are symmetries; so is none of one map more. It has at most so many dimensions.
func symmetricCode(r *rand.Rand, most int) *code {
	const width = 3
	c := &code{}
	n := 4 * width * width
	for range 1 + r.IntN(2) {
		classes, xs, ys := r.Perm(4), r.Perm(width), r.Perm(width)
		if r.IntN(2) != 0 {
			classes = []int{0, 1, 2, 3}
		}
		cells := make([]int, n)
		for x := range cells {
			cells[x] = (classes[x/width/width]*width+xs[x/width%width])*width + ys[x%width]
		}
		c.maps = append(c.maps, cells)
	}
	moved := func(v gf2.Vec, cells []int) gf2.Vec {
		w := gf2.NewVec(n)
		for x := range v.Ones() {
			w.Set(cells[x], true)
		}
		return w
	}
	for x := range n {
		c.labels = append(c.labels, x/width/width)
	}
	c.word = gf2.NewVec(n)
	if r.IntN(2) != 0 {
		c.word = gf2.AllOnes(n)
	}
	for range 3 {
		basis := slices.Clone(c.basis)
		for queue := []gf2.Vec{randomVec(r, n)}; len(queue) > 0 && len(basis) <= most; queue = queue[1:] {
			v := queue[0].Clone()
			for _, b := range basis {
				if v.Bit(b.NextOne(0)) {
					v.Add(b)
				}
			}
			if v.IsZero() {
				continue
			}
			basis = append(basis, v)
			for _, cells := range c.maps {
				queue = append(queue, moved(v, cells))
			}
		}
		if len(basis) <= most {
			c.basis = basis
		}
	}
	for _, b := range c.basis {
		if r.IntN(2) != 0 {
			c.word.Add(b)
		}
	}
	c.maps = append(c.maps, r.Perm(n))
	return c
}

// On random codes, with classes that leave much open or hold conditions, with symmetries and with maps that are
// none, with good hints and bad, in blocks and regions of any size, a split finds what weighing every word finds.
func TestSplitOfRandomCodes(t *testing.T) {
	few := fewPairs
	sieveAll(t)
	both(t, func(t *testing.T) {
		splits, symmetric, open, conditions := 0, 0, 0, 0
		for seed := range uint64(500) {
			r := rand.New(rand.NewPCG(seed, 1))
			fewPairs, regionBits, lowCoefficients = []int{0, 0, 3, few}[r.IntN(4)], 6+r.IntN(3), 5+r.IntN(4)
			batchWords, stretchWords = 1+r.IntN(20), 1+r.IntN(20)
			var c *code
			if k := 6 + r.IntN(7); r.IntN(2) != 0 {
				c = codeOf(r, k, [4]int{k/2 + r.IntN(3), k/2 + r.IntN(3), k/2 + r.IntN(3), k / 2})
			} else {
				c = symmetricCode(r, 12)
			}
			s := New(c.word, c.basis, c.labels, c.maps)
			if s == nil {
				continue
			}
			splits++
			if len(s.moves) > 0 {
				symmetric++
			}
			for _, p := range s.classPairs {
				open, conditions = open+p.free(), conditions+p.conditions()
			}
			least := lightest(c.word, c.basis)
			for _, most := range []int{least - 1, least, least - 1 - r.IntN(5), least + r.IntN(9), r.IntN(40)} {
				o := Options{Workers: 1 + r.IntN(2)}
				if r.IntN(2) != 0 {
					o.Least = []int{r.IntN(30) - 5, r.IntN(30) - 5, r.IntN(30) - 5, r.IntN(30) - 5}
				}
				found, err := s.Lighter(context.Background(), most, o)
				if err != nil || !agrees(found, c.word, c.basis, most, least) {
					t.Fatalf("seed %d: the least is %d; at most %d: %v (%v)", seed, least, most, found, err)
				}
			}
		}
		if splits < 300 || symmetric < 100 || open < 100 || conditions < 100 {
			t.Errorf("%d splits, %d with symmetries, %d dimensions left open, %d conditions", splits, symmetric, open, conditions)
		}
	})
}

// What would take centuries does not end at once, with no answer, on computers of 32 bits either.
func TestManyWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	c := codeOf(r, 106, [4]int{53, 53, 53, 53})
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Workers: 1, Progress: func(string, int, int) { cancel() }}
	if found, err := New(c.word, c.basis, c.labels, nil).Lighter(ctx, 3, o); err == nil {
		t.Errorf("2^53 words weighed: %v", found)
	}
	cancel()
}

// Heights a and b are combined exactly if the less plus three times the greater is at most 0, and bands share them out.
func TestHeights(t *testing.T) {
	c := &combination{classPair: &classPair{in: [2]int{0, 1}, out: [2]int{2, 3}}}
	for i := range c.lists {
		c.lists[i] = &lightWords{least: 0, limit: 50, words: make([]uint64, 41)}
		for cost := range 52 {
			c.lists[i].starts = append(c.lists[i].starts, min(cost, 41))
		}
		c.centre[i] = 30
	}
	c.first = c.lists[0]
	for a := -30; a <= 10; a++ {
		for b := -30; b <= 10; b++ {
			times := 0
			for _, band := range c.bands() {
				if low, high := besides(a, band); low <= b && b <= high {
					times++
					if top := band.top(); max(a, b) > top || a+b+2*(top+1) <= 0 {
						t.Fatalf("heights %d and %d are in the band from %d to %d, whose top is %d", a, b, band.from, band.to, top)
					}
				}
			}
			if want := min(a, b)+3*max(a, b) <= 0; times > 1 || (times == 1) != want {
				t.Fatalf("heights %d and %d are combined %d times", a, b, times)
			}
		}
	}
}

// Whatever the least costs are: the centres add up to enough, and words that are light together are listed on the two
// classes where they are lowest.
func TestLimitsAreHighEnough(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := New(symmetricOrPlain(r))
		if s == nil {
			continue
		}
		var least [4]int
		for i := range least {
			least[i] = r.IntN(20)
		}
		most := r.IntN(60)
		centre := s.centres(most, least)
		if centre[0]+centre[1]+centre[2]+centre[3] < most {
			t.Fatalf("seed %d: the centres add up to less than %d: %v", seed, most, centre)
		}
		limits := s.limits(centre, least)
		for range 300 {
			var costs [4]int
			order := []int{0, 1, 2, 3}
			sum := 0
			for i := range costs {
				costs[i] = least[i] + r.IntN(1+r.IntN(20))
				sum += costs[i]
			}
			slices.SortFunc(order, func(i, j int) int { return costs[i] - centre[i] - costs[j] + centre[j] })
			if first, second := order[0], order[1]; sum <= most && (costs[first] > limits[first] || costs[second] > limits[second]) {
				t.Fatalf("seed %d: costs %v, centres %v, limits %v", seed, costs, centre, limits)
			}
		}
	}
}

func symmetricOrPlain(r *rand.Rand) (word gf2.Vec, basis []gf2.Vec, labels []int, maps [][]int) {
	c := symmetricCode(r, 12)
	if k := 6 + r.IntN(7); r.IntN(2) != 0 {
		c = codeOf(r, k, [4]int{k/2 + r.IntN(3), k/2 + r.IntN(3), k/2 + r.IntN(3), k / 2})
	}
	return c.word, c.basis, c.labels, c.maps
}

// allLists lists all words of all classes, in small blocks, and checks them against the definition.
func allLists(t *testing.T, s *Split) [4]*lightWords {
	t.Helper()
	var lists [4]*lightWords
	if err := s.lists(t.Context(), &lists, [4]int{1 << 20, 1 << 20, 1 << 20, 1 << 20}, Options{}.withDefaults()); err != nil {
		t.Fatal(err)
	}
	for i, c := range s.classes {
		seen := map[uint64]bool{}
		for cost := range 200 {
			for _, x := range lists[i].at(cost) {
				v := c.word.Clone()
				for k, row := range c.rows {
					if x>>k&1 != 0 {
						v.Add(row)
					}
				}
				sum := 0
				for _, j := range c.columns {
					if v.Bit(j) {
						sum += s.whole.cost[j]
					}
				}
				if sum != cost || seen[x] {
					t.Fatalf("class %d: word %b is listed with cost %d, it is %d", i, x, cost, sum)
				}
				seen[x] = true
			}
		}
		if len(seen) != 1<<len(c.rows) {
			t.Fatalf("class %d: %d words of 2^%d", i, len(seen), len(c.rows))
		}
	}
	return lists
}

// The lists are complete, every word of the first class of a pair has an image that is combined, under a symmetry that
// keeps both classes, and the sieve finds a pair exactly if there is one.
func TestSievesFindEveryPair(t *testing.T) {
	tier.Slow(t, "sieves all pairs of many codes")
	sieveAll(t)
	regionBits = 6
	found, none := 0, 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 2))
		lowCoefficients = 2 + r.IntN(7)
		s := New(symmetricOrPlain(r))
		if s == nil {
			continue
		}
		lists := allLists(t, s)
		var centre [4]int
		for i := range centre {
			centre[i] = lists[s.representative(i)].least + 3
		}
		for _, p := range s.classPairs {
			c := newCombination(p, lists, centre, 1<<20) // everything is light
			covered := map[uint64]bool{}
			for _, x := range c.first.words {
				covered[x] = true
				for _, g := range s.moves {
					if g.class[p.in[0]] == p.in[0] && g.class[p.in[1]] == p.in[1] {
						covered[g.of[p.in[0]].of(x)] = true
					}
				}
			}
			for _, x := range lists[p.in[0]].words[:lists[p.in[0]].count(centre[p.in[0]]+highest(c.lowest(1)))] {
				if !covered[x] {
					t.Fatalf("seed %d: no image of word %b of class %d is combined", seed, x, p.in[0])
				}
			}
			for _, out := range p.out {
				maps, free := p.keys(out)
				for _, b := range c.bands() {
					height := c.lists[out].least - centre[out] + r.IntN(3)
					wanted := map[uint64]bool{}
					for _, x := range lists[out].words[:lists[out].count(height+centre[out])] {
						wanted[x] = true
					}
					exists := false
					for n, x := range c.first.words {
						at, _ := slices.BinarySearch(c.first.starts, n+1)
						low, high := besides(at-1+c.first.least-centre[p.in[0]], b)
						if low > high {
							continue
						}
						for _, y := range lists[p.in[1]].words[c.second(low-1):c.second(high)] {
							for _, z := range free {
								exists = exists || wanted[maps[0].of(x)^maps[1].of(y)^z]
							}
						}
					}
					got, err := c.sieve(t.Context(), b, out, height, Options{Workers: 1, MaxMemory: 1 << 30})
					if err != nil || (got != nil) != exists {
						t.Fatalf("seed %d: pair %v, class %d: found %v, want %v (%v)", seed, p.in, out, got, exists, err)
					}
					if exists {
						found++
					} else {
						none++
					}
				}
			}
		}
	}
	if found < 50 || none < 50 {
		t.Errorf("%d bands with a pair, %d without", found, none)
	}
}

// A walk writes what adding up the rows writes, in any order of the words, and leaves the first one as it was.
func TestWalksAddUpRows(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for rowCount := range 45 {
		word, rows := make([]uint64, 3), make([][]uint64, rowCount)
		for i := range rows {
			rows[i] = []uint64{r.Uint64(), r.Uint64(), r.Uint64()}
		}
		word[0] = r.Uint64()
		kept := slices.Clone(word)
		w := newByteSums(word, rows).walk()
		want := make([]uint64, 3)
		x := uint64(0)
		for n := range 200 {
			if cosetcheck.Sum(want, word, rows, x); !slices.Equal(w.to(x), want) || !slices.Equal(word, kept) {
				t.Fatalf("%d rows: word %x is %x, want %x", rowCount, x, w.to(x), want)
			}
			if x = r.Uint64() & (1<<rowCount - 1); n%2 == 0 { // a little further, or anywhere
				x = (w.at + 1 + r.Uint64N(1<<10)) & (1<<rowCount - 1)
			}
		}
	}
}

// Words as far apart as those of a long list: row by row, and as a walk.
func BenchmarkParts(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	word, rows := make([]uint64, 200), make([][]uint64, 43)
	for i := range rows {
		rows[i] = make([]uint64, 200)
		for j := range rows[i] {
			rows[i][j] = r.Uint64()
		}
	}
	b.Run("rows", func(b *testing.B) {
		for n := uint64(0); b.Loop(); n++ {
			cosetcheck.Sum(make([]uint64, 200), word, rows, n*0x55555&(1<<43-1))
		}
	})
	b.Run("bytes", func(b *testing.B) {
		w := newByteSums(word, rows).walk()
		for n := uint64(0); b.Loop(); n++ {
			w.to(n * 0x55555 & (1<<43 - 1))
		}
	})
}
