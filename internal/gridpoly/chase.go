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
