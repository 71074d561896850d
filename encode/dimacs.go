package encode

import (
	"io"

	"lightsout/cnf"
)

// DIMACS promises its size in the first line, so the formula is produced twice: once to be counted,
// once to be written. Nothing of it is kept.

func writeCNF(w io.Writer, q *question) error {
	plan, err := q.plan()
	if err != nil {
		return err
	}
	return q.stream(w, q.clauseHead(plan.Parity().String()), plan)
}

// writeXNF leaves parity to the solver: CryptoMiniSat reasons about lines x by elimination.
func writeXNF(w io.Writer, q *question) error {
	return q.stream(w, q.clauseHead("none, lines x"), xorLines{q})
}

// clauseHead is the head of a file of clauses, with the encodings in use.
func (q *question) clauseHead(parity string) []string {
	lines := append(q.head("variable i is switch i; auxiliaries follow"), "xor encoding: "+parity)
	if q.counts() {
		counting, _ := ParseCounting(q.Card) // Export has checked the name
		lines = append(lines, "counting encoding: "+counting.Name)
	}
	return lines
}

// formulaWriter is a Plan, or what takes its place in a format of its own.
type formulaWriter interface {
	Write(cnf.Sink) error
}

// ExportParity is the XOR encoding that stands for "" in [Export]. It differs from DefaultParity: a
// file for other solvers shows the puzzle itself, light by light, and is streamed whatever the size.
const ExportParity = "cut:4"

func (q *question) plan() (*Plan, error) {
	opt := q.Options
	if opt.Xor == "" {
		opt.Xor = ExportParity
	}
	return Prepare(q.puzzle, opt)
}

// stream writes the formula as DIMACS.
func (q *question) stream(w io.Writer, comments []string, f formulaWriter) error {
	var size cnf.Counter
	if err := q.writeClauses(&size, f); err != nil {
		return err
	}
	out := cnf.NewWriter(w, size, comments...)
	if err := q.writeClauses(out, f); err != nil {
		return err
	}
	return out.Close()
}

// writeClauses is the puzzle's formula followed by the bounds on the presses.
func (q *question) writeClauses(sink cnf.Sink, f formulaWriter) error {
	if err := f.Write(sink); err != nil {
		return err
	}
	return q.writeBounds(sink)
}

// xorLines is the puzzle with its parity as it stands.
type xorLines struct{ *question }

func (x xorLines) Write(sink cnf.Sink) error {
	for range x.switches {
		sink.NewVar()
	}
	var lits []cnf.Lit
	for l := range x.lights {
		around, odd := x.light(l)
		lits = lits[:0]
		for _, s := range around {
			lits = append(lits, switchLit(int(s)))
		}
		sink.Xor(lits, odd)
	}
	for _, s := range x.forbid {
		sink.Clause(switchLit(s).Neg())
	}
	for _, s := range x.require {
		sink.Clause(switchLit(s))
	}
	return nil
}

// writeBounds counts the presses, if anything is asked of their number, and makes the bounds
// permanent.
func (q *question) writeBounds(sink cnf.Sink) error {
	if !q.counts() {
		return nil
	}
	if q.AtLeast > q.switches {
		sink.Clause()
		return nil
	}
	largest := q.AtLeast - 1
	if q.boundsAbove() {
		largest = max(largest, q.AtMost)
	}
	count, err := NewCount(sink, q.Card, Switches(q.puzzle.Board), largest)
	if err != nil {
		return err
	}
	if q.boundsAbove() {
		count.RequireAtMost(q.AtMost)
	}
	count.RequireAtLeast(q.AtLeast)
	return nil
}
