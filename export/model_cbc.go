package export

import "strings"

// cbcNone is the status of a problem without an answer.
var cbcNone = line(`(?:Integer i|I)nfeasible - objective value .*`)

// readCBC reads cbc's solution file: a status, such as "Optimal - objective value 15.00000000", then a line for each
// column, or for each that is not 0, depending on cbc's print options:
//
//	0 x1                     1                       1
//
// number, name, value, reduced cost; ** marks columns that violate a constraint. cbc's log contains the
// first line too, so the last one counts.
func (m *model) readCBC() (found bool, err error) {
	start := strings.LastIndex(m.text, " - objective value ")
	headline := m.lineAt(start)
	for n, line := range m.lines() {
		f := strings.Fields(line)
		switch {
		case n < headline || len(f) == 0:
		case n == headline && strings.Contains(line, "no integer solution"):
			return false, nil
		case n == headline && cbcNone.MatchString(line):
			return false, m.none(line)
		case n == headline && f[0] != "Optimal" && f[0] != "Stopped":
			return false, m.errorf(n, "unknown status %q of cbc", clip(line))
		case n == headline:
			m.optimal = f[0] == "Optimal"
		default:
			if f[0] == "**" {
				f = f[1:]
			}
			if len(f) != 4 {
				return false, m.errorf(n, "%q where a column is expected: number, name, value, reduced cost",
					clip(line))
			}
			v, ok := switchNumber(f[1])
			if !ok {
				continue
			}
			if v > m.variables {
				return false, m.errorf(n, "there is no switch %d: the board has %d, so the file belongs to "+
					"another puzzle", v, m.variables)
			}
			if err := m.value(n, v, f[2]); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}
