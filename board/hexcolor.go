package board

// makeHexColor is the triangular colour code on hexagons (6.6.6) of odd distance d. Its places are the
// points (i, j) of a triangular lattice with i, j ≥ 0 and i + j ≤ 3(d−1)/2. Those with i − j ≡ 1 mod 3
// are faces, the checks; the others are bits. A face is checked by the up to six bits around it. The
// drawing has a row for each r = i + j, with i = 0 … r in it:
//
//	      o          o bit
//	    o   #        # check
//	  #   o   o
//	o   o   #   o
func makeHexColor(d int) code {
	last := 3 * (d - 1) / 2
	sign := func(row, col int) byte {
		twice := col - (last - row) // 2i
		switch {
		case twice < 0 || twice > 2*row || twice%2 != 0:
			return 0
		case (twice-row-1)%3 == 0:
			return '#'
		}
		return 'o'
	}
	return code{rows: last + 1, cols: 2*last + 1, sign: sign, near: hexagonSteps}
}
