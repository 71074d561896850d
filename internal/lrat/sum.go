package lrat

import (
	"slices"

	"lightsout/cnf"
)

// sum is an equation as a chain: the links in the order of their variables, the last of which leads to a
// constant.
type sum []link

// link says that acc is x plus the acc of the link before.
type link struct {
	x   cnf.Lit // a variable
	acc term
	say *Equation // nil for a first link whose acc is x
}

// chain turns an equation into a sum.
func (p *Prover) chain(e *Equation) sum {
	if len(e.lits) == 0 {
		p.out.Add(nil, []int64{e.id(0)})
		p.refuted = true
		return nil
	}
	vars := make([]cnf.Lit, len(e.lits))
	odd := true
	for i, l := range e.lits {
		vars[i] = cnf.Lit(l.Var())
		odd = odd != (l < 0)
	}
	slices.Sort(vars)
	var s sum
	acc := variable(vars[0])
	last := len(vars) - 1
	rest := e // acc and the variables that are not yet in the chain
	if last > 0 {
		s = append(s, link{vars[0], acc, nil})
	}
	for k := 1; k < last; k++ {
		v, say := p.define(acc.lit, vars[k])
		acc = variable(v)
		s = append(s, link{vars[k], acc, say})
		terms := []term{acc, constant(odd)}
		for _, x := range vars[k+1:] {
			terms = append(terms, variable(x))
		}
		shorter := p.derive(terms, rest, say)
		p.Drop(rest)
		rest = shorter
	}
	return append(s, link{vars[last], constant(odd), rest})
}

// before is the acc of the last link, 0 if there is none.
func (s sum) before() term {
	if len(s) == 0 {
		return constant(false)
	}
	return s[len(s)-1].acc
}

// add adds two sums. It deletes all that only they need.
func (p *Prover) add(a, b sum) sum {
	w := &walk{p: p}
	for _, s := range []sum{a, b} {
		for _, l := range s {
			w.used = append(w.used, l.say)
		}
	}
	var i, j int
	for (i < len(a) || j < len(b)) && p.err == nil && !p.refuted {
		switch {
		case j == len(b) || i < len(a) && a[i].x < b[j].x:
			w.one(&w.a, &w.b, a[i])
			i++
		case i == len(a) || b[j].x < a[i].x:
			w.one(&w.b, &w.a, b[j])
			j++
		default:
			w.both(a[i], b[j])
			i++
			j++
		}
	}
	if !p.refuted {
		w.finish()
	}
	w.clean()
	return w.sum
}

// walk is the addition of two sums, somewhere along the way.
type walk struct {
	p    *Prover
	sum  sum       // so far
	a, b term      // the acc of the two sums
	say  *Equation // the acc of all three add up to 0; nil if that is trivial
	used []*Equation
}

// keep replaces the invariant.
func (w *walk) keep(say *Equation) {
	w.used = append(w.used, w.say)
	w.say = say
}

// both steps over a variable that both sums have.
func (w *walk) both(a, b link) {
	w.a, w.b = a.acc, b.acc
	w.keep(w.p.derive([]term{w.sum.before(), w.a, w.b}, some(w.say, a.say, b.say)...))
}

// one steps over a variable that only one sum has. Where the other has not begun or is at its end, the new
// sum takes over what this one has.
func (w *walk) one(here, other *term, l link) {
	before := w.sum.before()
	*here = l.acc
	var acc term
	var say *Equation
	switch {
	case other.isConstant():
		acc = l.acc.plus(*other)
		say = w.p.derive([]term{before, variable(l.x), acc}, some(w.say, l.say)...)
	case before.isConstant():
		acc = variable(l.x).plus(before)
	default:
		v, definition := w.p.define(signed(before), l.x)
		acc, say = variable(v), definition
	}
	w.used = append(w.used, say)
	w.keep(w.p.derive([]term{acc, w.a, w.b}, some(w.say, say, l.say)...))
	w.sum = append(w.sum, link{l.x, acc, say})
}

// finish lets the sum lead to a constant, if variables of both sums followed its last link.
func (w *walk) finish() {
	last := len(w.sum) - 1
	if last < 0 || w.sum[last].acc.isConstant() {
		return
	}
	l := w.sum[last]
	w.sum = w.sum[:last]
	l.acc = w.a.plus(w.b)
	l.say = w.p.derive([]term{w.sum.before(), variable(l.x), l.acc}, some(w.say, l.say)...)
	w.sum = append(w.sum, l)
	w.used = append(w.used, w.say)
}

// clean deletes the equations that the sum does not keep.
func (w *walk) clean() {
	done := map[*Equation]bool{nil: true}
	for _, l := range w.sum {
		done[l.say] = true
	}
	for _, e := range append(w.used, w.say) {
		if !done[e] {
			w.p.Drop(e)
			done[e] = true
		}
	}
}

// signed is a term that is not constant as a literal.
func signed(t term) cnf.Lit {
	if t.one {
		return t.lit.Neg()
	}
	return t.lit
}

// some are those of the equations that exist.
func some(list ...*Equation) []Source {
	var sources []Source
	for _, e := range list {
		if e != nil {
			sources = append(sources, e)
		}
	}
	return sources
}
