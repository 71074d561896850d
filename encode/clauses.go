package encode

import "lightsout/cnf"

// clauses is what encodings write through: a sink and the room to put a clause together, so that
// writing one allocates nothing.
type clauses struct {
	sink  cnf.Sink
	buf   []cnf.Lit
	queue []cnf.Lit // of the encodings that cut
}

func (w *clauses) newVar() cnf.Lit { return w.sink.NewVar() }

// clause writes one clause. The variadic slice stays on the stack, for it is copied.
func (w *clauses) clause(lits ...cnf.Lit) {
	w.buf = append(w.buf[:0], lits...)
	w.sink.Clause(w.buf...)
}
