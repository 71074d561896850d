package plot

import (
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
)

// mostLines is how many lines one panel shows: as many as there are colours.
const mostLines = 7

// sameAs is how far apart two lines may be that count as one, as a share of an axis: little more than a mark
// covers.
const sameAs = 0.03

// merged is the lines with those that coincide made one. The first of them is drawn.
func (c *Chart) merged() []*series {
	var groups [][]*series
	for _, l := range c.lines {
		i := slices.IndexFunc(groups, func(g []*series) bool {
			return !slices.ContainsFunc(g, func(other *series) bool { return !c.coincide(l, other) })
		})
		if i < 0 {
			groups = append(groups, nil)
			i = len(groups) - 1
		}
		groups[i] = append(groups[i], l)
	}
	var list []*series
	for _, g := range groups {
		one := *g[0]
		one.names = nil
		for _, l := range g {
			one.names = append(one.names, l.names...)
		}
		list = append(list, &one)
	}
	return list
}

// coincide reports whether two lines cannot be told apart: they begin and end in the same places and are
// close at all points. A chart with few lines has room for all.
func (c *Chart) coincide(a, b *series) bool {
	if a.marked != b.marked || a.marked == 0 && len(a.points) != len(b.points) {
		return false
	}
	near := func(axis *plot.Axis, u, v float64) bool {
		u = axis.Scale.Normalize(axis.Min, axis.Max, u)
		v = axis.Scale.Normalize(axis.Min, axis.Max, v)
		return math.Abs(u-v) <= sameAs
	}
	ends := func(s *series) (first, last Point) { return s.points[0], s.points[len(s.points)-1] }
	firstA, lastA := ends(a)
	firstB, lastB := ends(b)
	if !near(c.X, firstA.X, firstB.X) || !near(c.X, lastA.X, lastB.X) {
		return false
	}
	for i := range min(len(a.points), len(b.points)) {
		if !near(c.X, a.points[i].X, b.points[i].X) || !near(c.Y, a.points[i].Y, b.points[i].Y) {
			return false
		}
	}
	return true
}

// name is the names of a line, a first word that all share written once.
func (s *series) name() string {
	first, _, ok := strings.Cut(s.names[0], " ")
	short := []string{s.names[0]}
	for _, n := range s.names[1:] {
		if rest, shared := strings.CutPrefix(n, first+" "); ok && shared {
			n = rest
		}
		short = append(short, n)
	}
	return strings.Join(short, ", ")
}
