package encode

import (
	"strconv"
	"strings"

	"lightsout/cnf"
)

func isGLPKSolution(line string) bool {
	return strings.HasPrefix(line, "s mip ") || isGLPKRelaxation(line)
}

// isGLPKRelaxation is the header for a solution by simplex or interior point.
func isGLPKRelaxation(line string) bool {
	return strings.HasPrefix(line, "s bas ") || strings.HasPrefix(line, "s ipt ")
}

// readGLPKSolution reads what glpsol --write leaves:
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
				return m.errorf(n, "%d columns, where the header promises %d", seen, columns)
			}
			return m.complete(n)
		case f[0] == "j":
			seen++
			if len(f) != 3 || f[1] != strconv.Itoa(seen) {
				return m.errorf(n, "%q where column %d is expected", clip(line), seen)
			}
			if seen > m.switches {
				continue
			}
			if err := m.value(n, seen, f[2]); err != nil {
				return err
			}
		default:
			return m.errorf(n, "%q in glpsol's solution", clip(line))
		}
	}
	return m.errorf(m.lastLine(), "no 'e o f' at the end: the file is cut short")
}

func (m *model) relaxation(n int) error {
	return m.errorf(n, "glpsol solved the problem without demanding integers: run it without --nomip")
}

// glpkHeader reads the number of columns and what the status means: o optimal, f feasible, n none,
// u undefined.
func (m *model) glpkHeader(n int, line string, f []string) (columns int, err error) {
	if len(f) != 6 {
		return 0, m.errorf(n, "%q is no header 's mip ROWS COLUMNS STATUS COST'", clip(line))
	}
	columns, failed := strconv.Atoi(f[3])
	if failed != nil || columns < 0 {
		return 0, m.errorf(n, "%q is no number of columns", clip(f[3]))
	}
	switch f[4] {
	case "o", "f":
	case "n":
		return 0, m.none(cnf.Unsat, line)
	default:
		return 0, m.none(cnf.Unknown, line)
	}
	if columns < m.switches {
		return 0, m.errorf(n, "%d columns for %d switches: the file belongs to another puzzle", columns, m.switches)
	}
	return columns, nil
}

func isGLPKReport(line string) bool {
	return strings.HasPrefix(line, "Status:  ") || strings.HasPrefix(line, "   No. Column name ")
}

// readGLPKReport reads the tables that glpsol --output prints for people. A name that is too long
// for its column stands on a line of its own, its numbers on the next.
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
	return m.errorf(m.lastLine(), "no 'End of output': the report is cut short")
}

func (m *model) glpkStatus(n int, status string) error {
	switch {
	case status == "INTEGER OPTIMAL", status == "INTEGER NON-OPTIMAL":
		return nil
	case status == "INTEGER EMPTY":
		return m.none(cnf.Unsat, "Status: "+status)
	case strings.HasPrefix(status, "INTEGER "):
		return m.none(cnf.Unknown, "Status: "+status)
	}
	return m.relaxation(n)
}

// glpkColumn sets one column from its fields behind the name: a * if it is an integer, then the
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

// readGLPKLog reads what glpsol says while it runs: enough to know that there is no answer, never
// enough to know one, unless its solution or report went the same way.
func (m *model) readGLPKLog() error {
	said, saidAt := "", 0
	for n, line := range m.lines() {
		switch {
		case isGLPKSolution(line):
			return m.readGLPKSolution()
		case isGLPKReport(line):
			return m.readGLPKReport()
		case isGLPKLog(line) && said == "":
			said, saidAt = line, n
		}
	}
	if strings.HasPrefix(said, "PROBLEM HAS NO ") && strings.HasSuffix(said, " FEASIBLE SOLUTION") && !strings.Contains(said, "DUAL") {
		return m.none(cnf.Unsat, said)
	}
	return m.errorf(saidAt, "glpsol's log has no values: let it write its solution (--write FILE)")
}

// costMark is in the first line of cbc's solution file: "Optimal - objective value 15.00000000".
const costMark = " - objective value "

func isCBC(line string) bool { return strings.Contains(line, costMark) }

// readCBC reads cbc's solution file: a status, then a line for each column, or for each that is not
// 0, depending on cbc's printing options:
//
//	0 x1                     1                       1
//
// number, name, value, reduced cost; ** goes before columns that break a constraint. cbc's log has
// the first line too, so the last one counts.
func (m *model) readCBC() error {
	start := strings.LastIndex(m.text, costMark)
	headline := strings.Count(m.text[:start], "\n") + 1
	for n, line := range m.lines() {
		f := strings.Fields(line)
		switch {
		case n < headline || len(f) == 0:
		case n == headline:
			if err := m.cbcStatus(n, line); err != nil {
				return err
			}
		default:
			if f[0] == "**" {
				f = f[1:]
			}
			if len(f) != 4 {
				return m.errorf(n, "%q where number, name, value and reduced cost of a column are expected", clip(line))
			}
			v, ok := switchNumber(f[1])
			if !ok {
				continue
			}
			if v > m.switches {
				return m.errorf(n, "switch %d of %d: the file belongs to another puzzle", v, m.switches)
			}
			if err := m.value(n, v, f[2]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *model) cbcStatus(n int, line string) error {
	status, _, _ := strings.Cut(line, costMark)
	switch {
	case status == "Optimal":
	case status == "Infeasible", status == "Integer infeasible":
		return m.none(cnf.Unsat, line)
	case strings.HasPrefix(status, "Stopped on ") && !strings.Contains(status, "no integer solution"):
	case strings.HasPrefix(status, "Stopped on "):
		return m.none(cnf.Unknown, line)
	default:
		return m.errorf(n, "unknown status %q of cbc", clip(status))
	}
	return nil
}
