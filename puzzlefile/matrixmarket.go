package puzzlefile

import (
	"io"
	"lightsout/board"
	"slices"
	"strconv"
	"strings"
)

// Matrix Market files (math.nist.gov/MatrixMarket/formats.html) hold matrices. A symmetric one is a graph: an entry
// that is not 0 is an edge. Any other, and a symmetric one where [ReaderOptions].Matrix asks for it, is a parity-check
// matrix: a board with a switch for every column and a light for every row, whose values must be 0 or 1.
//
//	%%MatrixMarket matrix coordinate pattern general
//	% a comment
//	3 7 12             rows, columns, entries
//	1 1                an entry: row and column, from 1
//	...
//
// A symmetric matrix has the entries on and below its diagonal, which stand for those above too. A dense matrix
// (array) lists all values, column by column. There is one matrix in a file.

const matrixMarket = "%%MatrixMarket"

func looksMatrixMarket(line string) bool {
	return len(line) >= len(matrixMarket) && strings.EqualFold(line[:len(matrixMarket)], matrixMarket)
}

// market is a matrix while it is read.
type market struct {
	*Reader
	dense, valued, symmetric bool
	graph                    bool // the values are weights of edges
	weighted                 bool // and some are not 0 or 1
	rows, cols, entries      int
	ones                     [][2]int // column and row
}

func (r *Reader) nextMatrixMarket() (*board.Puzzle, error) {
	line, err := r.skip()
	if err != nil {
		return nil, err
	}
	m, first, startBytes := &market{Reader: r}, r.number, r.bytes-len(line)
	if err := m.header(line); err != nil {
		return nil, err
	}
	if err := m.size(); err != nil {
		return nil, err
	}
	read := m.sparse
	if m.dense {
		read = m.array
	}
	if err := read(); err != nil {
		return nil, err
	}
	if err := m.end(); err != nil {
		return nil, err
	}
	if err := r.checkSize(first, uint64(m.rows)+uint64(m.cols), startBytes, "rows and columns"); err != nil {
		return nil, err
	}
	if m.graph {
		g := &graphFile{nodes: m.rows}
		if m.weighted {
			g.note(weightsPassed)
		}
		for _, one := range m.ones {
			g.add(int32(one[0]), int32(one[1]), false)
		}
		return r.graphPuzzle(first, g)
	}
	slices.SortFunc(m.ones, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	columns := make([][]int, m.cols)
	for i, one := range m.ones {
		if i > 0 && one == m.ones[i-1] {
			return nil, r.errorf(first, "the entry in row %d, column %d is given twice", one[1]+1, one[0]+1)
		}
		columns[one[0]] = append(columns[one[0]], one[1])
	}
	b, err := board.FromToggles(r.graphName(), m.rows, columns)
	if err != nil {
		return nil, r.errorf(first, "%v", err)
	}
	g := &graphFile{}
	if m.rows == m.cols && !r.opt.Matrix {
		g.note("a matrix that is called general is taken as parity checks: a column is a switch, a row a light; that of a graph is called symmetric")
	}
	return r.boardPuzzle(first, b, g)
}

func (m *market) header(line string) error {
	words := strings.Fields(strings.ToLower(line))
	if len(words) != 5 || !looksMatrixMarket(line) || words[1] != "matrix" {
		return m.errorf(m.number, "%q is not of the form %s matrix coordinate pattern general", clip(line), matrixMarket)
	}
	for i, known := range [][]string{{"coordinate", "array"}, {"pattern", "integer", "real"}, {"general", "symmetric"}} {
		if !slices.Contains(known, words[2+i]) {
			return m.errorf(m.number, "a matrix that is %q is not read; this word is one of %s", clip(words[2+i]), strings.Join(known, " "))
		}
	}
	m.dense, m.valued, m.symmetric = words[2] == "array", words[3] != "pattern", words[4] == "symmetric"
	m.graph = m.symmetric && !m.opt.Matrix
	if m.dense && !m.valued {
		return m.errorf(m.number, "an array has values, so it is integer or real, not pattern")
	}
	return nil
}

// fields is the next line, which should have so many fields.
func (m *market) fields(n int, what string) ([]string, error) {
	line, err := m.skipLoose('%')
	if err == io.EOF {
		return nil, m.errorf(m.number, "the file ends where %s should come", what)
	}
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(line)
	if len(fields) != n {
		return nil, m.errorf(m.number, "%d fields; here goes %s", len(fields), what)
	}
	return fields, nil
}

func (m *market) size() error {
	form := []string{"rows", "columns", "entries"}
	if m.dense {
		form = form[:2]
	}
	what := "the number of " + strings.Join(form, ", of ")
	fields, err := m.fields(len(form), what)
	if err != nil {
		return err
	}
	for i, to := range []*int{&m.rows, &m.cols, &m.entries}[:len(form)] {
		var ok bool
		if *to, ok = number(fields[i], min(1, 2-i), maxListed); !ok {
			return m.errorf(m.number, "%q is not a number of %s", clip(fields[i]), form[i])
		}
	}
	if m.symmetric && m.rows != m.cols {
		return m.errorf(m.number, "a symmetric matrix has as many rows as columns, not %d and %d", m.rows, m.cols)
	}
	return nil
}

func (m *market) sparse() error {
	n, what := 2, "an entry (row and column)"
	if m.valued {
		n, what = 3, "an entry (row, column and value)"
	}
	for range m.entries {
		fields, err := m.fields(n, what)
		if err != nil {
			return err
		}
		row, okRow := number(fields[0], 1, m.rows)
		col, okCol := number(fields[1], 1, m.cols)
		switch {
		case !okRow:
			return m.errorf(m.number, "%q is not a row of this matrix: they are numbered 1 to %d", clip(fields[0]), m.rows)
		case !okCol:
			return m.errorf(m.number, "%q is not a column of this matrix: they are numbered 1 to %d", clip(fields[1]), m.cols)
		case m.symmetric && col > row:
			return m.errorf(m.number, "row %d, column %d: a symmetric matrix lists the entries on and below its diagonal", row, col)
		}
		one := true
		if m.valued {
			if one, err = m.value(fields[2]); err != nil {
				return err
			}
		}
		m.put(row-1, col-1, one)
	}
	return nil
}

// array reads a dense matrix.
func (m *market) array() error {
	for col := range m.cols {
		from := 0
		if m.symmetric {
			from = col
		}
		for row := from; row < m.rows; row++ {
			fields, err := m.fields(1, "a value")
			if err != nil {
				return err
			}
			one, err := m.value(fields[0])
			if err != nil {
				return err
			}
			m.put(row, col, one)
		}
	}
	return nil
}

func (m *market) put(row, col int, one bool) {
	if !one {
		return
	}
	m.ones = append(m.ones, [2]int{col, row})
	if m.symmetric && !m.graph && row != col {
		m.ones = append(m.ones, [2]int{row, col})
	}
}

func (m *market) value(text string) (one bool, err error) {
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil && m.graph:
		return false, m.errorf(m.number, "the value %q is not a number", clip(text))
	case err != nil || !m.graph && v != 0 && v != 1:
		return false, m.errorf(m.number, "the value %q: a parity-check matrix has 0 and 1; the matrix of a graph is called symmetric", clip(text))
	}
	m.weighted = m.weighted || v != 0 && v != 1
	return v != 0, nil
}

// end holds that nothing follows.
func (m *market) end() error {
	line, err := m.skipLoose('%')
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return err
	}
	return m.errorf(m.number, "%q follows the last entry; is the number of entries right?", clip(line))
}
