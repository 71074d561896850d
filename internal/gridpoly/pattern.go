package gridpoly

import (
	"context"
	"slices"
)

// Pattern is a set of cells, an answer or a quiet pattern, kept as the two rows that it begins with. The
// other rows follow from those and the lights, and are made on demand: by From in order, or by Store all
// at once.
type Pattern struct {
	shape       Shape
	lights      Lights   // nil if there are none
	above, here []uint64 // the row before the first, and the first
}

// pattern returns the pattern that begins with the given state.
func (s *Solver) pattern(lights Lights, start state) *Pattern {
	return &Pattern{shape: s.shape, lights: lights, above: s.ring.toRow(start.above), here: s.ring.toRow(start.here)}
}

// Shape is the shape of the board.
func (p *Pattern) Shape() Shape { return p.shape }

// From returns a reader that computes the rows on demand, in memory for a few of them. It first computes
// the rows before row i.
func (p *Pattern) From(i int) Rows {
	c := newChase(p.shape, p.lights, slices.Clone(p.above), slices.Clone(p.here))
	at := -1 // the row that c.above is
	return func(buf []uint64) ([]uint64, error) {
		for at < i {
			if err := c.down(c.above); err != nil {
				return nil, err
			}
			at++
		}
		i++
		copy(buf, c.above)
		return buf, nil
	}
}

// Store computes all cells.
func (p *Pattern) Store(ctx context.Context) (*Bits, error) {
	cells := NewBits(p.shape.Rows, p.shape.Cols)
	next := p.From(0)
	watch := contextWatch{ctx: ctx}
	for i := range p.shape.Rows {
		if err := watch.spend(p.shape.words()); err != nil {
			return nil, err
		}
		if _, err := next(cells.Row(i)); err != nil {
			return nil, err
		}
	}
	return cells, nil
}
