package board

import "sort"

// octColor is the triangular colour code on squares and octagons (4.8.8) of odd distance d, as in
// A. Landahl, J. Anderson and P. Rice, "Fault-tolerant quantum computing with color codes" (2011).
//
// Take the points (x, y) of the square lattice, y = −1 … (d−3)/2. Those with x + y odd are squares, the
// others octagons. At row y ≥ 0 there are squares at x = y+1, y+3, …, d−2−y and octagons between them,
// and one more octagon on the left if y is even, on the right if it is odd. Row −1 has the octagons
// x = 1, 3, …, d−2 only. Each of these points is a check.
//
// A bit is a corner of a square: it belongs to that square and to the two octagons on either side of
// the corner, as far as they are checks. The squares x = 0, 2, …, d−1 of row −1 are cut off: they are no
// checks, and only their upper corners are bits (of the last one only the left).
//
// On paper a point has 3×3 squares around it, and its corners are bits:
//
//	o   o          o bit
//	  #            # check
//	o   o
type octColor struct{ half int } // (d−1)/2: as many rows above row −1

func makeOctColor(dims []int) code { return octColor{(dims[0] - 1) / 2} }

// Above row −1, the g-th row from the top, counted from 1, has g squares, 2g checks and 4g bits, those
// of the upper corners first.

func (o octColor) bitsBefore(g int) int { return 2 * g * (g - 1) }

func (o octColor) checksBefore(g int) int { return g * (g - 1) }

// block is the row, counted from 1, of the n-th of what is counted by before; half+1 is row −1.
func (o octColor) block(n int, before func(g int) int) int {
	return 1 + sort.Search(o.half, func(i int) bool { return before(i+2) > n })
}

// bit is the square of a bit, and the direction from its centre to that corner.
func (o octColor) bit(s int) (x, y, right, up int) {
	g := o.block(s, o.bitsBefore)
	n := s - o.bitsBefore(g)
	y = o.half - g
	if y < 0 {
		return n / 2 * 2, y, 2*(n%2) - 1, 1
	}
	up = 1
	if n >= 2*g {
		n, up = n-2*g, -1
	}
	return y + 1 + n/2*2, y, 2*(n%2) - 1, up
}

// check is the check at a point, or -1.
func (o octColor) check(x, y int) int {
	g := o.half - y
	if g < 1 || g > o.half+1 {
		return -1
	}
	if y < 0 {
		if x%2 == 0 || x < 0 || x > 2*o.half {
			return -1
		}
		return o.checksBefore(g) + x/2
	}
	if n := x - y - y%2; n >= 0 && n < 2*g {
		return o.checksBefore(g) + n
	}
	return -1
}

func (o octColor) appendToggles(dst []int, s int) []int {
	x, y, right, up := o.bit(s)
	for _, p := range [3][2]int{{x, y}, {x + right, y}, {x, y + up}} {
		if l := o.check(p[0], p[1]); l >= 0 {
			dst = append(dst, l)
		}
	}
	return dst
}

func (o octColor) most() int { return 3 }

// total is as for hexColor.
func (o octColor) total() int {
	d := 2*o.half + 1
	return 3*(o.bitsBefore(o.half+1)+d) - 3*d
}

func (o octColor) checks() int { return o.checksBefore(o.half+1) + o.half }

func (o octColor) paper() (rows, cols int) { return 3*o.half + 2, 6*o.half + 1 }

// onPaper turns thirds of the lattice, upwards, into rows and columns.
func (o octColor) onPaper(x, y int) (row, col int) { return 3*o.half - 2 - y, x + 1 }

func (o octColor) bitPlace(s int) (row, col int) {
	x, y, right, up := o.bit(s)
	return o.onPaper(3*x+right, 3*y+up)
}

func (o octColor) checkPlace(l int) (row, col int) {
	g := o.block(l, o.checksBefore)
	n, y := l-o.checksBefore(g), o.half-g
	if y < 0 {
		return o.onPaper(3*(2*n+1), -3)
	}
	return o.onPaper(3*(n+y+y%2), 3*y)
}
