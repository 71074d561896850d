package treewidth

import "slices"

// Place the columns of a matrix one after another. A row is open while some of its columns are placed and some are not,
// and dynamic programming over the order has a state for every setting of the open rows. Finding the order with the
// fewest open rows is NP-hard; [Matrix.Path] sweeps through the matrix from its rim. [Matrix.Program] also looks for
// trees: several sweeps, whose results are joined.

// tree is chains of columns, each in the order in which they are placed. The chains are joined one after another.
type tree [][]int

// Path is an order of the columns with few open rows: that of one sweep. If that takes more than so many steps, of a
// few nanoseconds each, the rest of the order is as the columns are numbered.
func (m *Matrix) Path(steps int) []int { return m.sweeps(1, steps)[0] }

// sweeps is a tree of so many sweeps: from a column at the rim, from the one farthest from it, from the one farthest
// from both, and so on. A column belongs to the nearest.
func (m *Matrix) sweeps(many, steps int) tree {
	t := make(tree, many)
	if m.first == 0 {
		return t
	}
	distance, part := make([][]int32, many), make([]int, m.first)
	near := m.distances(0)
	for k := range t {
		distance[k] = m.distances(farthest(near))
		for c, d := range distance[k] {
			if k == 0 || d < near[c] {
				near[c], part[c] = d, k
			}
		}
	}
	for k := range t {
		region := make([]bool, m.first)
		for c, p := range part {
			region[c] = p == k
		}
		t[k] = m.sweep(region, distance[k], steps)
	}
	return t
}

// distances is how many shared rows lead from a column to each other one; those that none lead to are
// the farthest.
func (m *Matrix) distances(from int) []int32 {
	far := m.first
	dist := slices.Repeat([]int32{far}, int(m.first))
	seen := make([]bool, m.vertices())
	dist[from] = 0
	queue := []int32{int32(from)}
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, r := range m.around(c) {
			if seen[r] {
				continue
			}
			seen[r] = true
			for _, n := range m.around(r) {
				if dist[n] == far {
					dist[n] = dist[c] + 1
					queue = append(queue, n)
				}
			}
		}
	}
	return dist
}

func farthest(dist []int32) int {
	best := 0
	for c, d := range dist {
		if d > dist[best] {
			best = c
		}
	}
	return best
}

// sweep orders the columns of a region by growing from the one with the least distance, so that rows
// once begun are soon finished: it continues with the open row that can be finished while the fewest
// others begin, and there with the column that begins the fewest. Once it has taken more than so many steps,
// the remaining columns follow as they are numbered.
func (m *Matrix) sweep(region []bool, distance []int32, steps int) []int {
	s := sweep{
		Matrix: m, region: region, distance: distance, placed: make([]bool, m.first),
		left: make([]int, m.vertices()), outside: make([]bool, m.vertices()), begun: make([]bool, m.vertices()),
		seen: make([]int, m.vertices()),
	}
	size := 0
	for c, in := range region {
		for _, r := range m.around(int32(c)) {
			if in {
				s.left[r]++
			} else {
				s.outside[r] = true
			}
		}
		if in {
			size++
		}
	}
	for len(s.order) < size && s.steps <= steps {
		s.place(s.next())
	}
	for c, in := range region {
		if in && !s.placed[c] {
			s.order = append(s.order, c)
		}
	}
	return s.order
}

type sweep struct {
	*Matrix
	region   []bool
	distance []int32

	order   []int
	placed  []bool
	open    []int32
	left    []int  // per row, by its vertex: its columns of the region that are not placed
	outside []bool // the row has columns outside of the region: it never closes
	begun   []bool
	seen    []int // per row, when it was last counted
	stamp   int
	steps   int
}

func (s *sweep) place(c int) {
	s.placed[c] = true
	s.order = append(s.order, c)
	for _, r := range s.around(int32(c)) {
		if !s.begun[r] {
			s.begun[r] = true
			s.open = append(s.open, r)
		}
		s.left[r]--
	}
	s.open = slices.DeleteFunc(s.open, func(r int32) bool { return s.left[r] == 0 })
}

// waits reports whether a column is still to be placed.
func (s *sweep) waits(c int32) bool { return s.region[c] && !s.placed[c] }

// fresh is how many rows begin until an open row is finished.
func (s *sweep) fresh(r int32) (count int) {
	s.stamp++
	if s.outside[r] {
		count = 1
	}
	for _, c := range s.around(r) {
		if !s.waits(c) {
			continue
		}
		s.steps += s.degree(int(c))
		for _, q := range s.around(c) {
			if !s.begun[q] && s.seen[q] != s.stamp {
				s.seen[q] = s.stamp
				count++
			}
		}
	}
	return count
}

// growth is how many more rows are open once a column is placed.
func (s *sweep) growth(c int32) (more int) {
	for _, q := range s.around(c) {
		if !s.begun[q] {
			more++
		} else if s.left[q] == 1 && !s.outside[q] {
			more--
		}
	}
	return more
}

// next is the column to place.
func (s *sweep) next() int {
	best := -1
	var least [4]int
	for _, r := range s.open {
		fresh := s.fresh(r)
		for _, c := range s.around(r) {
			if !s.waits(c) {
				continue
			}
			score := [4]int{fresh, s.growth(c), s.left[r], int(s.distance[c])}
			if best < 0 || slices.Compare(score[:], least[:]) < 0 {
				best, least = int(c), score
			}
		}
	}
	if best >= 0 {
		return best
	}
	for c, in := range s.region { // nothing is open: begin with the nearest
		if in && !s.placed[c] && (best < 0 || s.distance[c] < s.distance[best]) {
			best = c
		}
	}
	return best
}
