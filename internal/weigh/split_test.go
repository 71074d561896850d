package weigh

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"lightsout/gf2"
)

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
	few, region, low := fewPairs, regionBits, lowCoefficients
	defer func() { fewPairs, regionBits, lowCoefficients = few, region, low }()
	both(t, func(t *testing.T) {
		splits, symmetric, open, conditions := 0, 0, 0, 0
		for seed := range uint64(500) {
			r := rand.New(rand.NewPCG(seed, 1))
			fewPairs, regionBits, lowCoefficients = []int{0, 0, 3, few}[r.IntN(4)], 6+r.IntN(3), 5+r.IntN(4)
			var c *code
			if k := 6 + r.IntN(7); r.IntN(2) != 0 {
				c = codeOf(r, k, [4]int{k/2 + r.IntN(3), k/2 + r.IntN(3), k/2 + r.IntN(3), k / 2})
			} else {
				c = symmetricCode(r, 12)
			}
			s := NewSplit(c.word, c.basis, c.labels, c.maps)
			if s == nil {
				continue
			}
			splits++
			if len(s.moves) > 0 {
				symmetric++
			}
			for _, p := range s.pairs {
				open, conditions = open+p.free(), conditions+p.conditions()
			}
			least := lightest(c.word, c.basis, nil)
			for _, most := range []int{least - 1, least, least - 1 - r.IntN(5), least + r.IntN(9), r.IntN(40)} {
				o := Options{Workers: 1 + r.IntN(2)}
				if r.IntN(2) != 0 {
					o.Least = []int{r.IntN(30) - 5, r.IntN(30) - 5, r.IntN(30) - 5, r.IntN(30) - 5}
				}
				found, err := s.Lighter(context.Background(), most, o)
				if err != nil || found.Lighter != (most >= least) {
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
	if _, err := New(c.word, c.basis[:54], nil).Least(ctx, o); err == nil {
		t.Error("2^54 words weighed")
	}
	ctx, cancel = context.WithCancel(context.Background())
	if found, err := NewSplit(c.word, c.basis, c.labels, nil).Lighter(ctx, 3, o); err == nil {
		t.Errorf("2^53 words weighed: %v", found)
	}
	cancel()
}
