package puzzlefile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// listed reads a list of records in JSON as lines with a record each.
type listed struct {
	file   string // its name
	values *json.Decoder
	line   []byte        // what is left of one
	seen   *bytes.Buffer // nil once it is known that there are records
}

// ofRecords tell records from the elements of a graph.
var ofRecords = []string{"board", "on", "rows", "presses", "answer", "solved"}

// unlist makes lines of a list of records, and leaves anything else as it is. It looks at no more than it needs to
// tell: the first sign, mostly.
func (r *Reader) unlist() {
	n := 1
	first, err := r.in.Peek(n)
	for ; err == nil && bytes.IndexByte([]byte(" \t\r\n"), first[n-1]) >= 0; n++ {
		first, err = r.in.Peek(n + 1)
	}
	if err != nil || first[n-1] != '[' {
		return
	}
	l, record := &listed{file: r.file, seen: &bytes.Buffer{}}, map[string]json.RawMessage{}
	l.values = json.NewDecoder(io.TeeReader(r.in, l))
	isRecord := func(name string) bool { return record[name] != nil }
	if _, err := l.values.Token(); err == nil && l.values.More() && l.next() == nil &&
		json.Unmarshal(l.line, &record) == nil && slices.ContainsFunc(ofRecords, isRecord) {
		r.in, l.seen = bufio.NewReaderSize(l, 1<<16), nil
	} else {
		r.in = bufio.NewReaderSize(io.MultiReader(l.seen, r.in), 1<<16)
	}
}

// Write keeps what is read.
func (l *listed) Write(p []byte) (int, error) {
	if l.seen != nil {
		l.seen.Write(p)
	}
	return len(p), nil
}

func (l *listed) Read(p []byte) (int, error) {
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

// next takes the next value of the list.
func (l *listed) next() error {
	var value json.RawMessage
	if err := l.values.Decode(&value); err != nil {
		return l.defect(err)
	}
	var line bytes.Buffer
	err := json.Compact(&line, value)
	l.line = append(line.Bytes(), '\n')
	return err
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
