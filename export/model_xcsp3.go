package export

import (
	"strconv"
	"strings"
)

// instantiationTag begins an answer.
const instantiationTag = "<instantiation"

// instantiation reads an answer as the rules of the XCSP3 competition prescribe it:
//
//	v <instantiation type='solution' cost='15'>
//	v   <list> x1 x2 x3 </list> <values> 1 0 1 </values>
//	v </instantiation>
//
// A value may be repeated, as in 0x12, or be *, which is any value.
func (m *model) instantiation(line int, xml string) error {
	list, listed := element(xml, "list")
	text, valued := element(xml, "values")
	if !listed || !valued {
		return m.errorf(line, "the instantiation has no list or no values: the output is truncated")
	}
	names, values := strings.Fields(list), []string{}
	for token := range strings.FieldsSeq(text) {
		value, times, repeated := strings.Cut(token, "x")
		n := 1
		if repeated {
			var err error
			if n, err = strconv.Atoi(times); err != nil || n < 1 {
				return m.errorf(line, "%q is not a value", clip(token))
			}
		}
		if n > len(names)-len(values) {
			return m.errorf(line, "more values than the %d variables of the list", len(names))
		}
		for range n {
			values = append(values, value)
		}
	}
	if len(values) != len(names) {
		return m.errorf(line, "%d values for %d variables", len(values), len(names))
	}
	for i, name := range names {
		v, ok := switchNumber(name)
		if !ok {
			continue
		}
		if values[i] == "*" {
			values[i] = "0"
		}
		if v > m.variables {
			continue
		}
		if err := m.value(line, v, values[i]); err != nil {
			return err
		}
	}
	return m.complete(line)
}

// element is the text between the tags of an element.
func element(xml, name string) (text string, ok bool) {
	_, rest, opened := strings.Cut(xml, "<"+name+">")
	text, _, closed := strings.Cut(rest, "</"+name+">")
	return text, opened && closed
}
