package export

import (
	"fmt"
	"io"
	"math/bits"
)

// Lights with K states, K > 2. For each light the presses around it, times what each adds, are what it needs,
// plus a multiple of K:
//
//	x1 + x2 + 2·x6  =  3·d1 + 1
//
// Formats with integers have the number of presses of switch i as xi, from 0 to K−1, and the quotient of light i
// as di. Those with variables that are 0 or 1 have K−1 for each switch, at least once, at least twice, …, as the
// encodings of package encode do, and the quotient in binary.

// timesNaming says which variables the switches have where they are 0 or 1.
func (q *question) timesNaming() string {
	return fmt.Sprintf("variable %d(i-1)+j: switch i is pressed at least j times, j from 1 to %d; auxiliaries follow", q.states-1, q.states-1)
}

// sum is the switches around a light and what each adds, and the largest quotient of their sum.
func (q *question) sum(l int) (around []int32, amounts []uint8, largest int) {
	around, amounts = q.rows.Light(l), q.rows.Amounts(l)
	total := -int(q.needed[l])
	for _, a := range amounts {
		total += int(a) * (q.states - 1)
	}
	return around, amounts, max(total, 0) / q.states
}

// term writes a coefficient before a variable, nothing if it is 1.
func (t text) term(amount uint8, name string, i int) {
	if amount > 1 {
		t.put(int(amount), " ")
	}
	t.put(name, i)
}

func writeColouredOPB(w io.Writer, q *question) error {
	o := &opb{text: newText(w), question: q}
	variables, constraints := o.colouredSize()
	o.put("* #variable= ", variables, " #constraint= ", constraints, "\n")
	o.comments("* ", q.head(q.timesNaming()))
	if q.Min && q.pressVariables() > 0 {
		o.put("min: ")
		for i := range q.pressVariables() {
			o.put("+1 x", i+1, " ")
		}
		o.put(";\n")
	}
	o.colouredEquations()
	return o.Flush()
}

// colouredSize is size.
func (o *opb) colouredSize() (variables, constraints int) {
	o.used = o.pressVariables()
	constraints = o.switches*(o.states-2) + len(o.forbid) + len(o.require)
	emptySum := o.switches == 0 && o.AtLeast > 0
	for l := range o.lights {
		around, _, largest := o.sum(l)
		if len(around) == 0 && o.needed[l] == 0 {
			continue
		}
		emptySum = emptySum || len(around) == 0
		variables += bits.Len(uint(largest))
		constraints++
	}
	constraints += bit(o.AtLeast > 0) + bit(o.boundsAbove())
	if emptySum {
		constraints++
		o.used++
		o.nothing = o.used
	}
	return variables + o.used, constraints
}

func (o *opb) colouredEquations() {
	if o.nothing > 0 {
		o.put("+1 x", o.nothing, " = 0 ;\n")
	}
	each := o.states - 1
	for s := range o.switches {
		for j := 1; j < each; j++ {
			o.put("+1 x", s*each+j, " -1 x", s*each+j+1, " >= 0 ;\n")
		}
	}
	for l := range o.lights {
		around, amounts, largest := o.sum(l)
		if len(around) == 0 && o.needed[l] == 0 {
			continue
		}
		if len(around) == 0 {
			o.put("+1 x", o.nothing, " ")
		}
		for i, s := range around {
			for j := range each {
				o.put("+", int(amounts[i]), " x", int(s)*each+j+1, " ")
			}
		}
		for k := range bits.Len(uint(largest)) {
			o.used++
			o.put("-", o.states<<k, " x", o.used, " ")
		}
		o.put("= ", int(o.needed[l]), " ;\n")
	}
	for _, s := range o.forbid {
		o.put("+1 x", s*each+1, " = 0 ;\n")
	}
	for _, s := range o.require {
		o.put("+1 x", s*each+1, " = 1 ;\n")
	}
	if o.AtLeast > 0 {
		if o.switches == 0 {
			o.put("+1 x", o.nothing, " ")
		}
		for i := range o.pressVariables() {
			o.put("+1 x", i+1, " ")
		}
		o.put(">= ", o.AtLeast, " ;\n")
	}
	if o.boundsAbove() {
		for i := range o.pressVariables() {
			o.put("-1 x", i+1, " ")
		}
		o.put(">= ", -o.most, " ;\n")
	}
}

func writeColouredLP(w io.Writer, q *question) error {
	p := lp{newText(w), q}
	p.comments(`\ `, q.head("x1, x2, ... are how often each switch is pressed; d1, d2, ... the quotient of each light"))
	p.put("Minimize\n cost:")
	if q.switches == 0 {
		p.put(" 0 nothing")
	}
	for s := range q.switches {
		p.plus(s)
		p.put(bit(q.Min), " x", s+1)
	}
	p.put("\nSubject To\n empty: nothing = 0\n")
	for l := range q.lights {
		around, amounts, largest := q.sum(l)
		if len(around) == 0 && q.needed[l] == 0 {
			continue
		}
		p.put(" light", l+1, ":")
		if len(around) == 0 {
			p.put(" nothing")
		}
		for i, s := range around {
			p.plus(i)
			p.term(amounts[i], "x", int(s)+1)
		}
		if largest > 0 {
			p.put(" - ", q.states, " d", l+1)
		}
		p.put(" = ", int(q.needed[l]), "\n")
	}
	if q.AtLeast > 0 {
		p.put(" atleast:")
		p.presses()
		p.put(" >= ", q.AtLeast, "\n")
	}
	if q.boundsAbove() {
		p.put(" atmost:")
		p.presses()
		p.put(" <= ", q.most, "\n")
	}
	for _, s := range q.forbid {
		p.put(" forbid", s+1, ": x", s+1, " = 0\n")
	}
	for _, s := range q.require {
		p.put(" require", s+1, ": x", s+1, " >= 1\n")
	}
	p.put("Bounds\n 0 <= nothing <= 0\n")
	for s := range q.switches {
		p.put(" 0 <= x", s+1, " <= ", q.states-1, "\n")
	}
	for l := range q.lights {
		if _, _, largest := q.sum(l); largest > 0 {
			p.put(" 0 <= d", l+1, " <= ", largest, "\n")
		}
	}
	p.put("Generals\n nothing\n")
	for s := range q.switches {
		p.put(" x", s+1, "\n")
	}
	for l := range q.lights {
		if _, _, largest := q.sum(l); largest > 0 {
			p.put(" d", l+1, "\n")
		}
	}
	p.put("End\n")
	return p.Flush()
}

const colouredMathProgModel = `
param states, integer, >= 2;
param switches, integer, >= 0;
param lights, integer, >= 0;
set SWITCHES := 1..switches;
set LIGHTS := 1..lights;
set AROUND{LIGHTS}, within SWITCHES, default {};   # the switches that change a light
param adds{l in LIGHTS, s in AROUND[l]}, integer, default 1;   # what a press adds
param needed{LIGHTS}, integer, default 0;          # what must be added to the light
set FORBIDDEN, within SWITCHES, default {};
set REQUIRED, within SWITCHES, default {};
param at_least, integer, default 0;
param at_most, integer, default switches * (states - 1);

var x{SWITCHES}, integer, >= 0, <= states - 1;     # how often the switch is pressed
var d{LIGHTS}, integer, >= 0;                      # how often the light has gone round
var nothing, integer, >= 0, <= 0;                  # what a board without switches sums up to

s.t. few: sum{s in SWITCHES} x[s] + nothing <= at_most;
s.t. many: sum{s in SWITCHES} x[s] + nothing >= at_least;
s.t. light{l in LIGHTS}: sum{s in AROUND[l]} adds[l,s] * x[s] = states * d[l] + needed[l];
s.t. forbidden{s in FORBIDDEN}: x[s] = 0;
s.t. required{s in REQUIRED}: x[s] >= 1;
`

func writeColouredMathProg(w io.Writer, q *question) error {
	t := newText(w)
	t.comments("# ", q.head("x[1], x[2], ... are how often each switch is pressed"))
	t.put(colouredMathProgModel)
	if q.Min {
		t.put("\nminimize presses: sum{s in SWITCHES} x[s];\n")
	}
	t.put("\nsolve;\n\ndata;\n\n")
	t.put("param states := ", q.states, ";\nparam switches := ", q.switches, ";\nparam lights := ", q.lights, ";\n")
	if q.AtLeast > 0 {
		t.put("param at_least := ", q.AtLeast, ";\n")
	}
	if q.boundsAbove() {
		t.put("param at_most := ", q.most, ";\n")
	}
	t.mathProgSet("FORBIDDEN", q.forbid)
	t.mathProgSet("REQUIRED", q.require)
	for l := range q.lights {
		around, _, _ := q.sum(l)
		if len(around) == 0 {
			continue
		}
		t.put("set AROUND[", l+1, "] :=")
		for i, s := range around {
			t.wrap(i)
			t.num(int(s) + 1)
		}
		t.put(";\n")
	}
	t.put("param adds :=")
	for l := range q.lights {
		around, amounts, _ := q.sum(l)
		for i, s := range around {
			if amounts[i] > 1 {
				t.put("\n  [", l+1, ",", int(s)+1, "] ", int(amounts[i]))
			}
		}
	}
	t.put(";\nparam needed :=")
	for l, n := range q.needed {
		if n > 0 {
			t.put("\n  ", l+1, " ", int(n))
		}
	}
	t.put(";\n\nend;\n")
	return t.Flush()
}

func writeColouredSMT2(w io.Writer, q *question) error {
	s := smt2{newText(w), q}
	s.comments("; ", q.head("x1, x2, ... are how often each switch is pressed; d1, d2, ... the quotient of each light"))
	s.put("(set-option :produce-models true)\n(set-logic QF_LIA)\n")
	for i := range q.switches {
		s.put("(declare-const x", i+1, " Int)\n(assert (<= 0 x", i+1, " ", q.states-1, "))\n")
	}
	for l := range q.lights {
		s.lightSum(l)
	}
	for _, i := range q.forbid {
		s.put("(assert (= x", i+1, " 0))\n")
	}
	for _, i := range q.require {
		s.put("(assert (>= x", i+1, " 1))\n")
	}
	if q.AtLeast > 0 {
		s.put("(assert (>= ")
		s.total()
		s.put(" ", q.AtLeast, "))\n")
	}
	if q.boundsAbove() {
		s.put("(assert (<= ")
		s.total()
		s.put(" ", q.most, "))\n")
	}
	if q.Min {
		s.put("(minimize ")
		s.total()
		s.put(")\n")
	}
	s.put("(check-sat)\n(get-model)\n")
	if q.Min {
		s.put("(get-objectives)\n")
	}
	return s.Flush()
}

// lightSum asserts one light.
func (s smt2) lightSum(l int) {
	around, amounts, largest := s.question.sum(l)
	if len(around) == 0 {
		if s.needed[l] != 0 {
			s.put("(assert false)\n")
		}
		return
	}
	s.put("(declare-const d", l+1, " Int)\n(assert (<= 0 d", l+1, " ", largest, "))\n(assert (= (+ 0")
	for i, x := range around {
		s.wrap(i)
		if amounts[i] > 1 {
			s.put("(* ", int(amounts[i]), " x", int(x)+1, ")")
		} else {
			s.put("x", int(x)+1)
		}
	}
	s.put(") (+ ", int(s.needed[l]), " (* ", s.states, " d", l+1, "))))\n")
}

// total writes how many presses there are.
func (s smt2) total() {
	s.put("(+ 0")
	for i := range s.switches {
		s.wrap(i)
		s.put("x", i+1)
	}
	s.put(")")
}

const colouredMiniZincModel = `
int: states;
int: switches;
int: lights;
array[1..lights + 1] of int: first;        % where the switches around a light begin
array[int] of 1..switches: around;         % the switches around the first light, the second, ...
array[int] of 1..states - 1: adds;         % what a press of each adds to the light
array[1..lights] of 0..states - 1: needed; % what must be added to the light
set of int: forbidden;
set of int: required;
int: at_least;
int: at_most;

array[1..switches] of var 0..states - 1: x; % how often the switch is pressed
var int: presses = sum(x);

constraint forall(l in 1..lights)(
  sum(i in first[l]..first[l + 1] - 1)(adds[i] * x[around[i]]) mod states = needed[l]);
constraint forall(s in forbidden)(x[s] = 0);
constraint forall(s in required)(x[s] >= 1);
constraint presses >= at_least /\ presses <= at_most;

output ["x = ", show(x), ";\n"];
`

func writeColouredMiniZinc(w io.Writer, q *question) error {
	t := newText(w)
	t.comments("% ", q.head("x[1], x[2], ... are how often each switch is pressed"))
	t.put(colouredMiniZincModel)
	if q.Min {
		t.put("\nsolve minimize presses;\n")
	} else {
		t.put("\nsolve satisfy;\n")
	}
	t.put("\nstates = ", q.states, ";\nswitches = ", q.switches, ";\nlights = ", q.lights, ";\nat_least = ", q.AtLeast, ";\nat_most = ")
	if q.most >= 0 {
		t.put(q.most, ";\n")
	} else {
		t.put("switches * (states - 1);\n")
	}
	t.put("forbidden = ")
	miniZincSet(t, q.forbid)
	t.put(";\nrequired = ")
	miniZincSet(t, q.require)
	at := 1
	t.put(";\nfirst = [")
	for l := range q.lights {
		t.wrap(l)
		t.put(at, ",")
		at += len(q.rows.Light(l))
	}
	t.wrap(q.lights)
	t.put(at, "];\naround = [")
	for l := range q.lights {
		for i, s := range q.rows.Light(l) {
			t.wrap(i)
			t.put(int(s)+1, ",")
		}
		t.put("\n")
	}
	t.put("];\nadds = [")
	for l := range q.lights {
		for i, a := range q.rows.Amounts(l) {
			t.wrap(i)
			t.put(int(a), ",")
		}
		t.put("\n")
	}
	t.put("];\nneeded = [")
	for l, n := range q.needed {
		t.wrap(l)
		t.put(int(n), ",")
	}
	t.put(" ];\n")
	return t.Flush()
}
