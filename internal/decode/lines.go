package decode

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"lightsout/puzzlefile"

	"lightsout/internal/suggest"
)

// lineReader hands out the lines of a text file, numbered, without line ends.
type lineReader struct {
	in     *bufio.Reader
	file   string
	number int
	long   []byte // gathers lines longer than the buffer
}

func newLineReader(in io.Reader, file string) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(in, 1<<16), file: file}
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
		case len(r.long)+len(part) > puzzlefile.MaxLine:
			r.number++
			return nil, r.errorf("the line is longer than %d bytes", puzzlefile.MaxLine)
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
	return &puzzlefile.SyntaxError{File: r.file, Line: r.number, Msg: fmt.Sprintf(format, args...)}
}

// fields are the words of a line, which spaces and tabs separate.
func fields(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\t' })
}

// clip keeps an error message readable.
func clip(s string) string { return suggest.Clip(s, 40) }
