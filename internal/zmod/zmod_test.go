package zmod

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// dense is a matrix by its columns, for brute force.
func dense(t *rapid.T, k int) (height int, columns [][]Entry) {
	height = rapid.IntRange(0, 4).Draw(t, "height")
	width := rapid.IntRange(0, 4).Draw(t, "width")
	columns = make([][]Entry, width)
	for s := range columns {
		for l := range height {
			if v := rapid.IntRange(0, k-1).Draw(t, "entry"); v > 0 {
				columns[s] = append(columns[s], Entry{l, uint8(v)})
			}
		}
	}
	return height, columns
}

// words yields every vector of n entries modulo k.
func words(k, n int, yield func([]uint8)) {
	w := make([]uint8, n)
	for {
		yield(w)
		i := 0
		for ; i < n && int(w[i]) == k-1; i++ {
			w[i] = 0
		}
		if i == n {
			return
		}
		w[i]++
	}
}

// times is A·x by definition.
func times(k, height int, columns [][]Entry, x []uint8) []uint8 {
	b := make([]uint8, height)
	for s, list := range columns {
		for _, e := range list {
			b[e.Row] = uint8((int(b[e.Row]) + int(x[s])*int(e.Value)) % k)
		}
	}
	return b
}

func modulus(t *rapid.T) int { return rapid.SampledFrom([]int{2, 3, 4, 5, 6, 8, 9, 12}).Draw(t, "K") }

func TestEveryRightSideHasAnAnswerOrAWitness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := modulus(t)
		height, columns := dense(t, k)
		if k > 6 && (height > 3 || len(columns) > 3) {
			t.Skip("brute force takes too long")
		}
		s, err := NewSystem(t.Context(), k, height, columns)
		if err != nil {
			t.Fatal(err)
		}
		answers := map[string]int{}
		kernel := map[string]bool{}
		words(k, len(columns), func(x []uint8) {
			b := times(k, height, columns, x)
			answers[string(b)]++
			if slices.Max(append(b, 0)) == 0 {
				kernel[string(x)] = true
			}
		})
		words(k, height, func(b []uint8) {
			x, witness, ok := s.Solve(b)
			switch {
			case ok != (answers[string(b)] > 0):
				t.Fatalf("b = %v: solvable %v, but %d answers by brute force", b, ok, answers[string(b)])
			case ok && !Solves(k, columns, x, b):
				t.Fatalf("b = %v: %v does not solve it", b, x)
			case !ok && !Refutes(k, columns, witness, b):
				t.Fatalf("b = %v: %v is no witness", b, witness)
			}
		})
		if got := s.ImageOrder(); got.Cmp(big.NewInt(int64(len(answers)))) != 0 {
			t.Errorf("%v right sides have solutions, want %d", got, len(answers))
		}
		if got := s.KernelOrder(); got.Cmp(big.NewInt(int64(len(kernel)))) != 0 {
			t.Errorf("the kernel has %v elements, want %d", got, len(kernel))
		}
		checkKernel(t, s, kernel)
	})
}

// checkKernel holds the generators against all elements.
func checkKernel(t *rapid.T, s *System, elements map[string]bool) {
	k, err := s.Kernel(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	c := NewCoset(make([]uint8, s.width), k, make2(s.width, s.ring.k, func(_, n int) int64 { return int64(n) }))
	most := int64(math.MaxInt64)
	err = c.Below(t.Context(), &most, func(p *Place) bool {
		x := p.Word()
		cost := int64(0)
		for _, n := range x {
			cost += int64(n)
		}
		if cost != p.Cost {
			t.Fatalf("%v costs %d, want %d", x, p.Cost, cost)
		}
		if !elements[string(x)] || seen[string(x)] {
			t.Fatalf("%v is not in the kernel, or was there before", x)
		}
		seen[string(x)] = true
		return true
	})
	if err != nil || len(seen) != len(elements) {
		t.Fatalf("%d elements of %d, error %v", len(seen), len(elements), err)
	}
}

func make2(n, k int, price func(s, n int) int64) [][]int64 {
	list := make([][]int64, n)
	for s := range list {
		for v := range k {
			list[s] = append(list[s], price(s, v))
		}
	}
	return list
}

// The Howell form of the kernel does not depend on the order of the equations.
func TestGeneratorsAreUnique(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.IntRange(MinStates, MaxStates).Draw(t, "K")
		height, columns := dense(t, k)
		order := rapid.Permutation(countTo(height)).Draw(t, "order")
		moved := make([][]Entry, len(columns))
		for s, list := range columns {
			for _, e := range list {
				moved[s] = append(moved[s], Entry{order[e.Row], e.Value})
			}
		}
		var forms [2]*Kernel
		for i, c := range [][][]Entry{columns, moved} {
			s, err := NewSystem(t.Context(), k, height, c)
			if err != nil {
				t.Fatal(err)
			}
			if forms[i], err = s.Kernel(t.Context()); err != nil {
				t.Fatal(err)
			}
			if forms[i].Order().Cmp(s.KernelOrder()) != 0 {
				t.Fatalf("generators of %v elements, want %v", forms[i].Order(), s.KernelOrder())
			}
		}
		if !slices.EqualFunc(forms[0].Words, forms[1].Words, slices.Equal) {
			t.Fatalf("%v and %v", forms[0].Words, forms[1].Words)
		}
	})
}

func countTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// grid is the n×n board, a press adding one to a cell and its neighbours.
func grid(n int) [][]Entry {
	columns := make([][]Entry, n*n)
	for r := range n {
		for c := range n {
			for _, d := range [][2]int{{-1, 0}, {0, -1}, {0, 0}, {0, 1}, {1, 0}} {
				if y, x := r+d[0], c+d[1]; y >= 0 && y < n && x >= 0 && x < n {
					columns[r*n+c] = append(columns[r*n+c], Entry{y*n + x, 1})
				}
			}
		}
	}
	return columns
}

func solved(t testing.TB, k int, height int, columns [][]Entry) *System {
	t.Helper()
	s, err := NewSystem(t.Context(), k, height, columns)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The nullity of the n×n board modulo a prime p by polynomials. Let P be the matrix of a path of n cells and f₀ = 1,
// f₁ = x, f₍ᵢ₊₁₎ = x·fᵢ − f₍ᵢ₋₁₎; fₙ is the characteristic polynomial of P. The first row q of a quiet pattern
// decides the others: row i+1 is fᵢ(−1−P)·q, and the row after the last must be zero, fₙ(−1−P)·q = 0. P is
// nonderogatory, so the solutions have dimension deg gcd(fₙ(−1−x), fₙ(x)).
func TestNullitiesByPolynomials(t *testing.T) {
	for _, p := range []int{2, 3, 5, 7} {
		for n := 1; n <= 40; n++ {
			f, g := chebyshev(p, n, []int{0, 1}), chebyshev(p, n, []int{p - 1, p - 1})
			want := len(polyGCD(p, f, g)) - 1
			s := solved(t, p, n*n, grid(n))
			if got := n*n - s.Rank(); got != want {
				t.Errorf("%d×%d modulo %d has nullity %d by elimination, %d by polynomials", n, n, p, got, want)
			}
		}
	}
}

// The nullities of squares are those that the polynomials of docs/theory.md give.
func TestNullitiesOfSquares(t *testing.T) {
	for p, want := range map[int]string{
		2: "0 0 0 4 2 0 0 0 8 0 6 0 0 4 0 8 2 0 16 0",
		3: "0 1 0 2 3 0 0 4 2 0 3 6 6 7 0 0 12 0 6 1",
		5: "0 0 0 2 2 0 0 0 2 0 4 6 0 6 0 0 2 0 2 0",
		7: "0 0 1 2 2 0 1 0 2 0 3 0 0 2 1 0 2 0 3 6",
	} {
		var row []string
		for n := 1; n <= 20; n++ {
			row = append(row, fmt.Sprint(len(polyGCD(p, chebyshev(p, n, []int{0, 1}), chebyshev(p, n, []int{p - 1, p - 1})))-1))
		}
		if got := strings.Join(row, " "); got != want {
			t.Errorf("modulo %d: %s, want %s", p, got, want)
		}
	}
}

// chebyshev is fₙ at the polynomial x, coefficients modulo p from the lowest.
func chebyshev(p, n int, x []int) []int {
	before, at := []int{}, []int{1}
	for range n {
		next := make([]int, len(at)+len(x)-1)
		for i, a := range at {
			for j, b := range x {
				next[i+j] = (next[i+j] + a*b) % p
			}
		}
		for i, b := range before {
			next[i] = (next[i] + p - b) % p
		}
		before, at = at, next
	}
	return at
}

func polyGCD(p int, a, b []int) []int {
	for len(b) > 0 {
		lead := 1
		for lead*b[len(b)-1]%p != 1 {
			lead++
		}
		for len(a) >= len(b) {
			c := a[len(a)-1] * lead % p
			for i := range b {
				j := len(a) - len(b) + i
				a[j] = (a[j] + (p-c)*b[i]) % p
			}
			for len(a) > 0 && a[len(a)-1] == 0 {
				a = a[:len(a)-1]
			}
		}
		a, b = b, a
	}
	return a
}

// By the Chinese remainder theorem the kernel modulo 6 is that modulo 2 times that modulo 3.
func TestOrdersMultiply(t *testing.T) {
	for n := 1; n <= 20; n++ {
		order := func(k int) *big.Int { return solved(t, k, n*n, grid(n)).KernelOrder() }
		for _, c := range [][3]int{{2, 3, 6}, {3, 4, 12}, {4, 9, 36}, {5, 7, 35}} {
			if want := new(big.Int).Mul(order(c[0]), order(c[1])); order(c[2]).Cmp(want) != 0 {
				t.Errorf("%d×%d modulo %d: %v, want %v", n, n, c[2], order(c[2]), want)
			}
		}
	}
}

func TestFiveByFiveModuloThree(t *testing.T) {
	s := solved(t, 3, 25, grid(5))
	if got := 25 - s.Rank(); got != 3 {
		t.Errorf("nullity %d, want 3", got)
	}
}

// fewestBFS is the fewest presses to reach every change, by breadth-first search.
func fewestBFS(k, height int, columns [][]Entry) map[string]int {
	none := make([]uint8, height)
	level := map[string]int{string(none): 0}
	for queue := []string{string(none)}; len(queue) > 0; queue = queue[1:] {
		for s := range columns {
			next := []byte(queue[0])
			for _, e := range columns[s] {
				next[e.Row] = uint8((int(next[e.Row]) + int(e.Value)) % k)
			}
			if _, known := level[string(next)]; !known {
				level[string(next)] = level[queue[0]] + 1
				queue = append(queue, string(next))
			}
		}
	}
	return level
}

func TestFewestPressesThreeWays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.SampledFrom([]int{2, 3, 4, 5, 6}).Draw(t, "K")
		height, columns := dense(t, k)
		want := fewestBFS(k, height, columns)
		s, err := NewSystem(t.Context(), k, height, columns)
		if err != nil {
			t.Fatal(err)
		}
		kernel, err := s.Kernel(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		price := make2(len(columns), k, func(_, n int) int64 { return int64(n) })
		for range 5 {
			x := make([]uint8, len(columns))
			for i := range x {
				x[i] = uint8(rapid.IntRange(0, k-1).Draw(t, "x"))
			}
			b := times(k, height, columns, x)
			c := NewCoset(x, kernel, price)
			least := int64(1 << 40)
			err := c.Below(t.Context(), &least, func(p *Place) bool {
				if !Solves(k, columns, p.Word(), b) || int64(presses(p.Word())) != p.Cost {
					t.Fatalf("%v is no solution that costs %d", p.Word(), p.Cost)
				}
				least = p.Cost
				return true
			})
			if err != nil || least != int64(want[string(b)]) {
				t.Fatalf("by enumeration %d, %v; by search %d", least, err, want[string(b)])
			}
			checkBelow(t, c)
			if first, err := c.Cheapest(t.Context()); err != nil || first.Cost != least || int64(presses(first.Word)) != least {
				t.Fatalf("one by one %+v, %v, want %d", first, err, least)
			}
		}
	})
}

// checkBelow holds Below against the sums of all multiples of the generators: the same elements up to a cost, each
// once.
func checkBelow(t *rapid.T, c *Coset) {
	most := int64(rapid.IntRange(0, 20).Draw(t, "most"))
	var want, got []string
	var choose func(from int, word []uint8)
	choose = func(from int, word []uint8) {
		if from < len(c.kernel.Words) {
			for n := range c.kernel.Radix[from] {
				next := slices.Clone(word)
				c.kernel.ring.addMultiple(next, c.kernel.Words[from], uint8(n))
				choose(from+1, next)
			}
		} else if int64(presses(word)) <= most {
			want = append(want, string(word))
		}
	}
	choose(0, c.word)
	if err := c.Below(t.Context(), &most, func(p *Place) bool {
		got = append(got, string(p.Word()))
		return true
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Fatalf("%d elements up to %d, want %d", len(got), most, len(want))
	}
}

func presses(x []uint8) int {
	n := 0
	for _, v := range x {
		n += int(v)
	}
	return n
}

func TestSystemsTooLarge(t *testing.T) {
	if _, err := NewSystem(t.Context(), 37, 1, nil); err == nil {
		t.Error("modulo 37 is taken")
	}
	if _, err := NewSystem(t.Context(), 3, 1<<20, make([][]Entry, 1<<20)); err == nil {
		t.Error("a matrix of 2^40 entries is taken")
	}
}

func BenchmarkNewSystem(b *testing.B) {
	for _, k := range []int{3, 4, 36} {
		for _, n := range []int{5, 20, 60, 75} {
			columns := grid(n)
			b.Run(fmt.Sprintf("%dx%d,mod=%d", n, n, k), func(b *testing.B) {
				for b.Loop() {
					solved(b, k, n*n, columns)
				}
			})
		}
	}
}

// The 17×17 board modulo 3 is the smallest square with twelve trits.
func BenchmarkCheapest(b *testing.B) {
	for _, n := range []int{5, 17} {
		s := solved(b, 3, n*n, grid(n))
		kernel, err := s.Kernel(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		x, _, ok := s.Solve(slices.Repeat([]uint8{1}, n*n))
		if !ok {
			b.Fatalf("%d×%d is unsolvable", n, n)
		}
		c := NewCoset(x, kernel, make2(n*n, 3, func(_, n int) int64 { return int64(n) }))
		name := fmt.Sprintf("%dx%d,nullity=%d,regions=%d", n, n, len(kernel.Words), c.Regions())
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := c.Cheapest(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
