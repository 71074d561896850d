package decode

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/puzzlefile"
)

// A parity-check matrix has a row for each check and a column for each bit. It is written as rows of 0 and 1, with
// blanks or commas between them or not, up to a blank line; or as lists of Python or JSON, [[1,0,1],[0,1,1]]. Any
// other file is a board that package puzzlefile reads, with switches for bits and lights for checks.

// ReadMatrix reads the one parity-check matrix of a file. Of the puzzle only the board and the forbidden switches mean
// anything. Defects are *[SyntaxError] or those of package puzzlefile.
func ReadMatrix(in *bufio.Reader, opt puzzlefile.ReaderOptions) (*board.Puzzle, error) {
	lines, err := peek(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", opt.Name, err)
	}
	m := &matrixReader{lines: &lineReader{in: in, file: opt.Name}}
	switch {
	case (opt.Kind == "text" || opt.Kind == "") && areNested(lines):
		return one(m.nextNested, opt)
	case opt.Kind == "text" || opt.Kind == "" && areRows(lines):
		return one(m.nextRows, opt)
	case (opt.Kind == "" || opt.Kind == "mtx") && len(lines) > 0 && strings.HasPrefix(lines[0], "%%MatrixMarket"):
		opt.Kind = "mtx-toggles" // a symmetric matrix would be a graph
	}
	p, err := one(puzzlefile.NewReader(in, opt).Next, puzzlefile.ReaderOptions{Name: opt.Name})
	if err == nil && p.Board.Warning() != "" && p.Board.Shape().InRows { // a picture that names no board
		return nil, fmt.Errorf("%s: a matrix is written as rows of 0 and 1, not as a picture of other signs", p.Origin)
	}
	return p, err
}

// one is the only matrix of a file, or the one of the number asked for.
func one(next func() (*board.Puzzle, error), opt puzzlefile.ReaderOptions) (*board.Puzzle, error) {
	var chosen *board.Puzzle
	for count := 1; ; count++ {
		p, err := next()
		switch {
		case err == io.EOF && chosen == nil && opt.Only > 1:
			return nil, fmt.Errorf("%s holds fewer than %d matrices", opt.Name, opt.Only)
		case err == io.EOF && chosen == nil:
			return nil, fmt.Errorf("%s holds no matrix", opt.Name)
		case err == io.EOF:
			return chosen, nil
		case err != nil:
			return nil, err
		case opt.Only == 0 && count > 1:
			return nil, fmt.Errorf("%s holds more than one matrix or board (a blank line ends a matrix of rows); "+
				"name one, as in %s#1", opt.Name, opt.Name)
		case opt.Only == 0 || count == opt.Only:
			chosen = p
		}
	}
}

// areRows recognises the beginning of rows of 0 and 1. Below a line c board SPEC they are puzzles.
func areRows(lines []string) bool {
	if slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, "c board ") }) {
		return false
	}
	lines = slices.DeleteFunc(slices.Clone(lines), isRemark)
	if i := slices.IndexFunc(lines, func(line string) bool { return line != "" }); i > 0 {
		lines = lines[i:]
	}
	if end := slices.Index(lines, ""); end >= 0 {
		lines = lines[:end]
	}
	other := func(line string) bool { return strings.Trim(line, "01, \t") != "" }
	return len(lines) > 0 && !slices.ContainsFunc(lines, other)
}

func isRemark(line string) bool { return isComment([]byte(line)) || strings.HasPrefix(line, "#") }

// areNested recognises the beginning of a list of lists.
func areNested(lines []string) bool {
	text := strings.Join(strings.Fields(strings.Join(lines, " ")), "")
	return strings.HasPrefix(text, "[[")
}

// matrixReader reads matrices of rows.
type matrixReader struct {
	lines *lineReader
	rows  [][]byte // of 0 and 1, those of the matrix that is being read
	at    []int    // their lines
	count int

	// Of a list of lists: the brackets that are open, and the row that is being read.
	depth int
	row   []byte
}

// nextRows is the next matrix of rows up to a blank line.
func (m *matrixReader) nextRows() (*board.Puzzle, error) {
	for {
		line, err := m.lines.next()
		text := strings.Trim(string(line), " \t\ufeff")
		switch {
		case err != nil && (err != io.EOF || len(m.rows) == 0):
			return nil, err
		case text == "" && len(m.rows) > 0:
			return m.finish()
		case text == "" || isRemark(text):
			continue
		}
		var row []byte
		for _, c := range []byte(text) {
			switch {
			case c == '0' || c == '1':
				row = append(row, c)
			case c != ' ' && c != '\t' && c != ',':
				return nil, m.noEntry(string(c))
			}
		}
		if err := m.add(row); err != nil {
			return nil, err
		}
	}
}

func (m *matrixReader) noEntry(word string) error {
	return m.lines.errorf("%q: the entries of a parity-check matrix are 0 and 1", clip(word))
}

// entries are the words of an entry in a list.
var entries = map[string]byte{
	"0": '0', "1": '1', "0.": '0', "1.": '1', "0.0": '0', "1.0": '1',
	"false": '0', "true": '1', "False": '0', "True": '1',
}

// nextNested is the next list of lists.
func (m *matrixReader) nextNested() (*board.Puzzle, error) {
	m.depth, m.row = 0, nil
	for {
		line, err := m.lines.next()
		if err == io.EOF && m.depth > 0 {
			return nil, m.lines.errorf("the list does not end: ] is missing")
		}
		if err != nil {
			return nil, err
		}
		text := strings.NewReplacer("[", " [ ", "]", " ] ", ",", " ", "\ufeff", "").Replace(string(line))
		for _, word := range strings.Fields(text) {
			if err := m.take(word); err != nil {
				return nil, err
			}
		}
		if m.depth == 0 && len(m.rows) > 0 {
			return m.finish()
		}
	}
}

// take takes a bracket or an entry of a list of lists.
func (m *matrixReader) take(word string) (err error) {
	entry, ok := entries[word]
	switch {
	case word == "[" && m.depth == 0 && len(m.rows) > 0:
		return m.lines.errorf("a list follows the matrix; put the next matrix on a line of its own")
	case word == "[" && m.depth < 2:
		m.depth++
	case word == "]" && m.depth == 2:
		err = m.add(m.row)
		m.depth, m.row = 1, nil
	case word == "]" && m.depth == 1:
		m.depth = 0
	case word == "[" || word == "]" || m.depth != 2:
		return m.lines.errorf("%q: a matrix is a list of rows, and a row a list of entries, as in [[0,1],[1,0]]",
			clip(word))
	case !ok:
		return m.noEntry(word)
	default:
		m.row = append(m.row, entry)
	}
	return err
}

// add adds a row.
func (m *matrixReader) add(row []byte) error {
	if last := len(m.rows) - 1; last >= 0 && len(row) != len(m.rows[last]) {
		return m.lines.errorf("this row has %d entries, the row before it (line %d) %d: "+
			"the rows of a matrix are equally long", len(row), m.at[last], len(m.rows[last]))
	}
	if len(row) == 0 {
		return m.lines.errorf("a row has no entries")
	}
	m.rows, m.at = append(m.rows, row), append(m.at, m.lines.number)
	return nil
}

// finish makes a board of the rows.
func (m *matrixReader) finish() (*board.Puzzle, error) {
	columns := gf2.ListsOf(len(m.rows[0]), func(put func(bit, check int)) {
		for i, row := range m.rows {
			for bit, entry := range row {
				if entry == '1' {
					put(bit, i)
				}
			}
		}
	})
	m.count++
	name, origin := m.lines.file, fmt.Sprintf("%s:%d", m.lines.file, m.at[0])
	if m.count > 1 {
		name = fmt.Sprintf("%s#%d", name, m.count)
	}
	b, err := board.Listed{Name: name, Lights: len(m.rows), Flips: columns}.Board()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", origin, err)
	}
	m.rows, m.at = nil, nil
	p := board.NewPuzzle(b)
	p.Origin = origin
	return p, nil
}

// ReadLogical reads logical operators, the rows of a matrix over the bits.
func ReadLogical(in *bufio.Reader, name string, bits int) ([]gf2.Vec, error) {
	p, err := ReadMatrix(in, puzzlefile.ReaderOptions{Name: name})
	if err != nil {
		return nil, err
	}
	b := p.Board
	if b.IsGraph() || b.States() > 2 || b.Switches() != bits {
		return nil, fmt.Errorf("%s: %d columns; logical operators are rows of 0 and 1 over the %d bits of the model",
			p.Origin, b.Switches(), bits)
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

// ReadModel reads a model of a file: a detector error model if that is the kind asked for, or the name or the content
// say so, otherwise a matrix, which has a puzzle.
func ReadModel(in io.Reader, opt puzzlefile.ReaderOptions) (*Model, *board.Puzzle, error) {
	buffered := bufio.NewReaderSize(in, peeked)
	lines, err := peek(buffered)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", opt.Name, err)
	}
	if opt.Kind == "dem" || opt.Kind == "" && (strings.HasSuffix(strings.ToLower(opt.Name), ".dem") || areDEM(lines)) {
		if opt.Only > 0 {
			return nil, nil, errors.New(opt.Name + ": a .dem file holds one model")
		}
		m, err := ReadDEM(buffered, opt.Name)
		return m, nil, err
	}
	p, err := ReadMatrix(buffered, opt)
	if err != nil {
		return nil, nil, err
	}
	m, err := FromPuzzle(p)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", p.Origin, err)
	}
	return m, p, nil
}
