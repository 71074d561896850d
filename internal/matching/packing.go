package matching

// Packing is a proof that no join is cheaper: sets of nodes, each with a weight, of which two are disjoint or one
// is inside the other. Each set has an odd number of the nodes to join, so that every join leaves it by some
// edge. If the sets that an edge leaves weigh at most twice its cost together, then no join costs less than
// half of what all of them weigh.
//
// Of the nodes to join the border is one if the others are odd in number.
type Packing struct {
	Weight []int64 // of each set, more than 0
	Within []int32 // the smallest set around each set; -1 for none
	Set    []int32 // the smallest set around each node, the border last; -1 for none
}

// width is the sum of all radii.
func (s *growth) width() (sum int64) {
	for i := range s.regions {
		if r := &s.regions[i]; !r.unused {
			sum += s.radius(r)
		}
	}
	return sum
}

// packing has a set for each distance from a region's middle at which the region covers other places.
func (s *growth) packing() Packing {
	var p Packing
	set := make([]int32, len(s.spots)) // of each place
	for i := range set {
		set[i] = none
	}
	var list func(i, around int32, past int64)
	list = func(i, around int32, past int64) {
		r := &s.regions[i]
		radius := s.radius(r)
		add := func(from int64) {
			if from < radius {
				p.Weight, p.Within = append(p.Weight, radius-from), append(p.Within, around)
				around, radius = int32(len(p.Weight)-1), from
			}
		}
		for k := len(r.shell) - 1; k >= 0; k-- {
			add(past - s.spots[r.shell[k]].past)
			set[r.shell[k]] = around
		}
		add(0)
		for _, child := range r.cycle {
			list(child, around, past+s.radius(&s.regions[child]))
		}
	}
	for i := range s.regions {
		if r := &s.regions[i]; !r.unused && r.within == none {
			list(int32(i), none, 0)
		}
	}
	p.Set = make([]int32, len(s.g.place))
	for node, place := range s.g.place {
		p.Set[node] = set[place]
	}
	return p
}
