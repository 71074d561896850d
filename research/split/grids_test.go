package split

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/gridpoly"
)

// lightest is the least cost of a coset's words, by the definition.
func lightest(word gf2.Vec, basis []gf2.Vec) int {
	least := math.MaxInt
	v := word.Clone()
	for n := range 1 << len(basis) {
		if n > 0 { // in the order of a Gray code
			v.Add(basis[bits.TrailingZeros(uint(n))])
		}
		least = min(least, v.Weight())
	}
	return least
}

// both runs a test with the assembly and without.
func both(t *testing.T, test func(t *testing.T)) {
	assembly := useAssembly
	defer func() { useAssembly = assembly }()
	for _, useAssembly = range []bool{false, assembly} {
		t.Run(fmt.Sprintf("assembly %v", useAssembly), test)
	}
}

// Blocks give every word the cost that adding it up gives, however many sums share a number.
func TestBlocks(t *testing.T) {
	both(t, func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.IntRange(1, 90).Draw(t, "cells")
			word := boardtest.DrawVec(t, n, "word")
			var basis []gf2.Vec
			for range rapid.IntRange(0, 14).Draw(t, "dimension") {
				basis = append(basis, boardtest.DrawVec(t, n, "vector"))
			}
			whole := newTable(word, basis, make([]int, n))
			if rapid.Bool().Draw(t, "costs") {
				for j := range whole.cost {
					whole.cost[j] = rapid.IntRange(1, 1000).Draw(t, "cost")
				}
			}
			want := map[uint64]int{}
			for x := range uint64(1) << len(whole.rows) {
				sum, cost := whole.word.Clone(), 0
				for i, row := range whole.rows {
					if x>>i&1 != 0 {
						sum.Add(row)
					}
				}
				for j := range sum.Ones() {
					cost += whole.cost[j]
				}
				want[x] = cost
			}
			b := newBlocks(whole, rapid.IntRange(0, len(whole.rows)).Draw(t, "low"))
			bound := rapid.IntRange(-1, b.total+1).Draw(t, "bound")
			var mu sync.Mutex
			got := map[uint64]int{}
			err := b.upTo(context.Background(), Options{Workers: 2}.withDefaults(), bound, nil, "", func(hits []hit) {
				mu.Lock()
				defer mu.Unlock()
				for _, h := range hits {
					if _, again := got[h.coefficients]; again {
						t.Errorf("word %b twice", h.coefficients)
					}
					got[h.coefficients] = h.cost
				}
			})
			maps.DeleteFunc(want, func(_ uint64, cost int) bool { return cost > bound })
			if err != nil || !maps.Equal(got, want) {
				t.Fatalf("words up to %d: %v, want %v (%v)", bound, got, want, err)
			}
		})
	})
}

// quiet is a basis of the quiet patterns of an n×n grid, and the parity classes of its cells.
func quiet(t testing.TB, n int) (basis []gf2.Vec, labels []int) {
	s, err := gridpoly.NewSolver(gridpoly.Shape{Rows: n, Cols: n})
	if err != nil {
		t.Fatal(err)
	}
	for i := range s.Nullity() {
		bits, err := s.Quiet(i).Store(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		basis = append(basis, bits.Vec())
	}
	for x := range n * n {
		labels = append(labels, x/n%2*2+x%n%2)
	}
	return basis, labels
}

// turns are the symmetries of an n×n grid.
func turns(n int) (list [][]int) {
	for g := range 8 {
		cells := make([]int, n*n)
		for x := range cells {
			row, column := x/n, x%n
			if g&1 != 0 {
				row = n - 1 - row
			}
			if g&2 != 0 {
				column = n - 1 - column
			}
			if g&4 != 0 {
				row, column = column, row
			}
			cells[x] = row*n + column
		}
		list = append(list, cells)
	}
	return list
}

// sieving makes splits sieve, however few pairs there are, in regions of a few words.
func sieving(t *testing.T) {
	sieveAll(t)
	regionBits = 7
}

// On grids the split finds exactly what weighing every word finds, with and without their symmetries. Of these,
// it uses those that keep the coset only.
func TestSplit(t *testing.T) {
	t.Run("weighing", testSplit)
	t.Run("sieving", func(t *testing.T) { sieving(t); testSplit(t) })
}

func testSplit(t *testing.T) {
	for _, n := range []int{9, 16, 19} {
		basis, labels := quiet(t, n)
		rapid.Check(t, func(t *rapid.T) {
			word := boardtest.DrawVec(t, n*n, "word")
			if rapid.Bool().Draw(t, "all") {
				word = gf2.AllOnes(n * n)
			}
			var symmetries [][]int
			if rapid.Bool().Draw(t, "symmetries") {
				turn := rapid.SampledFrom(turns(n))
				symmetries = [][]int{turn.Draw(t, "turn"), turn.Draw(t, "turn")} // they may generate all, or few
			}
			s := New(word, basis, labels, symmetries)
			if s == nil {
				t.Fatalf("%d×%d does not split", n, n)
			}
			least := lightest(word, basis)
			for _, most := range []int{0, least - 1, least, least + rapid.IntRange(1, 4).Draw(t, "more")} {
				var hint []int
				if rapid.Bool().Draw(t, "hint") {
					hint = []int{rapid.IntRange(0, 60).Draw(t, "hint"), rapid.IntRange(0, 60).Draw(t, "hint"), 30, 40}
				}
				found, err := s.Lighter(context.Background(), most, Options{Workers: 2, Least: hint})
				if err != nil || !agrees(found, word, basis, most, least) {
					t.Fatalf("the least is %d; at most %d: %v (%v)", least, most, found, err)
				}
			}
		})
	}
}

// Codes made to split: on two classes, and on the two others, their words are any of one class with any of the other. The
// classes of a pair may be as different as they like.
func TestSplitOfUnequalClasses(t *testing.T) {
	t.Run("weighing", testUnequalClasses)
	t.Run("sieving", func(t *testing.T) { sieving(t); testUnequalClasses(t) })
}

func testUnequalClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(2, 12).Draw(t, "dimension")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		// Every column is a sum of coefficients, as a mask: in the first pair of the coefficients themselves, in the
		// second of others that determine them.
		functions := [2][]uint64{make([]uint64, k), make([]uint64, k)}
		for i := range k {
			functions[0][i], functions[1][i] = 1<<i, 1<<i
		}
		for range 4 * k {
			if i, j := random.IntN(k), random.IntN(k); i != j {
				functions[1][i] ^= functions[1][j]
			}
		}
		var columns []uint64
		var labels []int
		for pair, f := range functions {
			cut := rapid.IntRange(0, k).Draw(t, "dimension of one class")
			for side, own := range [2][]uint64{f[:cut], f[cut:]} {
				list := slices.Clone(own)
				for range rapid.IntRange(0, 6).Draw(t, "more columns") {
					mask := uint64(0)
					for _, m := range own {
						mask ^= m * uint64(random.IntN(2))
					}
					list = append(list, mask)
				}
				for _, mask := range list {
					columns, labels = append(columns, mask), append(labels, 2*pair+side)
				}
			}
		}
		basis := make([]gf2.Vec, k)
		for i := range basis {
			basis[i] = gf2.NewVec(len(columns))
			for j, mask := range columns {
				basis[i].Set(j, mask>>i&1 != 0)
			}
		}
		word := boardtest.DrawVec(t, len(columns), "word")
		s := New(word, basis, labels, nil)
		if s == nil {
			t.Skip("a class without columns")
		}
		least := lightest(word, basis)
		for _, most := range []int{0, least - 1, least, least + rapid.IntRange(1, 9).Draw(t, "more")} {
			found, err := s.Lighter(context.Background(), most, Options{Workers: 2})
			if err != nil || !agrees(found, word, basis, most, least) {
				t.Fatalf("the least is %d; at most %d: %v (%v)", least, most, found, err)
			}
		}
	})
}

// A search that is stopped, or that would not fit, is an error and not an answer.
func TestLimits(t *testing.T) {
	basis, labels := quiet(t, 39)
	word := answer(t, 39)
	stopped, stop := context.WithCancel(context.Background())
	stop()
	s := New(word, basis, labels, nil)
	if _, err := s.Lighter(stopped, 560, Options{}); err == nil {
		t.Error("split although the context had ended")
	}
	if _, err := s.Lighter(context.Background(), 560, Options{MaxMemory: 1 << 5}); err != ErrMemory {
		t.Errorf("with 32 bytes: %v", err)
	}
}

// A hint that makes the lists too long for the memory is dropped.
func TestHintThatNeedsMemory(t *testing.T) {
	basis, labels := quiet(t, 39)
	s := New(answer(t, 39), basis, labels, nil)
	o := Options{MaxMemory: 1 << 20, Least: []int{0, 0, 0, 0}}
	var lists [4]*lightWords
	most := 560 - s.whole.fixed
	if err := s.lists(t.Context(), &lists, s.limits(s.centres(most, [4]int{}), [4]int{}), o.withDefaults()); err != ErrMemory {
		t.Fatalf("the hint needs no more than %d bytes: %v", o.MaxMemory, err)
	}
	if found, err := s.Lighter(t.Context(), 560, o); err != nil || found.Lighter.Len() > 0 {
		t.Errorf("%+v, %v", found, err)
	}
}

// A sieve that would not fit, although the lists do, is refused before any pairs are combined.
func TestSieveThatNeedsMemory(t *testing.T) {
	sieveAll(t)
	basis, labels := quiet(t, 19)
	s := New(answer(t, 19), basis, labels, nil)
	const most = 170 // so much that all words are listed
	tooLarge := 0
	for memory := int64(1 << 14); ; memory += 1 << 10 {
		listed, combined := false, false
		_, err := s.Lighter(t.Context(), most, Options{MaxMemory: memory, Progress: func(what string, done, all int) {
			listed = listed || what == "class 4 of 4" && done == all
			combined = combined || what == "pairs of light words"
		}})
		if err == nil {
			break
		}
		if err != ErrMemory || combined {
			t.Fatalf("with %d bytes: %v, pairs were combined: %v", memory, err, combined)
		}
		if listed {
			tooLarge++
		}
	}
	if tooLarge == 0 {
		t.Error("the lists take as much memory as the sieves")
	}
}

// All-on 39×39 needs 561 presses (OEIS A075464).
func TestSplitOf39(t *testing.T) {
	basis, labels := quiet(t, 39)
	word := answer(t, 39)
	s := New(word, basis, labels, nil)
	for _, most := range []int{560, 561} {
		if found, err := s.Lighter(context.Background(), most, Options{}); err != nil || !agrees(found, word, basis, most, 561) {
			t.Errorf("an answer of at most %d: %v (%v)", most, found, err)
		}
	}
}

// answer is some answer of an n×n grid with all lights on.
func answer(t testing.TB, n int) gf2.Vec {
	s, err := gridpoly.NewSolver(gridpoly.Shape{Rows: n, Cols: n})
	if err != nil {
		t.Fatal(err)
	}
	solution, err := s.Solve(context.Background(), gridpoly.All(n))
	if err != nil {
		t.Fatal(err)
	}
	bits, err := solution.Answer.Store(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return bits.Vec()
}

// What a class costs.
func BenchmarkBlocks(b *testing.B) {
	basis, _ := quiet(b, 61)
	t := newBlocks(newTable(answer(b, 61), basis, make([]int, 61*61)), lowCoefficients)
	sums := t.newSums()
	high := uint64(0)
	for b.Loop() {
		t.transform(high, sums)
		high++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(int(1)<<t.low), "ns/word")
}

// Weighing one word of each orbit, and turning it, lists the same words as weighing all.
func TestListUpToSymmetry(t *testing.T) {
	basis, labels := quiet(t, 61)
	word := answer(t, 61)
	all, some := New(word, basis, labels, nil), New(word, basis, labels, turns(61))
	if len(some.moves) != 7 {
		t.Fatalf("%d symmetries besides the identity", len(some.moves))
	}
	o := Options{}.withDefaults()
	var want, got [4]*lightWords
	var limits [4]int
	for i, c := range all.classes {
		limits[i] = int(c.mean - 4*c.spread)
	}
	if err := errors.Join(all.lists(t.Context(), &want, limits, o), some.lists(t.Context(), &got, limits, o)); err != nil {
		t.Fatal(err)
	}
	for i, l := range got {
		for cost := l.least; cost <= l.limit; cost++ {
			slices.Sort(l.at(cost))
		}
		if len(l.words) < 20 || !reflect.DeepEqual(l, want[i]) {
			t.Errorf("class %d: %d words from %d on, want %d from %d on", i, len(l.words), l.least, len(want[i].words), want[i].least)
		}
	}
	if 7*some.Steps() > 2*all.Steps() {
		t.Errorf("%.0f steps with symmetries, %.0f without", some.Steps(), all.Steps())
	}
}

// The last coefficients of an image, in an adapted basis, are what the outer map makes of the last coefficients.
func TestFlag(t *testing.T) {
	basis, labels := quiet(t, 39)
	s := New(answer(t, 39), basis, labels, turns(39))
	rapid.Check(t, func(t *rapid.T) {
		class := rapid.IntRange(0, 3).Draw(t, "class")
		maps := s.within(class)
		f := newAdaptedBasis(16, rapid.IntRange(0, 16).Draw(t, "most"), maps)
		basis := affine{to: f.basis}
		place := map[uint64]uint64{} // the coefficients in the basis
		for y := range uint64(1) << 16 {
			place[basis.of(y)] = y
		}
		if len(place) != 1<<16 {
			t.Fatal("not a basis")
		}
		for range 100 {
			y := rapid.Uint64Range(0, 1<<16-1).Draw(t, "word")
			for i, m := range maps {
				if got, want := f.outer[i].of(y>>f.low), place[m.of(basis.of(y))]>>f.low; got != want {
					t.Fatalf("map %d of %x: last coefficients %x, want %x", i, y, got, want)
				}
			}
		}
	})
}

// A map that breaks one rule only is not a symmetry: cells must keep their classes together, words must become
// words of the coset, and columns must keep their costs.
func TestMapsThatAreNoSymmetries(t *testing.T) {
	for what, c := range map[string]struct {
		basis     []string
		word      string
		good, bad []int
	}{
		"classes": {[]string{"10000000", "01000000", "00100000", "00010000", "00001000", "00000100", "00000010", "00000001"}, "00000000",
			[]int{1, 0, 2, 3, 4, 5, 6, 7}, []int{0, 2, 1, 3, 4, 5, 6, 7}},
		"rows": {[]string{"10100000", "01000000", "00010000", "00001000", "00000100", "00000010", "00000001"}, "00000000",
			[]int{2, 3, 0, 1, 4, 5, 6, 7}, []int{1, 0, 2, 3, 4, 5, 6, 7}},
		"word": {[]string{"10100000", "01010000", "00001000", "00000100", "00000010", "00000001"}, "10000000",
			[]int{2, 3, 0, 1, 4, 5, 6, 7}, []int{1, 0, 3, 2, 4, 5, 6, 7}},
		"costs": {[]string{"100000001", "010000000", "001000000", "000100000", "000010000", "000001000", "000000100", "000000010"}, "000000000",
			[]int{0, 1, 3, 2, 4, 5, 6, 7, 8}, []int{1, 0, 2, 3, 4, 5, 6, 7, 8}},
	} {
		vec := func(s string) gf2.Vec {
			v := gf2.NewVec(len(s))
			for i, b := range s {
				v.Set(i, b == '1')
			}
			return v
		}
		var basis []gf2.Vec
		for _, b := range c.basis {
			basis = append(basis, vec(b))
		}
		s := New(vec(c.word), basis, []int{0, 0, 1, 1, 2, 2, 3, 3, 0}[:len(c.word)], nil)
		if s.newSymmetry(c.good) == nil || s.newSymmetry(c.bad) != nil {
			t.Errorf("%s: %v, %v", what, s.newSymmetry(c.good), s.newSymmetry(c.bad))
		}
	}
}

// agrees reports whether a split found a word of the coset with at most so many ones exactly if there is one.
func agrees(found *Outcome, word gf2.Vec, basis []gf2.Vec, most, least int) bool {
	if most < least {
		return found.Lighter.Len() == 0
	}
	if found.Lighter.Len() != word.Len() || found.Lighter.Weight() > most {
		return false
	}
	m := gf2.NewMatrix(len(basis)+1, word.Len())
	for i, b := range basis {
		m.Row(i).Add(b)
	}
	rank := m.Clone().Rank()
	m.Row(len(basis)).Add(found.Lighter.Sum(word))
	return m.Rank() == rank
}
