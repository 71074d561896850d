package export

import "io"

// MiniZinc: the model is the same for every puzzle, and the puzzle is data in the same file.

const miniZincModel = `
int: states;
int: switches;
int: lights;
int: extra;                                % further variables, after the switches
array[1..lights + 1] of int: first;        % where the variables around a light begin
array[int] of 1..switches + extra: around; % those around the first light, the second, ...; twice if a press adds two
array[1..lights] of 0..states - 1: change; % what must be added to the light
set of int: forbidden;
set of int: required;
int: at_least;
int: at_most;

array[1..switches + extra] of var 0..states - 1: x; % how often the switch is pressed
var int: presses = sum(s in 1..switches)(x[s]);

constraint forall(l in 1..lights)(sum(i in first[l]..first[l + 1] - 1)(x[around[i]]) mod states = change[l]);
constraint forall(s in forbidden)(x[s] = 0);
constraint forall(s in required)(x[s] >= 1);
constraint presses >= at_least /\ presses <= at_most;

output ["x = ", show(x), ";\n"];
`

func writeMiniZinc(w io.Writer, q *question) error {
	t := newText(w)
	t.comments("% ", q.head(q.byStates("x[1], x[2], ... are the switches",
		"x[1], x[2], ... are how often each switch is pressed")))
	t.put(miniZincModel)
	switch {
	case q.Nearest:
		t.put("\nsolve minimize (switches + 1) * sum(e in switches + 1..switches + extra)(x[e]) + presses;\n")
	case q.Min:
		t.put("\nsolve minimize presses;\n")
	default:
		t.put("\nsolve satisfy;\n")
	}
	t.put("\nstates = ", q.states, ";\nswitches = ", q.switches, ";\nlights = ", q.lights, ";\nextra = ", len(q.own),
		";\n")
	t.put("at_least = ", q.AtLeast, ";\n")
	if q.most >= 0 {
		t.put("at_most = ", q.most, ";\n")
	} else {
		t.put("at_most = switches * (states - 1);\n")
	}
	t.put("forbidden = ")
	t.miniZincSet(q.forbid)
	t.put(";\nrequired = ")
	t.miniZincSet(q.require)
	t.put(";\nfirst = [")
	at := 1
	for l := range q.lights {
		t.wrap(l)
		t.put(at, ",")
		e := q.light(l)
		for i := range e.around {
			at += e.amount(i)
		}
	}
	t.wrap(q.lights)
	t.put(at, "];\naround = [")
	for l := range q.lights {
		t.put("\n ")
		e, n := q.light(l), 0
		for i, s := range e.around {
			for range e.amount(i) {
				t.wrap(n)
				t.put(int(s)+1, ",")
				n++
			}
		}
	}
	t.put("\n];\nchange = [")
	for l := range q.lights {
		t.wrap(l)
		t.put(q.needed.At(l), ",")
	}
	t.put(" ];\n")
	return t.Flush()
}

// miniZincSet writes a set of switches.
func (t text) miniZincSet(switches []int) {
	t.put("{")
	for i, s := range switches {
		if i > 0 {
			t.put(",")
			t.wrap(i)
		}
		t.num(s + 1)
	}
	t.put("}")
}
