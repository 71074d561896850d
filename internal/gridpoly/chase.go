package gridpoly

import "context"

// chase goes down a board: from the presses on two rows in succession and the lights between them to
// the presses on the next row.
type chase struct {
	shape       Shape
	lights      Rows     // nil if there are none
	above, here []uint64 // p_(i-1) and p_i
	buf         []uint64 // for the lights; zero if there are none
}

// newChase begins at the first row of the lights, which may be nil.
func newChase(shape Shape, lights Lights, above, here []uint64) *chase {
	c := &chase{shape: shape, above: above, here: here, buf: make([]uint64, shape.words())}
	if lights != nil {
		c.lights = lights.From(0)
	}
	return c
}

// down moves one row down and writes that row to next, which may be c.above.
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

// contextWatch checks a context once in 2^20 words of work: often enough to stop within
// milliseconds, and rarely enough not to slow down short rows.
type contextWatch struct {
	ctx  context.Context
	left int // words until the next check
}

// spend is called before work on that many words. It returns the context's error when a check is due.
func (w *contextWatch) spend(words int) error {
	if w.left -= words; w.left >= 0 {
		return nil
	}
	w.left = 1 << 20
	return w.ctx.Err()
}
