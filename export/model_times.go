package export

import (
	"io"
	"math"
	"strconv"
	"strings"

	"lightsout/board"
)

// ReadTimes is [ReadModel] where lights have more than two states: it returns how often each switch is pressed.
// Formats with integers have a number for each switch, the others K−1 variables, of which the j-th says that it
// is pressed at least j times. In a plain list of switches, one that is pressed twice is there twice.
func ReadTimes(r io.Reader, name string, b *board.Board) ([]uint8, error) {
	each := b.States() - 1
	m, err := newModel(r, name, b.Switches()*each)
	if err != nil {
		return nil, err
	}
	m.states = b.States()
	o := m.recognise()
	list := o.claims == nil && !strings.ContainsAny(m.text, "-") && !strings.Contains(" "+strings.Join(strings.FieldsFunc(m.text, isSeparator), " ")+" ", " 0 ")
	if o.numbers || list {
		m.switches, m.times = b.Switches(), make([]uint8, b.Switches())
		m.forget()
	}
	if list {
		return m.times, m.readTimesList()
	}
	if err := o.read(m); err != nil || m.times != nil {
		return m.times, err
	}
	times := make([]uint8, b.Switches())
	for s := range times {
		for j := range each {
			switch pressed := m.pressed.Bit(s*each + j); {
			case pressed && int(times[s]) < j:
				return nil, m.errorf(m.lastLine(), "switch %d is pressed at least %d times, but not %d times: the output belongs to another puzzle", s+1, j+1, j)
			case pressed:
				times[s]++
			}
		}
	}
	return times, nil
}

func isSeparator(r rune) bool { return strings.ContainsRune(" ,\t\r\n", r) }

// number sets how often switch v is pressed.
func (m *model) number(line, v int, text string) error {
	x, err := strconv.ParseFloat(text, 64)
	n := math.Round(x)
	switch {
	case err != nil || math.Abs(x-n) > wholeNumber || n < 0 || n >= float64(m.states):
		return m.errorf(line, "the value of switch %d is %s, not a number from 0 to %d", v, clip(text), m.states-1)
	case v > m.switches:
		return nil
	case m.known.Bit(v-1) && float64(m.times[v-1]) != n:
		return m.errorf(line, "switch %d is pressed both %d and %v times", v, m.times[v-1], n)
	}
	m.known.Set(v-1, true)
	m.times[v-1] = uint8(n)
	return nil
}

// readTimesList reads a plain list of switches to press.
func (m *model) readTimesList() error {
	if strings.TrimSpace(m.text) == "" {
		return m.errorf(1, "the output is empty")
	}
	for n, line := range m.lines() {
		for _, token := range strings.FieldsFunc(line, isSeparator) {
			v, ok := variable(token)
			switch {
			case !ok:
				return m.errorf(n, "%q is neither the output of a known solver nor a list of numbers", clip(line))
			case v > m.switches:
				return m.errorf(n, "there is no switch %d: the board has %d", v, m.switches)
			case int(m.times[v-1]) == m.states-1:
				return m.errorf(n, "switch %d is pressed %d times, which is as good as not at all", v, m.states)
			}
			m.times[v-1]++
		}
	}
	return nil
}
