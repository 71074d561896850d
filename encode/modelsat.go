package encode

import (
	"strings"

	"lightsout/cnf"
)

// cadicalUnknown is how cadical 1.5 says that it gave up, as a comment.
const cadicalUnknown = "c UNKNOWN"

func isCompetition(line string) bool {
	return line == "v" || strings.HasPrefix(line, "v ") || strings.HasPrefix(line, "s ") || line == cadicalUnknown
}

// readCompetition reads the lines that the rules of the SAT, pseudo-Boolean and MaxSAT competitions
// prescribe:
//
//	c anything
//	o 15                      the cost so far
//	s SATISFIABLE             or OPTIMUM FOUND, UNSATISFIABLE, UNKNOWN (cryptominisat5: INDETERMINATE)
//	v 1 -2 3                  literals, ended by 0, on as many lines as it takes
//	v x1 -x2 x3               the same for pseudo-Boolean problems, without the 0
//	v 101                     the same for MaxSAT since 2022
//
// Neighbouring lines v are one answer; when others come between them, a new one begins.
func (m *model) readCompetition() error {
	var status string
	var values literals
	inValues := false
	for n, line := range m.lines() {
		kind, rest, _ := strings.Cut(line, " ")
		wasIn := inValues
		inValues = kind == "v"
		switch {
		case kind == "v":
			if !wasIn {
				m.forget()
				values = literals{first: n}
			}
			if err := values.line(m, n, rest); err != nil {
				return err
			}
		case kind == "s":
			status = strings.TrimSpace(rest)
		case line == cadicalUnknown && status == "":
			status = "UNKNOWN"
		case kind == "o", strings.HasPrefix(line, "c"), strings.TrimSpace(line) == "":
		default:
			return m.errorf(n, "%q is no line of a solver that prints s and v: those begin with c, o, s or v", clip(line))
		}
	}
	return m.judge(status, values)
}

// judge weighs what a competition's solver said against the values it gave.
func (m *model) judge(status string, values literals) error {
	switch status {
	case "SATISFIABLE", "OPTIMUM FOUND", "":
	case "UNSATISFIABLE":
		return m.none(cnf.Unsat, "s "+status)
	case "UNKNOWN", "INDETERMINATE":
		if values.first == 0 {
			return m.none(cnf.Unknown, "s "+status)
		}
	default:
		return m.errorf(m.lastLine(), "unknown status %q", clip(status))
	}
	if values.first == 0 && m.switches > 0 {
		return m.errorf(m.lastLine(), "the solver says %q and gives no values: lines v are missing", status)
	}
	return values.end(m, status == "OPTIMUM FOUND")
}

// literals is one answer as literals, on one or more lines.
type literals struct {
	first int // the line it begins in; 0: there is none
	last  int

	tokens  int
	bits    string // the first token, if it may be a string of bits
	numbers bool   // there are literals without the x
	ended   bool   // by 0
}

func (l *literals) line(m *model, n int, text string) error {
	l.last = n
	for token := range strings.FieldsSeq(text) {
		l.tokens++
		if l.tokens == 1 && isBits(token) {
			l.bits = token // all there is, or a literal like 10: the next token tells
			continue
		}
		if l.tokens == 2 && l.bits != "" {
			if err := l.literal(m, l.first, l.bits); err != nil {
				return err
			}
		}
		if err := l.literal(m, n, token); err != nil {
			return err
		}
	}
	return nil
}

func (l *literals) literal(m *model, n int, token string) error {
	if l.ended {
		return m.errorf(n, "%q after the 0 that ends the values", clip(token))
	}
	if token == "0" {
		l.ended = true
		return nil
	}
	digits, negative := strings.CutPrefix(token, "-")
	digits, named := strings.CutPrefix(digits, "x")
	v, ok := variable(digits)
	if !ok {
		return m.errorf(n, "%q is no literal", clip(token))
	}
	l.numbers = l.numbers || !named
	return m.set(n, v, !negative)
}

// end checks that the answer is whole: ended by 0, or with a value for each switch. Before the 0 a
// solver may leave out variables that no clause has (minisat does); they are not pressed. Literals
// without names must end with 0, but MaxSAT solvers left it out before 2022.
func (l *literals) end(m *model, optimum bool) error {
	switch {
	case l.tokens == 1 && l.bits != "" && l.bits != "0":
		return m.bits(l.first, l.bits)
	case l.ended, l.tokens == 1 && l.bits == "0":
		return nil
	case l.numbers && !optimum:
		return m.errorf(l.last, "the values do not end with 0: the output is cut short")
	}
	return m.complete(max(l.last, 1))
}

func isBits(text string) bool { return text != "" && strings.Trim(text, "01") == "" }

// bits reads MaxSAT's string with a character for each variable.
func (m *model) bits(n int, text string) error {
	if len(text) < m.switches {
		return m.errorf(n, "%d bits for %d switches", len(text), m.switches)
	}
	for s := range m.switches {
		if err := m.set(n, s+1, text[s] == '1'); err != nil {
			return err
		}
	}
	return nil
}

func isMiniSat(line string) bool {
	switch line {
	case "SAT", "UNSAT", "INDET", "SATISFIABLE", "UNSATISFIABLE", "INDETERMINATE":
		return true
	}
	return false
}

// readMiniSat reads minisat's result file: SAT and a line of literals, or UNSAT, or INDET. If that
// file was standard output, the log surrounds it, with the same in longer words.
func (m *model) readMiniSat() error {
	var values literals
	said, saidAt := "", 0
	for n, line := range m.lines() {
		switch {
		case said == "SAT" && !values.ended:
			if values.first == 0 {
				values.first = n
			}
			values.last = n
			for token := range strings.FieldsSeq(line) {
				if err := values.literal(m, n, token); err != nil {
					return err
				}
			}
		case isMiniSat(line) && (said == "" || line == "SAT"):
			said, saidAt = line, n
		}
	}
	switch said {
	case "UNSAT", "UNSATISFIABLE":
		return m.none(cnf.Unsat, said)
	case "INDET", "INDETERMINATE":
		return m.none(cnf.Unknown, said)
	}
	if values.first == 0 && (said != "SAT" || m.switches > 0) {
		return m.errorf(saidAt, "no values follow %s: give minisat a file for its result", said)
	}
	return values.end(m, false)
}

// readList reads numbers that nobody has framed: the switches to press. A negative number or a 0 at
// the end shows that they are literals instead; then what is not mentioned is not pressed, and
// variables past the switches are auxiliary.
func (m *model) readList() error {
	fields := func(line string) []string {
		return strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	}
	if strings.TrimSpace(m.text) == "" {
		return m.errorf(1, "nothing here: no solver's output")
	}
	presses := true
	var values literals
	largest, largestAt := 0, 0
	for n, line := range m.lines() {
		for _, token := range fields(line) {
			if token == "0" || token[0] == '-' {
				presses = false
			}
			v, _ := variable(token)
			if v > largest {
				largest, largestAt = v, n
			}
			if err := values.literal(m, n, token); err != nil {
				if !isNumber(token) {
					return m.errorf(n, "%q is neither the output of a known solver nor a list of numbers", clip(line))
				}
				return err
			}
		}
	}
	if presses && largest > m.switches {
		return m.errorf(largestAt, "switch %d of %d", largest, m.switches)
	}
	return nil
}

// isNumber reports whether the token is digits, perhaps behind a minus.
func isNumber(token string) bool {
	digits := strings.TrimPrefix(token, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}
