package export

import (
	"io"
	"math/bits"
)

// The pseudo-Boolean format of the PB competitions: linear equations over variables that are 0 or 1.
// Parity becomes one equation per light, with the quotient by 2 written in binary, as Chlond
// ("Shedding Light on Higher Dimensions", INFORMS Transactions on Education, 2015) split it:
//
//	x1 + x2 + x6 + …  =  2·d1 + 4·d2 + change
//
// The bits d follow the switches, light after light. Their largest value may exceed half the number of
// switches; the equation itself bounds them. With K states a switch has K−1 variables, and the quotient is that by K.

func writeOPB(w io.Writer, q *question) error {
	o := &opb{text: newText(w), question: q, each: q.states - 1}
	variables, constraints := o.size()
	o.put("* #variable= ", variables, " #constraint= ", constraints, "\n")
	o.comments("* ", q.head(q.variablesNamed("x1, x2, ... are the switches; auxiliaries follow")))
	if q.minimizes() && q.costs() > 0 {
		o.put("min: ")
		for i := range q.costs() {
			o.put("+", q.cost(i), " x", i+1, " ")
		}
		o.put(";\n")
	}
	o.write()
	return o.Flush()
}

// opb is the file being written.
type opb struct {
	text
	*question
	each    int // variables of a switch
	used    int // variables so far
	nothing int // a variable fixed to 0, for empty sums; 0: not needed
}

// size is what the first line promises. It also finds out whether there is an empty sum, since the
// format requires at least one term.
func (o *opb) size() (variables, constraints int) {
	o.used = o.variables()
	variables = o.variables()
	constraints = o.switches*(o.each-1) + len(o.forbid) + len(o.require) + bit(o.AtLeast > 0) + bit(o.boundsAbove())
	emptySum := o.switches == 0 && o.AtLeast > 0
	for l := range o.lights {
		if e := o.light(l); !e.trivial() {
			emptySum = emptySum || len(e.around) == 0
			variables += bits.Len(uint(e.quotient))
			constraints++
		}
	}
	if emptySum {
		variables++
		constraints++
		o.used++
		o.nothing = o.used
	}
	return variables, constraints
}

func (o *opb) write() {
	if o.nothing > 0 {
		o.put("+1 x", o.nothing, " = 0 ;\n")
	}
	for s := range o.switches {
		for j := 1; j < o.each; j++ { // pressed j+1 times is pressed j times
			o.put("+1 x", s*o.each+j, " -1 x", s*o.each+j+1, " >= 0 ;\n")
		}
	}
	for l := range o.lights {
		o.equation(o.light(l))
	}
	for _, s := range o.forbid {
		o.put("+1 x", s*o.each+1, " = 0 ;\n")
	}
	for _, s := range o.require {
		o.put("+1 x", s*o.each+1, " = 1 ;\n")
	}
	if o.AtLeast > 0 {
		if o.switches == 0 {
			o.put("+1 x", o.nothing, " ")
		}
		o.presses("+1 x")
		o.put(">= ", o.AtLeast, " ;\n")
	}
	if o.boundsAbove() { // the only inequality of the format is >=
		o.presses("-1 x")
		o.put(">= ", -o.most, " ;\n")
	}
}

// presses writes all presses, each after a sign.
func (o *opb) presses(sign string) {
	for i := range o.pressVariables() {
		o.put(sign, i+1, " ")
	}
}

func (o *opb) equation(e equation) {
	if e.trivial() {
		return
	}
	if len(e.around) == 0 {
		o.put("+1 x", o.nothing, " ")
	}
	for i, s := range e.around {
		for j := range o.each {
			o.put("+", e.amount(i), " x", int(s)*o.each+j+1, " ")
		}
	}
	for k := range bits.Len(uint(e.quotient)) {
		o.used++
		o.put("-", o.states<<k, " x", o.used, " ")
	}
	o.put("= ", e.needed, " ;\n")
}
