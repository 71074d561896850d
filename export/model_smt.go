package export

import (
	"regexp"
	"strings"
)

func isSMT(line string) bool {
	switch strings.TrimSpace(line) {
	case "sat", "unsat", "unknown", "timeout", "(", "(model":
		return true
	}
	return strings.Contains(line, "(define-fun ")
}

// smtValue is the definition of a constant: its name, which may be quoted, its sort, and its value or what that begins with.
var smtValue = regexp.MustCompile(`\(define-fun\s+\|?([^\s|]+)\|?\s+\(\s*\)\s+\w+\s+(\(|[^\s()]+)`)

// readSMT reads what an SMT solver answers to check-sat and get-model:
//
//	sat
//	(
//	  (define-fun x1 () Bool
//	    true)
//	)
//
// Solvers may omit switches that they did not need to decide; these are not pressed. Other output, such
// as z3's objectives, is skipped, but parentheses must balance.
func (m *model) readSMT() error {
	found := false
	for _, line := range m.lines() {
		switch word := strings.TrimSpace(line); word {
		case "unsat":
			return m.noAnswer(word)
		case "unknown", "timeout":
			return m.gaveUp(word)
		case "sat":
			found = true
		}
	}
	switch depth := strings.Count(m.text, "(") - strings.Count(m.text, ")"); {
	case depth > 0:
		return m.errorf(m.lastLine(), "%d parentheses are not closed: the output is truncated", depth)
	case depth < 0:
		return m.errorf(m.lastLine(), "a closing parenthesis without an opening one")
	}
	for _, at := range smtValue.FindAllStringSubmatchIndex(m.text, -1) {
		found = true
		if v, ok := switchNumber(m.text[at[2]:at[3]]); ok && v <= m.variables {
			if err := m.value(1+strings.Count(m.text[:at[4]], "\n"), v, m.text[at[4]:at[5]]); err != nil {
				return err
			}
		}
	}
	switch {
	case !found:
		return m.errorf(m.lastLine(), "neither sat nor unsat nor a model")
	case m.known.IsZero() && m.variables > 0:
		return m.errorf(m.lastLine(), "the solver says sat but gives no values: (get-model) is missing, or belongs to another puzzle")
	}
	return nil
}
