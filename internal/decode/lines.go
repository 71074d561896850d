package decode

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"lightsout/puzzlefile"
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
		part, err := r.in.ReadSlice('\n')
		if len(r.long)+len(part) > puzzlefile.MaxLine {
			r.number++
			return nil, r.errorf("the line is longer than %d bytes", puzzlefile.MaxLine)
		}
		switch {
		case err == nil && len(r.long) == 0:
			r.number++
			return trimEnd(part), nil
		case err == nil, err == io.EOF && len(r.long)+len(part) > 0:
			r.number++
			r.long = append(r.long, part...)
			return trimEnd(r.long), nil
		case err == bufio.ErrBufferFull:
			r.long = append(r.long, part...)
		case err == io.EOF:
			return nil, io.EOF
		default:
			return nil, fmt.Errorf("%s: %w", r.file, err)
		}
	}
}

func trimEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
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
func clip(s string) string {
	if len(s) > 40 {
		return s[:37] + "..."
	}
	return s
}
