package board

// cubeSurface is the toggler of cube:N, six N×N faces that meet along the cube's edges, so that
// every cell has four neighbours. Faces are numbered up, left, front, right, back, down, each row
// by row as seen in the net
//
//	      up
//	left front right back
//	     down
//
// folded outwards. A cell is a point of the cube [0,2N]³ in half units: the coordinate across its
// face is 0 or 2N, the other two are odd. To walk over an edge is then plain arithmetic: a
// coordinate that passes the edge stops at it, and the one across the old face steps inwards.
type cubeSurface struct {
	n    int
	self bool
}

type point [3]int // x to the right, y to the back, z up

// face is a point's frame: the corner where its first row starts, and the directions in which
// columns and rows count.
type face struct {
	origin, right, down point
}

// faces in units where the cube is [0,1]³.
var faces = [6]face{
	{point{0, 1, 1}, point{1, 0, 0}, point{0, -1, 0}},  // up
	{point{0, 1, 1}, point{0, -1, 0}, point{0, 0, -1}}, // left
	{point{0, 0, 1}, point{1, 0, 0}, point{0, 0, -1}},  // front
	{point{1, 0, 1}, point{0, 1, 0}, point{0, 0, -1}},  // right
	{point{1, 1, 1}, point{-1, 0, 0}, point{0, 0, -1}}, // back
	{point{0, 0, 0}, point{1, 0, 0}, point{0, 1, 0}},   // down
}

// netPlace is where a face stands in the net, in faces.
var netPlace = [6][2]int{{0, 1}, {1, 0}, {1, 1}, {1, 2}, {1, 3}, {2, 1}}

func (q cubeSurface) cellPoint(cell int) point {
	f := faces[cell/(q.n*q.n)]
	r, c := cell/q.n%q.n, cell%q.n
	var p point
	for k := range p {
		p[k] = 2*q.n*f.origin[k] + (2*c+1)*f.right[k] + (2*r+1)*f.down[k]
	}
	return p
}

func (q cubeSurface) pointCell(p point) int {
	for i, f := range faces {
		// The point lies on this face if its coordinate across the face equals the origin's.
		across := 0
		for k := range p {
			if f.right[k] == 0 && f.down[k] == 0 {
				across = k
			}
		}
		if p[across] != 2*q.n*f.origin[across] {
			continue
		}
		r, c := 0, 0
		for k := range p {
			d := p[k] - 2*q.n*f.origin[k]
			c += d * f.right[k]
			r += d * f.down[k]
		}
		return i*q.n*q.n + (r-1)/2*q.n + (c-1)/2
	}
	panic("board: a point that is on no face of the cube")
}

func (q cubeSurface) appendToggles(dst []int, s int) []int {
	if q.self {
		dst = append(dst, s)
	}
	p := q.cellPoint(s)
	across := 0
	for k, x := range p {
		if x == 0 || x == 2*q.n {
			across = k
		}
	}
	for axis := range p {
		if axis == across {
			continue
		}
		for _, step := range [2]int{-2, 2} {
			to := p
			to[axis] += step
			if to[axis] < 0 || to[axis] > 2*q.n {
				to[axis] = min(max(to[axis], 0), 2*q.n)
				to[across] = min(max(to[across], 1), 2*q.n-1)
			}
			dst = append(dst, q.pointCell(to))
		}
	}
	return dst
}

func (q cubeSurface) most() int { return 5 }

func (q cubeSurface) total() int { return times(5, 6*q.n*q.n) }

func sixSquares(dims []int) (int, error) { return product([]int{6, dims[0], dims[0]}) }

// makeCube draws the net of cubes that are not too large.
func makeCube(dims []int, self bool) (toggler, Layout) {
	n := dims[0]
	if n > maxDrawn/(12*n) {
		return cubeSurface{n, self}, nil
	}
	return cubeSurface{n, self}, cubeLayout(n)
}

// cubeLayout draws the net.
func cubeLayout(n int) Layout {
	t := newTableLayout(3*n, 4*n, 6*n*n)
	for cell := range 6 * n * n {
		at := netPlace[cell/(n*n)]
		t.put(cell, at[0]*n+cell/n%n, at[1]*n+cell%n)
	}
	return t
}
