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
//
// Before 2022 a line p wcnf VARIABLES CLAUSES TOP came first, and a hard clause began with TOP, a
// weight above that of all soft clauses together.

func writeWCNF(w io.Writer, q *question) error { return q.writeSoft(w, "", "h ") }

func writeOldWCNF(w io.Writer, q *question) error {
	var size cnf.Counter
	if err := q.writeClauses(&size); err != nil {
		return err
	}
	top := 1
	for i := range q.costs() {
		top += q.cost(i)
	}
	head := fmt.Sprintf("p wcnf %d %d %d\n", size.Vars(), size.Clauses+q.costs(), top)
	return q.writeSoft(w, head, fmt.Sprintf("%d ", top))
}

// writeSoft writes the formula with a mark before each clause, and the presses as soft clauses.
func (q *question) writeSoft(w io.Writer, head, mark string) error {
	t := newText(w)
	t.comments("c ", q.clauseHead(q.plan.Parity().String()))
	t.put(head)
	sink := &hardClauses{out: t, mark: mark}
	if err := q.writeClauses(sink); err != nil {
		return err
	}
	for i := range q.costs() {
		t.put(q.cost(i), " -", i+1, " 0\n")
	}
	return t.Flush()
}

// hardClauses is a cnf.Sink that writes each clause on a line that begins with a mark.
type hardClauses struct {
	cnf.Counter
	out  text
	mark string
	buf  []byte
}

var _ cnf.Sink = (*hardClauses)(nil)

func (h *hardClauses) Clause(lits ...cnf.Lit) {
	h.Counter.Clause(lits...)
	h.buf = append(h.buf[:0], h.mark...)
	for _, l := range lits {
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
