package board

// toric is Kitaev's code on a torus of d×d vertices, its checks; the bits are the 2d² edges, each
// checked by its two ends. Vertex (r, c) and its edges to the right and downwards are drawn as
//
//	# o
//	o
//
// For d ≥ 3 it is torus:DxD,switches=edges with the edges numbered along the rows of this drawing.
// On toric:1 both ends of an edge are the same vertex, and the two flips cancel.
type toric struct{ d int }

func makeToric(dims []int) code {
	t := toric{dims[0]}
	return struct {
		edgeToggler
		toric
	}{edgeToggler{t}, t}
}

// A row of 2d edges: those to the right of the vertices of row r, then those below them.

func (t toric) bit(s int) (r, c int, down bool) {
	n := s % (2 * t.d)
	return s / (2 * t.d), n % t.d, n >= t.d
}

func (t toric) ends(s int) (a, b int) {
	r, c, down := t.bit(s)
	if down {
		return r*t.d + c, (r+1)%t.d*t.d + c
	}
	return r*t.d + c, r*t.d + (c+1)%t.d
}

func (t toric) count() int { return 2 * t.d * t.d }

func (t toric) checks() int { return t.d * t.d }

func (t toric) paper() (rows, cols int) { return 2 * t.d, 2 * t.d }

func (t toric) bitPlace(s int) (row, col int) {
	r, c, down := t.bit(s)
	if down {
		return 2*r + 1, 2 * c
	}
	return 2 * r, 2*c + 1
}

func (t toric) checkPlace(l int) (row, col int) { return l / t.d * 2, l % t.d * 2 }
