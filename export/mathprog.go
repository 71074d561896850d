package export

import "io"

// GNU MathProg, the language of glpsol: the integer program of Chlond ("Shedding Light on Higher
// Dimensions", INFORMS Transactions on Education, 2015), for any goal and any board. It is written
// for people to read: the model is the same for every puzzle, and the puzzle is data.
//
// glpsol numbers columns in the order in which constraints use them, and its solution file has only
// the numbers. So the bound on all presses comes first, and column i is switch i.

const mathProgModel = `
param states, integer, >= 2;
param switches, integer, >= 0;
param lights, integer, >= 0;
param extra, integer, >= 0, default 0;             # further variables, after the switches
set SWITCHES := 1..switches;
set LIGHTS := 1..lights;
set EXTRA := switches + 1..switches + extra;
set AROUND{LIGHTS}, within SWITCHES union EXTRA, default {};   # the variables that change a light
param adds{l in LIGHTS, s in AROUND[l]}, integer, default 1;   # what a press adds
param change{LIGHTS}, integer, default 0;          # what must be added to the light
set FORBIDDEN, within SWITCHES, default {};
set REQUIRED, within SWITCHES, default {};
param at_least, integer, default 0;
param at_most, integer, default switches * (states - 1);

# How often a light goes round is a number in binary, at most all that can be added to it divided by the states.
param most{l in LIGHTS}, integer := (states - 1) * sum{s in AROUND[l]} adds[l,s];
param bits{l in LIGHTS}, integer := min{k in 0..31: 2 ** k > (most[l] - change[l]) / states} k;

var x{SWITCHES union EXTRA}, integer, >= 0, <= states - 1;   # how often the switch is pressed
var d{l in LIGHTS, k in 1..bits[l]}, binary;
var nothing, integer, >= 0, <= 0;                  # what a board without switches sums up to

s.t. few: sum{s in SWITCHES} x[s] + nothing <= at_most;
s.t. many: sum{s in SWITCHES} x[s] + nothing >= at_least;
s.t. light{l in LIGHTS}: sum{s in AROUND[l]} adds[l,s] * x[s] = ` +
	`states * sum{k in 1..bits[l]} 2 ** (k - 1) * d[l,k] + change[l];
s.t. forbidden{s in FORBIDDEN}: x[s] = 0;
s.t. required{s in REQUIRED}: x[s] >= 1;
`

func writeMathProg(w io.Writer, q *question) error {
	t := newText(w)
	t.comments("# ", q.head(q.byStates("x[1], x[2], ... are the switches",
		"x[1], x[2], ... are how often each switch is pressed")))
	t.put(mathProgModel)
	switch {
	case q.Nearest:
		t.put("\nminimize cost: (switches + 1) * sum{e in EXTRA} x[e] + sum{s in SWITCHES} x[s];\n")
	case q.Min:
		t.put("\nminimize presses: sum{s in SWITCHES} x[s];\n")
	}
	t.put("\nsolve;\n\ndata;\n\nparam states := ", q.states, ";\nparam switches := ", q.switches, ";\nparam lights := ",
		q.lights, ";\n")
	if len(q.own) > 0 {
		t.put("param extra := ", len(q.own), ";\n")
	}
	if q.AtLeast > 0 {
		t.put("param at_least := ", q.AtLeast, ";\n")
	}
	if q.boundsAbove() {
		t.put("param at_most := ", q.most, ";\n")
	}
	t.mathProgSet("FORBIDDEN", q.forbid)
	t.mathProgSet("REQUIRED", q.require)
	for l := range q.lights {
		if e := q.light(l); len(e.around) > 0 {
			t.put("set AROUND[", l+1, "] :=")
			list(t, "", e.around)
			t.put(";\n")
		}
	}
	if q.states > 2 {
		t.mathProgAmounts(q)
	}
	if !q.needed.IsZero() {
		t.put("param change :=")
		n := 0
		for l, needed := range q.needed.All() {
			t.wrap(n)
			t.put(l+1, " ", needed)
			n++
		}
		t.put(";\n")
	}
	t.put("\nend;\n")
	return t.Flush()
}

// mathProgAmounts writes what presses add, where that is more than one.
func (t text) mathProgAmounts(q *question) {
	t.put("param adds :=")
	for l := range q.lights {
		e := q.light(l)
		for i, s := range e.around {
			if e.amount(i) > 1 {
				t.put("\n  [", l+1, ",", int(s)+1, "] ", e.amount(i))
			}
		}
	}
	t.put(";\n")
}

func (t text) mathProgSet(name string, members []int) {
	if len(members) == 0 {
		return
	}
	t.put("set ", name, " :=")
	list(t, "", members)
	t.put(";\n")
}
