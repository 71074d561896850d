package fewest

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
)

// collisions is a basis of the columns of k checks that have key 0: adding one to a column changes the
// column and not its key.
func collisions(k int) [][]uint64 {
	key := newKeyer(k)
	m := gf2.NewMatrix(64, k)
	for i, word := range key {
		for ; word != 0; word &= word - 1 {
			m.Set(bits.TrailingZeros64(word), i, true)
		}
	}
	var list [][]uint64
	for _, v := range m.RightNull() {
		list = append(list, packed(v))
	}
	return list
}

func packed(v gf2.Vec) []uint64 {
	list := make([]uint64, (v.Len()+63)/64)
	for i := range v.Ones() {
		list[i/64] |= 1 << (i % 64)
	}
	return list
}

func plus(a, b []uint64) []uint64 {
	sum := slices.Clone(a)
	for w := range sum {
		sum[w] ^= b[w]
	}
	return sum
}

func randomColumn(r *rand.Rand, k int) []uint64 {
	column := make([]uint64, (k+63)/64)
	for i := range k {
		column[i/64] |= uint64(r.IntN(2)) << (i % 64)
	}
	return column
}

// byColumns is the problem of adding up to a target with columns of the given costs. After them come
// columns with a single one, one for each check; so the search has exactly these coordinates.
func byColumns(k int, columns [][]uint64, costs []int, target []uint64, single int) Problem {
	n := len(columns)
	p := Problem{Word: gf2.NewVec(n + k), Costs: costs}
	ones := func(column []uint64, word gf2.Vec) gf2.Vec {
		for i := range k {
			if column[i/64]>>(i%64)&1 != 0 {
				word.Set(n+i, true)
			}
		}
		return word
	}
	ones(target, p.Word)
	for c, column := range columns {
		p.Basis = append(p.Basis, ones(column, gf2.VecOf(n+k, c)))
	}
	for range k {
		p.Costs = append(p.Costs, single)
	}
	return p
}

// A board made to deceive: eight columns of cost 2 add up to the target, and so does one of cost 20. For
// each of the eight there is one of cost 1 with the same key, so every sum of the eight has a cheaper
// rival of the same key, which does not lead to the target.
func TestEqualKeysOfDifferentSums(t *testing.T) {
	const k = 80
	r := rand.New(rand.NewPCG(1, 1))
	kernel := collisions(k)
	var columns [][]uint64
	var costs []int
	target := make([]uint64, 2)
	for i := range 8 {
		dear := randomColumn(r, k)
		columns = append(columns, dear, plus(dear, kernel[i]))
		costs = append(costs, 2, 1)
		target = plus(target, dear)
	}
	columns, costs = append(columns, target), append(costs, 20)
	for range 700 {
		columns, costs = append(columns, randomColumn(r, k)), append(costs, 60)
	}
	got, err := Minimum(context.Background(), byColumns(k, columns, costs, target, 60), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Lower > 16 || got.Cost < 16 || got.Proved() && got.Cost != 16 {
		t.Errorf("from %d to %d, proved %v (%s); 16 is the least", got.Lower, got.Cost, got.Proved(), got.Why.Method)
	}
}

// deceiver is a part with random columns, their sums with columns of key 0, and sums of those.
func deceiver(t *rapid.T) *checkPart {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
	k := 65 + r.IntN(80)
	kernel := collisions(k)
	p := &checkPart{k: k, words: (k + 63) / 64}
	var columns [][]uint64
	for len(columns) < 12 {
		column := randomColumn(r, k)
		columns = append(columns, column)
		for range r.IntN(3) {
			columns = append(columns, plus(column, kernel[r.IntN(len(kernel))]))
		}
	}
	p.target = make([]uint64, p.words)
	for i, column := range columns {
		p.column = append(p.column, i)
		p.cols = append(p.cols, column...)
		if r.IntN(3) == 0 {
			p.target = plus(p.target, column)
		}
	}
	if p.leastCount() == 0 {
		p.target = slices.Clone(columns[0])
	}
	return p
}

// fewest is how many columns add up to the target, tried one by one. Sums that are equal are kept once.
func fewest(p *checkPart) int {
	least := map[string]int{string(make([]byte, p.words*8)): 0}
	name := func(sum []uint64) string {
		var b []byte
		for _, w := range sum {
			for i := range 8 {
				b = append(b, byte(w>>(8*i)))
			}
		}
		return string(b)
	}
	sums := [][]uint64{make([]uint64, p.words)}
	for c := range p.m() {
		for _, sum := range sums[:len(sums):len(sums)] {
			next := plus(sum, p.col(c))
			cost := least[name(sum)] + 1
			if old, known := least[name(next)]; !known {
				sums = append(sums, next)
				least[name(next)] = cost
			} else {
				least[name(next)] = min(old, cost)
			}
		}
	}
	return least[name(p.target)]
}

func TestFewestColumnsAmongEqualKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := deceiver(t)
		want, left := fewest(p), int64(noLimit)
		s := &search{ctx: context.Background(), options: Options{Workers: 1}.withDefaults(), parity: -1}
		s.known = Known{Best: board.Bits(gf2.NewVec(p.m())), Cost: 101}
		s.limit.Store(101)
		err := s.meet(p, &left)
		set := s.known.Best.Indices()
		if err != nil || !p.sumIsTarget(set) || len(set) != want {
			t.Fatalf("columns %v, want %d (%v)", set, want, err)
		}
	})
}
