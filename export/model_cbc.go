package export

import "strings"

// costMark is in the first line of cbc's solution file: "Optimal - objective value 15.00000000".
const costMark = " - objective value "

func isCBC(line string) bool { return strings.Contains(line, costMark) }

// readCBC reads cbc's solution file: a status, then a line for each column, or for each that is not
// 0, depending on cbc's print options:
//
//	0 x1                     1                       1
//
// number, name, value, reduced cost; ** marks columns that violate a constraint. cbc's log contains the
// first line too, so the last one counts.
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
				return m.errorf(n, "%q where a column is expected: number, name, value, reduced cost", clip(line))
			}
			v, ok := switchNumber(f[1])
			if !ok {
				continue
			}
			if v > m.variables {
				return m.errorf(n, "there is no switch %d: the board has %d, so the file belongs to another puzzle", v, m.variables)
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
		return m.noAnswer(line)
	case strings.HasPrefix(status, "Stopped on ") && !strings.Contains(status, "no integer solution"):
	case strings.HasPrefix(status, "Stopped on "):
		return m.gaveUp(line)
	default:
		return m.errorf(n, "unknown status %q of cbc", clip(status))
	}
	return nil
}
