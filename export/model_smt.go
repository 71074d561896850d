package export

import (
	"strings"
)

func isSMT(line string) bool {
	switch strings.TrimSpace(line) {
	case "sat", "unsat", "unknown", "timeout", "(", "(model":
		return true
	}
	return strings.Contains(line, "(define-fun ")
}

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
	t := smtTokens{rest: m.text, line: 1}
	var recent [6]string // the tokens before this one, the last one first
	depth, found := 0, false
	for {
		token, n := t.next()
		switch token {
		case "":
			return m.endSMT(n, depth, found)
		case "(":
			depth++
		case ")":
			if depth--; depth < 0 {
				return m.errorf(n, "a closing parenthesis without an opening one")
			}
		case "unsat":
			if depth == 0 {
				return m.noAnswer(token)
			}
		case "unknown", "timeout":
			if depth == 0 {
				return m.gaveUp(token)
			}
		case "sat":
			found = found || depth == 0
		}
		// recent: SORT ) ( NAME define-fun (
		if recent[4] == "define-fun" && recent[1] == ")" && recent[2] == "(" {
			found = true
			if v, ok := switchNumber(recent[3]); ok && v <= m.variables {
				if err := m.value(n, v, token); err != nil {
					return err
				}
			}
		}
		copy(recent[1:], recent[:])
		recent[0] = token
	}
}

func (m *model) endSMT(n, depth int, found bool) error {
	switch {
	case depth > 0:
		return m.errorf(n, "%d parentheses are not closed: the output is truncated", depth)
	case !found:
		return m.errorf(n, "neither sat nor unsat nor a model")
	case m.known.IsZero() && m.variables > 0:
		return m.errorf(n, "the solver says sat but gives no values: (get-model) is missing, or belongs to another puzzle")
	}
	return nil
}

// smtTokens cuts SMT-LIB text into parentheses, words and strings, dropping comments.
type smtTokens struct {
	rest string
	line int
}

// next returns the next token and its line, or "" at the end. A quoted symbol |x1| is x1; a string
// keeps its opening quotation mark, so that it is never mistaken for a word.
func (t *smtTokens) next() (string, int) {
	for t.rest != "" {
		c := t.rest[0]
		switch c {
		case '\n':
			t.line++
			t.rest = t.rest[1:]
		case ' ', '\t', '\r':
			t.rest = t.rest[1:]
		case ';':
			t.take(strings.IndexByte(t.rest, '\n'))
		case '(', ')':
			t.rest = t.rest[1:]
			return string(c), t.line
		case '|', '"':
			line := t.line
			quoted := t.take(1 + strings.IndexByte(t.rest[1:], c))
			if t.rest != "" {
				t.rest = t.rest[1:]
			}
			t.line += strings.Count(quoted, "\n")
			if c == '|' && len(quoted) > 1 {
				return quoted[1:], line
			}
			return `"` + quoted[1:], line
		default:
			return t.take(strings.IndexAny(t.rest, " \t\r\n();|\"")), t.line
		}
	}
	return "", t.line
}

// take removes and returns the next n characters, or all that is left if n is not positive.
func (t *smtTokens) take(n int) string {
	if n <= 0 {
		n = len(t.rest)
	}
	taken := t.rest[:n]
	t.rest = t.rest[n:]
	return taken
}
