package gridpoly

import (
	"context"
	"errors"
	"iter"
)

// Pattern is a set of cells, an answer or a quiet pattern, kept as the rows that it begins with at
// a few places. The other rows follow from those and the lights, and are made on demand.
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

// Rows yields the rows in order, in memory for three of them. A row is valid until the next one is
// asked for. An error, from the lights or the context, ends it.
func (p *Pattern) Rows(ctx context.Context) iter.Seq2[[]uint64, error] {
	return func(yield func([]uint64, error) bool) {
		c := chase{shape: p.shape, lights: p.lights}
		first := p.starts[0]
		above := append([]uint64(nil), first.above...)
		here := append([]uint64(nil), first.here...)
		_, _, err := c.run(ctx, 0, p.shape.Rows, above, here, func(row []uint64) error {
			if !yield(row, nil) {
				return errStopped
			}
			return nil
		})
		if err != nil && err != errStopped {
			yield(nil, err)
		}
	}
}

// errStopped ends a chase whose rows nobody wants any more.
var errStopped = errors.New("gridpoly: stopped")

// Store returns all cells in memory, made by several goroutines.
func (p *Pattern) Store(ctx context.Context) (*Bits, error) {
	cells := NewBits(p.shape.Rows, p.shape.Cols)
	err := p.blocks.each(ctx, func(ctx context.Context, k int) error {
		from, to := p.blocks.rangeOf(k)
		beyond := make([]uint64, p.shape.words())
		c := chase{shape: p.shape, lights: p.lights, next: func(i int) []uint64 {
			if i < to {
				return cells.Row(i)
			}
			return beyond
		}}
		here := cells.Row(from)
		copy(here, p.starts[k].here)
		_, _, err := c.run(ctx, from, to, p.starts[k].above, here, nil)
		return err
	})
	if err != nil {
		return nil, err
	}
	return cells, nil
}
