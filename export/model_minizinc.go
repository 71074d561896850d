package export

import (
	"strings"
)

const (
	miniZincAnswer = "----------" // after each answer
	miniZincEnd    = "==========" // no better answer, or no other
)

func isMiniZinc(line string) bool {
	return line == miniZincAnswer || line == miniZincEnd || miniZincVerdict(line) != "" ||
		strings.HasPrefix(line, "x = [") || strings.HasPrefix(line, "x = array1d(")
}

// miniZincVerdict is the word in lines like =====UNSATISFIABLE=====, or "".
func miniZincVerdict(line string) string {
	word, ok := strings.CutPrefix(line, "=====")
	if !ok {
		return ""
	}
	if word, ok = strings.CutSuffix(word, "====="); !ok {
		return ""
	}
	switch word {
	case "UNSATISFIABLE", "UNKNOWN", "UNBOUNDED", "UNSATorUNBOUNDED", "ERROR":
		return word
	}
	return ""
}

// readMiniZinc reads one or more answers, each ended by a line of dashes:
//
//	x = [1, 0, 1];            or x = array1d(1..3, [1, 0, 1]);
//	----------
//
// Comments and lines with other variables are skipped.
func (m *model) readMiniZinc() error {
	answers, values, valuesAt := 0, "", 0
	for n, line := range m.lines() {
		verdict := miniZincVerdict(line)
		switch {
		case strings.HasPrefix(line, "x = "):
			values, valuesAt = strings.TrimPrefix(line, "x = "), n
		case line == miniZincAnswer:
			if valuesAt == 0 {
				return m.errorf(n, "an answer without a line 'x = [...];'")
			}
			m.forget()
			if err := m.miniZincArray(valuesAt, values); err != nil {
				return err
			}
			answers++
			valuesAt = 0
		case verdict == "UNSATISFIABLE":
			return m.noAnswer(line)
		case verdict != "" && answers == 0:
			return m.gaveUp(line)
		}
	}
	if answers == 0 {
		return m.errorf(m.lastLine(), "no line '%s' after the values: the output is truncated", miniZincAnswer)
	}
	return nil
}

// miniZincArray reads the values of x, all on one line.
func (m *model) miniZincArray(n int, text string) error {
	open := strings.IndexByte(text, '[')
	list, ok := strings.CutSuffix(strings.TrimSuffix(text[open+1:], ";"), "]")
	if !ok {
		list, ok = strings.CutSuffix(list, "])")
	}
	if open < 0 || !ok {
		return m.errorf(n, "%q is not an array of values", clip(text))
	}
	v := 0
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimSpace(item)
		if item == "" && list == "" {
			break
		}
		v++
		if v > m.variables {
			return m.errorf(n, "more than %d values: the output belongs to another puzzle", m.variables)
		}
		if err := m.value(n, v, item); err != nil {
			return err
		}
	}
	return m.complete(n)
}
