package decode

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"lightsout/gf2"
	"lightsout/puzzlefile"
)

// ReadLogical reads logical operators, a row each: lines of 0 and 1 with a digit for every bit, blanks
// between them as you like, or a parity-check matrix in a format of package puzzlefile. What follows a # is a
// comment.
func ReadLogical(in io.Reader, name string, bits int) ([]gf2.Vec, error) {
	buffered := bufio.NewReaderSize(in, 1<<16)
	first, err := FirstLine(buffered, "#")
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	first, _, _ = strings.Cut(first, "#")
	words := strings.Fields(first)
	isMatrix := len(words) == 2 && words[0] == strconv.Itoa(bits) && bits > 1 // as alist begins
	if strings.Trim(first, "01 \t\r") != "" || isMatrix {
		return logicalMatrix(buffered, name, bits)
	}
	lines := newLineReader(buffered, name)
	var rows []gf2.Vec
	for {
		line, err := lines.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		text, _, _ := strings.Cut(string(line), "#")
		digits := strings.NewReplacer(" ", "", "\t", "").Replace(text)
		switch {
		case digits == "":
			continue
		case strings.Trim(digits, "01") != "":
			return nil, lines.errorf("a logical operator is a line of 0 and 1, not %q", clip(text))
		case len(digits) != bits:
			return nil, lines.errorf("a logical operator of %d bits; the model has %d", len(digits), bits)
		case len(rows) == maxObservables:
			return nil, lines.errorf("more than %d logical operators", maxObservables)
		}
		row := gf2.NewVec(bits)
		for i, c := range []byte(digits) {
			row.Set(i, c == '1')
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil, &puzzlefile.SyntaxError{File: name, Line: 1, Msg: "no logical operator here: write a line of 0 and 1 for each"}
	}
	return rows, nil
}

// logicalMatrix takes the rows of a matrix.
func logicalMatrix(in io.Reader, name string, bits int) ([]gf2.Vec, error) {
	p, err := puzzlefile.NewReader(in, puzzlefile.ReaderOptions{Name: name, Matrix: true}).Next()
	if err != nil {
		return nil, err
	}
	b := p.Board
	if err := b.TwoStates(); err != nil {
		return nil, fmt.Errorf("%s: %w", p.Origin, err)
	}
	if b.IsGraph() || b.Switches() != bits {
		return nil, fmt.Errorf("%s: %s with %d columns; logical operators are rows over the %d bits of the model", p.Origin, b.Spec(), b.Switches(), bits)
	}
	if b.Lights() > maxObservables {
		return nil, fmt.Errorf("%s: more than %d logical operators", p.Origin, maxObservables)
	}
	rows := make([]gf2.Vec, b.Lights())
	for i := range rows {
		rows[i] = gf2.NewVec(bits)
	}
	for s := range bits {
		for _, l := range b.Toggles(s) {
			rows[l].Set(s, true)
		}
	}
	return rows, nil
}

// FirstLine looks ahead for the first line that is neither blank nor a comment, within the reader's
// buffer. It is empty if there is none.
func FirstLine(in *bufio.Reader, comment string) (string, error) {
	text, err := in.Peek(in.Size())
	if err != nil && err != io.EOF {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		line = strings.Trim(line, " \t\r\n\ufeff")
		if line != "" && !strings.HasPrefix(line, comment) {
			return line, nil
		}
	}
	return "", nil
}
