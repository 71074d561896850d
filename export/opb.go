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
// switches; the equation itself bounds them.

// quotientBits is how many bits hold (sum − odd) / 2, for a sum of n switches.
func quotientBits(n int, odd bool) int {
	if odd {
		n--
	}
	return bits.Len(uint(max(n, 0) / 2))
}

func writeOPB(w io.Writer, q *question) error {
	o := &opb{text: newText(w), question: q}
	variables, constraints := o.size()
	o.put("* #variable= ", variables, " #constraint= ", constraints, "\n")
	o.comments("* ", q.head("x1, x2, ... are the switches; auxiliaries follow"))
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
	used    int // variables so far
	nothing int // a variable fixed to 0, for empty sums; 0: not needed
}

// size is what the first line promises. It also finds out whether there is an empty sum, since the
// format requires at least one term.
func (o *opb) size() (variables, constraints int) {
	o.used = o.variables()
	variables = o.variables()
	emptySum := false
	for l := range o.lights {
		around, odd := o.light(l)
		if len(around) == 0 {
			if odd {
				emptySum = true
				constraints++
			}
			continue
		}
		variables += quotientBits(len(around), odd)
		constraints++
	}
	if o.switches == 0 && o.AtLeast > 0 {
		emptySum = true
	}
	constraints += len(o.forbid) + len(o.require)
	if o.AtLeast > 0 {
		constraints++
	}
	if o.boundsAbove() {
		constraints++
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
	for l := range o.lights {
		o.equation(o.light(l))
	}
	for _, s := range o.forbid {
		o.put("+1 x", s+1, " = 0 ;\n")
	}
	for _, s := range o.require {
		o.put("+1 x", s+1, " = 1 ;\n")
	}
	if o.AtLeast > 0 {
		o.presses()
		o.put(">= ", o.AtLeast, " ;\n")
	}
	if o.boundsAbove() { // the only inequality of the format is >=
		for s := range o.switches {
			o.put("-1 x", s+1, " ")
		}
		o.put(">= ", -o.most, " ;\n")
	}
}

// presses writes the sum of all switches.
func (o *opb) presses() {
	if o.switches == 0 {
		o.put("+1 x", o.nothing, " ")
	}
	for s := range o.switches {
		o.put("+1 x", s+1, " ")
	}
}

func (o *opb) equation(around []int32, odd bool) {
	if len(around) == 0 {
		if odd {
			o.put("+1 x", o.nothing, " = 1 ;\n")
		}
		return
	}
	for _, s := range around {
		o.put("+1 x", int(s)+1, " ")
	}
	for k := range quotientBits(len(around), odd) {
		o.used++
		o.put("-", 2<<k, " x", o.used, " ")
	}
	o.put("= ", bit(odd), " ;\n")
}
