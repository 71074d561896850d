package puzzlefile

import (
	"slices"
	"strconv"
	"strings"

	"lightsout/board"
)

// Matrix Market files (math.nist.gov/MatrixMarket/formats.html) hold matrices. A square one is a graph: an entry that
// is not 0 is an edge, which is one-way if the entry on the other side of the diagonal is 0. Any other is a
// parity-check matrix, and so is one that has our own comment, or is read as mtx-toggles: a board with a switch for
// every column and a light for every row, whose values must be 0 or 1.
//
//	%%MatrixMarket matrix coordinate pattern general
//	% a comment        or: %lightsout toggles
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
	*document
	into                     *graphFile
	dense, valued, symmetric bool
	toggles                  bool // it says which switch flips which light
	graph                    bool // the values are weights of edges
	rows, cols, entries      int
	ones                     [][2]int // column and row
}

// ownToggles is our own comment, which says that a matrix tells which switch flips which light.
const ownToggles = "%lightsout toggles"

func readMatrixMarket(d *document) *graphFile {
	line, ok := d.below("")
	if !ok {
		return nil
	}
	g := newGraph(d)
	m := &market{document: d, into: g, toggles: d.kind == "mtx-toggles"}
	m.header(line)
	m.size()
	if m.dense {
		m.array()
	} else {
		m.sparse()
	}
	if _, more := d.below("%"); more {
		fail("%q follows the last entry; is the number of entries right?", d.shown())
	}
	d.checkSize(g.at, uint64(m.rows)+uint64(m.cols), "rows and columns")
	g.nodes = m.rows
	if m.graph {
		for _, one := range m.ones {
			g.add(int32(one[1]), int32(one[0]), !m.symmetric)
		}
		return g
	}
	slices.SortFunc(m.ones, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	g.listed = &board.Listed{Lights: m.rows, Toggles: make([][]int, m.cols)}
	for i, one := range m.ones {
		if i > 0 && one == m.ones[i-1] {
			d.fail(g.at, "the entry in row %d, column %d is given twice", one[1]+1, one[0]+1)
		}
		g.listed.Toggles[one[0]] = append(g.listed.Toggles[one[0]], one[1])
	}
	return g
}

func (m *market) header(line string) {
	words := strings.Fields(strings.ToLower(line))
	refuse(len(words) != 5 || !looksMatrixMarket(line) || words[1] != "matrix",
		"%q is not of the form %s matrix coordinate pattern general", line, matrixMarket)
	for i, known := range []string{"coordinate array", "pattern integer real", "general symmetric"} {
		refuse(!slices.Contains(strings.Fields(known), words[2+i]),
			"a matrix that is %q is not read; this word is one of %s", words[2+i], known)
	}
	m.dense, m.valued, m.symmetric = words[2] == "array", words[3] != "pattern", words[4] == "symmetric"
	refuse(m.dense && !m.valued, "an array has values, so it is integer or real, not pattern")
}

// fields is the next line, which should have so many fields.
func (m *market) fields(n int, what string) []string {
	line, ok := m.next()
	for ok && (isBlank(line) || line[0] == '%') {
		m.toggles = m.toggles || strings.TrimSpace(line) == ownToggles
		line, ok = m.next()
	}
	if !ok {
		fail("the file ends where %s should come", what)
	}
	fields := strings.Fields(line)
	if len(fields) != n {
		fail("%d fields; here goes %s", len(fields), what)
	}
	return fields
}

func (m *market) size() {
	form := []string{"rows", "columns", "entries"}
	if m.dense {
		form = form[:2]
	}
	fields := m.fields(len(form), "the number of "+strings.Join(form, ", of "))
	for i, to := range []*int{&m.rows, &m.cols, &m.entries}[:len(form)] {
		*to = numberIn(fields[i], min(1, 2-i), maxListed, "is not a number of %s", form[i])
	}
	refuse(m.symmetric && m.rows != m.cols, "a symmetric matrix has as many rows as columns, not %d and %d", m.rows,
		m.cols)
	m.graph = m.rows == m.cols && !m.toggles
}

func (m *market) sparse() {
	n, what := 2, "an entry (row and column)"
	if m.valued {
		n, what = 3, "an entry (row, column and value)"
	}
	for range m.entries {
		fields := m.fields(n, what)
		row := numberIn(fields[0], 1, m.rows, "is not a row of this matrix: they are numbered 1 to %d", m.rows)
		col := numberIn(fields[1], 1, m.cols, "is not a column of this matrix: they are numbered 1 to %d", m.cols)
		if m.symmetric && col > row {
			fail("row %d, column %d: a symmetric matrix lists the entries on and below its "+
				"diagonal", row, col)
		}
		m.put(row-1, col-1, fields[2:])
	}
}

// array reads a dense matrix.
func (m *market) array() {
	for col := range m.cols {
		from := 0
		if m.symmetric {
			from = col
		}
		for row := from; row < m.rows; row++ {
			m.put(row, col, m.fields(1, "a value"))
		}
	}
}

// put takes an entry with its value, 1 if it has none.
func (m *market) put(row, col int, value []string) {
	for _, text := range value {
		v, err := strconv.ParseFloat(text, 64)
		switch {
		case err != nil && m.graph:
			fail("the value %q is not a number", text)
		case err != nil || !m.graph && v != 0 && v != 1:
			fail("the value %q: a parity-check matrix has 0 and 1; the matrix of a graph is square", text)
		case v == 0:
			return
		}
		m.into.weigh(text)
	}
	m.ones = append(m.ones, [2]int{col, row})
	if m.symmetric && !m.graph && row != col {
		m.ones = append(m.ones, [2]int{row, col})
	}
}
