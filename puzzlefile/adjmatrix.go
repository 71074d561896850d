package puzzlefile

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lightsout/board"
)

// An adjacency matrix has a row and a column for each node; a number other than 0 is an edge, but nan and inf, as those
// write who have distances, are none. Blanks or commas are between the numbers, or the rows are lists as Python and JSON
// have them. Names may stand before the rows and above the columns, as tables have them; an empty cell is no edge there.
//
//	0 1 1          ,ann,bob,cy
//	1 0 1          ann,0,1,1
//	1 1 0          bob,1,0,1
//	               cy,1,1,0
//
// If the matrix is not symmetric, edges are one-way: a node flips those in its row. There is one matrix in a file.

// likeAdjMatrix knows a square of numbers that has the same names on both sides, or is symmetric with zeros on its
// diagonal. One that is too wide for edges with weights need not be so, unless it may be a picture.
func likeAdjMatrix(r *Reader, line string) likeness {
	m, picture, lines := &adjMatrix{}, looksText(line), 0
	if list := r.peekNested(line); list != nil {
		picture = true
		for _, row := range list {
			if m.take(strings.Join(strings.Split(row, ""), " ")) != "" {
				return unlike
			}
		}
	} else {
		for ; lines == 0 || len(m.rows) < m.wide(); lines++ {
			if next, ok := r.peek(lines); !ok || m.take(next) != "" {
				return unlike
			}
		}
		if next, more := r.peek(lines); more && !isBlank(next) {
			return unlike
		}
	}
	switch tooWide := m.wide() > 2+maxWeights; {
	case r.opt.Matrix || len(m.rows) != m.wide() || m.wide() < 2:
		return unlike
	case m.names != nil && tooWide:
		return signed
	case m.names != nil, m.isGraph(), tooWide && (m.symmetric() || !picture):
		return fits
	case !m.weighted && !picture:
		return begins
	}
	return unlike
}

// adjMatrix is a matrix while it is read.
type adjMatrix struct {
	names    []string  // above the columns
	rows     [][]int32 // the columns of each row that are not 0
	width    int       // numbers in a row, once there is one
	weighted bool      // a number is neither 0 nor 1
}

// wide is how many columns there are.
func (m *adjMatrix) wide() int { return max(m.width, len(m.names)) }

// take reads a line, and says what is wrong with it.
func (m *adjMatrix) take(line string) (wrong string) {
	fields := edgeFields(line)
	if len(m.rows) == 0 && m.names == nil && len(fields) > 1 && (fields[0] == "" || areNames(fields) && !areNumbers(fields[:1])) {
		if m.names = slices.Clone(fields); fields[0] == "" { // R has nothing above the names of the rows
			m.names = m.names[1:]
		}
		return ""
	}
	if m.names != nil {
		if at := len(m.rows); at == len(m.names) || len(fields) == 0 || fields[0] != m.names[at] {
			return "this line does not begin with the name of its column"
		}
		fields = fields[1:]
	}
	if m.width == 0 {
		m.width = len(fields)
	}
	if len(fields) != m.wide() || len(fields) == 0 {
		return "this row has " + counted(len(fields), "number", "numbers") + ", and others have " + strconv.Itoa(m.wide())
	}
	var ones []int32
	for i, field := range fields {
		if field == "" && m.names != nil {
			continue
		}
		value, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return strconv.Quote(clip(field)) + " is not a number"
		}
		if value != 0 && !math.IsNaN(value) && !math.IsInf(value, 0) {
			ones = append(ones, int32(i))
			m.weighted = m.weighted || value != 1
		}
	}
	m.rows = append(m.rows, ones)
	return ""
}

// expects reports whether a line begins with the name of the next row, such as c.
func (m *adjMatrix) expects(line string) bool {
	fields := edgeFields(line)
	return len(m.rows) < len(m.names) && len(fields) > 0 && fields[0] == m.names[len(m.rows)]
}

// symmetric reports whether the matrix, which is square, is so.
func (m *adjMatrix) symmetric() bool {
	for u, row := range m.rows {
		for _, v := range row {
			if _, found := slices.BinarySearch(m.rows[v], int32(u)); !found {
				return false
			}
		}
	}
	return true
}

// isGraph reports whether the matrix is symmetric and has nothing on its diagonal.
func (m *adjMatrix) isGraph() bool {
	for u, row := range m.rows {
		if _, loop := slices.BinarySearch(row, int32(u)); loop {
			return false
		}
	}
	return m.symmetric()
}

var listBrackets = strings.NewReplacer("],", "\n", "]", "\n", "[", " ")

func (r *Reader) nextAdjMatrix() *board.Puzzle {
	m, first, inLists := &adjMatrix{}, 0, false
	for text, ok := r.next(); ok; text, ok = r.next() {
		if inLists = inLists || strings.HasPrefix(strings.TrimSpace(text), "["); inLists {
			text = listBrackets.Replace(text)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if line = strings.TrimSpace(line); line == "" || line == "," || line[0] == '#' || isComment(line) && !m.expects(line) {
				continue
			}
			if first == 0 {
				first = r.number
			}
			if wrong := m.take(line); wrong != "" {
				panic(r.errorf(r.number, "%s; an adjacency matrix has a row of numbers for each node", wrong))
			}
		}
	}
	if m.rows == nil {
		return nil
	}
	if len(m.rows) != m.wide() {
		panic(r.errorf(r.number, "%d rows and %d columns: an adjacency matrix has as many of both", len(m.rows), m.wide()))
	}
	return r.graphPuzzle(first, m.graph())
}

func (m *adjMatrix) graph() *graphFile {
	g := &graphFile{nodes: len(m.rows), names: m.names}
	if m.weighted {
		g.note(weightsPassed)
	}
	oneWay := !m.symmetric()
	for u, row := range m.rows {
		for _, v := range row {
			if oneWay || int32(u) <= v {
				g.add(int32(u), v, oneWay)
			}
		}
	}
	return g
}
