package export

import (
	"regexp"
	"strings"
)

const (
	miniZincAnswer = "----------" // after each answer
	miniZincEnd    = "==========" // no better answer, or no other
)

func isMiniZinc(line string) bool {
	return line == miniZincAnswer || line == miniZincEnd || miniZincVerdict.MatchString(line) ||
		strings.HasPrefix(line, "x = [") || strings.HasPrefix(line, "x = array1d(")
}

var (
	miniZincVerdict = regexp.MustCompile(`^=====(UNSATISFIABLE|UNKNOWN|UNBOUNDED|UNSATorUNBOUNDED|ERROR)=====$`)
	miniZincValues  = regexp.MustCompile(`^x = (?:array1d\(.*)?\[(.*)\]\)?;?$`)
)

// readMiniZinc reads one or more answers, each ended by a line of dashes:
//
//	x = [1, 0, 1];            or x = array1d(1..3, [1, 0, 1]);
//	----------
//
// Comments and lines with other variables are skipped.
func (m *model) readMiniZinc() error {
	answers, values, valuesAt := 0, "", 0
	for n, line := range m.lines() {
		switch {
		case strings.HasPrefix(line, "x = "):
			values, valuesAt = line, n
		case line == miniZincAnswer:
			if valuesAt == 0 {
				return m.errorf(n, "an answer without a line 'x = [...];'")
			}
			if err := m.miniZincArray(valuesAt, values); err != nil {
				return err
			}
			answers++
			valuesAt = 0
		case line == "=====UNSATISFIABLE=====":
			return m.noAnswer(line)
		case miniZincVerdict.MatchString(line) && answers == 0:
			return m.gaveUp(line)
		}
	}
	if answers == 0 {
		return m.errorf(m.lastLine(), "no line '%s' after the values: the output is truncated", miniZincAnswer)
	}
	return nil
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
