package matching

import (
	"context"
	"errors"
	"fmt"

	"lightsout/gf2"
)

// ErrImpossible says that a connected part without the border has an odd number of the nodes to join.
var ErrImpossible = errors.New("matching: an odd number of nodes to join in a connected part without a border")

// Join is a set of edges that has odd degree at exactly the nodes to join, and at the border if they are odd
// in number.
type Join struct {
	Edges gf2.Vec
	Cost  int64
	Lower int64 // no other costs less; equal to Cost unless the context ended
}

// Join finds the cheapest join. The error is ErrImpossible, or the context's, and then the join is the best
// that was found.
func (g *Graph) Join(ctx context.Context, odd []int) (Join, error) {
	join, _, err := g.join(ctx, odd, false)
	return join, err
}

// Prove is Join with a proof of what is the lower bound.
func (g *Graph) Prove(ctx context.Context, odd []int) (Join, Packing, error) {
	return g.join(ctx, odd, true)
}

func (g *Graph) join(ctx context.Context, odd []int, prove bool) (Join, Packing, error) {
	out := Join{Edges: gf2.NewVec(len(g.edges))}
	wanted, places, err := g.wanted(odd)
	if err != nil {
		return out, Packing{}, err
	}
	s := g.pool.Get().(*growth)
	defer g.pool.Put(s)
	s.start(places)
	for steps := 0; s.lonely > 0 && (steps%256 != 0 || ctx.Err() == nil); steps++ {
		s.step()
	}
	if lonely := s.choose(out.Edges); len(lonely) > 0 {
		err = ctx.Err()
		g.joinLeft(lonely, out.Edges)
	}
	g.joinFree(wanted, out.Edges)
	for i := range out.Edges.Ones() {
		out.Cost += g.edges[i].Cost
	}
	out.Lower = s.width() / 2 // even: it grows as fast as there are trees, which end two at a time
	if !prove {
		return out, Packing{}, err
	}
	return out, s.packing(), err
}

// wanted says which nodes, the border included, must have odd degree, and in which places they are odd in number.
func (g *Graph) wanted(odd []int) (gf2.Vec, []int32, error) {
	wanted := gf2.NewVec(g.nodes + 1)
	for _, node := range odd {
		if node < 0 || node >= g.nodes {
			return wanted, nil, fmt.Errorf("matching: node %d of %d", node, g.nodes)
		}
		wanted.Flip(node)
	}
	border := g.part[g.place[g.nodes]]
	parts := gf2.NewVec(g.parts)
	for node := range wanted.Ones() {
		parts.Flip(int(g.part[g.place[node]]))
	}
	if parts.Bit(int(border)) {
		wanted.Flip(g.nodes)
		parts.Flip(int(border))
	}
	if !parts.IsZero() {
		return wanted, nil, ErrImpossible
	}
	count := gf2.NewVec(g.around.Len())
	for node := range wanted.Ones() {
		count.Flip(int(g.place[node]))
	}
	places := make([]int32, 0, count.Weight())
	for place := range count.Ones() {
		places = append(places, int32(place))
	}
	return wanted, places, nil
}

// joinFree adds edges of no cost, so that within each place the right nodes have odd degree.
func (g *Graph) joinFree(wanted, edges gf2.Vec) {
	if len(g.free) == 0 {
		return
	}
	for i := range edges.Ones() {
		wanted.Flip(int(g.edges[i].U))
		wanted.Flip(int(g.edges[i].V))
	}
	for _, f := range g.free {
		if wanted.Bit(int(f.node)) {
			edges.Flip(int(f.edge))
			wanted.Flip(int(f.node))
			wanted.Flip(int(f.up))
		}
	}
}

// choose adds the paths between partners, and returns the places that have none.
func (s *growth) choose(edges gf2.Vec) (lonely []int32) {
	for i := range s.regions {
		r := &s.regions[i]
		if r.unused || r.within != none {
			continue
		}
		if r.mate == noJoint {
			source := int32(i)
			for len(s.regions[source].cycle) > 0 {
				source = s.regions[source].cycle[0]
			}
			lonely = append(lonely, s.roots[source])
			s.chooseWithin(int32(i), source, edges)
			continue
		}
		if r.mate.from < r.mate.to {
			s.add(r.mate, edges)
		}
		s.chooseWithin(int32(i), r.mate.from, edges)
	}
	return lonely
}

// chooseWithin adds the paths between partners in a region of which one node has its partner outside.
func (s *growth) chooseWithin(i, source int32, edges gf2.Vec) {
	r := &s.regions[i]
	if len(r.cycle) == 0 {
		return
	}
	at := s.child(i, source)
	s.chooseWithin(r.cycle[at], source, edges)
	for k := 1; k < len(r.cycle); k += 2 {
		a, b := (at+k)%len(r.cycle), (at+k+1)%len(r.cycle)
		j := r.joints[a]
		s.add(j, edges)
		s.chooseWithin(r.cycle[a], j.from, edges)
		s.chooseWithin(r.cycle[b], j.to, edges)
	}
}

func (s *growth) add(j joint, edges gf2.Vec) {
	for _, i := range s.paths[j.first:j.last] {
		edges.Flip(int(i))
	}
}
