package gridpoly

import (
	"context"
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
