package puzzlefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// listed reads a list of records in JSON as lines with a record each, and anything else as it is. It looks at no more
// than it needs to tell: the first sign, mostly.
type listed struct {
	file   string // its name
	in     *recorder
	values *json.Decoder // of a list of records
	line   []byte        // what is left of one
	plain  io.Reader     // of anything else
}

// recorder keeps what was read from it, until it is told what that was.
type recorder struct {
	io.Reader
	seen bytes.Buffer
	told bool
}

func (r *recorder) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if !r.told {
		r.seen.Write(p[:n])
	}
	return n, err
}

// ofRecords tell records from the elements of a graph.
var ofRecords = []string{"board", "on", "rows", "presses", "answer", "solved"}

func (l *listed) Read(p []byte) (int, error) {
	if !l.in.told {
		l.begin()
	}
	if l.plain != nil {
		return l.plain.Read(p)
	}
	for len(l.line) == 0 {
		if !l.values.More() {
			return 0, l.end()
		}
		if err := l.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, l.line)
	l.line = l.line[n:]
	return n, nil
}

// WriteTo hands on at once what is no list: piece by piece it would take more memory.
func (l *listed) WriteTo(w io.Writer) (int64, error) {
	if !l.in.told {
		l.begin()
	}
	if l.plain != nil {
		return io.Copy(w, l.plain)
	}
	return io.Copy(w, struct{ io.Reader }{l})
}

// begin finds out whether a list of records begins here.
func (l *listed) begin() {
	sign := []byte(" ")
	for n, err := 0, error(nil); err == nil && (n == 0 || bytes.Contains([]byte(" \t\r\n"), sign)); {
		n, err = l.in.Read(sign)
	}
	if sign[0] == '[' {
		l.values = json.NewDecoder(io.MultiReader(bytes.NewReader(sign), l.in))
		var first map[string]json.RawMessage
		if _, err := l.values.Token(); err == nil && l.values.More() && l.next() == nil &&
			json.Unmarshal(l.line, &first) == nil {
			l.in.told = slices.ContainsFunc(ofRecords, func(name string) bool { return first[name] != nil })
		}
	}
	if !l.in.told {
		l.plain, l.in.told = io.MultiReader(&l.in.seen, l.in.Reader), true
	}
}

// next takes the next value of the list.
func (l *listed) next() error {
	var value json.RawMessage
	if err := l.values.Decode(&value); err != nil {
		return l.defect(err)
	}
	var line bytes.Buffer
	if err := json.Compact(&line, value); err != nil {
		return l.defect(err)
	}
	l.line = append(line.Bytes(), '\n')
	return nil
}

// end is io.EOF if the list ends, and nothing follows it.
func (l *listed) end() error {
	if _, err := l.values.Token(); err != nil {
		return l.defect(err)
	}
	if _, err := l.values.Token(); err != io.EOF {
		return fmt.Errorf("%s: something follows the list of records", fileName(l.file))
	}
	return io.EOF
}

func (l *listed) defect(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("it ends too early")
	}
	return fmt.Errorf("%s: in the list of records: %w", fileName(l.file), err)
}
