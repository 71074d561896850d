package gf2

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// drawPoly draws polynomials of up to n words, dense and sparse, short and long alike.
func drawPoly(t *rapid.T, n int, label string) Poly {
	k := rapid.IntRange(0, n).Draw(t, label+" words")
	seed := rapid.Uint64().Draw(t, label+" seed")
	thin := rapid.IntRange(0, 2).Draw(t, label+" thinning")
	rng := rand.New(rand.NewPCG(seed, 1))
	w := make([]uint64, k)
	for i := range w {
		w[i] = rng.Uint64()
		for range 3 * thin {
			w[i] &= rng.Uint64()
		}
	}
	return Poly(w).Trim()
}

// slowMul adds p·x^i for every term x^i of q.
func slowMul(p, q Poly) Poly {
	var s Poly
	for i := range q.Deg() + 1 {
		if q.Coeff(i) {
			s = s.Add(p.Shift(i))
		}
	}
	return s
}

// slowDivMod subtracts shifted divisors, one term of the quotient at a time.
func slowDivMod(p, d Poly) (quo, rem Poly) {
	for p.Deg() >= d.Deg() {
		k := p.Deg() - d.Deg()
		quo = quo.Add(PolyOf(k))
		p = p.Add(d.Shift(k))
	}
	return quo, p
}

// slowGCD is Euclid's algorithm as he would write it.
func slowGCD(p, q Poly) Poly {
	for !q.IsZero() {
		_, r := slowDivMod(p, q)
		p, q = q, r
	}
	return p
}

// everyKernel runs a test with and without the assembly.
func everyKernel(t *testing.T, f func(t *testing.T)) {
	clmul := hasCLMUL
	defer func() { hasCLMUL = clmul }()
	t.Run("as is", f)
	hasCLMUL = false
	t.Run("portable", f)
}

func TestPolyOfPutsTermsWhereTheyBelong(t *testing.T) {
	p := PolyOf(0, 3, 70, 5, 5)
	if got := p.String(); got != "x^70 + x^3 + 1" {
		t.Errorf("got %s", got)
	}
	if p.Deg() != 70 || !p.Coeff(70) || p.Coeff(5) || p.Coeff(1000) {
		t.Error("degree or coefficients are wrong")
	}
	if z := PolyOf(2, 2); !z.IsZero() || z.Deg() != -1 || z.String() != "0" {
		t.Errorf("x^2 + x^2 is %v of degree %d", z, z.Deg())
	}
}

func TestProductIsTheSchoolbooks(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			p, q := drawPoly(t, 40, "p"), drawPoly(t, 12, "q")
			want := slowMul(p, q)
			if got := p.Mul(q); !got.Equal(want) {
				t.Fatalf("p·q = %v, want %v", got, want)
			}
			if got := q.Mul(p); !got.Equal(want) {
				t.Fatal("q·p differs from p·q")
			}
			if !p.Sqr().Equal(p.Mul(p)) {
				t.Fatal("the square of p is not p·p")
			}
		})
	})
}

// A long product is checked at points, so to speak: modulo a polynomial of one word.
func TestLongProductsHoldModuloAWord(t *testing.T) {
	m := PolyOf(63, 1, 0) // x^63 + x + 1 is primitive
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawPoly(t, 700, "p"), drawPoly(t, 700, "q")
		if !p.Mul(q).Mod(m).Equal(slowMul(p.Mod(m), q.Mod(m)).Mod(m)) {
			t.Fatal("the product does not hold modulo x^63 + x + 1")
		}
	})
}

func TestDivisionIsTheSchoolbooks(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			p, d := drawPoly(t, 30, "p"), drawPoly(t, 12, "d")
			if d.IsZero() {
				d = Poly{1}
			}
			quo, rem := p.DivMod(d)
			wantQuo, wantRem := slowDivMod(p, d)
			if !quo.Equal(wantQuo) || !rem.Equal(wantRem) {
				t.Fatalf("got %v and %v, want %v and %v", quo, rem, wantQuo, wantRem)
			}
			if !p.Div(d).Equal(quo) || !p.Mod(d).Equal(rem) {
				t.Fatal("Div and Mod differ from DivMod")
			}
		})
	})
}

func TestLongDivisionsUndoProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, d := drawPoly(t, 900, "q"), drawPoly(t, 400, "d").Add(PolyOf(64*500))
		r := drawPoly(t, 499, "r")
		quo, rem := q.Mul(d).Add(r).DivMod(d)
		if !quo.Equal(q) || !rem.Equal(r) {
			t.Fatal("(q·d + r) divided by d is not q remainder r")
		}
	})
}

func TestShiftsReversalsAndRemaindersOfPowers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPoly(t, 6, "p")
		k := rapid.IntRange(0, 200).Draw(t, "k")
		if !p.Shift(k).Equal(slowMul(p, PolyOf(k))) {
			t.Fatal("Shift(k) is not the product with x^k")
		}
		quo, rem := slowDivMod(p, PolyOf(k))
		if !p.Shift(-k).Equal(quo) || !p.Low(k).Equal(rem) {
			t.Fatal("Shift(-k) and Low(k) are not quotient and remainder by x^k")
		}
		rev := p.Reverse(p.Deg() + k)
		for i := range p.Deg() + 1 {
			if rev.Coeff(p.Deg()+k-i) != p.Coeff(i) {
				t.Fatalf("coefficient %d is not mirrored", i)
			}
		}
		if !rev.Reverse(p.Deg() + k).Equal(p) {
			t.Fatal("reversing twice changes the polynomial")
		}
	})
}

// at is p(1) or p(0).
func at(p Poly, one bool) bool {
	if !one {
		return p.Coeff(0)
	}
	odd := false
	for i := range p.Deg() + 1 {
		odd = odd != p.Coeff(i)
	}
	return odd
}

func TestShiftArgumentIsHornersRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPoly(t, 5, "p")
		var want Poly
		for i := p.Deg(); i >= 0; i-- {
			want = want.Add(want.Shift(1)) // times x+1
			if p.Coeff(i) {
				want = want.Add(Poly{1})
			}
		}
		got := p.ShiftArgument()
		if !got.Equal(want) {
			t.Fatalf("p(x+1) = %v, want %v", got, want)
		}
		if at(got, false) != at(p, true) || at(got, true) != at(p, false) {
			t.Fatal("p(x+1) at 0 and 1 is not p at 1 and 0")
		}
	})
}

// extGCD adds to Bezout the v with u·p + v·q = g.
func extGCD(p, q Poly) (g, u, v Poly) {
	if q.IsZero() {
		return p, Poly{1}, nil
	}
	g, u = p.Bezout(q)
	return g, u, u.Mul(p).Add(g).Div(q)
}

func TestGCDIsTheSchoolbooks(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			c := drawPoly(t, 4, "common factor")
			p, q := drawPoly(t, 16, "p").Mul(c), drawPoly(t, 16, "q").Mul(c)
			want := slowGCD(p, q)
			if got := p.GCD(q); !got.Equal(want) {
				t.Fatalf("gcd is %v, want %v", got, want)
			}
			g, u, v := extGCD(p, q)
			if !g.Equal(want) {
				t.Fatalf("Bezout says gcd is %v, want %v", g, want)
			}
			if !u.Mul(p).Add(v.Mul(q)).Equal(g) {
				t.Fatal("u·p + v·q is not the gcd")
			}
			if !q.IsZero() && !g.IsZero() && u.Deg() >= max(q.Deg()-g.Deg(), 1) {
				t.Fatalf("u has degree %d though q/g has only %d", u.Deg(), q.Deg()-g.Deg())
			}
		})
	})
}

// Quotients whose words are 1 or 0: a part of the remainder has the degree of the divisor then, or a much lower one.
func TestThinQuotients(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			d := drawPoly(t, 8, "divisor")
			if d.Deg() < 1 {
				t.Skip("nothing to divide by")
			}
			want := Poly(rapid.SliceOfN(rapid.Uint64Range(0, 1), 0, 16).Draw(t, "quotient")).Trim()
			rest := drawPoly(t, 8, "rest").Low(d.Deg())
			p := want.Mul(d).Add(rest)
			if q, r := p.DivMod(d); !q.Equal(want) || !r.Equal(rest) {
				t.Fatalf("quotient %v, rest %v, want %v and %v", q, r, want, rest)
			}
		})
	})
}

// Polynomials are equal if all their coefficients are.
func TestEqualPolynomials(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawPoly(t, 4, "p"), drawPoly(t, 4, "q")
		if p.Equal(q) != p.Add(q).IsZero() || !p.Equal(p.Shift(0)) || p.Equal(p.Add(Poly{1}.Shift(rapid.IntRange(0, 300).Draw(t, "term")))) {
			t.Fatal(p, q)
		}
	})
}

// Consecutive Fibonacci polynomials have the longest sequence of quotients, all equal to x.
func TestGCDOfFibonacciPolynomials(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		f := []Poly{nil, {1}}
		for len(f) < 700 {
			n := len(f)
			f = append(f, f[n-1].Shift(1).Add(f[n-2]))
		}
		// gcd(F_m, F_n) = F_gcd(m,n), as with Fibonacci numbers.
		for _, c := range []struct{ m, n, g int }{{699, 698, 1}, {690, 460, 230}, {600, 450, 150}, {512, 384, 128}} {
			if got := f[c.m].GCD(f[c.n]); !got.Equal(f[c.g]) {
				t.Errorf("gcd(F_%d, F_%d) is not F_%d", c.m, c.n, c.g)
			}
		}
	})
}

func TestLongInverses(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(5, 5))
		for range 4 {
			w := make([]uint64, 150+rng.IntN(50))
			z := make([]uint64, 100+rng.IntN(100))
			for i := range w {
				w[i] = rng.Uint64()
			}
			for i := range z {
				z[i] = rng.Uint64()
			}
			p, q := Poly(z).Trim(), Poly(w).Trim()
			g, u := p.Bezout(q)
			if !u.Mul(p).Mod(q).Equal(g.Mod(q)) {
				t.Fatal("u·p is not the gcd modulo q")
			}
			if !p.Mod(g).IsZero() || !q.Mod(g).IsZero() {
				t.Fatal("the gcd does not divide")
			}
		}
	})
}
