package lrat

import (
	"errors"
	"fmt"
	"slices"

	"lightsout/cnf"
)

// Prover writes the steps of one proof.
type Prover struct {
	out     *Writer
	clauses int64 // of the formula
	vars    int   // so far
	refuted bool  // the empty clause is derived
	err     error // the first one; what follows is rubbish

	values []int8 // by variable
	trail  []assigned
	hints  []int64
	buf    []cnf.Lit
	target []cnf.Lit // the clause to derive
}

var errNoContradiction = errors.New("parity: the equations do not contradict each other; this is a fault of the " +
	"program, please report it")

const (
	unknown = 0
	isTrue  = 1
	isFalse = -1
)

// assigned is a literal that is true in the derivation of one clause, and why.
type assigned struct {
	lit    cnf.Lit
	id     int64  // the clause that makes it true; 0 if it is assumed
	source Source // of that clause; nil if the clause follows from assumptions
}

// NewProver begins a proof about a formula of so many variables and clauses.
func NewProver(out *Writer, size cnf.Counter) *Prover {
	return &Prover{out: out, clauses: int64(size.Clauses), vars: size.Vars(), values: make([]int8, size.Vars()+1)}
}

func (p *Prover) valueOf(l cnf.Lit) int8 {
	if l < 0 {
		return -p.values[l.Var()]
	}
	return p.values[l.Var()]
}

func (p *Prover) assign(l cnf.Lit, id int64, source Source) {
	v := int8(isTrue)
	if l < 0 {
		v = isFalse
	}
	p.values[l.Var()] = v
	p.trail = append(p.trail, assigned{l, id, source})
}

func (p *Prover) forget() {
	for _, a := range p.trail {
		p.values[a.lit.Var()] = unknown
	}
	p.trail = p.trail[:0]
}

func (p *Prover) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// term is a literal, or a constant if the literal is 0. one adds 1 to it.
type term struct {
	lit cnf.Lit
	one bool
}

func constant(one bool) term { return term{one: one} }

func variable(l cnf.Lit) term { return term{lit: l} }

func (t term) isConstant() bool { return t.lit == 0 }

// plus is the sum of a term and a constant one.
func (t term) plus(c term) term { return term{t.lit, t.one != c.one} }

// Derive derives from the sources that an odd, or even, number of the literals is true.
func (p *Prover) Derive(lits []cnf.Lit, odd bool, sources ...Source) *Equation {
	terms := []term{constant(odd)}
	for _, l := range lits {
		terms = append(terms, variable(l))
	}
	return p.derive(terms, sources...)
}

// derive derives that the terms add up to 0. It returns nil if that is true anyway, and the source that says
// it if there is one. If it cannot be true, the empty clause is derived.
func (p *Prover) derive(terms []term, sources ...Source) *Equation {
	e := &Equation{}
	odd := false
	for _, t := range terms {
		odd = odd != t.one
		if t.isConstant() {
			continue
		}
		odd = odd != (t.lit < 0)
		v := cnf.Lit(t.lit.Var())
		if i := slices.Index(e.lits, v); i >= 0 {
			e.lits = slices.Delete(e.lits, i, i+1)
		} else {
			e.lits = append(e.lits, v)
		}
	}
	switch {
	case len(e.lits) == 0 && !odd || p.err != nil || p.refuted:
		return nil
	case !odd:
		last := len(e.lits) - 1
		e.lits[last] = e.lits[last].Neg()
	}
	for _, s := range sources {
		if given, ok := s.(*Equation); ok && given != nil && given.says(e.lits) {
			return given
		}
	}
	e.ids = make([]int64, e.size())
	for i := range e.ids {
		p.target = e.appendClause(p.target[:0], i)
		e.ids[i] = p.clause(p.target, sources)
	}
	p.refuted = p.refuted || len(e.lits) == 0
	return e
}

// says reports whether the equation is about these literals, up to signs that cancel out.
func (e *Equation) says(lits []cnf.Lit) bool {
	if len(e.lits) != len(lits) {
		return false
	}
	changed := false
	for _, l := range e.lits {
		switch {
		case slices.Contains(lits, l):
		case slices.Contains(lits, l.Neg()):
			changed = !changed
		default:
			return false
		}
	}
	return !changed
}

// clause derives one clause. If assuming its literals false does not violate a clause of the sources at
// once, the clause with one more literal is derived first.
func (p *Prover) clause(lits []cnf.Lit, sources []Source) int64 {
	var lemmas []Clause
	for {
		for _, l := range lits {
			p.assign(l.Neg(), 0, nil)
		}
		for _, lemma := range lemmas {
			p.assign(lemma.Lits[len(lits)], lemma.ID, nil)
		}
		if p.propagate(sources) {
			break
		}
		split := p.open(sources)
		p.forget()
		if split == 0 {
			p.fail(errors.New("parity: a step does not follow; this is a fault of the program, please report it"))
			return 0
		}
		more := append(slices.Clone(lits), split)
		id := p.clause(more, sources)
		if p.err != nil {
			return 0
		}
		lemmas = append(lemmas, Clause{more, id})
	}
	p.forget()
	id := p.out.Add(lits, p.hints)
	for _, lemma := range lemmas {
		p.out.Delete(lemma.ID, lemma.Lits)
	}
	return id
}

// propagate uses the sources until one has a clause that is violated, and collects the hints that lead
// there. It reports whether there is one.
func (p *Prover) propagate(sources []Source) bool {
	for again := true; again; {
		again = false
		for _, s := range sources {
			unit, id, violated := s.look(p)
			if violated {
				p.explain(s, id)
				return true
			}
			if unit != 0 {
				p.assign(unit, id, s)
				again = true
			}
		}
	}
	return false
}

// explain collects the hints that the violated clause needs, in order.
func (p *Prover) explain(violated Source, id int64) {
	p.hints = append(p.hints[:0], id)
	needed := slices.Clone(violated.literals())
	for _, a := range slices.Backward(p.trail) {
		if a.id == 0 || !slices.ContainsFunc(needed, func(l cnf.Lit) bool { return l.Var() == a.lit.Var() }) {
			continue
		}
		p.hints = append(p.hints, a.id)
		if a.source != nil {
			needed = append(needed, a.source.literals()...)
		}
	}
	slices.Reverse(p.hints)
}

// open is a variable of the sources without a value, 0 if there is none.
func (p *Prover) open(sources []Source) cnf.Lit {
	for _, s := range sources {
		for _, l := range s.literals() {
			if p.valueOf(l) == unknown {
				return l
			}
		}
	}
	return 0
}

// define is a new variable, the sum of the two literals, and the equation that says so. Each of its clauses
// has the new variable as its pivot: resolved with the others it gives tautologies.
func (p *Prover) define(a, b cnf.Lit) (cnf.Lit, *Equation) {
	if p.vars == cnf.MaxVar {
		p.fail(fmt.Errorf("the proof needs more than %d variables", cnf.MaxVar))
	}
	if p.err != nil {
		return a, nil
	}
	p.vars++
	p.values = append(p.values, unknown)
	v := cnf.Lit(p.vars)
	e := &Equation{lits: []cnf.Lit{v, a, b.Neg()}}
	for i := range e.size() {
		p.hints = p.hints[:0]
		p.buf = e.appendClause(p.buf[:0], i)
		for j := range i {
			if other := j ^ j>>1; (other^i^i>>1)&1 == 1 {
				p.hints = append(p.hints, -(e.first + int64(j)))
			}
		}
		if id := p.out.Add(p.buf, p.hints); i == 0 {
			e.first = id
		}
	}
	return v, e
}

// Drop deletes an equation of the proof.
func (p *Prover) Drop(e *Equation) {
	if e == nil || e.id(0) <= p.clauses || p.err != nil {
		return
	}
	for i := range e.size() {
		p.buf = e.appendClause(p.buf[:0], i)
		p.out.Delete(e.id(i), p.buf)
	}
}
