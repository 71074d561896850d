package matching

import "math"

// region is what lies within some distance of a node to join, or of a blossom: an odd cycle of regions that
// touch. It is outermost, or one of a blossom's cycle, and then it does not change.
type region struct {
	radius int64 // at the time since
	since  int64
	shell  []int32 // the places that it covers and none of its cycle does, as it reached them
	within int32   // the blossom in whose cycle it is; none
	cycle  []int32 // of a blossom, an odd number of regions
	joints []joint // of a blossom: from each region of the cycle to the next
	mate   joint   // to its partner
	up     joint   // of an inner region, to the one above it in the tree
	tree   int32   // none: in no tree
	seen   int32
	trend  trend
	unused bool // dissolved; its number may be used again
}

// joint is a tight path: from a node to join in one region to one in another, no longer than the widths of
// all regions between them.
type joint struct {
	from, to    int32 // regions that are no blossoms
	first, last int32 // its links, in growth.paths
}

func (j joint) reversed() joint { return joint{j.to, j.from, j.first, j.last} }

const none = -1

var noJoint = joint{from: none, to: none}

// trend is how fast a region grows.
type trend int8

const (
	outer  trend = 1
	frozen trend = 0
	inner  trend = -1
)

// spot is what is known of a place.
type spot struct {
	top    int32 // the outermost region that covers it; none
	source int32 // the region that is no blossom from whose node it was reached
	via    int32 // the link by which it was reached
	known  bool  // in growth.covered
	// past is how far the regions reach beyond it, less the radius of the outermost.
	past int64
}

// growth is one run: regions in time.
type growth struct {
	g       *Graph
	now     int64
	spots   []spot  // per place
	covered []int32 // places that are or were covered
	regions []region
	roots   []int32   // the place of each region that is no blossom
	members [][]int32 // per tree, the regions that are or were in it
	spare   []int32   // dissolved regions
	lonely  int       // trees, and so regions without a partner
	queue   queue     // links, and after them regions that shrink
	paths   []int32   // links of joints
	stamp   int32
}

func newGrowth(g *Graph) *growth {
	s := &growth{g: g, spots: make([]spot, g.around.Len())}
	for i := range s.spots {
		s.spots[i].top = none
	}
	return s
}

// never is later than any time.
const never = math.MaxInt64

// start puts a region of radius 0 on each place.
func (s *growth) start(places []int32) {
	for _, place := range s.covered {
		s.spots[place] = spot{top: none}
	}
	s.queue.clear()
	s.now, s.stamp = 0, 0
	s.covered, s.spare, s.paths = s.covered[:0], s.spare[:0], s.paths[:0]
	s.regions = s.regions[:0]
	s.roots = append(s.roots[:0], places...)
	for len(s.members) < len(places) {
		s.members = append(s.members, nil)
	}
	s.lonely = len(places)
	for i, place := range places {
		r := s.newRegion()
		s.regions[r].tree = r
		s.members[i] = append(s.members[i][:0], r)
		s.cover(place, r, r, none)
	}
}

// newRegion is an outer region of radius 0.
func (s *growth) newRegion() int32 {
	var i int32
	if n := len(s.spare); n > 0 {
		i, s.spare = s.spare[n-1], s.spare[:n-1]
	} else if i = int32(len(s.regions)); len(s.regions) < cap(s.regions) {
		s.regions = s.regions[:i+1]
	} else {
		s.regions = append(s.regions, region{})
	}
	for need := len(s.g.links) + len(s.regions); len(s.queue.at) < need; {
		s.queue.at = append(s.queue.at, 0)
	}
	r := &s.regions[i]
	*r = region{since: s.now, within: none, mate: noJoint, up: noJoint, tree: none, trend: outer,
		shell: r.shell[:0], cycle: r.cycle[:0], joints: r.joints[:0]}
	return i
}

func (s *growth) radius(r *region) int64 { return r.radius + int64(r.trend)*(s.now-r.since) }

func (s *growth) turn(r *region, to trend) {
	r.radius, r.since, r.trend = s.radius(r), s.now, to
}

// gap is how much of a link no region covers, and how fast it becomes less.
func (s *growth) gap(l *link) (int64, trend) {
	a, b := &s.spots[l.u], &s.spots[l.v]
	if a.top == b.top {
		return l.length, 0
	}
	gap, speed := l.length, trend(0)
	for _, at := range [2]*spot{a, b} {
		if at.top != none {
			r := &s.regions[at.top]
			gap -= at.past + s.radius(r)
			speed += r.trend
		}
	}
	return gap, speed
}

// due is when a link will be covered whole, if nothing changes before.
func (s *growth) due(l *link) int64 {
	switch gap, speed := s.gap(l); {
	case speed <= 0:
		return never
	case speed == 1:
		return s.now + gap
	default:
		return s.now + gap/2 // regions that grow are as old as each other: a whole number
	}
}

// watch looks at the links of a place again: something there became faster.
//
// The queue is never too late. It may be too early, and when a link's time comes it is looked at again.
func (s *growth) watch(place int32) {
	for _, i := range s.g.around.Of(int(place)) {
		if due := s.due(&s.g.links[i]); due != never {
			s.queue.advance(i, due)
		}
	}
}

// each visits all places that a region covers.
func (s *growth) each(r int32, visit func(place int32)) {
	for _, place := range s.regions[r].shell {
		visit(place)
	}
	for _, child := range s.regions[r].cycle {
		s.each(child, visit)
	}
}

func (s *growth) watchAll(r int32) { s.each(r, s.watch) }

// expand has a region grow, shrink has it shrink.
func (s *growth) expand(r int32) {
	s.turn(&s.regions[r], outer)
	s.watchAll(r)
}

func (s *growth) shrink(r int32) {
	s.turn(&s.regions[r], inner)
	s.watchShrinking(r)
}

// watchShrinking puts into the queue when the region will have to leave a place, or has no width left.
func (s *growth) watchShrinking(i int32) {
	r := &s.regions[i]
	s.queue.advance(int32(len(s.g.links))+i, s.now+s.radius(r)-s.least(r))
}

// least is the radius down to which a region covers what it covers now.
func (s *growth) least(r *region) int64 {
	if n := len(r.shell); n > 1 || n == 1 && len(r.cycle) > 0 {
		return -s.spots[r.shell[n-1]].past
	}
	return 0
}

// cover has the region reach a place, by a link.
func (s *growth) cover(place, r, source, via int32) {
	if !s.spots[place].known {
		s.covered = append(s.covered, place)
	}
	s.spots[place] = spot{top: r, source: source, via: via, known: true, past: -s.radius(&s.regions[r])}
	s.regions[r].shell = append(s.regions[r].shell, place)
	s.watch(place)
}

// uncover has the region leave the place that it reached last.
func (s *growth) uncover(r *region) {
	place := r.shell[len(r.shell)-1]
	r.shell = r.shell[:len(r.shell)-1]
	s.spots[place].top = none
	s.watch(place)
}

// step lets time pass until something may happen. While a region has no partner, something will.
func (s *growth) step() {
	e := s.queue.pop()
	s.now = e.time
	if i := e.item - int32(len(s.g.links)); i >= 0 {
		s.shrunk(i)
		return
	}
	l := &s.g.links[e.item]
	if due := s.due(l); due > s.now {
		if due != never {
			s.queue.advance(e.item, due)
		}
		return
	}
	u, v := l.u, l.v
	if s.spots[u].top == none || s.spots[v].top != none && s.regions[s.spots[u].top].trend != outer {
		u, v = v, u
	}
	if at := s.spots[u]; s.spots[v].top == none {
		s.cover(v, at.top, at.source, e.item)
	} else {
		s.touch(at.top, s.spots[v].top, s.joint(u, v, e.item))
	}
}

// shrunk is for a region whose time has come, unless it does not shrink any more.
func (s *growth) shrunk(i int32) {
	r := &s.regions[i]
	if r.unused || r.within != none || r.trend != inner {
		return
	}
	radius := s.radius(r)
	switch {
	case radius > s.least(r):
	case len(r.shell) > 1 || len(r.shell) == 1 && len(r.cycle) > 0:
		s.uncover(r)
	case len(r.cycle) > 0:
		s.dissolve(i)
		return
	default:
		// A node without width: the regions above and below it touch.
		s.touch(s.top(r.mate.to), s.top(r.up.to), s.through(r.mate.reversed(), r.up))
		return
	}
	s.watchShrinking(i)
}

// top is the outermost region around one that is no blossom.
func (s *growth) top(source int32) int32 { return s.spots[s.roots[source]].top }

// joint is the path from where u was reached from, over a link, to where v was reached from.
func (s *growth) joint(u, v, over int32) joint {
	j := joint{from: s.spots[u].source, to: s.spots[v].source, first: int32(len(s.paths))}
	s.paths = append(s.paths, over)
	for _, at := range [2]int32{u, v} {
		for s.spots[at].via != none {
			via := s.spots[at].via
			s.paths = append(s.paths, via)
			at = s.g.links[via].other(at)
		}
	}
	j.last = int32(len(s.paths))
	return j
}

// through is one joint and then another.
func (s *growth) through(a, b joint) joint {
	j := joint{from: a.from, to: b.to, first: int32(len(s.paths))}
	s.paths = append(s.paths, s.paths[a.first:a.last]...)
	s.paths = append(s.paths, s.paths[b.first:b.last]...)
	j.last = int32(len(s.paths))
	return j
}
