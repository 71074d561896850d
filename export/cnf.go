package export

import (
	"io"

	"lightsout/cnf"
)

// DIMACS clauses, with parity written by an XOR encoding.

func writeCNF(w io.Writer, q *question) error {
	return cnf.WriteDIMACS(w, q.writeClauses, q.clauseHead(q.plan.Parity().String())...)
}

// clauseHead is the head of a file of clauses, with the encodings in use.
func (q *question) clauseHead(parity string) []string {
	lines := append(q.head("variable i is switch i; auxiliaries follow"), "xor encoding: "+parity)
	if q.counts() {
		lines = append(lines, "counting encoding: "+q.plan.Counting().Name)
	}
	return lines
}

// writeClauses writes the puzzle's formula, then the bounds on the presses.
func (q *question) writeClauses(sink cnf.Sink) error {
	if err := q.plan.Write(sink); err != nil {
		return err
	}
	if !q.counts() {
		return nil
	}
	if q.AtLeast > q.switches {
		sink.Clause()
		return nil
	}
	largest := q.AtLeast - 1
	if q.boundsAbove() {
		largest = max(largest, q.most)
	}
	count, err := q.plan.Count(sink, largest)
	if err != nil {
		return err
	}
	if q.boundsAbove() {
		count.RequireAtMost(q.most)
	}
	count.RequireAtLeast(q.AtLeast)
	return nil
}
