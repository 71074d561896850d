package lrat

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"lightsout/cnf"
)

// Writer writes a proof step by step.
type Writer struct {
	Steps int // clauses added so far

	out    *bufio.Writer
	hints  bool // LRAT, not DRAT
	binary bool
	last   int64 // the last clause
	buf    []byte
	gone   []int64 // deleted since the last step, in LRAT
}

// NewWriter writes a proof for a formula of so many clauses. The format is lrat or drat.
func NewWriter(out io.Writer, format string, binary bool, clauses int) (*Writer, error) {
	if format != "lrat" && format != "drat" {
		return nil, fmt.Errorf("no such format of proofs %q; the formats are lrat and drat", format)
	}
	return &Writer{out: bufio.NewWriterSize(out, 1<<16), hints: format == "lrat", binary: binary, last: int64(clauses)},
		nil
}

// Add adds a clause and returns its number. The hints are as in LRAT; if one is negative, or there is none,
// the first literal is the pivot.
func (w *Writer) Add(lits []cnf.Lit, hints []int64) int64 {
	w.flushDeletions()
	w.last++
	w.Steps++
	w.begin('a')
	if w.hints {
		w.number(w.last)
	}
	w.lits(lits)
	if w.hints {
		for _, id := range hints {
			w.number(id)
		}
		w.number(0)
	}
	w.end()
	return w.last
}

// Delete deletes a clause, which is given by its number and its literals.
func (w *Writer) Delete(id int64, lits []cnf.Lit) {
	if w.hints {
		w.gone = append(w.gone, id)
		return
	}
	w.begin('d')
	w.lits(lits)
	w.end()
}

// Close writes what is left and returns the first error of writing.
func (w *Writer) Close() error { return w.out.Flush() }

// flushDeletions writes one step for all deletions since the last one.
func (w *Writer) flushDeletions() {
	if len(w.gone) == 0 {
		return
	}
	if w.hints && !w.binary {
		w.number(w.last)
	}
	w.begin('d')
	for _, id := range w.gone {
		w.number(id)
	}
	w.number(0)
	w.end()
	w.gone = w.gone[:0]
}

// begin starts a step. Text marks only deletions.
func (w *Writer) begin(kind byte) {
	switch {
	case w.binary:
		w.buf = append(w.buf, kind)
	case kind == 'd':
		w.buf = append(w.buf, "d "...)
	}
}

func (w *Writer) lits(lits []cnf.Lit) {
	for _, l := range lits {
		w.number(int64(l))
	}
	w.number(0)
}

func (w *Writer) number(n int64) {
	if !w.binary {
		w.buf = append(strconv.AppendInt(w.buf, n, 10), ' ')
		return
	}
	u := uint64(2 * n)
	if n < 0 {
		u = uint64(-2*n) + 1
	}
	for ; u > 0x7f; u >>= 7 {
		w.buf = append(w.buf, byte(u)|0x80)
	}
	w.buf = append(w.buf, byte(u))
}

func (w *Writer) end() {
	if !w.binary {
		w.buf[len(w.buf)-1] = '\n'
	}
	_, _ = w.out.Write(w.buf) // Close returns the error
	w.buf = w.buf[:0]
}
