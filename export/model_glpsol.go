package export

import (
	"strconv"
	"strings"
)

func isGLPKSolution(line string) bool {
	return strings.HasPrefix(line, "s mip ") || isGLPKRelaxation(line)
}

// isGLPKRelaxation is the header for a solution by simplex or interior point.
func isGLPKRelaxation(line string) bool {
	return strings.HasPrefix(line, "s bas ") || strings.HasPrefix(line, "s ipt ")
}

// readGLPKSolution reads the file that glpsol --write writes:
//
//	s mip 26 50 o 15          rows, columns, status, cost
//	i 1 15                    a row
//	j 1 0                     a column: switch 1 is not pressed
//	e o f
//
// Log lines may come before and after.
func (m *model) readGLPKSolution() error {
	columns, seen, begun := 0, 0, false
	for n, line := range m.lines() {
		f := strings.Fields(line)
		switch {
		case isGLPKRelaxation(line):
			return m.relaxation(n)
		case isGLPKSolution(line):
			begun = true
			var err error
			if columns, err = m.glpkHeader(n, line, f); err != nil {
				return err
			}
		case !begun, len(f) == 0, f[0] == "i", f[0] == "c":
		case line == "e o f":
			if seen != columns {
				return m.errorf(n, "%d columns, but the header promises %d", seen, columns)
			}
			return m.complete(n)
		case f[0] == "j":
			seen++
			if len(f) != 3 || f[1] != strconv.Itoa(seen) {
				return m.errorf(n, "%q where column %d is expected", clip(line), seen)
			}
			if seen > m.variables {
				continue
			}
			if err := m.value(n, seen, f[2]); err != nil {
				return err
			}
		default:
			return m.errorf(n, "%q in glpsol's solution", clip(line))
		}
	}
	return m.errorf(m.lastLine(), "no 'e o f' at the end: the file is truncated")
}

func (m *model) relaxation(n int) error {
	return m.errorf(n, "glpsol solved the relaxation, without integers: run it without --nomip")
}

// glpkHeader reads the number of columns and what the status means: o optimal, f feasible, n none,
// u undefined.
func (m *model) glpkHeader(n int, line string, f []string) (columns int, err error) {
	if len(f) != 6 {
		return 0, m.errorf(n, "%q is not a header 's mip ROWS COLUMNS STATUS COST'", clip(line))
	}
	columns, failed := strconv.Atoi(f[3])
	if failed != nil || columns < 0 {
		return 0, m.errorf(n, "%q is not a number of columns", clip(f[3]))
	}
	switch f[4] {
	case "o", "f":
	case "n":
		return 0, m.noAnswer(line)
	default:
		return 0, m.gaveUp(line)
	}
	if columns < m.variables {
		return 0, m.errorf(n, "%d columns for %d switches: the file belongs to another puzzle", columns, m.variables)
	}
	return columns, nil
}

func isGLPKReport(line string) bool {
	return strings.HasPrefix(line, "Status:  ") || strings.HasPrefix(line, "   No. Column name ")
}

// readGLPKReport reads the tables that glpsol --output prints for people. A name too long for its
// column is on a line of its own, and its numbers are on the next.
func (m *model) readGLPKReport() error {
	inColumns := false
	long := "" // the name whose numbers follow
	for n, line := range m.lines() {
		f := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "Status:"):
			if err := m.glpkStatus(n, strings.Join(f[1:], " ")); err != nil {
				return err
			}
		case strings.HasPrefix(line, "   No. Column name"):
			inColumns = true
		case line == "End of output":
			return m.complete(n)
		case !inColumns, strings.HasPrefix(line, "------"):
		case len(f) == 0:
			inColumns = false
		case long != "":
			if err := m.glpkColumn(n, line, long, f); err != nil {
				return err
			}
			long = ""
		case len(f) == 2:
			long = f[1]
		case len(f) > 2:
			if err := m.glpkColumn(n, line, f[1], f[2:]); err != nil {
				return err
			}
		default:
			return m.errorf(n, "%q in glpsol's table of columns", clip(line))
		}
	}
	return m.errorf(m.lastLine(), "no 'End of output': the report is truncated")
}

func (m *model) glpkStatus(n int, status string) error {
	switch {
	case status == "INTEGER OPTIMAL", status == "INTEGER NON-OPTIMAL":
		return nil
	case status == "INTEGER EMPTY":
		return m.noAnswer("Status: " + status)
	case strings.HasPrefix(status, "INTEGER "):
		return m.gaveUp("Status: " + status)
	}
	return m.relaxation(n)
}

// glpkColumn sets one column from the fields after its name: a * if it is an integer, then the
// activity.
func (m *model) glpkColumn(n int, line, name string, fields []string) error {
	v, ok := switchNumber(name)
	if !ok {
		return nil
	}
	if fields[0] == "*" {
		fields = fields[1:]
	}
	if len(fields) == 0 {
		return m.errorf(n, "%q has no activity", clip(line))
	}
	return m.value(n, v, fields[0])
}

func isGLPKLog(line string) bool {
	return strings.HasPrefix(line, "PROBLEM HAS NO ") || line == "INTEGER OPTIMAL SOLUTION FOUND"
}

// readGLPKLog reads glpsol's log. It can tell that there is no answer but holds no values, unless the
// solution or the report was written to the same place.
func (m *model) readGLPKLog() error {
	status, statusAt := "", 0
	for n, line := range m.lines() {
		switch {
		case isGLPKSolution(line):
			return m.readGLPKSolution()
		case isGLPKReport(line):
			return m.readGLPKReport()
		case isGLPKLog(line) && status == "":
			status, statusAt = line, n
		}
	}
	if strings.HasPrefix(status, "PROBLEM HAS NO ") && strings.HasSuffix(status, " FEASIBLE SOLUTION") && !strings.Contains(status, "DUAL") {
		return m.noAnswer(status)
	}
	return m.errorf(statusAt, "glpsol's log has no values: have it write its solution (--write FILE)")
}
