package export

// readMiniSat reads minisat's result file: SAT and a line of literals. If that file was standard output, the log
// surrounds it, and says SATISFIABLE besides.
func (m *model) readMiniSat() (found bool, err error) {
	values := &literals{}
	status, statusAt := "", 0
	for n, line := range m.lines() {
		switch {
		case status == "SAT" && !values.ended:
			if values.first == 0 {
				values.first = n
			}
			if err := values.line(m, n, line); err != nil {
				return false, err
			}
		case line == "SAT", line == "SATISFIABLE" && status == "":
			status, statusAt = line, n
		}
	}
	switch {
	case status == "":
		return false, nil
	case values.first == 0 && (status != "SAT" || m.variables > 0):
		return false, m.errorf(statusAt, "no values follow %s: give minisat a file for its result", status)
	}
	return true, values.end(m)
}
