package export

func isMiniSat(line string) bool {
	switch line {
	case "SAT", "UNSAT", "INDET", "SATISFIABLE", "UNSATISFIABLE", "INDETERMINATE":
		return true
	}
	return false
}

// readMiniSat reads minisat's result file: SAT and a line of literals, or UNSAT, or INDET. If that
// file was standard output, the log surrounds it and says the same in longer words.
func (m *model) readMiniSat() error {
	values := &literals{}
	status, statusAt := "", 0
	for n, line := range m.lines() {
		switch {
		case status == "SAT" && !values.ended:
			if values.first == 0 {
				values.first = n
			}
			if err := values.line(m, n, line); err != nil {
				return err
			}
		case isMiniSat(line) && (status == "" || line == "SAT"):
			status, statusAt = line, n
		}
	}
	switch status {
	case "UNSAT", "UNSATISFIABLE":
		return m.noAnswer(status)
	case "INDET", "INDETERMINATE":
		return m.gaveUp(status)
	}
	if values.first == 0 && (status != "SAT" || m.variables > 0) {
		return m.errorf(statusAt, "no values follow %s: give minisat a file for its result", status)
	}
	return values.end(m, false)
}
