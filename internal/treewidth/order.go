package treewidth

import (
	"bytes"
	"context"
	"slices"

	"lightsout/gf2"
)

// Matrix is a sparse matrix over GF(2) with a column for each switch and a row for each light, as a graph: it joins a
// switch with the lights in its column. The vertices are the switches, and after them the lights.
type Matrix struct {
	first int32     // the first light
	graph gf2.Lists // the neighbours of each vertex
}

// NewMatrix takes the rows in which each column has its ones, none of them twice.
func NewMatrix(rows int, columns [][]int32) *Matrix {
	var lists gf2.Lists
	for _, c := range columns {
		gf2.Append(&lists, c)
	}
	return FromLists(rows, lists)
}

// FromLists is [NewMatrix] of columns as lists.
func FromLists(rows int, columns gf2.Lists) *Matrix {
	m := &Matrix{first: int32(columns.Len()), graph: gf2.NewLists(columns.Len()+rows, 2*columns.Total())}
	var lights []int32
	for s := range columns.Len() {
		lights = lights[:0]
		for _, l := range columns.Of(s) {
			lights = append(lights, m.first+l)
		}
		gf2.Append(&m.graph, lights)
	}
	byLight := columns.Transposed(rows)
	for l := range rows {
		gf2.Append(&m.graph, byLight.Of(l))
	}
	return m
}

func (m *Matrix) vertices() int          { return m.graph.Len() }
func (m *Matrix) around(v int32) []int32 { return m.graph.Of(int(v)) }
func (m *Matrix) isSwitch(v int32) bool  { return v < m.first }
func (m *Matrix) degree(v int) int       { return len(m.graph.Of(v)) }

// byDegree is the order that always eliminates a vertex with the fewest neighbours, and then joins these
// with each other. It is perfect for trees and close to it where a graph is narrow everywhere. It returns
// nil if some vertex has too many neighbours when its turn comes, or if it takes so long that the graph
// cannot be narrow.
func (m *Matrix) byDegree(ctx context.Context) []int32 {
	n := m.vertices()
	d := &minDegree{sets: make([]set, n), queue: queue{degree: bytes.Repeat([]byte{taken}, n)}}
	graph := m.graph.Clone()
	for v := range n {
		d.sets[v].list = graph.Of(v)
		if m.degree(v) > manyNeighbours {
			d.sets[v].spread()
		}
		d.queue.put(int32(v), m.degree(v))
	}
	order := make([]int32, 0, n)
	pairs := 0
	for len(order) < n {
		v := d.queue.least()
		k := d.sets[v].size()
		if pairs += k * k / 2; pairs > patience*n {
			return nil
		}
		if k > maxBorder || len(order)%4096 == 0 && ctx.Err() != nil {
			return nil
		}
		d.eliminate(v)
		order = append(order, v)
	}
	return order
}

type minDegree struct {
	sets   []set
	queue  queue
	clique []int32
}

func (m *minDegree) eliminate(v int32) {
	m.clique = m.sets[v].appendTo(m.clique[:0])
	m.sets[v] = set{}
	for _, u := range m.clique {
		m.sets[u].remove(v)
	}
	for i, u := range m.clique {
		for _, w := range m.clique[:i] {
			a, b := &m.sets[u], &m.sets[w]
			known := false
			if a.size() < b.size() {
				known = a.has(w)
			} else {
				known = b.has(u)
			}
			if !known {
				a.add(w)
				b.add(u)
			}
		}
	}
	for _, u := range m.clique {
		m.queue.put(u, m.sets[u].size())
	}
}

// set is the neighbours of a vertex: a list, or, so that hubs take no quadratic time, a map.
type set struct {
	list []int32
	many map[int32]struct{}
}

func (s *set) size() int { return len(s.list) + len(s.many) }

func (s *set) has(u int32) bool {
	if s.many != nil {
		_, ok := s.many[u]
		return ok
	}
	return slices.Contains(s.list, u)
}

func (s *set) add(u int32) {
	if s.many != nil {
		s.many[u] = struct{}{}
	} else if s.list = append(s.list, u); len(s.list) > manyNeighbours {
		s.spread()
	}
}

func (s *set) remove(u int32) {
	if s.many != nil {
		delete(s.many, u)
		return
	}
	i, last := slices.Index(s.list, u), len(s.list)-1
	s.list[i] = s.list[last]
	s.list = s.list[:last]
}

func (s *set) spread() {
	s.many = make(map[int32]struct{}, len(s.list))
	for _, u := range s.list {
		s.many[u] = struct{}{}
	}
	s.list = nil
}

func (s *set) appendTo(dst []int32) []int32 {
	if s.many == nil {
		return append(dst, s.list...)
	}
	for u := range s.many {
		dst = append(dst, u)
	}
	slices.Sort(dst)
	return dst
}

// queue holds vertices by their degree, first come first served; degrees beyond the last list count alike.
type queue struct {
	lists  [maxBorder + 2][]int32 // with vertices that have moved on
	degree []uint8                // in which list a vertex is; beyond all lists once it is taken
	low    int
}

func (q *queue) put(v int32, degree int) {
	d := min(degree, len(q.lists)-1)
	if int(q.degree[v]) != d {
		q.degree[v] = uint8(d)
		q.lists[d] = append(q.lists[d], v)
		q.low = min(q.low, d)
	}
}

// least takes out the vertex that has waited longest among those of the least degree.
func (q *queue) least() int32 {
	for {
		for len(q.lists[q.low]) == 0 {
			q.low++
		}
		v := q.lists[q.low][0]
		q.lists[q.low] = q.lists[q.low][1:]
		if int(q.degree[v]) == q.low {
			q.degree[v] = taken
			return v
		}
	}
}

const taken = maxBorder + 2

// byTree is the order of a tree of columns: a switch when it is placed, and a light as soon as all its switches are, or
// once the chains that they are in are joined.
func (m *Matrix) byTree(t tree) []int32 {
	chain := make([]int, m.first)
	for k, columns := range t {
		for _, c := range columns {
			chain[c] = k
		}
	}
	alone := func(light int32) bool { // all its switches are in one chain
		switches := m.around(light)
		return !slices.ContainsFunc(switches, func(c int32) bool { return chain[c] != chain[switches[0]] })
	}
	var order []int32
	left := make([]int, m.vertices())
	for light := int(m.first); light < len(left); light++ {
		if left[light] = m.degree(light); left[light] == 0 {
			order = append(order, int32(light))
		}
	}
	for _, columns := range t {
		var joined []int32
		for _, c := range columns {
			order = append(order, int32(c))
			for _, light := range m.around(int32(c)) {
				if left[light]--; left[light] > 0 {
					continue
				}
				if alone(light) {
					order = append(order, light)
				} else {
					joined = append(joined, light)
				}
			}
		}
		order = append(order, joined...)
	}
	return order
}
