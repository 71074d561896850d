package gridpoly

import "lightsout/gf2"

// ring is GF(2)[x] modulo a polynomial of degree n, its elements the rows of n cells.
//
// If the row has ends, the modulus is f_n and x sends a row to the sums over each cell's
// neighbours; cell j of a row is the coefficient of f_j. If the row is a cycle, the modulus is
// x^n + 1, x moves every cell one place on and cell j is the coefficient of x^j; the neighbour sums
// are x + 1/x then. Elements are kept reduced.
type ring struct {
	n       int
	cycle   bool
	modulus gf2.Poly
	step    gf2.Poly // w: what a press of every cell of a row toggles within the row
}

func newRing(n int, cycle bool) *ring {
	r := &ring{n: n, cycle: cycle}
	if cycle {
		r.modulus = gf2.PolyOf(0, n)
	} else {
		r.modulus = fibonacci(n)
	}
	r.step = r.eval(gf2.PolyOf(1))
	return r
}

// fibonacci returns f_k, where f_(-1) = 0, f_0 = 1 and f_(k+1) = x·f_k + f_(k-1).
func fibonacci(k int) gf2.Poly {
	if k < 0 {
		return nil
	}
	c := make([]uint64, (k+1)/64+1)
	c[(k+1)/64] = 1 << ((k + 1) % 64)
	toPowers(c)
	return gf2.Poly(c).Trim().Shift(-1)
}

// fromRow returns the element that a row of cells is. The row is left alone.
func (r *ring) fromRow(row gf2.Vec) gf2.Poly {
	p := gf2.Poly(row.Clone().Words()).Trim()
	if r.cycle {
		return p
	}
	return powersOf(p)
}

// toRow returns the row of cells that an element is.
func (r *ring) toRow(p gf2.Poly) gf2.Vec {
	if !r.cycle {
		p = cellsOf(p)
	}
	row := gf2.NewVec(r.n)
	copy(row.Words(), p)
	return row
}

// timesX multiplies a row by x: neighbour sums if it has ends, one place on if it is a cycle.
func (r *ring) timesX(row gf2.Vec) gf2.Vec {
	if r.cycle {
		return r.toRow(foldPeriod(r.fromRow(row).Shift(1), r.n))
	}
	next := row.Clone()
	addNear(next, row, false) // each cell itself cancels
	return next
}

// powersOf turns a sum of f_j into a sum of x^j, cellsOf the other way. Both go by way of x·f_j,
// which are Dickson polynomials.

func powersOf(cells gf2.Poly) gf2.Poly {
	c := cells.Shift(1)
	toPowers(c)
	return c.Trim().Shift(-1)
}

func cellsOf(p gf2.Poly) gf2.Poly {
	c := p.Shift(1)
	toDickson(c)
	return c.Trim().Shift(-1)
}

// reduce returns the element that p stands for. No division is needed: Dickson polynomials modulo
// x·f_n repeat with period 2(n+1), mirrored in the middle of it.
func (r *ring) reduce(p gf2.Poly) gf2.Poly {
	if p.Deg() < r.n {
		return p
	}
	if r.cycle {
		return foldPeriod(p, r.n)
	}
	d := p.Shift(1)
	toDickson(d)
	period := 2 * (r.n + 1)
	folded := foldPeriod(d.Trim(), period)
	cells := folded.Add(folded.Reverse(period)).Shift(-1).Low(r.n)
	return powersOf(cells)
}

// foldPeriod returns p modulo x^period + 1.
func foldPeriod(p gf2.Poly, period int) gf2.Poly {
	for p.Deg() >= period {
		// Folding at a multiple of the period near the middle keeps this linear for any length.
		at := period
		for 2*at <= p.Deg() {
			at *= 2
		}
		p = p.Low(at).Add(p.Shift(-at))
	}
	return p
}

func (r *ring) mul(a, b gf2.Poly) gf2.Poly { return r.reduce(a.Mul(b)) }

// eval returns F(w).
func (r *ring) eval(F gf2.Poly) gf2.Poly {
	g := F.ShiftArgument() // w is one more than the neighbour sums
	if !r.cycle {
		return r.reduce(g)
	}
	// g(x + 1/x) is the constant term plus d_j·(x^j + x^-j) for the Dickson coefficients d_j.
	d := append([]uint64(nil), g...)
	toDickson(d)
	forth := gf2.Poly(d).Trim()
	back := foldPeriod(forth, r.n)
	if forth.Coeff(0) {
		back = back.Add(gf2.Poly{1})
	}
	return foldPeriod(foldPeriod(forth, r.n).Add(back.Reverse(r.n)), r.n)
}

// powers holds what k rows of chasing do, as elements of the ring.
type powers struct {
	f, before gf2.Poly // f_k(w) and f_(k-1)(w)
}

// after returns the powers for k rows.
//
// For k up to a few times n they are evaluated at once; beyond that from k/2, by
// f_2k = (f_k + f_(k-1))² and f_(2k-1) = x·f_(k-1)².
func (r *ring) after(k int) powers {
	if k <= 4*r.n+256 {
		return powers{r.eval(fibonacci(k)), r.eval(fibonacci(k - 1))}
	}
	h := r.after(k / 2)
	p := powers{f: r.reduce(h.f.Add(h.before).Sqr()), before: r.mul(r.step, r.reduce(h.before.Sqr()))}
	if k%2 == 1 {
		p = powers{f: r.mul(r.step, p.f).Add(p.before), before: p.f}
	}
	return p
}

// state is two rows in succession, p_(i-1) and p_i, as elements of the ring.
type state struct{ above, here gf2.Poly }

// uncarry returns the state from which k rows without lights lead to s, given the powers for k. The matrix
// ((0,1),(1,w)) to the power k is ((f_(k-2), f_(k-1)), (f_(k-1), f_k)), of determinant 1, so its inverse
// swaps the corners.
func (r *ring) uncarry(p powers, s state) state {
	twoBefore := r.mul(r.step, p.before).Add(p.f)
	return state{
		above: r.reduce(p.f.Mul(s.above).Add(p.before.Mul(s.here))),
		here:  r.reduce(p.before.Mul(s.above).Add(twoBefore.Mul(s.here))),
	}
}
