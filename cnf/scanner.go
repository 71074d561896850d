package cnf

import (
	"errors"
	"io"
)

const eof = -1

// scanner reads text character by character, with one character of lookahead, and counts lines. CR LF
// is one line end; a CR elsewhere is an ordinary character.
type scanner struct {
	c    int // the current character, or eof
	line int // the line c is in; a line end belongs to the line it ends

	r        io.Reader
	buf      []byte
	pos, end int   // buf[pos:end] comes after c
	ended    bool  // r has no more
	failed   error // why r ended, other than by io.EOF
}

func newScanner(r io.Reader) *scanner {
	s := &scanner{r: r, buf: make([]byte, 1<<16), line: 1}
	s.next()
	return s
}

// next moves to the next character.
func (s *scanner) next() {
	if s.c == '\n' {
		s.line++
	}
	if s.pos == s.end && !s.fill() {
		s.c = eof
		return
	}
	s.c = int(s.buf[s.pos])
	s.pos++
	if s.c == '\r' && (s.pos < s.end || s.fill()) && s.buf[s.pos] == '\n' {
		s.c = '\n'
		s.pos++
	}
}

// fill reads the next buffer and reports whether there was more.
func (s *scanner) fill() bool {
	s.pos, s.end = 0, 0
	for empty := 0; !s.ended && s.end == 0; empty++ {
		n, err := s.r.Read(s.buf)
		s.end = n
		switch {
		case err != nil:
			s.ended = true
			if !errors.Is(err, io.EOF) {
				s.failed = err
			}
		case empty == 100:
			s.ended, s.failed = true, io.ErrNoProgress
		}
	}
	return s.end > 0
}

// skipBlanks skips spaces and tabs and reports whether there were any.
func (s *scanner) skipBlanks() bool {
	any := false
	for s.atBlank() {
		any = true
		s.next()
	}
	return any
}

// skipBlanksAndLines skips blanks and line ends, and reports whether there was a line end.
func (s *scanner) skipBlanksAndLines() bool {
	line := s.line
	for s.atBlank() || s.c == '\n' {
		s.next()
	}
	return s.line > line
}

// restOfLine is the text from c up to the end of the line.
func (s *scanner) restOfLine() string {
	var text []byte
	for !s.atLineEnd() {
		text = append(text, byte(s.c))
		s.next()
	}
	return string(text)
}

func (s *scanner) atBlank() bool   { return s.c == ' ' || s.c == '\t' }
func (s *scanner) atLineEnd() bool { return s.c == '\n' || s.c == eof }

func isDigit(c int) bool { return '0' <= c && c <= '9' }
