package export

import (
	"regexp"
	"strings"

	"lightsout/gf2"
)

var (
	tptpProved = line(`[#%] SZS status (Theorem|Unsatisfiable|ContradictoryAxioms)\b.*`)
	tptpQuoted = regexp.MustCompile(`'[^'\n]*'`)
	tptpSteps  = regexp.MustCompile(`(?ms)^(?:cnf|fof)\(.*?(?:\)\.[ \t]*$|\z)`)
	// tptpFields are a step's name, formula and source: a file, what it is inferred from, or the name of another step.
	tptpFields = regexp.MustCompile(`(?s)^\w+\(\s*(\w+),\s*\w+,(.*?),` +
		`\s*((?:file|inference|theory|introduced)\(.*|\w+[^()]*)\)\.\s*$`)
	// tptpRule is what stands before the parents in a source: a rule, and what is said about it.
	tptpRule = regexp.MustCompile(`(?:inference|theory|introduced)\(\w*(?:,\s*\[[^\[\]]*\])?`)
	tptpWord = regexp.MustCompile(`\w+`)
)

// readTPTP reads the derivation of $false that a prover prints after its verdict:
//
//	# SZS status Theorem
//	cnf(press_5, axiom, (lights(…)|~lights(…)), file('puzzle.p', press_5)).
//	cnf(c_0_9, plain, (lights(…)), inference(rw,[status(thm)],[inference(pm,[status(thm)],[c_0_5, c_0_6]), c_0_7])).
//	cnf(c_0_11, plain, ($false), inference(…), ['proof']).
//
// Every clause has at most one state before and one after, so each use of a rule is a press, in whatever
// order the steps are combined.
func (m *model) readTPTP() (found bool, err error) {
	proved := tptpProved.FindStringSubmatchIndex(m.text)
	if proved == nil {
		return false, nil
	}
	verdict, verdictAt := m.text[proved[2]:proved[3]], m.lineAt(proved[0])
	m.text, m.counted = tptpQuoted.ReplaceAllString(m.text, ""), counted{}
	presses := map[string]gf2.Vec{} // by the name of a step
	for _, at := range tptpSteps.FindAllStringIndex(m.text, -1) {
		if found, err := m.tptpStep(m.lineAt(at[0]), m.text[at[0]:at[1]], presses); found || err != nil {
			return found, err
		}
	}
	return false, m.errorf(verdictAt, "the prover says %s but prints no proof: ask for one (eprover --proof-object)",
		verdict)
}

// tptpStep adds up the presses of a step and reports whether it is $false; then they are the answer.
func (m *model) tptpStep(n int, step string, presses map[string]gf2.Vec) (found bool, err error) {
	balanced := strings.Count(step, "(") == strings.Count(step, ")") &&
		strings.Count(step, "[") == strings.Count(step, "]")
	fields := tptpFields.FindStringSubmatch(step)
	switch {
	case !balanced || !strings.HasSuffix(strings.TrimRight(step, " \t"), ")."):
		return false, m.errorf(n, "an unfinished step: the output is truncated")
	case fields == nil:
		return false, m.errorf(n, "a step without a source")
	}
	name, formula, source := fields[1], fields[2], fields[3]
	sum := gf2.NewVec(m.variables)
	words := tptpWord.FindAllString(tptpRule.ReplaceAllString(source, " "), -1)
	if strings.HasPrefix(source, "file(") {
		if digits, isPress := strings.CutPrefix(words[len(words)-1], "press_"); isPress {
			v, err := m.planned(n, digits)
			if err != nil {
				return false, err
			}
			sum.Flip(v)
		}
		words = nil
	}
	for _, parent := range words {
		earlier, known := presses[parent]
		if !known {
			return false, m.errorf(n, "%q is not an earlier step", clip(parent))
		}
		sum.Add(earlier)
	}
	presses[name] = sum
	if strings.Trim(formula, "() ") != "$false" {
		return false, nil
	}
	for v := range sum.Ones() {
		m.values[v] = 1
	}
	return true, nil
}
