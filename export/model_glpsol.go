package export

import (
	"strconv"
	"strings"
)

// readGLPKSolution reads the file that glpsol --write writes:
//
//	s mip 26 50 o 15          rows, columns, status, cost
//	i 1 15                    a row
//	j 1 0                     a column: switch 1 is not pressed
//	e o f
//
// Log lines may come before and after.
func (m *model) readGLPKSolution() (found bool, err error) {
	columns, seen, begun := 0, 0, false
	for n, line := range m.lines() {
		f := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "s bas "), strings.HasPrefix(line, "s ipt "):
			return false, m.errorf(n, "glpsol solved the relaxation, without integers: run it without --nomip")
		case strings.HasPrefix(line, "s mip "):
			if columns, begun, err = m.glpkHeader(n, line, f); err != nil || !begun {
				return false, err
			}
		case !begun, len(f) == 0, f[0] == "i", f[0] == "c":
		case line == "e o f":
			if seen != columns {
				return false, m.errorf(n, "%d columns, but the header promises %d", seen, columns)
			}
			return true, m.complete(n)
		case f[0] == "j":
			seen++
			if len(f) != 3 || f[1] != strconv.Itoa(seen) {
				return false, m.errorf(n, "%q where column %d is expected", clip(line), seen)
			}
			if seen > m.variables {
				continue
			}
			if err := m.value(n, seen, f[2]); err != nil {
				return false, err
			}
		default:
			return false, m.errorf(n, "%q in glpsol's solution", clip(line))
		}
	}
	return false, m.errorf(m.lastLine(), "no 'e o f' at the end: the file is truncated")
}

// glpkHeader reads the number of columns, and whether the status says that they are an answer: o optimal, f feasible.
func (m *model) glpkHeader(n int, line string, f []string) (columns int, found bool, err error) {
	if len(f) != 6 {
		return 0, false, m.errorf(n, "%q is not a header 's mip ROWS COLUMNS STATUS COST'", clip(line))
	}
	columns, failed := strconv.Atoi(f[3])
	m.optimal = f[4] == "o"
	switch found = m.optimal || f[4] == "f"; {
	case failed != nil || columns < 0:
		return 0, false, m.errorf(n, "%q is not a number of columns", clip(f[3]))
	case found && columns < m.variables:
		return 0, false, m.errorf(n, "%d columns for %d switches: the file belongs to another puzzle", columns,
			m.variables)
	}
	return columns, found, nil
}
