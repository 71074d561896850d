package cnf

import (
	"bufio"
	"errors"
	"io"
)

const eof = -1

// scanner reads text character by character, with one character of lookahead, and counts lines. CR LF
// is one line end; a CR elsewhere is an ordinary character.
type scanner struct {
	c    int // the current character, or eof
	line int // the line c is in; a line end belongs to the line it ends

	in     *bufio.Reader
	failed error // why the text ended, other than by io.EOF
}

func newScanner(r io.Reader) *scanner {
	s := &scanner{in: bufio.NewReaderSize(r, 1<<16), line: 1}
	s.next()
	return s
}

// next moves to the next character.
func (s *scanner) next() {
	if s.c == '\n' {
		s.line++
	}
	c, err := s.in.ReadByte()
	if err != nil {
		s.c = eof
		if !errors.Is(err, io.EOF) {
			s.failed = err
		}
		return
	}
	if s.c = int(c); c == '\r' {
		if after, _ := s.in.Peek(1); len(after) == 1 && after[0] == '\n' {
			s.c = '\n'
			_, _ = s.in.Discard(1) // it is there
		}
	}
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
