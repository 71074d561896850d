package export

import "io"

// MiniZinc: the model is the same for every puzzle, and the puzzle is data in the same file.

const miniZincModel = `
int: switches;
int: lights;
int: extra;                                % further variables, after the switches
array[1..lights] of set of int: around;    % the variables that flip a light
array[1..lights] of 0..1: change;          % 1: the light must be flipped
set of int: forbidden;
set of int: required;
int: at_least;
int: at_most;

array[1..switches + extra] of var 0..1: x; % 1: the switch is pressed
var int: presses = sum(s in 1..switches)(x[s]);

constraint forall(l in 1..lights)(sum(s in around[l])(x[s]) mod 2 = change[l]);
constraint forall(s in forbidden)(x[s] = 0);
constraint forall(s in required)(x[s] = 1);
constraint presses >= at_least /\ presses <= at_most;

output ["x = ", show(x), ";\n"];
`

func writeMiniZinc(w io.Writer, q *question) error {
	t := newText(w)
	t.comments("% ", q.head("x[1], x[2], ... are the switches"))
	t.put(miniZincModel)
	switch {
	case q.Nearest:
		t.put("\nsolve minimize (switches + 1) * sum(e in switches + 1..switches + extra)(x[e]) + presses;\n")
	case q.Min:
		t.put("\nsolve minimize presses;\n")
	default:
		t.put("\nsolve satisfy;\n")
	}
	t.put("\nswitches = ", q.switches, ";\nlights = ", q.lights, ";\nextra = ", len(q.own), ";\n")
	t.put("at_least = ", q.AtLeast, ";\n")
	if q.most >= 0 {
		t.put("at_most = ", q.most, ";\n")
	} else {
		t.put("at_most = switches;\n")
	}
	t.put("forbidden = ")
	miniZincSet(t, q.forbid)
	t.put(";\nrequired = ")
	miniZincSet(t, q.require)
	t.put(";\naround = [")
	for l := range q.lights {
		around, _ := q.light(l)
		t.put("\n  ")
		miniZincSet(t, around)
		t.put(",")
	}
	t.put("\n];\nchange = [")
	for l := range q.lights {
		t.wrap(l)
		t.put(bit(q.change.Bit(l)), ",")
	}
	t.put(" ];\n")
	return t.Flush()
}

// miniZincSet writes a set of switches.
func miniZincSet[index int | int32](t text, switches []index) {
	t.put("{")
	for i, s := range switches {
		if i > 0 {
			t.put(",")
			t.wrap(i)
		}
		t.num(int(s) + 1)
	}
	t.put("}")
}
