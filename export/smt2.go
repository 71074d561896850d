package export

import "io"

// SMT-LIB 2 with a Boolean per switch and one assertion per light. Bounds on the presses bring in
// integers (logic QF_LIA). SMT-LIB has no optimization: for the fewest presses the file uses the
// commands minimize and get-objectives, which z3 and OptiMathSAT understand.

func writeSMT2(w io.Writer, q *question) error {
	s := smt2{newText(w), q}
	s.comments("; ", q.head("x1, x2, ... are the switches"))
	s.put("(set-option :produce-models true)\n(set-logic ", s.logic(), ")\n")
	for i := range q.variables() {
		s.put("(declare-const x", i+1, " Bool)\n")
	}
	for l := range q.lights {
		s.parity(q.light(l))
	}
	for _, i := range q.forbid {
		s.put("(assert (not x", i+1, "))\n")
	}
	for _, i := range q.require {
		s.put("(assert x", i+1, ")\n")
	}
	if q.AtLeast > 0 {
		s.put("(assert (>= ")
		s.presses()
		s.put(" ", q.AtLeast, "))\n")
	}
	if q.boundsAbove() {
		s.put("(assert (<= ")
		s.presses()
		s.put(" ", q.most, "))\n")
	}
	if q.minimizes() {
		s.put("(minimize ")
		s.sum(q.costs())
		s.put(")\n")
	}
	s.put("(check-sat)\n(get-model)\n")
	if q.minimizes() {
		s.put("(get-objectives)\n")
	}
	return s.Flush()
}

type smt2 struct {
	text
	*question
}

func (s smt2) logic() string {
	if s.minimizes() || s.counts() {
		return "QF_LIA"
	}
	return "QF_UF"
}

// parity asserts one light; xor and + take two arguments or more.
func (s smt2) parity(around []int32, odd bool) {
	open, end := "", ""
	if !odd {
		open, end = "(not ", ")"
	}
	switch len(around) {
	case 0:
		if odd {
			s.put("(assert false)\n")
		}
	case 1:
		s.put("(assert ", open, "x", int(around[0])+1, end, ")\n")
	default:
		s.put("(assert ", open, "(xor")
		for i, x := range around {
			s.wrap(i)
			s.put("x", int(x)+1)
		}
		s.put(")", end, ")\n")
	}
}

// presses writes how many switches are pressed.
func (s smt2) presses() { s.sum(s.switches) }

// sum writes what the first n variables cost.
func (s smt2) sum(n int) {
	switch n {
	case 0:
		s.put("0")
	case 1:
		s.put("(ite x1 ", s.cost(0), " 0)")
	default:
		s.put("(+")
		for i := range n {
			s.wrap(i)
			s.put("(ite x", i+1, " ", s.cost(i), " 0)")
		}
		s.put(")")
	}
}
