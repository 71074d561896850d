package board

// makeToric is Kitaev's code on a torus of d×d vertices, its checks; the bits are the 2d² edges, each
// checked by its two ends. Vertex (r, c) and its edges to the right and downwards are drawn as
//
//	# o
//	o
//
// For d ≥ 3 it is torus:DxD,switches=edges with the edges numbered along the rows of this drawing.
// On toric:1 both ends of an edge are the same vertex, and the two flips cancel.
func makeToric(d int) code {
	sign := func(row, col int) byte {
		switch row%2 + col%2 {
		case 0:
			return '#'
		case 1:
			return 'o'
		}
		return 0
	}
	return code{rows: 2 * d, cols: 2 * d, sign: sign, near: [][2]int{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}, wraps: true}
}
