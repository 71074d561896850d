package gridpoly

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// chase goes down a board: from the presses on two rows in succession and the lights between them to
// the presses on the next row.
type chase struct {
	shape       Shape
	lights      Rows     // nil if there are none
	above, here []uint64 // p_(i-1) and p_i
	buf         []uint64 // for the lights; zero if there are none
}

// newChase begins at row i of the lights, which may be nil.
func newChase(shape Shape, lights Lights, i int, above, here []uint64) *chase {
	c := &chase{shape: shape, above: above, here: here, buf: make([]uint64, shape.words())}
	if lights != nil {
		c.lights = lights.From(i)
	}
	return c
}

// down goes one row on and writes it over next, which may be c.above.
func (c *chase) down(next []uint64) error {
	lights := c.buf
	if c.lights != nil {
		var err error
		if lights, err = c.lights(c.buf); err != nil {
			return err
		}
	}
	step(next, c.above, c.here, lights)
	finish(c.shape, next, c.here)
	c.above, c.here = c.here, next
	return nil
}

// patience looks at a context now and then: often enough to stop within a blink, and so rarely that
// short rows do not notice.
type patience struct {
	ctx  context.Context
	left int // words until the next look
}

// spend reports the context's error, if it is time to look, before work on that many words.
func (p *patience) spend(words int) error {
	if p.left -= words; p.left >= 0 {
		return nil
	}
	p.left = 1 << 20
	return p.ctx.Err()
}

// blocks cuts the rows of a board into stretches that are chased independently of each other, each
// from a state that the polynomials supply.
type blocks struct {
	rows, length int
}

// blockLights is how many lights make a stretch worth its share of polynomial arithmetic.
const blockLights = 1 << 21

// blocksPerWorker is above one so that a worker that is held up does not hold up all.
const blocksPerWorker = 2

func cutRows(shape Shape) blocks {
	count := blocksPerWorker * runtime.GOMAXPROCS(0)
	if worth := shape.Rows / max(1, blockLights/shape.Cols, 64); worth < count {
		count = max(worth, 1)
	}
	return blocks{rows: shape.Rows, length: (shape.Rows + count - 1) / count}
}

func (b blocks) count() int { return (b.rows + b.length - 1) / b.length }

// rangeOf is the rows of block k.
func (b blocks) rangeOf(k int) (from, to int) {
	return k * b.length, min((k+1)*b.length, b.rows)
}

// each calls work for every block, several at a time.
func (b blocks) each(ctx context.Context, work func(ctx context.Context, k int) error) error {
	if b.count() == 1 {
		return work(ctx, 0)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for k := range b.count() {
		group.Go(func() error { return work(ctx, k) })
	}
	return group.Wait()
}
