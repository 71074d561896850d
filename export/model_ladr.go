package export

import "regexp"

// Lines of Prover9, as in the outputs of its manual.
var (
	prover9False  = line(`\d+ \$F((?: # answer\(\d+\))*)\.  \[.*\]\.`)
	prover9Answer = regexp.MustCompile(`answer\((\d+)\)`)
)

// readProver9 reads the last line of the proof, which inherits an answer for each press:
//
//	26 $F # answer(5) # answer(19).  [resolve(25,a,16,a)].
//
// If there is no proof and its list of clauses to process, sos, is empty, it has seen every state.
func (m *model) readProver9() (found bool, err error) {
	at := prover9False.FindStringSubmatchIndex(m.text)
	if at == nil {
		return false, nil
	}
	for _, answer := range prover9Answer.FindAllStringSubmatch(m.text[at[2]:at[3]], -1) {
		v, err := m.planned(m.lineAt(at[0]), answer[1])
		if err != nil {
			return false, err
		}
		m.values[v] ^= 1
	}
	return true, nil
}

// planned reads the number of a switch in a plan; it is counted from 0 then.
func (m *model) planned(line int, digits string) (int, error) {
	v, ok := variable(digits)
	if !ok || v > m.variables {
		return 0, m.errorf(line, "there is no switch %s: the board has %d, so the output belongs to another puzzle",
			clip(digits), m.variables)
	}
	return v - 1, nil
}

// mace4Table is the values of a relation of one argument.
var mace4Table = regexp.MustCompile(`relation\((press|on)\(_\),\s*\[([01,\s]*)\]\)`)

// readMace4 reads the table of press in the interpretation, and that of on if the lights were unknown;
// element 0 is neither a switch nor a light:
//
//	relation(press(_), [ 0, 1, 0, 1 ])
//	relation(on(_), [ 0, 0, 0, 1 ])
func (m *model) readMace4() (found bool, err error) {
	switches := m.variables - m.lights
	found, err = m.mace4Values("press", 0, switches, "switches")
	if !found || err != nil || m.lights == 0 {
		return found, err
	}
	found, err = m.mace4Values("on", switches, m.lights, "lights")
	if err == nil && !found {
		err = m.errorf(m.lastLine(), "no table of on: the lights of this puzzle were not unknown")
	}
	return found, err
}

// mace4Values sets n variables, the first ones left out, from the first table of a relation.
func (m *model) mace4Values(relation string, first, n int, what string) (found bool, err error) {
	for _, at := range mace4Table.FindAllStringSubmatchIndex(m.text, -1) {
		if m.text[at[2]:at[3]] != relation {
			continue
		}
		values, line := listed(m.text[at[4]:at[5]]), m.lineAt(at[0])
		if len(values) <= n {
			return false, m.errorf(line, "%d values of %s for %d %s: the output belongs to another puzzle",
				max(0, len(values)-1), relation, n, what)
		}
		for i := range n {
			if err := m.value(line, first+i+1, values[i+1]); err != nil {
				return false, err
			}
		}
		return true, nil
	}
	return false, nil
}
