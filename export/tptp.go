package export

import "io"

// writeTPTP writes the planning problem in the language of the TPTP, which most theorem provers read.
// Rules are named after their switches, and a proof names the rules that it uses.
func writeTPTP(w io.Writer, q *question) error {
	p, err := newPlanning(w, q, "tptp", "X")
	if err != nil {
		return err
	}
	p.comments("% ", q.head("press_1, press_2, ... are the switches"))
	p.put("\ncnf(flip_off, axiom, flip(off) = on).\ncnf(flip_on, axiom, flip(on) = off).\n\n")
	for s := range p.rules {
		p.put("cnf(press_", s+1, ", axiom, ~ ")
		p.before()
		p.put(" | ")
		p.after()
		p.put(").\n")
	}
	p.put("\ncnf(start, axiom, ")
	p.start()
	p.put(").\nfof(goal, conjecture, ")
	p.goal()
	p.put(").\n")
	return p.Flush()
}
