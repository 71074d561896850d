package gridpoly

import (
	"lightsout/board"
	"lightsout/gf2"
)

// chase goes down a board, from the presses on two rows in succession to those on the next.
type chase struct {
	shape       board.Rectangle
	above, here gf2.Vec
}

// down moves on from a row whose lights are those of a vector, or none if that has length 0. The presses on the next
// row put out the lights of this one: they are what is above, the lights, and each cell of here and its neighbours.
func (c *chase) down(row int, lights gf2.Vec) {
	if lights.Len() > 0 {
		c.above.AddAt(-row*c.shape.Cols, lights)
	}
	addNear(c.above, c.here, c.shape.WrapCols)
	c.above, c.here = c.here, c.above
}

// addNear adds each cell of a row and its neighbours to another row. The ends of a row are neighbours if it wraps.
func addNear(to, row gf2.Vec, wrap bool) {
	here := row.Words()
	last := len(here) - 1
	next := to.Words()[:last+1]
	left, this := uint64(0), here[0]
	for i, right := range here[1:] {
		next[i] ^= this ^ (this<<1 | left>>63) ^ (this>>1 | right<<63)
		left, this = this, right
	}
	next[last] ^= this ^ (this<<1 | left>>63) ^ this>>1
	end := row.Len() - 1
	next[last] &= ^uint64(0) >> (-row.Len() & 63)
	if wrap {
		next[0] ^= here[last] >> (end % 64) & 1
		next[last] ^= here[0] & 1 << (end % 64)
	}
}
