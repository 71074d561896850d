package gf2

import "math"

// hubs are nodes with very many neighbours. They join almost everything, so they belong to the top
// separator.
func (g graph) hubs() (hubs, others []int32) {
	limit := int(64 + 16*math.Sqrt(float64(g.Len())))
	for v := range int32(g.Len()) {
		if len(g.Of(int(v))) > limit {
			hubs = append(hubs, v)
		} else {
			others = append(others, v)
		}
	}
	return hubs, others
}

// separate cuts g, which has nodes, in two by a level of a search from a node at the rim: the level with the fewest
// nodes in proportion to the smaller of the two parts, of equal ones the one nearest to the middle. If every level
// leaves one part with hardly any nodes, the separator is the whole graph.
func (g graph) separate() (first, separator, last []int32) {
	const least = 16 // the part of the graph that is on either side
	n := g.Len()
	rim, _ := g.levels(0)
	order, start := g.levels(rim[n-1])
	best, bestSize, bestSide := -1, 0, 0
	for l := range len(start) - 1 {
		size, side := start[l+1]-start[l], min(start[l], n-start[l+1])
		if side*least < n {
			continue
		}
		if more := size*bestSide - bestSize*side; best < 0 || more < 0 || more == 0 && side > bestSide {
			best, bestSize, bestSide = l, size, side
		}
	}
	if best < 0 {
		return nil, order, nil
	}
	return g.thin(order[:start[best]:start[best]], order[start[best]:start[best+1]], order[start[best+1]:])
}

// thin moves the nodes of a separator that have no neighbour in the last part to the first.
func (g graph) thin(first, level, last []int32) (_, separator, _ []int32) {
	inLast := make([]bool, g.Len())
	for _, v := range last {
		inLast[v] = true
	}
next:
	for _, v := range level {
		for _, w := range g.Of(int(v)) {
			if inLast[w] {
				separator = append(separator, v)
				continue next
			}
		}
		first = append(first, v)
	}
	return first, separator, last
}

// levels lists the nodes in the order of breadth-first search; level l is order[start[l]:start[l+1]]. If
// the graph falls apart, the search goes on elsewhere, after an empty level.
func (g graph) levels(from int32) (order []int32, start []int) {
	n := g.Len()
	order = make([]int32, 0, n)
	seen := make([]bool, n)
	for next := int32(0); len(order) < n; {
		for seen[from] {
			from = next
			next++
		}
		seen[from] = true
		start = append(start, len(order))
		order = append(order, from)
		for begin := len(order) - 1; begin < len(order); {
			end := len(order)
			for _, v := range order[begin:end] {
				for _, w := range g.Of(int(v)) {
					if !seen[w] {
						seen[w] = true
						order = append(order, w)
					}
				}
			}
			start = append(start, end)
			begin = end
		}
	}
	return order, start
}

// induced is the part of g on some nodes, which are numbered in the order given.
func (g graph) induced(nodes []int32) graph {
	number := make([]int32, g.Len()) // plus one
	edges := 0
	for i, v := range nodes {
		number[v] = int32(i) + 1
		edges += len(g.Of(int(v)))
	}
	s := graph{NewLists(len(nodes), edges)}
	for _, v := range nodes {
		for _, w := range g.Of(int(v)) {
			if i := number[w]; i > 0 {
				s.index = append(s.index, i-1)
			}
		}
		s.start = append(s.start, len(s.index))
	}
	return s
}
