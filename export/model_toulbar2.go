package export

import "strings"

// readToulbar2 reads what toulbar2 -s printed about a problem in the format wcnf, or opb with an objective that names
// the switches in order. A solution is announced, and its values follow on the next line. The last one is the best.
func (m *model) readToulbar2() (found bool, err error) {
	announced := false
	for n, line := range m.lines() {
		switch {
		case strings.HasPrefix(line, "New solution: "):
			announced = true
		case announced:
			announced, found = false, true
			values := strings.Fields(line)
			if len(values) < m.variables {
				return false, m.errorf(n, "%d values for %d switches: give toulbar2 the option -s", len(values),
					m.variables)
			}
			if err := m.inOrder(n, values); err != nil {
				return false, err
			}
		case strings.HasPrefix(line, "Optimum: "):
			m.optimal = true
		}
	}
	if announced {
		return false, m.errorf(m.lastLine(), "no values follow the solution: the output is truncated")
	}
	return found, nil
}
