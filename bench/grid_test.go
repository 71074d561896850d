package bench

import (
	"fmt"
	"math/big"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// bigGrid solves all-on for an m×n grid from the formula of package gridpoly, in the plainest way
// that math/big allows: a row is a big integer, every polynomial is built a degree at a time, and
// Euclid's algorithm goes bit by bit. It is the baseline that gridpoly is measured against.
type bigGrid struct {
	m, n int
	all  *big.Int // a row of n ones
}

func newBigGrid(m, n int) *bigGrid {
	all := new(big.Int).Lsh(big.NewInt(1), uint(n))
	return &bigGrid{m: m, n: n, all: all.Sub(all, big.NewInt(1))}
}

// neighbours returns the sums over each cell's neighbours within a row.
func (g *bigGrid) neighbours(row *big.Int) *big.Int {
	sum := new(big.Int).Lsh(row, 1)
	sum.And(sum, g.all)
	return sum.Xor(sum, new(big.Int).Rsh(row, 1))
}

// chase returns the presses on all rows, the first being given, and what is left below the last.
func (g *bigGrid) chase(first *big.Int) (rows []*big.Int, rest *big.Int) {
	above, here := new(big.Int), first
	for range g.m {
		rows = append(rows, here)
		next := g.neighbours(here)
		next.Xor(next, here).Xor(next, above).Xor(next, g.all)
		above, here = here, next
	}
	return rows, here
}

// fibonacci lists f_0, …, f_n.
func (g *bigGrid) fibonacci() []*big.Int {
	f := []*big.Int{big.NewInt(1), big.NewInt(2)}
	for len(f) <= g.n {
		k := len(f)
		next := new(big.Int).Lsh(f[k-1], 1)
		f = append(f, next.Xor(next, f[k-2]))
	}
	return f[:g.n+1]
}

// bezout returns the gcd of a and the modulus, and the u with u·a ≡ gcd.
func bezout(a, modulus *big.Int) (gcd, u *big.Int) {
	a, b := new(big.Int).Set(modulus), new(big.Int).Set(a)
	c, d := new(big.Int), big.NewInt(1)
	shifted := new(big.Int)
	for b.Sign() != 0 {
		k := a.BitLen() - b.BitLen()
		if k < 0 {
			a, b, c, d = b, a, d, c
			continue
		}
		a.Xor(a, shifted.Lsh(b, uint(k)))
		c.Xor(c, shifted.Lsh(d, uint(k)))
		if a.Sign() == 0 || a.BitLen() < b.BitLen() {
			a, b, c, d = b, a, d, c
		}
	}
	return a, c
}

// quotient returns the quotient of a by b.
func quotient(a, b *big.Int) *big.Int {
	a, q := new(big.Int).Set(a), new(big.Int)
	shifted := new(big.Int)
	for a.BitLen() >= b.BitLen() {
		k := a.BitLen() - b.BitLen()
		a.Xor(a, shifted.Lsh(b, uint(k)))
		q.SetBit(q, k, 1)
	}
	return q
}

// solve returns the rows of an answer, checked, or nil.
func (g *bigGrid) solve() []*big.Int {
	f := g.fibonacci()
	modulus := f[g.n]
	reduce := func(p *big.Int) *big.Int {
		if p.Bit(g.n) == 1 {
			p.Xor(p, modulus)
		}
		return p
	}
	// f_m(x+1) modulo f_n
	before, power := new(big.Int), big.NewInt(1)
	for range g.m {
		next := new(big.Int).Lsh(power, 1)
		next.Xor(next, power).Xor(next, before)
		before, power = power, reduce(next)
	}
	power = reduce(power)
	_, rest := g.chase(new(big.Int))
	s := new(big.Int)
	for j := range g.n {
		if rest.Bit(j) == 1 {
			s.Xor(s, f[j])
		}
	}
	gcd, u := bezout(power, modulus)
	s = quotient(s, gcd)
	q := new(big.Int)
	for j := s.BitLen() - 1; j >= 0; j-- {
		q = reduce(q.Lsh(q, 1))
		if s.Bit(j) == 1 {
			q.Xor(q, u)
		}
	}
	// The row that q is: q(neighbours) applied to the first cell.
	first := new(big.Int)
	for j := q.BitLen() - 1; j >= 0; j-- {
		first = g.neighbours(first)
		if q.Bit(j) == 1 {
			first.SetBit(first, 0, first.Bit(0)^1)
		}
	}
	rows, rest := g.chase(first)
	if rest.Sign() != 0 || !g.check(rows) {
		return nil
	}
	return rows
}

// check reports whether the presses put all lights out.
func (g *bigGrid) check(rows []*big.Int) bool {
	for i, row := range rows {
		lit := g.neighbours(row)
		lit.Xor(lit, row).Xor(lit, g.all)
		if i > 0 {
			lit.Xor(lit, rows[i-1])
		}
		if i+1 < len(rows) {
			lit.Xor(lit, rows[i+1])
		}
		if lit.Sign() != 0 {
			return false
		}
	}
	return true
}

// answerGrid is an answer for an n×n grid.
func answerGrid(tb testing.TB, n int, change gf2.Vec) gf2.Vec {
	presses, _, ok := gridpoly.NewSolver(board.Rectangle{Rows: n, Cols: n}).Solve(change)
	if !ok {
		tb.Fatalf("%d×%d is not solved", n, n)
	}
	return presses
}

// nullityOfGrid is how many quiet patterns an n×n grid has.
func nullityOfGrid(n int) int { return gridpoly.Nullity(board.Rectangle{Rows: n, Cols: n}) }

// Where the answer is unique, the baseline and gridpoly give the same.
func TestBigIntegerGridAgrees(t *testing.T) {
	for n := 1; n <= 100; n++ {
		rows := newBigGrid(n, n).solve()
		if rows == nil {
			t.Fatalf("the baseline does not solve %d×%d", n, n)
		}
		if nullityOfGrid(n) > 0 {
			continue
		}
		presses := answerGrid(t, n, gf2.AllOnes(n*n))
		for r, row := range rows {
			for c := range n {
				if presses.Bit(r*n+c) != (row.Bit(c) == 1) {
					t.Fatalf("%d×%d: the answers differ in row %d", n, n, r)
				}
			}
		}
	}
}

// BenchmarkGrid solves and checks n×n grids, all on and with lights that follow no pattern. The figure to compare between
// sizes is ns/light.
func BenchmarkGrid(b *testing.B) {
	for _, n := range []int{5000, 10000, 50000, 100000} {
		for _, lights := range []string{"all", "random"} {
			b.Run(fmt.Sprintf("n=%d/%s", n, lights), func(b *testing.B) {
				grid, err := board.Parse(fmt.Sprintf("grid:%dx%d", n, n))
				if err != nil {
					b.Fatal(err)
				}
				p := board.NewPuzzle(grid)
				if err := p.SetLights(lights, "", 1); err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					left := grid.Apply(answerGrid(b, n, p.On.Bits()))
					if left.Add(p.On.Bits()); !left.IsZero() {
						b.Fatal("not solved")
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n)/float64(n), "ns/light")
			})
		}
	}
}

// BenchmarkGridAgainstBigIntegers has the baseline and gridpoly side by side on all-on 10,000×10,000.
func BenchmarkGridAgainstBigIntegers(b *testing.B) {
	const n = 10000
	b.Run("gridpoly", func(b *testing.B) {
		for b.Loop() {
			answerGrid(b, n, gf2.AllOnes(n*n))
		}
	})
	b.Run("big", func(b *testing.B) {
		for b.Loop() {
			if newBigGrid(n, n).solve() == nil {
				b.Fatal("not solved")
			}
		}
	})
}

// BenchmarkGridNullity is the time for one number: how many quiet patterns there are.
func BenchmarkGridNullity(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000, 1000000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				nullityOfGrid(n)
			}
		})
	}
}

// BenchmarkGridNullityTable is the nullities of n×n for n = 1…1000.
func BenchmarkGridNullityTable(b *testing.B) {
	for b.Loop() {
		for n := 1; n <= 1000; n++ {
			nullityOfGrid(n)
		}
	}
}
