package gridpoly

import (
	"context"
	"math/bits"
)

// Check presses the given switches and returns how many of the lights are on afterwards: none, if
// the presses are an answer. It also counts the presses. It is one pass over the rows, and shares no code
// with the solver.
func Check(ctx context.Context, shape Shape, presses, lights Lights) (lit, pressed int, err error) {
	if err := shape.validate(); err != nil {
		return 0, 0, err
	}
	m := shape.Rows
	inOrder := presses.From(0)
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
		if rows[k+1], err = press(k-1, bufs[k]); err != nil {
			return 0, 0, err
		}
	}
	lightRows := lights.From(0)
	lightBuf := make([]uint64, shape.words())
	watch := contextWatch{ctx: ctx}
	for i := range m {
		if err := watch.spend(shape.words()); err != nil {
			return 0, 0, err
		}
		rows[0], rows[1] = rows[1], rows[2]
		if rows[2], err = press(i+1, bufs[(i+2)%3]); err != nil {
			return 0, 0, err
		}
		on, err := lightRows(lightBuf)
		if err != nil {
			return 0, 0, err
		}
		lit += countLit(shape, on, rows[0], rows[1], rows[2])
		pressed += shared(rows[1], rows[1])
	}
	return lit, pressed, nil
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
func Overlap(ctx context.Context, shape Shape, a, b Lights) (total int, err error) {
	if err := shape.validate(); err != nil {
		return 0, err
	}
	bufA, bufB := make([]uint64, shape.words()), make([]uint64, shape.words())
	rowsA, rowsB := a.From(0), b.From(0)
	watch := contextWatch{ctx: ctx}
	for range shape.Rows {
		if err := watch.spend(shape.words()); err != nil {
			return 0, err
		}
		x, err := rowsA(bufA)
		if err != nil {
			return 0, err
		}
		y, err := rowsB(bufB)
		if err != nil {
			return 0, err
		}
		total += shared(x, y)
	}
	return total, nil
}

// shared is how many cells two rows share.
func shared(a, b []uint64) int {
	n := 0
	for j, w := range a {
		n += bits.OnesCount64(w & b[j])
	}
	return n
}
