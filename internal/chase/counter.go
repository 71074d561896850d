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

// First is the presses of the first chase, as switches of the board, and what it leaves. Both are linear
// in the lights.
func (e *Counter) First(lights gf2.Vec) (presses, left gf2.Vec) {
	return e.lines.Down(gf2.NewVec(e.lines.Unknowns()), lights)
}

// Again is how many presses follow on a first chase that leaves this, in the order of its bits.
func (e *Counter) Again(left uint64) int { return e.again[left] }

// Unknowns is how many bits what a chase leaves has.
func (e *Counter) Unknowns() int { return e.lines.Unknowns() }
