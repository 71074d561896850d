package export

import "io"

// The LP format of CPLEX, as glpsol and cbc read it. One equation per light, with its quotient by the number of states
// as an integer variable:
//
//	light1: x1 + x2 + x6 - 2 d1 = 1
//
// Solvers number columns in the order they first see them, and glpsol's solution file has only the
// numbers: so the objective names every variable, with coefficient 0 if nothing is to be minimized,
// and column i is switch i. The format has no empty sum, so the column "nothing", fixed at 0, takes
// its place.

func writeLP(w io.Writer, q *question) error {
	p := lp{newText(w), q}
	p.comments(`\ `, q.head(q.byStates("x1, x2, ... are the switches; d1, d2, ... half of the even part around "+
		"each light",
		"x1, x2, ... are how often each switch is pressed; d1, d2, ... the quotient of each light")))
	p.objective()
	p.put("\nSubject To\n")
	p.put(" empty: nothing = 0\n") // a problem must have a row, whatever the board
	for l := range q.lights {
		p.equation(l)
	}
	p.bounds()
	p.put("End\n")
	return p.Flush()
}

type lp struct {
	text
	*question
}

// objective names every variable, switches first.
func (p lp) objective() {
	p.put("Minimize\n cost:")
	if p.integers() == 0 {
		p.put(" 0 nothing")
	}
	for i := range p.integers() {
		p.plus(i)
		if p.minimizes() {
			p.put(p.cost(i), " x", i+1)
		} else {
			p.put("0 x", i+1)
		}
	}
}

// presses writes the sum of all switches.
func (p lp) presses() {
	if p.switches == 0 {
		p.put(" nothing")
	}
	for s := range p.switches {
		p.plus(s)
		p.put("x", s+1)
	}
}

// plus joins term i of a sum to those before it.
func (p lp) plus(i int) {
	if i > 0 {
		p.put(" +")
	}
	if i > 0 && i%termsPerLine == 0 {
		p.put("\n ")
	}
	p.put(" ")
}

func (p lp) equation(l int) {
	e := p.light(l)
	if e.trivial() {
		return
	}
	p.put(" light", l+1, ":")
	if len(e.around) == 0 {
		p.put(" nothing")
	}
	for i, s := range e.around {
		p.plus(i)
		if a := e.amount(i); a > 1 {
			p.put(a, " ")
		}
		p.put("x", int(s)+1)
	}
	if e.quotient > 0 {
		p.put(" - ", p.states, " d", l+1)
	}
	p.put(" = ", e.needed, "\n")
}

// bounds writes the bounds on all presses, which are rows, then those on single variables.
func (p lp) bounds() {
	if p.AtLeast > 0 {
		p.put(" atleast:")
		p.presses()
		p.put(" >= ", p.AtLeast, "\n")
	}
	if p.boundsAbove() {
		p.put(" atmost:")
		p.presses()
		p.put(" <= ", p.most, "\n")
	}
	for _, s := range p.forbid {
		p.put(" forbid", s+1, ": x", s+1, " = 0\n")
	}
	for _, s := range p.require {
		p.put(" require", s+1, ": x", s+1, p.byStates(" = 1\n", " >= 1\n"))
	}
	p.put("Bounds\n 0 <= nothing <= 0\n")
	p.quotients(func(l, largest int) { p.put(" 0 <= d", l+1, " <= ", largest, "\n") })
	if p.states > 2 {
		for s := range p.switches {
			p.put(" 0 <= x", s+1, " <= ", p.states-1, "\n")
		}
	}
	p.put("Generals\n nothing\n")
	p.quotients(func(l, _ int) { p.put(" d", l+1, "\n") })
	if p.states == 2 && p.integers() > 0 {
		p.put("Binaries\n")
	}
	for i := range p.integers() {
		p.put(" x", i+1, "\n")
	}
}

// quotients yields the lights that have a quotient.
func (p lp) quotients(yield func(l, largest int)) {
	for l := range p.lights {
		if e := p.light(l); e.quotient > 0 {
			yield(l, e.quotient)
		}
	}
}
