package board

// makeOctColor is the triangular colour code on squares and octagons (4.8.8) of odd distance d, as in
// A. Landahl, J. Anderson and P. Rice, "Fault-tolerant quantum computing with color codes" (2011).
//
// Take the points (x, y) of the square lattice, y = −1 … (d−3)/2. Those with x + y odd are squares, the
// others octagons. At row y ≥ 0 there are squares at x = y+1, y+3, …, d−2−y and octagons between them,
// and one more octagon on the left if y is even, on the right if it is odd. Row −1 has the octagons
// x = 1, 3, …, d−2 only. Each of these points is a check.
//
// A bit is a corner of a square: it belongs to that square and to the two octagons on either side of
// the corner, as far as they are checks. The squares x = 0, 2, …, d−1 of row −1 are cut off: they are no
// checks, and only their upper corners are bits (of the last one only the left, where the paper ends).
//
// On paper a point has 3×3 squares around it, and its corners are bits:
//
//	o   o          o bit
//	  #            # check
//	o   o
func makeOctColor(d int) code {
	half := (d - 1) / 2
	sign := func(row, col int) byte {
		// The point (x, y) nearest to a place, and where the place is from it, in thirds of the lattice.
		x, y := col/3, (3*half+2-row)/3-1
		right, up := col-1-3*x, 3*half-2-row-3*y
		square := (x+y)%2 != 0 && x > y && x < d-1-y
		if y < 0 {
			square = x%2 == 0 && up == 1
		}
		check := x >= y+y%2 && x < d-1-y+y%2
		if y < 0 {
			check = x%2 == 1
		}
		switch {
		case right != 0 && up != 0 && square:
			return 'o'
		case right == 0 && up == 0 && check:
			return '#'
		}
		return 0
	}
	var near [][2]int
	for r := -2; r <= 2; r++ {
		for c := -2; c <= 2; c++ {
			if r*c != 0 && r*c != 4 && r*c != -4 { // at 2, 2 is another square
				near = append(near, [2]int{r, c})
			}
		}
	}
	return code{rows: 3*half + 2, cols: 6*half + 1, sign: sign, near: near}
}
