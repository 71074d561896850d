package gridpoly

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"
)

// Check presses the given switches and returns how many of the lights are on afterwards: none, if
// the presses are an answer. It is one pass over the rows, and shares no code with the solver.
func Check(ctx context.Context, shape Shape, presses, lights Lights) (lit int, err error) {
	if err := shape.validate(); err != nil {
		return 0, err
	}
	var total atomic.Int64
	cut := cutLike(shape, presses)
	err = cut.each(ctx, func(ctx context.Context, k int) error {
		from, to := cut.rangeOf(k)
		n, err := checkRows(ctx, shape, presses, lights, from, to)
		total.Add(int64(n))
		return err
	})
	return int(total.Load()), err
}

// checkRows counts the lights that stay on in rows from, …, to-1.
func checkRows(ctx context.Context, shape Shape, presses, lights Lights, from, to int) (lit int, err error) {
	m := shape.Rows
	inOrder := presses.From(max(from-1, 0))
	press := func(i int, buf []uint64) ([]uint64, error) {
		switch {
		case 0 <= i && i < m:
			return inOrder(buf)
		case shape.WrapRows:
			return presses.From((i + m) % m)(buf)
		}
		clear(buf)
		return buf, nil
	}
	var rows, bufs [3][]uint64 // of the rows above, here and below
	for k := range bufs {
		bufs[k] = make([]uint64, shape.words())
	}
	for k := range 2 {
		if rows[k+1], err = press(from-1+k, bufs[k]); err != nil {
			return 0, err
		}
	}
	lightRows := lights.From(from)
	lightBuf := make([]uint64, shape.words())
	watch := contextWatch{ctx: ctx}
	for i := from; i < to; i++ {
		if err := watch.spend(shape.words()); err != nil {
			return lit, err
		}
		rows[0], rows[1] = rows[1], rows[2]
		if rows[2], err = press(i+1, bufs[(i+1-from+1)%3]); err != nil {
			return lit, err
		}
		on, err := lightRows(lightBuf)
		if err != nil {
			return lit, err
		}
		lit += countLit(shape, on, rows[0], rows[1], rows[2])
	}
	return lit, nil
}

// Checker is [Check] for presses that arrive row by row. After the last row, Finish returns how many
// lights are on.
type Checker struct {
	shape       Shape
	lights      Rows
	buf         []uint64
	seen        int
	above, here []uint64 // the two rows seen last
	// If the last row meets the first: the first two rows, and the lights of the first.
	first, second, firstLights []uint64
	lit                        int
}

// NewChecker returns a checker for presses on the given lights.
func NewChecker(shape Shape, lights Lights) *Checker {
	n := shape.words()
	return &Checker{
		shape: shape, lights: lights.From(0),
		buf: make([]uint64, n), above: make([]uint64, n), here: make([]uint64, n),
	}
}

// Add takes the next row of presses. The row may be reused afterwards.
func (c *Checker) Add(row []uint64) error {
	if c.seen == c.shape.Rows {
		return fmt.Errorf("gridpoly: more rows of presses than the %d of %v", c.shape.Rows, c.shape)
	}
	if len(row) != c.shape.words() {
		return fmt.Errorf("gridpoly: a row of %d words where %v takes %d", len(row), c.shape, c.shape.words())
	}
	if c.seen < 2 && c.shape.WrapRows {
		c.first, c.second = c.second, append([]uint64(nil), row...)
	}
	if c.seen > 0 {
		if err := c.countAbove(row); err != nil {
			return err
		}
	}
	c.above, c.here = c.here, c.above
	copy(c.here, row)
	c.seen++
	return nil
}

// countAbove counts the lights of the row seen last, now that the row below is known. Those of the first
// row wait for the last row if the two meet.
func (c *Checker) countAbove(below []uint64) error {
	on, err := c.lights(c.buf)
	if err != nil {
		return err
	}
	if c.seen == 1 && c.shape.WrapRows {
		c.firstLights = append([]uint64(nil), on...)
		return nil
	}
	c.lit += countLit(c.shape, on, c.above, c.here, below)
	return nil
}

// Finish returns how many lights are on after all rows have been added. It is called once.
func (c *Checker) Finish() (lit int, err error) {
	if c.seen < c.shape.Rows {
		return 0, fmt.Errorf("gridpoly: %d rows of presses where %v has %d", c.seen, c.shape, c.shape.Rows)
	}
	if !c.shape.WrapRows {
		err := c.countAbove(make([]uint64, c.shape.words()))
		return c.lit, err
	}
	if c.shape.Rows == 1 {
		c.first = c.second // the only row is its own neighbour, twice
	}
	if err := c.countAbove(c.first); err != nil {
		return 0, err
	}
	return c.lit + countLit(c.shape, c.firstLights, c.here, c.first, c.second), nil
}

// countLit returns how many lights of a row are on after the presses on it and on its neighbours. A
// light changes with the presses on its own cell, above, below, to the left and to the right.
func countLit(shape Shape, lights, above, here, below []uint64) int {
	last := len(here) - 1
	above, below, lights = above[:last+1], below[:last+1], lights[:last+1]
	var toLeft, toRight uint64 // the cell left of the first and right of the last
	end := uint(shape.Cols-1) % 64
	if shape.WrapCols {
		toLeft, toRight = here[last]>>end&1, here[0]&1
	}
	lit := 0
	before, this := toLeft<<63, here[0]
	for j, after := range here[1:] {
		on := lights[j] ^ above[j] ^ below[j] ^ this
		on ^= this<<1 ^ before>>63
		on ^= this>>1 ^ after<<63
		if on != 0 {
			lit += bits.OnesCount64(on)
		}
		before, this = this, after
	}
	on := lights[last] ^ above[last] ^ below[last] ^ this
	on ^= this<<1 ^ before>>63
	on ^= this>>1 ^ toRight<<end
	return lit + bits.OnesCount64(on&shape.lastWord())
}

// Overlap counts the cells that two sets share. A quiet pattern is a witness if its overlap with the
// lights is odd; the overlap of a set with itself is its size.
func Overlap(ctx context.Context, shape Shape, a, b Lights) (int, error) {
	if err := shape.validate(); err != nil {
		return 0, err
	}
	var total atomic.Int64
	cut := cutLike(shape, a, b)
	err := cut.each(ctx, func(ctx context.Context, k int) error {
		from, to := cut.rangeOf(k)
		bufA, bufB := make([]uint64, shape.words()), make([]uint64, shape.words())
		rowsA, rowsB := a.From(from), b.From(from)
		watch := contextWatch{ctx: ctx}
		for range to - from {
			if err := watch.spend(shape.words()); err != nil {
				return err
			}
			x, err := rowsA(bufA)
			if err != nil {
				return err
			}
			y, err := rowsB(bufB)
			if err != nil {
				return err
			}
			n := 0
			for j, w := range x {
				n += bits.OnesCount64(w & y[j])
			}
			total.Add(int64(n))
		}
		return nil
	})
	return int(total.Load()), err
}
