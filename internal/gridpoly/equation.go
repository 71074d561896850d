package gridpoly

import (
	"context"

	"lightsout/gf2"
)

// equation is a·v = c in the ring, for a fixed a and any c.
type equation struct {
	mul  func(a, b gf2.Poly) gf2.Poly // the ring's product
	gcd  gf2.Poly                     // of a and the modulus
	inv  gf2.Poly                     // inv·a ≡ gcd
	free gf2.Poly                     // modulus / gcd: its multiples are what a sends to zero
}

func newEquation(ctx context.Context, r *ring, a gf2.Poly) (*equation, error) {
	e := &equation{mul: r.mul, free: r.modulus}
	var err error
	e.gcd, e.inv, err = a.BezoutWithin(ctx, r.modulus)
	if err != nil {
		return nil, err
	}
	if !e.gcd.IsOne() {
		e.free = r.modulus.Div(e.gcd)
	}
	return e, nil
}

// nullity is the number of independent v with a·v = 0.
func (e *equation) nullity() int { return e.gcd.Deg() }

// solve returns the v of least degree with a·v = c, if there is one.
func (e *equation) solve(c gf2.Poly) (v gf2.Poly, ok bool) {
	if e.gcd.IsOne() {
		return e.mul(e.inv, c), true
	}
	quotient, rest := c.DivMod(e.gcd)
	if !rest.IsZero() {
		return nil, false
	}
	return e.inv.Mul(quotient).Mod(e.free), true
}

// null returns the i-th of a basis of what a sends to zero.
func (e *equation) null(i int) gf2.Poly { return e.free.Shift(i) }

// oddNull returns the first of that basis which, as a row, shares an odd number of cells with the
// given row. Going from one to the next is a multiplication by x, done on rows.
func (e *equation) oddNull(r *ring, row gf2.Vec) (v gf2.Poly, ok bool) {
	z := r.toRow(e.free)
	for i := range e.nullity() {
		if z.Dot(row) {
			return e.null(i), true
		}
		z = r.timesX(z)
	}
	return nil, false
}
