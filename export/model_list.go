package export

import "strings"

// readList reads a plain list of numbers: the switches to press. A negative number or a 0 means that
// they are literals instead; then switches not mentioned are not pressed, and variables beyond the
// switches are auxiliary.
func (m *model) readList() error {
	fields := func(line string) []string {
		return strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' })
	}
	if strings.TrimSpace(m.text) == "" {
		return m.errorf(1, "the output is empty")
	}
	presses := true
	values := &literals{}
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
		return m.errorf(largestAt, "there is no switch %d: the board has %d", largest, m.switches)
	}
	return nil
}

// isNumber reports whether the token is digits, perhaps after a minus.
func isNumber(token string) bool {
	digits := strings.TrimPrefix(token, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}
