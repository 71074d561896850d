package export

import (
	"regexp"
	"strings"
)

func isProver9(line string) bool {
	return strings.HasPrefix(line, "============================== Prover9 ") || line == "THEOREM PROVED" || line == "SEARCH FAILED"
}

// Lines of Prover9 and Mace4, as in the outputs of their manual.
var (
	prover9False  = regexp.MustCompile(`^\d+ \$F((?: # answer\(\d+\))*)\.  \[.*\]\.$`)
	prover9Answer = regexp.MustCompile(`answer\((\d+)\)`)
	ladrExit      = regexp.MustCompile(`\bexit \((\w+)\)`)
)

// readProver9 reads the last line of the proof, which inherits an answer for each press:
//
//	26 $F # answer(5) # answer(19).  [resolve(25,a,16,a)].
//
// If there is no proof and its list of clauses to process, sos, is empty, it has seen every state.
func (m *model) readProver9() error {
	exit := ""
	for n, line := range m.lines() {
		if found := prover9False.FindStringSubmatch(line); found != nil {
			for _, answer := range prover9Answer.FindAllStringSubmatch(found[1], -1) {
				v, ok := variable(answer[1])
				if !ok || v > m.variables {
					return m.errorf(n, "there is no switch %s: the board has %d, so the output belongs to another puzzle", clip(answer[1]), m.variables)
				}
				m.values[v-1] ^= 1
			}
			return nil
		}
		if found := ladrExit.FindStringSubmatch(line); found != nil {
			exit = found[1]
		}
	}
	switch exit {
	case "":
		return m.errorf(m.lastLine(), "neither a proof nor a reason to stop: the output is truncated")
	case "sos_empty":
		return m.noAnswer(exit)
	}
	return m.gaveUp(exit)
}

func isMace4(line string) bool {
	return strings.HasPrefix(line, "============================== Mace4 ") || strings.HasPrefix(line, "interpretation( ")
}

// mace4Table is the values of a relation of one argument.
var mace4Table = regexp.MustCompile(`relation\((press|on)\(_\),\s*\[([01,\s]*)\]\)`)

// readMace4 reads the table of press in the interpretation, and that of on if the lights were unknown;
// element 0 is neither a switch nor a light:
//
//	relation(press(_), [ 0, 1, 0, 1 ])
//	relation(on(_), [ 0, 0, 0, 1 ])
func (m *model) readMace4() error {
	tables := map[string][]string{}
	lines := map[string]int{}
	for _, found := range mace4Table.FindAllStringSubmatchIndex(m.text, -1) {
		relation := m.text[found[2]:found[3]]
		if lines[relation] > 0 {
			continue // another model
		}
		lines[relation] = strings.Count(m.text[:found[0]], "\n") + 1
		tables[relation] = strings.FieldsFunc(m.text[found[4]:found[5]], func(r rune) bool { return r != '0' && r != '1' })
	}
	if lines["press"] == 0 {
		exit := ladrExit.FindStringSubmatch(m.text)
		switch {
		case exit == nil:
			return m.errorf(m.lastLine(), "neither a table of press nor a reason to stop: the output is truncated")
		case exit[1] == "exhausted":
			return m.noAnswer(exit[1])
		}
		return m.gaveUp(exit[1])
	}
	switches := m.variables - m.lights
	if err := m.mace4Values(lines["press"], "press", tables["press"], 0, switches, "switches"); err != nil || m.lights == 0 {
		return err
	}
	if lines["on"] == 0 {
		return m.errorf(m.lastLine(), "no table of on: the lights of this puzzle were not unknown")
	}
	return m.mace4Values(lines["on"], "on", tables["on"], switches, m.lights, "lights")
}

// mace4Values sets n variables, the first ones left out, from the table of a relation.
func (m *model) mace4Values(line int, relation string, values []string, first, n int, what string) error {
	if len(values) <= n {
		return m.errorf(line, "%d values of %s for %d %s: the output belongs to another puzzle", max(0, len(values)-1), relation, n, what)
	}
	for i := range n {
		if err := m.value(line, first+i+1, values[i+1]); err != nil {
			return err
		}
	}
	return nil
}
