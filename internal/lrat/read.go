package lrat

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

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
	steps  int      // read so far
	line   int      // of the step read last, in text
	words  []string // of that line, still to be read
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
		line, err := r.in.ReadString('\n')
		if r.line++; err != nil && !errors.Is(err, io.EOF) {
			r.failed = err
			return r.errorf("")
		}
		if line == "" {
			return io.EOF
		}
		r.words = strings.Fields(line)
		if len(r.words) > 0 && r.words[0][0] != 'c' {
			r.steps++
			return r.stepLine(s)
		}
	}
}

// stepLine reads a step: ID LITERALS 0 HINTS 0, or ID d IDS 0.
func (r *reader) stepLine(s *step) (err error) {
	if s.id, err = r.decimal(); err != nil {
		return err
	}
	if s.deletes = len(r.words) > 0 && r.words[0] == "d"; s.deletes {
		r.words = r.words[1:]
	} else if err := r.list(r.decimal, r.lit); err != nil {
		return err
	}
	if err := r.list(r.decimal, r.hint); err != nil {
		return err
	}
	if len(r.words) > 0 {
		return r.errorf("unexpected %.40q after the last 0 of a step", r.words[0])
	}
	return nil
}

// decimal reads a number of the text form.
func (r *reader) decimal() (int64, error) {
	if len(r.words) == 0 {
		return 0, r.errorf("the line ends within a step: literals and hints each end with 0")
	}
	word := r.words[0]
	r.words = r.words[1:]
	n, err := strconv.ParseInt(word, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, r.errorf("a number is too large")
	case err != nil || word[0] == '+':
		return 0, r.errorf("unexpected %.40q where a number is expected; an LRAT step is ID LITERALS 0 HINTS 0", word)
	case n == 0 && word[0] == '-':
		return 0, r.errorf("-0 is not a number")
	}
	return n, nil
}
