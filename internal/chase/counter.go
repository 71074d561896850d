package chase

import (
	"math/bits"

	"lightsout/board"
	"lightsout/gf2"
)

// Counter counts the presses of lessons (see [Explain]) without the lessons themselves, for many states of
// one board.
type Counter struct {
	lines Lines
	again []int // presses after the first chase, by what that leaves
	// first is what the first chase presses and leaves of each light alone, if words hold that. Both are linear in the
	// lights.
	first [][2]uint64
}

// NewCounter refuses the boards that have no lookup table.
func NewCounter(b *board.Board) (*Counter, error) {
	t, err := newLookup(b)
	if err != nil {
		return nil, err
	}
	e := &Counter{lines: t.Lines, again: make([]int, len(t.press))}
	for left, u := range t.press {
		if u.Len() > 0 {
			both, _ := t.Down(u, t.lights(t.vector(left)))
			e.again[left] = u.Weight() + both.Sum(t.pressed(u)).Weight()
		}
	}
	for l := 0; l < b.Lights() && max(b.Lights(), b.Switches()) <= 64; l++ {
		presses, left := t.Down(t.vector(0), gf2.VecOf(b.Lights(), l))
		e.first = append(e.first, [2]uint64{presses.Words()[0], left.Words()[0]})
	}
	return e, nil
}

// Presses is how many presses the lessons of a solvable state take.
func (e *Counter) Presses(lights gf2.Vec) int {
	if e.first != nil {
		presses, left := uint64(0), uint64(0)
		for word := lights.Words()[0]; word != 0; word &= word - 1 {
			f := &e.first[bits.TrailingZeros64(word)]
			presses ^= f[0]
			left ^= f[1]
		}
		return bits.OnesCount64(presses) + e.again[left]
	}
	presses, left := e.lines.Down(gf2.NewVec(e.lines.Unknowns()), lights)
	return presses.Weight() + e.again[left.Words()[0]]
}
