package gridpoly

import (
	"context"
	"slices"
)

// Pattern is a set of cells, an answer or a quiet pattern, kept as the rows that it begins with at
// a few places. The other rows follow from those and the lights, and are made on demand: by From in
// order, or by Store all at once.
type Pattern struct {
	shape  Shape
	lights Lights // nil if there are none
	blocks blocks
	starts []rowPair // one for each block
}

// rowPair is a state as rows of cells: row i-1 and row i, where i is the first row of a block.
type rowPair struct{ above, here []uint64 }

// pattern returns the pattern that begins with the given state. totals is what the lights add up
// to at the start of each block; it may be nil if there are none.
func (s *Solver) pattern(lights Lights, start state, totals []state) *Pattern {
	p := &Pattern{shape: s.shape, lights: lights, blocks: s.blocks}
	for k := range s.blocks.count() {
		at := start
		if totals != nil {
			at = at.add(totals[k])
		}
		p.starts = append(p.starts, rowPair{s.ring.toRow(at.above), s.ring.toRow(at.here)})
		if k+1 < s.blocks.count() {
			start = s.ring.carry(s.block, start)
		}
	}
	return p
}

// Shape is the shape of the board.
func (p *Pattern) Shape() Shape { return p.shape }

// From returns a reader that computes the rows on demand, in memory for a few of them. Starting at
// row 0 or at the start of a block is immediate; elsewhere it first computes the rows of the block
// before row i.
func (p *Pattern) From(i int) Rows {
	// The row before a block is at hand too, as the row above.
	k := min((i+1)/p.blocks.length, p.blocks.count()-1)
	from, _ := p.blocks.rangeOf(k)
	above, here := slices.Clone(p.starts[k].above), slices.Clone(p.starts[k].here)
	c := newChase(p.shape, p.lights, from, above, here)
	at := from - 1 // the row that c.above is
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

// Store computes all cells, with several goroutines.
func (p *Pattern) Store(ctx context.Context) (*Bits, error) {
	cells := NewBits(p.shape.Rows, p.shape.Cols)
	err := p.blocks.each(ctx, func(ctx context.Context, k int) error {
		from, to := p.blocks.rangeOf(k)
		here := cells.Row(from)
		copy(here, p.starts[k].here)
		c := newChase(p.shape, p.lights, from, p.starts[k].above, here)
		watch := contextWatch{ctx: ctx}
		for i := from + 1; i < to; i++ {
			if err := watch.spend(len(here)); err != nil {
				return err
			}
			if err := c.down(cells.Row(i)); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return cells, nil
}
