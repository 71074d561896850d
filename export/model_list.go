package export

import (
	"slices"
	"strings"
)

// readList reads a plain list of numbers: the switches to press. A negative number or a 0 means that
// they are literals instead; then switches not mentioned are not pressed, and variables beyond the
// switches are auxiliary.
func (m *model) readList() (found bool, err error) {
	if strings.TrimSpace(m.text) == "" {
		return false, m.errorf(1, "the output is empty")
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(m.text), "\n"); isValues(first) {
		return true, m.inOrder(1, strings.Fields(first))
	}
	presses := m.listsPresses()
	values := &literals{}
	for n, line := range m.lines() {
		for _, token := range listed(line) {
			if !isNumber(token) {
				return false, m.errorf(n, "%q is neither the output of a known solver nor a list of numbers",
					clip(line))
			}
			v, _ := variable(token)
			switch {
			case presses && v > m.variables:
				return false, m.errorf(n, "there is no switch %d: the board has %d", v, m.variables)
			case presses && v > 0 && int(m.values[v-1]) == m.largest:
				return false, m.errorf(n, "switch %d is pressed %d times, which is as good as not at all", v, m.states)
			case presses && v > 0:
				m.values[v-1]++
				continue
			}
			if err := values.literal(m, n, token); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// listsPresses reports whether a plain list of numbers has no literal that is negative, and no 0 to end them.
func (m *model) listsPresses() bool {
	for _, token := range listed(m.text) {
		if token == "0" || token[0] == '-' {
			return false
		}
	}
	return true
}

// isValues reports whether a line has 0 or 1 for each variable, as toulbar2 -w writes it: a list of literals has only
// one 0, the last.
func isValues(line string) bool {
	words := strings.Fields(line)
	return len(words) > 1 && strings.Trim(strings.Join(words, ""), "01") == "" &&
		slices.Contains(words[:len(words)-1], "0") &&
		!slices.ContainsFunc(words, func(w string) bool { return len(w) > 1 })
}

func listed(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,\t\r\n", r) })
}

// isNumber reports whether the token is digits, perhaps after a minus.
func isNumber(token string) bool {
	digits := strings.TrimPrefix(token, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}
