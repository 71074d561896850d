package export

import (
	"fmt"
	"io"
	"strconv"

	"lightsout/cnf"
)

// The format of the MaxSAT Evaluation since 2022. There is no header; a hard clause is a line that
// begins with h, a soft clause begins with its weight. Every press costs 1, so the file always asks
// for the fewest presses; a light that may be wrong costs more than all presses together.

func writeWCNF(w io.Writer, q *question) error {
	t := newText(w)
	t.comments("c ", q.clauseHead(q.plan.Parity().String()))
	sink := &hardClauses{out: t}
	if err := q.writeClauses(sink); err != nil {
		return err
	}
	for i := range q.costs() {
		t.put(q.cost(i), " -", i+1, " 0\n")
	}
	return t.Flush()
}

// hardClauses is a cnf.Sink that writes each clause as an h line.
type hardClauses struct {
	out  text
	vars int
	buf  []byte
}

var _ cnf.Sink = (*hardClauses)(nil)

func (h *hardClauses) NewVar() cnf.Lit {
	h.vars++
	return cnf.Lit(h.vars)
}

func (h *hardClauses) Vars() int { return h.vars }

func (h *hardClauses) Clause(lits ...cnf.Lit) {
	h.buf = append(h.buf[:0], "h "...)
	for _, l := range lits {
		if v := l.Var(); v < 1 || v > h.vars {
			panic(fmt.Sprintf("export: literal %d where variables 1 to %d are allocated", l, h.vars))
		}
		h.buf = append(strconv.AppendInt(h.buf, int64(l), 10), ' ')
	}
	h.out.Write(append(h.buf, "0\n"...))
}

// Xor has no place in this format: the parity encodings write clauses.
func (h *hardClauses) Xor(lits []cnf.Lit, odd bool) {
	if len(lits) > 0 {
		panic("export: parity constraint in a MaxSAT file")
	}
	if odd {
		h.Clause()
	}
}
