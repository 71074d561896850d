package matching

import "slices"

// A tree alternates: its root is the one region in it without a partner. Outer regions grow, and below each
// are inner regions that touch it. Inner regions shrink, and below each is its partner, an outer region. So
// all regions in a tree stay in touch with those above and below.

// touch is called where an outer region a touches b, which is outer or in no tree, along a joint.
func (s *growth) touch(a, b int32, j joint) {
	switch tree, other := s.regions[a].tree, s.regions[b].tree; other {
	case none:
		s.adopt(b, tree, j.reversed())
	case tree:
		s.close(a, b, j)
	default:
		s.pair(a, j)
		s.pair(b, j.reversed())
		s.release(tree)
		s.release(other)
		s.lonely -= 2
	}
}

// adopt takes a region and its partner into a tree.
func (s *growth) adopt(b, tree int32, up joint) {
	partner := s.top(s.regions[b].mate.to)
	s.regions[b].up = up
	s.regions[b].tree, s.regions[partner].tree = tree, tree
	s.members[tree] = append(s.members[tree], b, partner)
	s.shrink(b)
	s.expand(partner)
}

// pair gives an outer region a new partner, and so the regions above it.
func (s *growth) pair(a int32, j joint) {
	for {
		old := s.regions[a].mate
		s.regions[a].mate = j
		if old == noJoint {
			return
		}
		above := &s.regions[s.top(old.to)]
		above.mate = above.up
		a, j = s.top(above.up.to), above.up.reversed()
	}
}

// release ends a tree, in which all have a partner.
func (s *growth) release(tree int32) {
	shrank := s.members[tree][:0]
	for _, m := range s.members[tree] {
		r := &s.regions[m]
		if r.unused || r.within != none || r.tree != tree {
			continue
		}
		if r.trend == inner {
			shrank = append(shrank, m)
		}
		r.tree, r.up = none, noJoint
		s.turn(r, frozen)
	}
	for _, m := range shrank {
		s.watchAll(m)
	}
	s.members[tree] = shrank[:0]
}

// above is the outer region two steps up in a tree.
func (s *growth) above(a int32) int32 {
	mate := s.regions[a].mate
	if mate == noJoint {
		return none
	}
	return s.top(s.regions[s.top(mate.to)].up.to)
}

// meet is the first common region above two outer regions of a tree.
func (s *growth) meet(a, b int32) int32 {
	for s.stamp++; ; a, b = b, a {
		if a == none {
			continue
		}
		if s.regions[a].seen == s.stamp {
			return a
		}
		s.regions[a].seen = s.stamp
		a = s.above(a)
	}
}

// climb appends the regions from an outer one up to, without, another, and the joint from each to the next.
func (s *growth) climb(from, to int32, cycle []int32, joints []joint) ([]int32, []joint) {
	for from != to {
		mate := s.regions[from].mate
		above := s.top(mate.to)
		up := s.regions[above].up
		cycle, joints = append(cycle, from, above), append(joints, mate, up)
		from = s.top(up.to)
	}
	return cycle, joints
}

// close makes a blossom of the cycle that the joint from a to b closes.
func (s *growth) close(a, b int32, j joint) {
	x := s.newRegion()
	r := &s.regions[x]
	apex := s.meet(a, b)
	// Down from the apex to a, over to b and up again.
	cycle, joints := s.climb(a, apex, r.cycle, r.joints)
	cycle = append(cycle, apex)
	slices.Reverse(cycle)
	slices.Reverse(joints)
	for i := range joints {
		joints[i] = joints[i].reversed()
	}
	r.cycle, r.joints = s.climb(b, apex, cycle, append(joints, j))
	r.mate, r.tree = s.regions[apex].mate, s.regions[apex].tree
	s.members[r.tree] = append(s.members[r.tree], x)
	var shrank []int32
	for _, child := range r.cycle {
		c := &s.regions[child]
		if c.trend == inner {
			shrank = append(shrank, child)
		}
		s.turn(c, frozen)
		c.within, c.tree, c.up = x, none, noJoint
		s.each(child, func(place int32) {
			s.spots[place].top = x
			s.spots[place].past += c.radius
		})
	}
	for _, child := range shrank {
		s.watchAll(child)
	}
}

// child says which region of a blossom's cycle a node to join is in.
func (s *growth) child(blossom, source int32) int {
	for s.regions[source].within != blossom {
		source = s.regions[source].within
	}
	return slices.Index(s.regions[blossom].cycle, source)
}

// dissolve ends a blossom that is inner and has no width. The even way through its cycle, from the region above to the
// partner below, stays in the tree; the others are partners of each other.
func (s *growth) dissolve(x int32) {
	r := &s.regions[x]
	n := len(r.cycle)
	top, bottom := s.child(x, r.up.from), s.child(x, r.mate.from)
	for _, child := range r.cycle {
		c := &s.regions[child]
		c.within = none
		s.each(child, func(place int32) {
			s.spots[place].top = child
			s.spots[place].past -= c.radius
		})
	}
	// next goes around the cycle in the direction in which bottom is an even number of steps from top.
	back := (bottom-top+n)%n%2 == 1
	next := func(i int) (int, joint) {
		if back {
			i = (i + n - 1) % n
			return i, r.joints[i].reversed()
		}
		return (i + 1) % n, r.joints[i]
	}
	up, at := r.up, top
	var grow, shrink, stay []int32
	for {
		i := r.cycle[at]
		s.regions[i].up, s.regions[i].tree = up, r.tree
		shrink = append(shrink, i)
		if at == bottom {
			s.regions[i].mate = r.mate
			break
		}
		var down joint
		at, down = next(at)
		o := r.cycle[at]
		s.regions[i].mate, s.regions[o].mate = down, down.reversed()
		s.regions[o].tree = r.tree
		grow = append(grow, o)
		at, down = next(at)
		up = down.reversed()
	}
	for at, _ = next(at); at != top; at, _ = next(at) {
		a := r.cycle[at]
		var j joint
		at, j = next(at)
		b := r.cycle[at]
		s.regions[a].mate, s.regions[b].mate = j, j.reversed()
		stay = append(stay, a, b)
	}
	s.members[r.tree] = append(append(s.members[r.tree], grow...), shrink...)
	r.unused, r.tree = true, none
	s.spare = append(s.spare, x)
	for _, i := range shrink {
		s.shrink(i)
	}
	for _, i := range grow {
		s.expand(i)
	}
	for _, i := range stay {
		s.watchAll(i)
	}
}
