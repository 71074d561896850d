package cnf

import (
	"fmt"
	"io"
	"strings"
)

// WriteDIMACS streams the formula that write produces to out, one clause to a line, in constant
// memory. DIMACS states the totals first, so write runs twice, with two Sinks, and must produce the
// same formula both times; sizes that differ are an error. The comments come first in the file; a
// comment of several lines becomes several comments.
//
// A parity constraint becomes an `x` line as CryptoMiniSat reads it: an odd number of the literals
// after the x is true, so an even constraint is written with its first variable negated.
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
	allocator
	out      io.Writer
	buf      []byte
	promised Counter
	clauses  int
	xors     int
	err      error // the first error of out; nothing is written after it
}

const (
	writerBuffer = 1 << 16
	litSpace     = len("-2147483647 ")
)

// newWriter writes comments and header to out. The header promises size.Vars() variables and
// size.Clauses + size.Xors clauses; close reports whether the promise was kept.
func newWriter(out io.Writer, size Counter, comments ...string) *writer {
	w := &writer{out: out, buf: make([]byte, 0, writerBuffer), promised: size}
	for _, text := range comments {
		for line := range strings.SplitSeq(text, "\n") {
			w.Comment(strings.TrimRight(line, "\r"))
		}
	}
	w.text(fmt.Sprintf("p cnf %d %d\n", size.Vars(), size.Clauses+size.Xors))
	return w
}

// Comment writes a comment line, also between clauses.
func (w *writer) Comment(line string) {
	w.text("c")
	if line != "" {
		w.text(" " + line)
	}
	w.text("\n")
}

// text writes a string of any length: comments and the header.
func (w *writer) text(s string) {
	for len(s) > 0 {
		w.reserve(1)
		n := min(len(s), cap(w.buf)-len(w.buf))
		w.buf = append(w.buf, s[:n]...)
		s = s[n:]
	}
}

// reserve makes room for n bytes, n being small.
func (w *writer) reserve(n int) {
	if cap(w.buf)-len(w.buf) < n {
		w.flush()
	}
}

func (w *writer) flush() {
	if w.err == nil {
		_, w.err = w.out.Write(w.buf)
	}
	w.buf = w.buf[:0]
}

// Clause writes one line.
func (w *writer) Clause(lits ...Lit) {
	checkLits(lits, w.vars)
	for _, l := range lits {
		w.reserve(litSpace)
		w.buf = appendLit(w.buf, l)
	}
	w.endLine()
	w.clauses++
}

// Xor writes one `x` line; an empty Xor, the empty clause or nothing.
func (w *writer) Xor(lits []Lit, odd bool) {
	if len(lits) == 0 {
		if odd {
			w.Clause()
		}
		return
	}
	checkLits(lits, w.vars)
	w.reserve(1 + litSpace)
	w.buf = append(w.buf, 'x')
	first := Lit(lits[0].Var())
	if !positive(lits, odd) {
		first = first.Neg()
	}
	w.buf = appendLit(w.buf, first)
	for _, l := range lits[1:] {
		w.reserve(litSpace)
		w.buf = appendLit(w.buf, Lit(l.Var()))
	}
	w.endLine()
	w.xors++
}

func (w *writer) endLine() {
	w.reserve(2)
	w.buf = append(w.buf, '0', '\n')
}

// close writes what is left in the buffer and returns the first error of out. Without one it returns
// an error if the header's promise was broken, since such a file is malformed.
func (w *writer) close() error {
	w.flush()
	if w.err != nil {
		return w.err
	}
	if w.vars != w.promised.Vars() || w.clauses != w.promised.Clauses || w.xors != w.promised.Xors {
		return fmt.Errorf("cnf: the second pass wrote %d variables, %d clauses, %d XOR clauses; the first %d, %d, %d",
			w.vars, w.clauses, w.xors,
			w.promised.Vars(), w.promised.Clauses, w.promised.Xors)
	}
	return nil
}

const twoDigits = "00010203040506070809" +
	"10111213141516171819" +
	"20212223242526272829" +
	"30313233343536373839" +
	"40414243444546474849" +
	"50515253545556575859" +
	"60616263646566676869" +
	"70717273747576777879" +
	"80818283848586878889" +
	"90919293949596979899"

// appendLit appends l and a space to b, which has room for litSpace bytes. Formulas run to
// gigabytes and are nearly all numbers, so digits are laid in place, two at a time.
func appendLit(b []byte, l Lit) []byte {
	sign := uint32(l >> 31) // all ones for a negated literal, else 0
	v := uint32(l) ^ sign - sign
	n := len(b)
	to := b[n : n+litSpace]
	to[0] = '-' // overwritten unless negated: signs are hard to predict, so no branch
	to = to[sign&1:]
	end := digits(v)
	b = b[:n+int(sign&1)+end+1]
	to[end] = ' '
	for v >= 100 {
		r := v % 100
		v /= 100
		to[end-1] = twoDigits[2*r+1]
		to[end-2] = twoDigits[2*r]
		end -= 2
	}
	if v >= 10 {
		to[1] = twoDigits[2*v+1]
		v /= 10
	}
	to[0] = byte('0' + v)
	return b
}

// digits is how many decimal digits v has.
func digits(v uint32) int {
	n := 1
	for limit := uint64(10); uint64(v) >= limit; limit *= 10 {
		n++
	}
	return n
}
