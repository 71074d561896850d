package decode

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/puzzlefile"
)

// ReadMatrix reads the one parity-check matrix of a file: a board in any format of package puzzlefile, or rows of 0 and
// 1, whose columns are the bits. Of the puzzle only the board and the forbidden switches mean anything.
func ReadMatrix(in io.Reader, opt puzzlefile.ReaderOptions) (*board.Puzzle, error) {
	opt.Matrix = true
	r := puzzlefile.NewReader(in, opt)
	p, err := r.Next()
	if err != nil {
		return nil, err
	}
	switch _, err := r.Next(); {
	case err == nil:
		return nil, fmt.Errorf("%s holds more than one matrix or board (a blank line ends a matrix of rows); name one, as in %s#1", opt.Name, opt.Name)
	case err != io.EOF:
		return nil, err
	}
	if p.Board.Warning() != "" && (r.Kind() == "text" || r.Kind() == "nested") { // a picture that names no board
		if p.Board, err = rowsOf(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Origin, err)
		}
	}
	return p, nil
}

// rowsOf is the board of a picture whose rows are checks.
func rowsOf(p *board.Puzzle) (*board.Board, error) {
	shape := p.Board.Shape()
	if shape.Masked || p.Board.States() > 2 {
		return nil, errors.New("the rows of a parity-check matrix are equally long, with 0 or 1 in every place")
	}
	columns := make([][]int, shape.Dims[1])
	for i := range p.On.All() {
		bit := i % len(columns)
		columns[bit] = append(columns[bit], i/len(columns))
	}
	return board.FromToggles(p.Board.Spec(), shape.Dims[0], columns)
}

// ReadLogical reads logical operators, the rows of a matrix over the bits.
func ReadLogical(in io.Reader, name string, bits int) ([]gf2.Vec, error) {
	p, err := ReadMatrix(in, puzzlefile.ReaderOptions{Name: name})
	if err != nil {
		return nil, err
	}
	b := p.Board
	if b.IsGraph() || b.States() > 2 || b.Switches() != bits {
		return nil, fmt.Errorf("%s: %d columns; logical operators are rows of 0 and 1 over the %d bits of the model", p.Origin, b.Switches(), bits)
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
