package plot

import (
	"math"
	"slices"
	"strings"
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
// close everywhere. Lines with a mark on every point must have the same points in between; of curves each
// point of one must be close to the other.
func (c *Chart) coincide(a, b *series) bool {
	u, v := c.placed(a), c.placed(b)
	if a.marked != b.marked || a.marked == 0 && len(u) != len(v) {
		return false
	}
	if math.Abs(u[0].X-v[0].X) > sameAs || math.Abs(u[len(u)-1].X-v[len(v)-1].X) > sameAs {
		return false
	}
	if a.marked > 0 {
		return follows(u, v) && follows(v, u)
	}
	for i := range u {
		if math.Abs(u[i].X-v[i].X) > sameAs/10 || math.Abs(u[i].Y-v[i].Y) > sameAs {
			return false
		}
	}
	return true
}

// placed is the points of a line as shares of the axes.
func (c *Chart) placed(s *series) []Point {
	list := make([]Point, len(s.points))
	for i, p := range s.points {
		list[i].X = c.X.share(p.X)
		list[i].Y = c.Y.share(p.Y)
	}
	return list
}

// follows reports whether every point of u is close to the line v.
func follows(u, v []Point) bool {
	for _, p := range u {
		if !nearSegment(p, v) {
			return false
		}
	}
	return true
}

// nearSegment reports whether a point is close to a line between two of its points.
func nearSegment(p Point, line []Point) bool {
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		dx, dy := b.X-a.X, b.Y-a.Y
		t := 0.0
		if length := dx*dx + dy*dy; length > 0 {
			t = min(max(((p.X-a.X)*dx+(p.Y-a.Y)*dy)/length, 0), 1)
		}
		if math.Hypot(a.X+t*dx-p.X, a.Y+t*dy-p.Y) <= sameAs {
			return true
		}
	}
	return false
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
