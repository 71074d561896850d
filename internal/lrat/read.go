package lrat

import (
	"bufio"
	"encoding/binary"
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
	step   step
	form   string // what a step looks like, for an error
}

func newReader(in io.Reader, name string) *reader {
	r := &reader{in: bufio.NewReaderSize(in, 1<<16), name: name, form: "; an LRAT step is ID LITERALS 0 HINTS 0"}
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
	return fmt.Errorf("%s: %w", r.where(), fmt.Errorf(format, args...))
}

// next reads a step: ID LITERALS 0 HINTS 0, or ID d IDS 0. At the end of the proof it returns io.EOF.
func (r *reader) next() (*step, error) {
	s := &r.step
	s.lits, s.hints = s.lits[:0], s.hints[:0]
	begin := r.beginLine
	if r.binary {
		begin = r.beginBytes
	}
	if err := begin(s); err != nil {
		return s, err
	}
	var err error
	if !s.deletes {
		err = r.list(func(n int64) error {
			if n > cnf.MaxVar || n < -cnf.MaxVar {
				return r.errorf("literal %d: a variable is at most %d", n, cnf.MaxVar)
			}
			s.lits = append(s.lits, cnf.Lit(n))
			return nil
		})
	}
	if err == nil {
		err = r.list(func(n int64) error {
			s.hints = append(s.hints, n)
			return nil
		})
	}
	if err == nil && len(r.words) > 0 {
		err = r.errorf("unexpected %.40q after the last 0 of a step", r.words[0])
	}
	return s, err
}

// beginBytes reads what is before the literals of a step, or before the clauses that it deletes.
func (r *reader) beginBytes(s *step) error {
	kind, err := r.in.ReadByte()
	if err == io.EOF {
		return err
	}
	r.steps++
	if s.deletes = kind == 'd'; s.deletes || err != nil {
		return r.unless(err)
	}
	if kind != 'a' {
		return r.errorf("a step begins with the letter a or d, not with byte %#x", kind)
	}
	s.id, err = r.number()
	return err
}

// unless places an error of reading.
func (r *reader) unless(err error) error {
	if err != nil {
		return r.errorf("%w", err)
	}
	return nil
}

// nextLine reads the words of the next line that is neither blank nor a comment.
func (r *reader) nextLine() error {
	for r.words = nil; len(r.words) == 0 || r.words[0][0] == 'c'; {
		line, err := r.in.ReadString('\n')
		if r.line++; err != nil && err != io.EOF {
			return r.unless(err)
		}
		if line == "" {
			return io.EOF
		}
		r.words = strings.Fields(line)
	}
	r.steps++
	return nil
}

// beginLine does the same as beginBytes in text.
func (r *reader) beginLine(s *step) (err error) {
	if err := r.nextLine(); err != nil {
		return err
	}
	if s.id, err = r.number(); err != nil {
		return err
	}
	if s.deletes = len(r.words) > 0 && r.words[0] == "d"; s.deletes {
		r.words = r.words[1:]
	}
	return nil
}

// list reads numbers up to a 0.
func (r *reader) list(put func(int64) error) error {
	for {
		n, err := r.number()
		if err != nil || n == 0 {
			return err
		}
		if err := put(n); err != nil {
			return err
		}
	}
}

func (r *reader) number() (int64, error) {
	if r.binary {
		u, err := binary.ReadUvarint(r.in)
		switch {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return 0, r.errorf("the proof ends within a step")
		case err != nil:
			return 0, r.unless(err)
		case u == 1:
			return 0, r.errorf("-0 is not a number")
		case u&1 == 1:
			return -int64(u >> 1), nil
		}
		return int64(u >> 1), nil
	}
	if len(r.words) == 0 {
		return 0, r.errorf("the line ends within a step: each of its parts ends with 0")
	}
	word := r.words[0]
	r.words = r.words[1:]
	n, err := strconv.ParseInt(word, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, r.errorf("a number is too large")
	case err != nil || word[0] == '+' || n == 0 && word != "0":
		return 0, r.errorf("unexpected %.40q where a number is expected%s", word, r.form)
	}
	return n, nil
}
