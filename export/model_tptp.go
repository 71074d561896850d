package export

import (
	"regexp"
	"strings"

	"lightsout/gf2"
)

var (
	// szsStatus is the line in which provers that read the TPTP's language report their result.
	szsStatus = regexp.MustCompile(`^[#%] SZS status (\w+)`)
	// tptpRule is what stands before the parents in the source of a step: a rule, and what is said about it.
	tptpRule = regexp.MustCompile(`(?:inference|theory|introduced)\(\w*(?:,\s*\[[^\[\]]*\])?`)
	tptpWord = regexp.MustCompile(`\w+`)
)

func isTPTP(line string) bool { return szsStatus.MatchString(line) }

// readTPTP reads a prover's verdict and the derivation that proves it:
//
//	# SZS status Theorem
//	cnf(press_5, axiom, (lights(…)|~lights(…)), file('puzzle.p', press_5)).
//	cnf(c_0_9, plain, (lights(…)), inference(rw,[status(thm)],[inference(pm,[status(thm)],[c_0_5, c_0_6]), c_0_7])).
//	cnf(c_0_11, plain, ($false), inference(…), ['proof']).
//
// Every clause has at most one state before and one after, so each use of a rule in the derivation of
// $false is a press, in whatever order the steps are combined.
func (m *model) readTPTP() error {
	status, statusAt := "", 0
	for n, line := range m.lines() {
		if found := szsStatus.FindStringSubmatch(line); found != nil {
			status, statusAt = found[1], n
		}
	}
	switch status {
	case "Theorem", "Unsatisfiable", "ContradictoryAxioms":
		return m.derivation(statusAt, status)
	case "CounterSatisfiable", "Satisfiable":
		return m.noAnswer(status)
	}
	return m.gaveUp(status)
}

// derivation adds up the presses of each step, until one is $false. Steps begin on a new line and end with one.
func (m *model) derivation(statusAt int, status string) error {
	presses := map[string]gf2.Vec{} // by the name of a step
	step, begun := "", 0
	for n, line := range m.lines() {
		switch {
		case strings.HasPrefix(line, "#"), strings.HasPrefix(line, "%"):
			continue
		case begun == 0 && !strings.HasPrefix(line, "cnf(") && !strings.HasPrefix(line, "fof("):
			continue
		case begun == 0:
			begun = n
		}
		step += line + " "
		if !strings.HasSuffix(strings.TrimRight(line, " \t"), ").") {
			continue
		}
		if found, err := m.tptpStep(begun, step, presses); found || err != nil {
			return err
		}
		step, begun = "", 0
	}
	if begun > 0 {
		return m.errorf(begun, "an unfinished step: the output is truncated")
	}
	return m.errorf(statusAt, "the prover says %s but prints no proof: ask for one (eprover --proof-object)", status)
}

// tptpStep reads cnf(name, role, formula, source). and reports whether the formula is $false.
func (m *model) tptpStep(n int, text string, presses map[string]gf2.Vec) (found bool, err error) {
	fields, ok := tptpFields(text[len("cnf("):])
	switch {
	case !ok:
		return false, m.errorf(n, "an unfinished step: the output is truncated")
	case len(fields) < 4:
		return false, m.errorf(n, "a step without a source")
	}
	sum, source := gf2.NewVec(m.variables), strings.TrimSpace(fields[3])
	parents := tptpWord.FindAllString(tptpRule.ReplaceAllString(source, " "), -1)
	switch {
	case strings.HasPrefix(source, "file("):
		if digits, isPress := strings.CutPrefix(parents[len(parents)-1], "press_"); isPress {
			v, ok := variable(digits)
			if !ok || v > m.variables {
				return false, m.errorf(n, "there is no switch %s: the board has %d, so the output belongs to another puzzle", clip(digits), m.variables)
			}
			sum.Flip(v - 1)
		}
	default:
		for _, parent := range parents {
			step, known := presses[parent]
			if !known {
				return false, m.errorf(n, "%q is not an earlier step", clip(parent))
			}
			sum.Add(step)
		}
	}
	presses[strings.TrimSpace(fields[0])] = sum
	if strings.Trim(fields[2], "() ") != "$false" {
		return false, nil
	}
	for v := range sum.Ones() {
		m.values[v] = 1
	}
	return true, nil
}

// tptpFields cuts a step, up to its closing parenthesis, at the commas that are in no parentheses, brackets or quotation
// marks. It is not ok if those do not match.
func tptpFields(text string) (fields []string, ok bool) {
	var closing []rune
	quoted, from := false, 0
	for i, c := range text {
		switch {
		case c == '\'':
			quoted = !quoted
		case quoted:
		case c == '(':
			closing = append(closing, ')')
		case c == '[':
			closing = append(closing, ']')
		case len(closing) > 0 && c == closing[len(closing)-1]:
			closing = closing[:len(closing)-1]
		case len(closing) == 0 && (c == ',' || c == ')'):
			fields = append(fields, text[from:i])
			from = i + 1
			if c == ')' {
				return fields, true
			}
		case c == ')' || c == ']':
			return nil, false
		}
	}
	return nil, false
}
