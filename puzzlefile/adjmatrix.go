package puzzlefile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lightsout/internal/textboard"
)

// An adjacency matrix has a row and a column for each node. What is not 0 is an edge.
//
//	0 1 1        3            ,ann,bob,carol      0
//	1 0 0        0 1 1        ann,0,1,1           1 0
//	1 0 0        1 0 0        bob,1,0,0           1 0 0
//	             1 0 0        carol,1,0,0
//
// The number of nodes may be above it, names above it and before its rows, and half of it may be missing. It is
// symmetric with an empty diagonal, or empty on one side of it. Only where the kind of the file is named, may it be
// neither: then a row tells what a press of its node flips.

// matrixRows is a matrix while it is read.
type matrixRows struct {
	cut    *cutter
	n      int
	above  []string // names
	before []string
	half   byte // rows end at the diagonal (l), or begin there (u)
	tight  bool // nothing is between cells
	cells  []float64
	lines  []int // where the rows are
}

func readMatrix(d *document) *graphFile {
	m := &matrixRows{cut: newCutter(d)}
	if m.cut.rows == 0 {
		return nil
	}
	for row := 0; m.cut.next(); row++ {
		if row > 0 || !m.head() {
			m.take()
		}
	}
	switch {
	case m.n < 2 || len(m.lines) != m.n || m.before != nil && len(m.before) < m.n:
		d.fail(m.cut.begin, "%d rows of a matrix of %d nodes", len(m.lines), m.n)
	case m.above != nil && m.before != nil && !slices.Equal(m.above, m.before):
		d.fail(m.cut.begin, "the names above the matrix are not those before its rows")
	}
	g := &graphFile{nodes: m.n, at: m.cut.begin}
	for _, name := range slices.Concat(m.above, m.before)[:len(m.above)+len(m.before)-min(len(m.above),
		len(m.before))] {
		if before := len(g.names); int(g.node(name)) < before {
			d.fail(m.cut.begin, "two nodes are called %s", name)
		}
	}
	m.join(g)
	return g
}

// head reads what is above the rows, and reports whether it was more than the first of them.
func (m *matrixRows) head() bool {
	n, width, fields := m.cut.rows-1, len(m.cut.fields), m.cut.fields
	if count, ok := number(fields[0], 2, maxListed); ok && width == 1 && count == n {
		m.n = n
		return true
	}
	isName := func(field string) bool { _, ok := entry(field); return !ok }
	corner := width == n+1 && (fields[0] == "" || !m.cut.d.sure && isName(fields[0]))
	named := slices.ContainsFunc(fields, isName)
	switch {
	case corner && (fields[0] == "" || named && isName(fields[n])):
		m.above = slices.Clone(fields[1:])
	case width == n && named && isName(fields[n-1]):
		m.above = slices.Clone(fields)
	case width == n && n > 1 && !named && m.sided():
		m.above, m.n = slices.Clone(fields), n
		return true
	default:
		m.n = m.cut.rows
		return false
	}
	m.n = n
	for i, name := range m.above {
		m.cut.fields = append(m.cut.fields[:0], name)
		m.above[i] = m.cut.name(0)
	}
	return true
}

// sided reports whether the next row begins with the first of the numbers above.
func (m *matrixRows) sided() bool {
	ahead, at, from := *m.cut, m.cut.d.at, m.cut.d.from
	ahead.fields = nil
	ok := ahead.next() && len(ahead.fields) == len(m.cut.fields)+1 && ahead.fields[0] == m.cut.fields[0]
	m.cut.d.at, m.cut.d.from = at, from
	return ok
}

// take reads a row.
func (m *matrixRows) take() {
	row, fields := len(m.lines), m.cut.fields
	refuse(m.n < 2 || row == m.n || m.cut.linked > 0, "a matrix has as many rows as columns")
	if row == 0 {
		m.tight = len(fields) == 1 && len(fields[0]) == m.n && (m.cut.d.sure || m.cut.rows > m.n)
	}
	if m.tight && len(fields) == 1 {
		fields = strings.Split(fields[0], "")
	}
	if len(fields) == m.n+1 && (row == 0 || m.before != nil) {
		m.before, fields = append(m.before, m.cut.name(0)), fields[1:]
	}
	missing, from := m.n-len(fields), 0
	switch {
	case row == 0 && missing == m.n-1:
		m.half = 'l'
	case row == 1 && missing == 1 && m.half == 0:
		m.half = 'u'
	}
	refuse(missing != map[byte]int{'l': m.n - 1 - row, 'u': row}[m.half], "%s in a row of a matrix of %d nodes",
		textboard.Count(len(fields), "number", "numbers"), m.n)
	if m.half == 'u' {
		from = missing
	}
	if m.cells == nil {
		if limit := maxUnmentioned + 8*len(m.cut.d.text); m.n > limit/m.n {
			fail("a matrix of %d nodes is larger than this file", m.n)
		}
		m.cells = make([]float64, m.n*m.n)
	}
	m.lines = append(m.lines, m.cut.d.from)
	for k, field := range fields {
		x, ok := entry(field)
		if !ok {
			fail("%q is not a number", field)
		}
		m.cells[row*m.n+from+k] = x
	}
}

// entry is the number in a cell. None is 0.
func entry(field string) (x float64, ok bool) {
	if isNumber(field) {
		x, err := strconv.ParseFloat(field, 64)
		return x, err == nil
	}
	switch strings.ToLower(field) {
	case "", "nan", "na", "false":
		return 0, true
	case "true":
		return 1, true
	}
	return 0, false
}

// join adds the edges.
func (m *matrixRows) join(g *graphFile) {
	above, below, diagonal, odd := false, false, false, ""
	for i := range m.n {
		for k := range m.n {
			x := m.cells[i*m.n+k]
			switch {
			case odd != "":
			case i == k && x != 0:
				odd = fmt.Sprintf("row %d, column %[1]d is not 0", i+1)
			case i < k && m.cells[k*m.n+i] != x:
				m.cut.d.from = m.lines[i]
				odd = fmt.Sprintf("row %d, column %d is not row %[2]d, column %[1]d", i+1, k+1)
			}
			if x != 0 {
				above, below, diagonal = above || k > i, below || k < i, diagonal || i == k
				g.weighted = g.weighted || x != 1
				g.add(int32(i), int32(k), true)
			}
		}
	}
	half := !(above && below) && !diagonal
	if odd != "" && !half && !m.cut.d.sure {
		fail("the matrix of a graph is symmetric with an empty diagonal, and %s", odd)
	}
	if half || odd == "" {
		g.oneWay = nil
	}
}
