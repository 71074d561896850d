package decode

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"lightsout/internal/suggest"
)

// SyntaxError says where a file is wrong, and what is.
type SyntaxError struct {
	File string
	Line int
	Msg  string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// maxLine bounds the length of a line in bytes.
const maxLine = 1 << 26

// lineReader hands out the lines of a text file, numbered, without line ends.
type lineReader struct {
	in     *bufio.Reader
	file   string
	number int
	long   []byte // gathers lines longer than the buffer
}

func newLineReader(in io.Reader, file string) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(in, peeked), file: file}
}

// next is the next line, or io.EOF after the last. The slice is valid until the next call.
func (r *lineReader) next() ([]byte, error) {
	r.long = r.long[:0]
	for {
		part, more, err := r.in.ReadLine()
		switch {
		case err == io.EOF:
			return nil, io.EOF
		case err != nil:
			return nil, fmt.Errorf("%s: %w", r.file, err)
		case len(r.long)+len(part) > maxLine:
			r.number++
			return nil, r.errorf("the line is longer than %d bytes", maxLine)
		case more || len(r.long) > 0:
			r.long = append(r.long, part...)
			part = r.long
		}
		if !more {
			r.number++
			return part, nil
		}
	}
}

// errorf places an error at the line that was read last.
func (r *lineReader) errorf(format string, args ...any) error {
	return &SyntaxError{File: r.file, Line: r.number, Msg: fmt.Sprintf(format, args...)}
}

// fields are the words of a line, which spaces and tabs separate.
func fields(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\t' })
}

// clip keeps an error message readable.
func clip(s string) string { return suggest.Clip(s, 40) }

// peeked is how many bytes are looked at to tell what a file holds.
const peeked = 1 << 16

// peek is the beginning of a file in whole lines, trimmed, which stays to be read.
func peek(in *bufio.Reader) ([]string, error) {
	text, err := in.Peek(peeked)
	if err != nil && err != io.EOF {
		return nil, err
	}
	lines := strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n")
	if err == nil && len(lines) > 1 {
		lines = lines[:len(lines)-1] // there is more of the last one
	}
	for i, line := range lines {
		lines[i] = strings.Trim(line, " \t\r")
	}
	return lines, nil
}
