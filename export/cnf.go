package export

import (
	"context"
	"io"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
)

// DIMACS clauses, with parity written by an XOR encoding.

func writeCNF(w io.Writer, q *question) error {
	return cnf.WriteDIMACS(w, q.writeClauses, q.clauseHead(q.plan.Parity().String())...)
}

// Prove writes a proof that the formula which [Write] writes as cnf has no model, for a puzzle without an
// answer and an encoding that writes light by light. A bound on the presses makes no difference to it, so
// the witness must hold without one.
func Prove(ctx context.Context, w io.Writer, p *board.Puzzle, opt Options, how encode.Proof) error {
	f, err := FormatByName("cnf")
	if err != nil {
		return err
	}
	q, err := f.question(p, opt)
	if err != nil {
		return err
	}
	var size cnf.Counter
	if err := q.writeClauses(&size); err != nil {
		return err
	}
	return q.plan.Prove(ctx, w, size, how)
}

// clauseHead is the head of a file of clauses, with the encodings in use.
func (q *question) clauseHead(parity string) []string {
	kind := "xor encoding: "
	if q.states > 2 {
		kind = "encoding of sums: "
	}
	lines := append(q.head(q.variablesNamed("variable i is switch i; auxiliaries follow")), kind+parity)
	if q.Projected {
		lines = append([]string{"t pmc"}, lines...) // projected model counting
	}
	if q.counts() {
		lines = append(lines, "counting encoding: "+q.plan.Counting().Name)
	}
	return lines
}

// writeClauses writes the puzzle's formula, then the bounds on the presses.
func (q *question) writeClauses(sink cnf.Sink) error {
	if file, ok := sink.(interface{ Comment(line string) }); ok && q.Projected {
		file.Comment(q.shown())
	}
	if err := q.plan.Write(sink); err != nil {
		return err
	}
	if !q.counts() {
		return nil
	}
	if q.AtLeast > q.pressVariables() {
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

// shown names the variables to count models by. The line belongs after the header, since some counters know
// only then which variables there are.
func (q *question) shown() string {
	var line strings.Builder
	line.WriteString("p show")
	for i := range q.pressVariables() {
		line.WriteString(" " + strconv.Itoa(i+1))
	}
	return line.String() + " 0"
}
