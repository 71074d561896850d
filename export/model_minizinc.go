package export

import (
	"regexp"
	"strings"
)

const (
	miniZincAnswer  = "----------" // after each answer
	miniZincOptimal = "==========" // after the last one: the search is complete
)

var miniZincValues = regexp.MustCompile(`^x = (?:array1d\(.*)?\[(.*)\]\)?;?$`)

// readMiniZinc reads one or more answers, each ended by a line of dashes:
//
//	x = [1, 0, 1];            or x = array1d(1..3, [1, 0, 1]);
//	----------
//
// Comments and lines with other variables are skipped.
func (m *model) readMiniZinc() (found bool, err error) {
	values, valuesAt := "", 0
	for n, line := range m.lines() {
		switch {
		case strings.HasPrefix(line, "x = "):
			values, valuesAt = line, n
		case line == miniZincAnswer:
			if valuesAt == 0 {
				return false, m.errorf(n, "an answer without a line 'x = [...];'")
			}
			if err := m.miniZincArray(valuesAt, values); err != nil {
				return false, err
			}
			found, valuesAt, m.optimal = true, 0, false
		case line == miniZincOptimal:
			m.optimal = true
		}
	}
	return found, nil
}

// miniZincArray reads the values of x, all on one line.
func (m *model) miniZincArray(n int, line string) error {
	array := miniZincValues.FindStringSubmatch(line)
	if array == nil {
		return m.errorf(n, "%q is not an array of values", clip(strings.TrimPrefix(line, "x = ")))
	}
	values := listed(array[1])
	if len(values) > m.variables {
		return m.errorf(n, "more than %d values: the output belongs to another puzzle", m.variables)
	}
	return m.inOrder(n, values)
}
