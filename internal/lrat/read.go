package lrat

import (
	"bufio"
	"bytes"
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

// reader reads a proof: LRAT, DRAT or CryptoMiniSat's FRAT, which has a letter and a number before each clause and may
// have hints behind it; text or binary. Steps of the latter two have no hints.
type reader struct {
	in     *bufio.Reader
	name   string
	binary bool
	drat   bool // or FRAT
	frat   bool
	steps  int      // read so far
	line   int      // of the step read last, in text
	words  []string // of that line, still to be read
	step   step
}

func newReader(in io.Reader, name string, drat bool) *reader {
	r := &reader{in: bufio.NewReaderSize(in, 1<<16), name: name, drat: drat}
	first, _ := r.in.Peek(1 << 10)
	if drat {
		// Each binary step ends with a byte 0, and long ones have others that text has not.
		r.binary = bytes.ContainsFunc(first,
			func(c rune) bool { return c < ' ' && c != '\t' && c != '\r' && c != '\n' || c >= 0x7f })
		r.frat = !r.binary && bytes.HasPrefix(first, []byte("o "))
	} else {
		// Text begins with a number, a blank or a comment.
		r.binary = len(first) > 0 && (first[0] == 'a' || first[0] == 'd')
	}
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

// next reads a step: ID LITERALS 0 HINTS 0, or ID d IDS 0; of DRAT, LITERALS 0, or d LITERALS 0. At the end of the
// proof it returns io.EOF.
func (r *reader) next() (*step, error) {
	s := &r.step
	s.deletes, s.lits, s.hints = false, s.lits[:0], s.hints[:0]
	begin := r.beginLine
	if r.binary {
		begin = r.beginBytes
	}
	for skip := true; skip; {
		var err error
		if skip, err = begin(s); err != nil {
			return s, err
		}
	}
	var err error
	if !s.deletes || r.drat {
		err = r.list(func(n int64) error {
			if n > cnf.MaxVar || n < -cnf.MaxVar {
				return r.errorf("literal %d: a variable is at most %d", n, cnf.MaxVar)
			}
			s.lits = append(s.lits, cnf.Lit(n))
			return nil
		})
	}
	if err == nil && !r.drat {
		err = r.list(func(n int64) error {
			s.hints = append(s.hints, n)
			return nil
		})
	}
	if err == nil && len(r.words) > 0 && !r.frat {
		err = r.errorf("unexpected %.40q after the last 0 of a step", r.words[0])
	}
	return s, err
}

// beginBytes reads what is before the literals of a step, or before the clauses that it deletes.
func (r *reader) beginBytes(s *step) (skip bool, err error) {
	kind, err := r.in.ReadByte()
	if err == io.EOF {
		return false, err
	}
	r.steps++
	switch s.deletes = kind == 'd'; {
	case err != nil:
		return false, r.unless(err)
	case kind != 'a' && kind != 'd':
		return false, r.errorf("a step begins with the letter a or d, not with byte %#x", kind)
	case kind == 'a' && !r.drat:
		s.id, err = r.number()
	}
	return false, err
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

// beginLine does the same in text. FRAT repeats the formula and ends with what is left; both are skipped.
func (r *reader) beginLine(s *step) (skip bool, err error) {
	if err := r.nextLine(); err != nil {
		return false, err
	}
	if !r.drat {
		if s.id, err = r.number(); err != nil {
			return false, err
		}
	}
	letter := ""
	if len(r.words) > 0 {
		letter = r.words[0]
	}
	if s.deletes = letter == "d"; s.deletes || r.frat {
		r.words = r.words[1:]
	}
	if r.frat && (letter == "a" || s.deletes) {
		_, err = r.number()
	}
	return r.frat && letter != "a" && !s.deletes, err
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
		form := "an LRAT step is ID LITERALS 0 HINTS 0"
		if r.drat {
			form = "a DRAT step is LITERALS 0, or d LITERALS 0"
		}
		return 0, r.errorf("unexpected %.40q where a number is expected; %s", word, form)
	}
	return n, nil
}
