package encode

import "lightsout/cnf"

// clauses is what encodings write to: a sink with buffers, so that writing a clause allocates nothing.
type clauses struct {
	sink  cnf.Sink
	buf   []cnf.Lit
	queue []cnf.Lit // for cut and chain
	proof *proof    // told of every parity equation; nil unless a proof is written
}

func (w *clauses) newVar() cnf.Lit { return w.sink.NewVar() }

// clause writes one clause. The variadic slice stays on the stack because it is copied.
func (w *clauses) clause(lits ...cnf.Lit) {
	w.buf = append(w.buf[:0], lits...)
	w.sink.Clause(w.buf...)
}
