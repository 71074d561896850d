package export

import "strings"

// A solution of toulbar2 is announced, and with -s its values follow on the next line.
const (
	toulbarSolution = "New solution: "
	toulbarNone     = "No solution in "
)

func isToulbar2(line string) bool {
	return strings.HasPrefix(line, toulbarSolution) || strings.HasPrefix(line, toulbarNone) || strings.Contains(line, "toulbar2  version")
}

// readToulbar2 reads what toulbar2 -s printed about a problem in the format wcnf, or opb with an objective that names
// the switches in order. The last solution is the best.
func (m *model) readToulbar2() error {
	announced, found := false, false
	for n, line := range m.lines() {
		switch {
		case strings.HasPrefix(line, toulbarNone):
			return m.noAnswer(line)
		case strings.HasPrefix(line, toulbarSolution):
			announced = true
		case announced:
			announced, found = false, true
			values := strings.Fields(line)
			if len(values) < m.variables {
				return m.errorf(n, "%d values for %d switches: give toulbar2 the option -s", len(values), m.variables)
			}
			if err := m.inOrder(n, values); err != nil {
				return err
			}
		}
	}
	switch {
	case announced:
		return m.errorf(m.lastLine(), "no values follow the solution: the output is truncated")
	case !found:
		return m.gaveUp("no solution")
	}
	return nil
}
