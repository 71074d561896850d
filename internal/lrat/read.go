package lrat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"

	"lightsout/cnf"
)

// step is one line of text, or its binary form.
type step struct {
	deletes bool
	id      int64 // of the clause that is added
	lits    []cnf.Lit
	hints   []int64 // or the clauses to delete
}

// reader reads an LRAT proof, text or binary.
type reader struct {
	in     *bufio.Reader
	name   string
	binary bool
	steps  int // read so far
	line   int // of the step read last, in text
	failed error
	step   step
}

func newReader(in io.Reader, name string) *reader {
	r := &reader{in: bufio.NewReaderSize(in, 1<<16), name: name}
	first, _ := r.in.Peek(1)
	// Text begins with a number, a blank or a comment.
	r.binary = len(first) == 1 && (first[0] == 'a' || first[0] == 'd')
	return r
}

// where names the step read last.
func (r *reader) where() string {
	if r.binary {
		return fmt.Sprintf("%s: step %d", r.name, r.steps)
	}
	return fmt.Sprintf("%s:%d", r.name, r.line)
}

func (r *reader) errorf(format string, args ...any) error {
	if r.failed != nil {
		return fmt.Errorf("%s: %w", r.where(), r.failed)
	}
	return fmt.Errorf("%s: %s", r.where(), fmt.Sprintf(format, args...))
}

// next reads a step. At the end of the proof it returns io.EOF.
func (r *reader) next() (*step, error) {
	s := &r.step
	s.deletes, s.lits, s.hints = false, s.lits[:0], s.hints[:0]
	var err error
	if r.binary {
		err = r.nextBinary(s)
	} else {
		err = r.nextText(s)
	}
	return s, err
}

// byte is the next byte, or -1 at the end.
func (r *reader) byte() int {
	c, err := r.in.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			r.failed = err
		}
		return -1
	}
	return int(c)
}

func (r *reader) nextBinary(s *step) error {
	kind := r.byte()
	if kind == -1 && r.failed == nil {
		return io.EOF
	}
	r.steps++
	switch kind {
	case 'a':
		n, err := r.varint()
		if err != nil {
			return err
		}
		s.id = n
	case 'd':
		s.deletes = true
		return r.list(r.varint, r.hint)
	default:
		return r.errorf("a step begins with the letter a or d, not with byte %#x", kind)
	}
	if err := r.list(r.varint, r.lit); err != nil {
		return err
	}
	return r.list(r.varint, r.hint)
}

// varint reads a number of the binary form.
func (r *reader) varint() (int64, error) {
	var u uint64
	for shift := 0; ; shift += 7 {
		c := r.byte()
		switch {
		case c == -1:
			return 0, r.errorf("the proof ends within a step")
		case shift > 56:
			return 0, r.errorf("a number has more than 63 bits")
		}
		u |= uint64(c&0x7f) << shift
		if c < 0x80 {
			break
		}
	}
	if u&1 == 1 {
		if u == 1 {
			return 0, r.errorf("-0 is not a number")
		}
		return -int64(u >> 1), nil
	}
	return int64(u >> 1), nil
}

// list reads numbers up to a 0.
func (r *reader) list(number func() (int64, error), put func(int64) error) error {
	for {
		n, err := number()
		if err != nil || n == 0 {
			return err
		}
		if err := put(n); err != nil {
			return err
		}
	}
}

func (r *reader) lit(n int64) error {
	if n > cnf.MaxVar || n < -cnf.MaxVar {
		return r.errorf("literal %d: a variable is at most %d", n, cnf.MaxVar)
	}
	r.step.lits = append(r.step.lits, cnf.Lit(n))
	return nil
}

func (r *reader) hint(n int64) error {
	r.step.hints = append(r.step.hints, n)
	return nil
}

// nextText reads the next line that is neither blank nor a comment.
func (r *reader) nextText(s *step) error {
	for {
		r.line++
		c := r.skipBlanks()
		switch {
		case c == -1 && r.failed == nil:
			return io.EOF
		case c == '\n':
			continue
		case c == 'c':
			for c != '\n' && c != -1 {
				c = r.byte()
			}
			continue
		}
		r.steps++
		r.unread(c)
		return r.stepLine(s)
	}
}

// stepLine reads a step: ID LITERALS 0 HINTS 0, or ID d IDS 0.
func (r *reader) stepLine(s *step) error {
	n, err := r.decimal()
	if err != nil {
		return err
	}
	s.id = n
	c := r.skipBlanks()
	if c == 'd' {
		s.deletes = true
	} else {
		r.unread(c)
		if err := r.list(r.decimal, r.lit); err != nil {
			return err
		}
	}
	if err := r.list(r.decimal, r.hint); err != nil {
		return err
	}
	if c := r.skipBlanks(); c != '\n' && c != -1 {
		return r.errorf("unexpected %s after the last 0 of a step", quoted(c))
	}
	return nil
}

// skipBlanks returns the first character that is not a blank. CR LF is one line end.
func (r *reader) skipBlanks() int {
	for {
		switch c := r.byte(); c {
		case ' ', '\t', '\r':
		default:
			return c
		}
	}
}

func (r *reader) unread(c int) {
	if c != -1 {
		_ = r.in.UnreadByte() // a byte was just read
	}
}

// decimal reads a number of the text form, with a blank or a line end after it.
func (r *reader) decimal() (int64, error) {
	c := r.skipBlanks()
	negative := c == '-'
	if negative {
		c = r.byte()
	}
	switch {
	case c == -1, c == '\n' && !negative:
		r.unread(c)
		return 0, r.errorf("the line ends within a step: literals and hints each end with 0")
	case c < '0' || c > '9':
		return 0, r.errorf("unexpected %s where a number is expected; an LRAT step is ID LITERALS 0 HINTS 0", quoted(c))
	}
	n := int64(0)
	for ; '0' <= c && c <= '9'; c = r.byte() {
		if n > (math.MaxInt64-9)/10 {
			return 0, r.errorf("a number is too large")
		}
		n = 10*n + int64(c-'0')
	}
	switch c {
	case ' ', '\t', '\r', '\n', -1:
		r.unread(c)
	default:
		return 0, r.errorf("unexpected %s directly after a number", quoted(c))
	}
	if negative {
		if n == 0 {
			return 0, r.errorf("-0 is not a number")
		}
		return -n, nil
	}
	return n, nil
}

func quoted(c int) string {
	switch {
	case c == -1:
		return "end of file"
	case c == '\n':
		return "end of line"
	case c < ' ' || c > '~':
		return fmt.Sprintf("byte %#x", c)
	}
	return fmt.Sprintf("%q", rune(c))
}
