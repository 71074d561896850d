package export

import "io"

// SMT-LIB 2 with a Boolean per switch, or an integer if lights have more than two states, and one assertion per light.
// Bounds on the presses bring in integers (logic QF_LIA). SMT-LIB has no optimization: for the fewest presses the file
// uses the commands minimize and get-objectives, which z3 and OptiMathSAT understand.

func writeSMT2(w io.Writer, q *question) error {
	s := smt2{newText(w), q}
	s.comments("; ", q.head(q.byStates("x1, x2, ... are the switches",
		"x1, x2, ... are how often each switch is pressed; d1, d2, ... the quotient of each light")))
	s.put("(set-option :produce-models true)\n(set-logic ", s.logic(), ")\n")
	for i := range q.integers() {
		s.declare(i)
	}
	for l := range q.lights {
		if e := q.light(l); q.states > 2 {
			s.modular(l, e)
		} else {
			s.parity(e)
		}
	}
	for _, i := range q.forbid {
		s.put("(assert ", q.byStates("(not x", "(= x"), i+1, q.byStates("))\n", " 0))\n"))
	}
	for _, i := range q.require {
		s.put("(assert ", q.byStates("x", "(>= x"), i+1, q.byStates(")\n", " 1))\n"))
	}
	if q.AtLeast > 0 {
		s.put("(assert (>= ")
		s.sum(q.switches)
		s.put(" ", q.AtLeast, "))\n")
	}
	if q.boundsAbove() {
		s.put("(assert (<= ")
		s.sum(q.switches)
		s.put(" ", q.most, "))\n")
	}
	if q.minimizes() {
		s.put("(minimize ")
		s.sum(q.integers())
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
	if s.minimizes() || s.counts() || s.states > 2 {
		return "QF_LIA"
	}
	return "QF_UF"
}

// declare declares variable i, counted from 0.
func (s smt2) declare(i int) {
	if s.states == 2 {
		s.put("(declare-const x", i+1, " Bool)\n")
	} else {
		s.put("(declare-const x", i+1, " Int)\n(assert (<= 0 x", i+1, " ", s.states-1, "))\n")
	}
}

// parity asserts one light; xor and + take two arguments or more.
func (s smt2) parity(e equation) {
	open, end := "(not ", ")"
	if e.needed == 1 {
		open, end = "", ""
	}
	switch len(e.around) {
	case 0:
		if e.needed == 1 {
			s.put("(assert false)\n")
		}
	case 1:
		s.put("(assert ", open, "x", int(e.around[0])+1, end, ")\n")
	default:
		s.put("(assert ", open, "(xor")
		list(s.text, "x", e.around)
		s.put(")", end, ")\n")
	}
}

// modular asserts one light with more than two states, by its quotient.
func (s smt2) modular(l int, e equation) {
	if len(e.around) == 0 {
		if e.needed != 0 {
			s.put("(assert false)\n")
		}
		return
	}
	s.put("(declare-const d", l+1, " Int)\n(assert (<= 0 d", l+1, " ", e.quotient, "))\n(assert (= (+ 0")
	for i, x := range e.around {
		s.wrap(i)
		if a := e.amount(i); a > 1 {
			s.put("(* ", a, " x", int(x)+1, ")")
		} else {
			s.put("x", int(x)+1)
		}
	}
	s.put(") (+ ", e.needed, " (* ", s.states, " d", l+1, "))))\n")
}

// sum writes what the first n variables cost.
func (s smt2) sum(n int) {
	if n == 0 {
		s.put("0")
		return
	}
	if n > 1 {
		s.put("(+")
	}
	for i := range n {
		if n > 1 {
			s.wrap(i)
		}
		if s.states > 2 {
			s.put("x", i+1)
		} else {
			s.put("(ite x", i+1, " ", s.cost(i), " 0)")
		}
	}
	if n > 1 {
		s.put(")")
	}
}
