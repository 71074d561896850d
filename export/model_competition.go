package export

import (
	"strings"
)

// glucoseAside is a line that glucose prints among the others, without the c of a comment.
const glucoseAside = "Solved by simplification"

// readCompetition reads the lines that the rules of the SAT, pseudo-Boolean and MaxSAT competitions
// prescribe:
//
//	c anything
//	o 15                      the cost so far
//	s SATISFIABLE             or OPTIMUM FOUND, UNSATISFIABLE, UNKNOWN (cryptominisat5: INDETERMINATE)
//	v 1 -2 3                  literals, ended by 0, on as many lines as it takes
//	v x1 -x2 x3               the same for pseudo-Boolean problems, without the 0
//	v 101                     the same for MaxSAT since 2022
//	v <instantiation> …       XCSP3's: model_xcsp3.go
//
// Consecutive v lines are one answer; after any other line a new one begins.
func (m *model) readCompetition() (found bool, err error) {
	var status string
	values := &literals{}
	inValues := false
	// constraint solvers log freely
	inLog := strings.Contains(m.text, instantiationTag) || strings.Contains(m.text, "\nd ")
	for n, line := range m.lines() {
		kind, rest, _ := strings.Cut(line, " ")
		wasIn := inValues
		inValues = kind == "v"
		switch {
		case kind == "v":
			if !wasIn {
				m.forget()
				values = &literals{first: n}
			}
			if err := values.line(m, n, rest); err != nil {
				return false, err
			}
		case kind == "s":
			status = strings.TrimSpace(rest)
		case inLog, kind == "o", strings.HasPrefix(line, "c"), line == glucoseAside, strings.TrimSpace(line) == "":
		default:
			return false, m.errorf(n, "%q is not a line of a solver that prints s and v: those begin with c, o, s or v",
				clip(line))
		}
	}
	return m.concludes(status, values)
}

// concludes says what a status and the values come to.
func (m *model) concludes(status string, values *literals) (found bool, err error) {
	m.optimal = status == "OPTIMUM FOUND"
	open := status == "" || status == "UNKNOWN" || status == "INDETERMINATE"
	answer := status == "SATISFIABLE" || m.optimal
	switch {
	case values.first > 0 && (answer || open):
		return true, values.end(m)
	case answer && m.variables == 0:
		return true, nil
	case answer:
		return false, m.errorf(m.lastLine(), "the solver says %q but gives no values: the v lines are missing", status)
	case !open:
		return false, m.errorf(m.lastLine(), "unknown status %q", clip(status))
	}
	return false, nil
}

// literals is one answer as literals, on one or more lines.
type literals struct {
	first int // the line where it begins; 0: there is none
	last  int

	tokens  int
	bits    string // the first token, if it may be a string of bits
	numbers bool   // there are literals without the x
	ended   bool   // by 0

	xml strings.Builder // an answer in XML
}

func (l *literals) line(m *model, n int, text string) error {
	l.last = n
	if l.xml.Len() > 0 || strings.HasPrefix(strings.TrimSpace(text), "<") {
		l.xml.WriteString(text + " ")
		return nil
	}
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
		return m.errorf(n, "%q is not a literal", clip(token))
	}
	l.numbers = l.numbers || !named
	return m.set(n, v, bit(!negative))
}

// end checks that the answer is complete. A solver may omit variables that it is free to choose, as minisat does with
// those that occur in no clause; these are not pressed. Literals without names must end with 0, except that MaxSAT
// solvers omitted it before 2022; these give a value for each switch.
func (l *literals) end(m *model) error {
	switch {
	case l.xml.Len() > 0:
		return m.instantiation(l.first, l.xml.String())
	case l.tokens == 1 && l.bits != "" && l.bits != "0":
		return m.inOrder(l.first, strings.Split(l.bits, "")) // a character for each variable
	case l.ended, l.tokens == 1 && l.bits == "0":
		return nil
	case l.numbers && !m.optimal:
		return m.errorf(l.last, "the values do not end with 0: the output is truncated")
	case l.numbers || l.tokens == 0 || !strings.HasSuffix(m.text, "\n"): // the last line may be truncated
		return m.complete(max(l.last, 1))
	}
	return nil
}

func isBits(text string) bool { return text != "" && strings.Trim(text, "01") == "" }
