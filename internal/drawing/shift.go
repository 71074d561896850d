package drawing

import "slices"

// shift places a connected planar graph without crossings on a lattice, given the order of the neighbours
// around each node (H. de Fraysseix, J. Pach, R. Pollack, "How to Draw a Planar Graph on a Grid", 1990).
// It is less pretty than tutte, but its numbers are small and whole, however deep faces lie in each other.
func (g *graph) shift(rotation [][]int) []Point {
	if g.n < 3 {
		return ring(g.n, 0.5)
	}
	f := g.faces(rotation)
	near, triangles := f.near, f.triangles
	// The longest face gets a node as well, which becomes the tip above all others.
	tip := len(near)
	near = append(near, f.outer)
	for i, v := range f.outer {
		near[v] = append(near[v], tip)
		triangles = append(triangles, [3]int{v, f.outer[(i+1)%len(f.outer)], tip})
	}
	after := make([]map[int]int, len(near)) // around each node, the neighbour after another
	for v := range after {
		after[v] = map[int]int{}
	}
	for _, t := range triangles {
		for i, v := range t {
			after[v][t[(i+1)%3]] = t[(i+2)%3]
		}
	}
	left, right := f.outer[0], f.outer[1]
	return lattice(left, right, peeled(near, after, left, tip, right))[:g.n]
}

// peel is a node with the nodes beside it on the rim from which it was taken.
type peel struct{ node, left, right int }

// peeled takes the nodes of a triangulation from its rim one by one, which is a path over the base from
// left to right, such that the rim stays a path: none that is joined to further nodes of the rim.
func peeled(near [][]int, after []map[int]int, left, tip, right int) []peel {
	rim := []int{left, tip, right}
	on := make([]bool, len(near))
	on[left], on[tip], on[right] = true, true, true
	var order []peel
	for len(rim) > 2 {
		at := 1 + slices.IndexFunc(rim[1:len(rim)-1], func(v int) bool {
			joined := 0
			for _, w := range near[v] {
				if on[w] {
					joined++
				}
			}
			return joined == 2
		})
		p := peel{rim[at], rim[at-1], rim[at+1]}
		order = append(order, p)
		on[p.node] = false
		var below []int // from right to left
		for v := after[p.node][p.right]; v != p.left; v = after[p.node][v] {
			below = append(below, v)
			on[v] = true
		}
		slices.Reverse(below)
		rim = slices.Replace(rim, at, at+1, below...)
	}
	return order
}

// lattice puts the nodes back, the last first. Each stands where the diagonals from its neighbours on the
// rim meet; before that, all between them move one step to the right, and all beyond them two.
func lattice(left, right int, order []peel) []Point {
	places := make([]Point, len(order)+2)
	under := make([][]int, len(places)) // the nodes that move with a node of the rim
	under[left], under[right] = []int{left}, []int{right}
	rim := []int{left, right}
	for _, p := range slices.Backward(order) {
		from, to := slices.Index(rim, p.left), slices.Index(rim, p.right)
		under[p.node] = []int{p.node}
		for i, v := range rim[from+1:] {
			by := 2.0
			if from+1+i < to {
				by = 1
				under[p.node] = append(under[p.node], under[v]...)
			}
			for _, w := range under[v] {
				places[w].X += by
			}
		}
		a, b := places[p.left], places[p.right]
		places[p.node] = Point{(a.X + b.X + b.Y - a.Y) / 2, (b.X - a.X + a.Y + b.Y) / 2}
		rim = slices.Replace(rim, from+1, to, p.node)
	}
	return places
}
