package export

import "io"

// writeProver9 writes the planning problem for Prover9's production mode, as cabbages.in of its manual
// does: rules in the list usable, rewriting by the list demodulators, and an answer attribute on each
// rule, which clauses inherit. All states have the same weight, so the oldest is taken first.
func writeProver9(w io.Writer, q *question) error {
	p, err := newPlanning(w, q, "prover9", "x")
	if err != nil {
		return err
	}
	p.comments("% ", q.head("answer(1), answer(2), ... are the switches"))
	p.put("\nset(production).\nassign(max_megs, ", prover9Megabytes, ").\n\nformulas(usable).\n\n")
	for s := range p.rules {
		p.before()
		p.put(" -> ")
		p.after()
		p.put(" # answer(", s+1, ").\n")
	}
	p.put("\nend_of_list.\n\nformulas(demodulators).\n\n", prover9Operators,
		"\nflip(off) = on.\nflip(on) = off.\n\nend_of_list.\n\nformulas(assumptions).\n\n")
	p.start()
	p.put(".\n\nend_of_list.\n\nformulas(goals).\n\n")
	p.goal()
	p.put(".\n\nend_of_list.\n")
	return p.Flush()
}

// prover9Operators is a demodulator that rewrites nothing. Prover9 (2009-11A to 2017-11A) sizes a table
// by the symbols of the file, and only then adds its built-in operators to them (init_dollar_eval in
// LADR's dollar.c). Unless the file has them all already it writes past the end, and on most boards
// crashes. The operator if takes formulas, so it is in an attribute, where anything goes.
const prover9Operators = `% These are Prover9's own operators; it crashes if a file does not mention them.
unused(mod(x,x), min(x,x), max(x,x), abs(x,x), variable(x), constant(x), ground(x),
  x + x, x * x, x / x, -x, x < x, x <= x, x > x, x >= x, x @< x, x @<= x, x @> x, x @>= x,
  x == x, x !== x, x && x, x || x) = unused # answer(if(unused,unused,unused)).
`

// prover9Megabytes is the paper's memory limit; Prover9's default is 200.
const prover9Megabytes = 1000
