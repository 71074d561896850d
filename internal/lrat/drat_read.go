package lrat

import (
	"bytes"
	"io"

	"lightsout/cnf"
)

// A dratReader reads DRAT, text or binary, or CryptoMiniSat's FRAT, which has a letter and a number before each clause and
// may have hints behind it. Its steps have no hints.
type dratReader struct {
	reader

	frat bool
}

func newDRATReader(in io.Reader, name string) *dratReader {
	r := &dratReader{reader: *newReader(in, name)}
	r.form = "; a DRAT step is LITERALS 0, or d LITERALS 0"
	first, _ := r.in.Peek(1 << 10)
	// Each binary step ends with a byte 0, and long ones have others that text has not.
	r.binary = bytes.ContainsFunc(first,
		func(c rune) bool { return c < ' ' && c != '\t' && c != '\r' && c != '\n' || c >= 0x7f })
	r.frat = !r.binary && bytes.HasPrefix(first, []byte("o "))
	return r
}

// next reads a step. At the end of the proof it returns io.EOF.
func (r *dratReader) next() (*step, error) {
	s := &r.step
	for {
		s.lits, s.deletes = s.lits[:0], false
		if skip, err := r.begin(s); err != nil || !skip {
			if err == nil {
				err = r.list(func(n int64) error {
					if n > cnf.MaxVar || n < -cnf.MaxVar {
						return r.errorf("literal %d: a variable is at most %d", n, cnf.MaxVar)
					}
					s.lits = append(s.lits, cnf.Lit(n))
					return nil
				})
			}
			if err == nil && len(r.words) > 0 && !r.frat {
				err = r.errorf("unexpected %.40q after the 0 of a step", r.words[0])
			}
			return s, err
		}
	}
}

// begin reads what is before the literals. FRAT repeats the formula and ends with what is left; both are skipped.
func (r *dratReader) begin(s *step) (skip bool, err error) {
	if r.binary {
		kind, err := r.in.ReadByte()
		if err == io.EOF {
			return false, err
		}
		r.steps++
		s.deletes = kind == 'd'
		if err == nil && kind != 'a' && kind != 'd' {
			return false, r.errorf("a step begins with the letter a or d, not with byte %#x", kind)
		}
		return false, r.unless(err)
	}
	if err := r.nextLine(); err != nil {
		return false, err
	}
	letter := r.words[0]
	if s.deletes = letter == "d"; s.deletes || r.frat {
		r.words = r.words[1:]
	}
	if !r.frat {
		return false, nil
	}
	if letter != "a" && letter != "d" {
		return true, nil
	}
	_, err = r.number()
	return false, err
}
