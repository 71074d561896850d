package cnf

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteDIMACS streams the formula that write produces to out, one clause to a line, in constant
// memory. DIMACS states the totals first, so write runs twice, with two Sinks, and must produce the
// same formula both times; sizes that differ are an error. The comments come first in the file; a
// comment of several lines becomes several comments.
//
// A parity constraint becomes an `x` line as all who read such lines take it: an odd number of the literals
// after the x and a blank is true, so an even constraint is written with its first variable negated.
func WriteDIMACS(out io.Writer, write func(Sink) error, comments ...string) error {
	var size Counter
	if err := write(&size); err != nil {
		return err
	}
	w := newWriter(out, size, comments...)
	if err := write(w); err != nil {
		return err
	}
	return w.close()
}

// writer is a Sink that writes DIMACS text.
type writer struct {
	Counter                // so far
	out      *bufio.Writer // keeps the first error; nothing is written after it
	promised Counter
}

// newWriter writes comments and header to out. The header promises size.Vars() variables and
// size.Clauses + size.Xors clauses; close reports whether the promise was kept.
func newWriter(out io.Writer, size Counter, comments ...string) *writer {
	w := &writer{out: bufio.NewWriterSize(out, 1<<16), promised: size}
	for _, text := range comments {
		for line := range strings.SplitSeq(text, "\n") {
			w.Comment(strings.TrimRight(line, "\r"))
		}
	}
	fmt.Fprintf(w.out, "p cnf %d %d\n", size.Vars(), size.Clauses+size.Xors)
	return w
}

// Comment writes a comment line, also between clauses.
func (w *writer) Comment(line string) {
	w.out.WriteString("c")
	if line != "" {
		w.out.WriteString(" " + line)
	}
	w.out.WriteString("\n")
}

// Clause writes one line.
func (w *writer) Clause(lits ...Lit) {
	w.Counter.Clause(lits...)
	for _, l := range lits {
		w.literal(l)
	}
	w.out.WriteString("0\n")
}

func (w *writer) literal(l Lit) {
	w.out.Write(append(strconv.AppendInt(w.out.AvailableBuffer(), int64(l), 10), ' '))
}

// Xor writes one `x` line; an empty Xor, the empty clause or nothing.
func (w *writer) Xor(lits []Lit, odd bool) {
	if len(lits) == 0 {
		if odd {
			w.Clause()
		}
		return
	}
	w.Counter.Xor(lits, odd)
	first := Lit(lits[0].Var())
	if !positive(lits, odd) {
		first = first.Neg()
	}
	w.out.WriteString("x ")
	w.literal(first)
	for _, l := range lits[1:] {
		w.literal(Lit(l.Var()))
	}
	w.out.WriteString("0\n")
}

// close writes what is left in the buffer and returns the first error of out. Without one it returns
// an error if the header's promise was broken, since such a file is malformed.
func (w *writer) close() error {
	if err := w.out.Flush(); err != nil {
		return err
	}
	if w.vars != w.promised.vars || w.Clauses != w.promised.Clauses || w.Xors != w.promised.Xors {
		return fmt.Errorf("cnf: the second pass wrote %d variables, %d clauses, %d XOR clauses; the first %d, %d, %d",
			w.vars, w.Clauses, w.Xors, w.promised.vars, w.promised.Clauses, w.promised.Xors)
	}
	return nil
}
