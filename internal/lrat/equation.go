package lrat

import (
	"math/bits"

	"lightsout/cnf"
)

// Equation says that an odd number of its literals is true. All its clauses are there: the first has the
// literals as they are, and clause i has the signs of the Gray code of i, with the last literal's sign
// making the number of changes even.
type Equation struct {
	lits  []cnf.Lit
	first int64   // the number of the first clause, if they are consecutive
	ids   []int64 // the numbers of all clauses otherwise
}

// id is the number of clause i.
func (e *Equation) id(i int) int64 {
	if e.ids != nil {
		return e.ids[i]
	}
	return e.first + int64(i)
}

// Given is an equation that the formula has, as 2^(n-1) clauses from the number first on: an odd, or even,
// number of the literals is true. For the order of the clauses see Equation. The literals are copied.
func Given(lits []cnf.Lit, odd bool, first int64) *Equation {
	e := &Equation{lits: append([]cnf.Lit(nil), lits...), first: first}
	if last := len(lits) - 1; !odd && last >= 0 {
		e.lits[last] = e.lits[last].Neg()
	}
	return e
}

// size is how many clauses there are. The empty equation is the empty clause.
func (e *Equation) size() int { return 1 << max(0, len(e.lits)-1) }

// appendClause appends the literals of clause i.
func (e *Equation) appendClause(dst []cnf.Lit, i int) []cnf.Lit {
	last := len(e.lits) - 1
	for k, l := range e.lits {
		if k < last && (i^i>>1)>>k&1 == 1 || k == last && i&1 == 1 {
			l = l.Neg()
		}
		dst = append(dst, l)
	}
	return dst
}

// look is what an equation says under the values of p: nothing as long as two literals are open.
func (e *Equation) look(p *Prover) (unit cnf.Lit, id int64, violated bool) {
	signs, odd, open := 0, false, -1
	for k, l := range e.lits {
		switch p.valueOf(l) {
		case unknown:
			if open >= 0 {
				return 0, 0, false
			}
			open = k
		case isTrue:
			signs |= 1 << k
			odd = !odd
		}
	}
	if open < 0 && odd {
		return 0, 0, false
	}
	if open >= 0 {
		unit = e.lits[open]
		if odd { // it is false; the clause that says so is violated if it is true
			unit = unit.Neg()
			signs |= 1 << open
		}
	}
	return unit, e.id(fromGray(signs & (e.size() - 1))), open < 0
}

func (e *Equation) literals() []cnf.Lit { return e.lits }

// fromGray is the number whose Gray code is g.
func fromGray(g int) int {
	for shift := 1; shift < bits.Len(uint(g)); shift *= 2 {
		g ^= g >> shift
	}
	return g
}

// Clause is a clause of the formula or the proof.
type Clause struct {
	Lits []cnf.Lit
	ID   int64
}

func (c *Clause) literals() []cnf.Lit { return c.Lits }

func (c *Clause) look(p *Prover) (unit cnf.Lit, id int64, violated bool) {
	for _, l := range c.Lits {
		switch v := p.valueOf(l); {
		case v == isTrue, v == unknown && unit != 0:
			return 0, 0, false
		case v == unknown:
			unit = l
		}
	}
	return unit, c.ID, unit == 0
}

// Source is what steps are derived from: an *Equation or a *Clause.
type Source interface {
	// look finds a literal that must be true because all others of a clause are false, or a clause that
	// is violated, and the number of the clause. It returns 0, 0, false if there is neither.
	look(p *Prover) (unit cnf.Lit, id int64, violated bool)
	literals() []cnf.Lit
}
