package chase

import (
	"lightsout/board"
	"lightsout/gf2"
)

// Counter counts the presses of lessons (see [Explain]) without the lessons themselves, for many states of
// one board.
type Counter struct {
	lines Lines
	again []int // presses after the first chase, by what that leaves; -1 for what no solvable state leaves
}

// NewCounter refuses the boards that have no lookup table.
func NewCounter(b *board.Board) (*Counter, error) {
	c, m, err := lookup(b)
	if err != nil {
		return nil, err
	}
	e := &Counter{c, make([]int, 1<<c.Unknowns())}
	for left := range e.again {
		e.again[left] = -1
	}
	e.again[0] = 0
	for _, r := range c.table(m) {
		left := c.joined(r.Bottom, r.LeftTop)
		press := c.pressed(r)
		both, _ := c.Down(c.joined(r.Top, r.PressBottom), c.lights(left))
		e.again[left.Words()[0]] = press.Weight() + both.Sum(press).Weight()
	}
	return e, nil
}

// Presses is how many presses the lessons of a solvable state take.
func (e *Counter) Presses(lights gf2.Vec) int {
	presses, left := e.lines.Down(gf2.NewVec(e.lines.Unknowns()), lights)
	return presses.Weight() + e.again[left.Words()[0]]
}
