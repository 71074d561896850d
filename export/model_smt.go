package export

import (
	"regexp"
	"strings"
)

// smtValue is the definition of a constant: its name, which may be quoted, its sort, and its value or what that begins
// with.
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
// as z3's objectives, is skipped, but parentheses must balance. If the question was for the fewest presses, sat means
// that these are.
func (m *model) readSMT() (found bool, err error) {
	m.optimal = smtSat.MatchString(m.text)
	if !m.optimal && smtUnknown.MatchString(m.text) {
		return false, nil // the values that follow are where the search stopped
	}
	switch depth := strings.Count(m.text, "(") - strings.Count(m.text, ")"); {
	case depth > 0:
		return false, m.errorf(m.lastLine(), "%d parentheses are not closed: the output is truncated", depth)
	case depth < 0:
		return false, m.errorf(m.lastLine(), "a closing parenthesis without an opening one")
	}
	for _, at := range smtValue.FindAllStringSubmatchIndex(m.text, -1) {
		found = true
		if v, ok := switchNumber(m.text[at[2]:at[3]]); ok && v <= m.variables {
			if err := m.value(m.lineAt(at[4]), v, m.text[at[4]:at[5]]); err != nil {
				return false, err
			}
		}
	}
	if m.optimal && m.known.IsZero() && m.variables > 0 {
		return false, m.errorf(m.lastLine(), "the solver says sat but gives no values: (get-model) is missing, or "+
			"belongs to another puzzle")
	}
	return found || m.optimal, nil
}

var (
	smtSat     = line(`\s*sat\s*`)
	smtUnknown = line(`\s*(?:unknown|timeout)\s*`)
)
