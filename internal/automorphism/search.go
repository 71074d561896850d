package automorphism

import (
	"context"
	"math/big"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// chain finds a graph's automorphisms. It singles out nodes b1, b2, … one after another, refining
// the partition each time, until every cell is a single node: the base. The images of the base
// determine an automorphism. From the end of the base back to its beginning, chain then asks for each
// bi which nodes w of its cell it can be mapped to while b1 … b(i-1) stay fixed: the orbit of bi under
// the stabiliser of those. The order of the whole group is the product of the lengths of these orbits.
//
// One answer often gives the others: every w in the orbit of bi under the automorphisms known so far
// needs no search, and if one w cannot be reached, neither can the rest of its orbit. So each
// automorphism that a search finds at least doubles the known group.
type chain struct {
	graph *Graph
	part  *partition
	base  trail

	order      *big.Int
	generators []moves
	orbits     *disjoint.Sets[int32] // of the generators
	links      []link                // from the end of the base on

	// Scratch for candidate and isAutomorphism.
	image []int32
	mark  []int
	stamp int
}

// trail is nodes singled out one after another until every cell is a single node.
type trail struct {
	levels []level
	leaf   []int32 // the partition at the end
	place  []int32 // where each node stands in it
}

type level struct {
	node         int32
	cell         int32    // where its cell started
	splits       int      // how many splits there were before it was singled out
	fingerprints []uint64 // what refining then did
}

// Find finds the automorphisms of a graph: the permutations of its nodes that keep colours and arcs.
// It returns the context's error if that ends first.
func Find(ctx context.Context, g *Graph) (*Group, error) {
	c := &chain{
		graph: g, part: newPartition(ctx, g),
		order: big.NewInt(1), orbits: disjoint.New[int32](g.n),
		image: identity(g.n), mark: make([]int, g.n),
	}
	if err := c.findBase(); err != nil {
		return nil, err
	}
	for i := len(c.base.levels) - 1; i >= 0; i-- {
		if err := c.findOrbit(i); err != nil {
			return nil, err
		}
	}
	return &Group{nodes: g.n, order: c.order, generators: c.generators, chain: c.links}, nil
}

func (c *chain) findBase() error {
	if _, err := c.part.refine(func(uint64) bool { return true }); err != nil {
		return err
	}
	for !c.part.isDiscrete() {
		cell := c.part.chooseCell()
		l, err := c.stepDown(cell, slices.Min(c.part.cell(cell)))
		if err != nil {
			return err
		}
		c.base.levels = append(c.base.levels, l)
	}
	c.base.end(c.part)
	return nil
}

// stepDown singles out a node of a cell, refines, and returns what happened.
func (c *chain) stepDown(cell, node int32) (level, error) {
	l := level{node: node, cell: cell, splits: len(c.part.splits)}
	c.part.singleOut(node)
	_, err := c.part.refine(func(f uint64) bool {
		l.fingerprints = append(l.fingerprints, f)
		return true
	})
	return l, err
}

// follow singles out a node, refines, and reports whether the same happened as at the level. If not,
// it may have stopped early.
func (c *chain) follow(l level, node int32) (bool, error) {
	want := l.fingerprints
	c.part.singleOut(node)
	same, err := c.part.refine(func(f uint64) bool {
		if len(want) == 0 || want[0] != f {
			return false
		}
		want = want[1:]
		return true
	})
	return same && len(want) == 0, err
}

func (t *trail) end(p *partition) {
	t.leaf, t.place = slices.Clone(p.node), slices.Clone(p.place)
}

// findOrbit finds the orbit of node i of the base while those before it stay fixed, and generators for
// it.
func (c *chain) findOrbit(i int) error {
	l := c.base.levels[i]
	c.part.goBack(l.splits)
	candidates := slices.Clone(c.part.cell(l.cell))
	slices.Sort(candidates)
	var failed []int32
	unreachable := map[int32]bool{} // the orbits of those that failed
	for _, w := range candidates {
		if c.orbits.Find(w) == c.orbits.Find(l.node) || unreachable[c.orbits.Find(w)] {
			continue
		}
		m, err := c.take(i, w)
		if err != nil {
			return err
		}
		if m == nil {
			failed = append(failed, w)
			unreachable[c.orbits.Find(w)] = true
			continue
		}
		c.generators = append(c.generators, m)
		joinMoves(c.orbits, m)
		clear(unreachable)
		for _, f := range failed {
			unreachable[c.orbits.Find(f)] = true
		}
	}
	length := c.orbits.Size(l.node)
	c.order.Mul(c.order, big.NewInt(int64(length)))
	if length > 1 {
		c.links = append(c.links, link{node: l.node, known: len(c.generators)})
	}
	return nil
}

// take looks for an automorphism that fixes the base before node i and maps that node to w; nil if
// there is none.
//
// It singles out w and then whatever comes first, to the end, and keeps this trail. An automorphism of
// the wanted kind exists exactly if some trail that begins with the base up to node i refines in the
// same way. One trail in each orbit of the automorphisms that fix its beginning is enough, and along
// the base these automorphisms are all known by now.
func (c *chain) take(i int, w int32) (moves, error) {
	p, l := c.part, c.base.levels[i]
	defer p.goBack(l.splits)
	if same, err := c.follow(l, w); err != nil || !same {
		return nil, err
	}
	goal := trail{levels: []level{l}}
	asBase := true
	for n := i + 1; ; n++ {
		if asBase {
			if m, ok := c.candidate(l.splits); ok && c.isAutomorphism(m) {
				return m, nil
			}
		}
		if p.isDiscrete() {
			break
		}
		cell := p.chooseCell()
		node := slices.Min(p.cell(cell))
		if asBase && p.start[c.base.levels[n].node] == cell {
			node = c.base.levels[n].node // most of the graph is likely to stay fixed
		}
		next, err := c.stepDown(cell, node)
		if err != nil {
			return nil, err
		}
		asBase = asBase && slices.Equal(next.fingerprints, c.base.levels[n].fingerprints)
		goal.levels = append(goal.levels, next)
	}
	goal.end(p)
	p.goBack(l.splits)
	return c.reach(&goal, 0, l.node, c.generators)
}

// reach looks for a trail that refines as the goal does from its level i on, where v is the next node
// to single out, and returns the automorphism that maps it to the goal; nil if there is none. The
// generators are those that fix what was singled out before.
func (c *chain) reach(goal *trail, i int, v int32, generators []moves) (moves, error) {
	p := c.part
	defer p.goBack(len(p.splits))
	if same, err := c.follow(goal.levels[i], v); err != nil || !same {
		return nil, err
	}
	if i+1 == len(goal.levels) {
		if m := movesBetween(p.node, goal.leaf); c.isAutomorphism(m) {
			return m, nil
		}
		return nil, nil
	}
	var fixing []moves
	for _, m := range generators {
		if m.image(v) == v {
			fixing = append(fixing, m)
		}
	}
	next := goal.levels[i+1]
	candidates := p.sortedCell(next.cell, next.node)
	orbits := orbitsOf(fixing, c.graph.n)
	tried := map[int32]bool{}
	for _, w := range candidates {
		if tried[orbits.Find(w)] {
			continue
		}
		tried[orbits.Find(w)] = true
		m, err := c.reach(goal, i+1, w, fixing)
		if m != nil || err != nil {
			return m, err
		}
	}
	return nil, nil
}

func movesBetween(from, to []int32) moves {
	var m moves
	for i, v := range from {
		if v != to[i] {
			m = append(m, move{v, to[i]})
		}
	}
	m.sort()
	return m
}

// candidate is the permutation that maps the end of the base to the current partition, where that is
// obvious: every cell with several nodes holds the nodes that stand there at the end, so that they may
// stay fixed, and the single nodes give the rest (after Darga, Sakallah, Markov, Faster symmetry
// discovery using sparsity of symmetries, 2008). Only cells split since the given mark can differ.
func (c *chain) candidate(mark int) (moves, bool) {
	c.stamp++
	var m moves
	for _, s := range c.part.splits[mark:] {
		for _, start := range [2]int32{s.whole, s.part} {
			if c.mark[start] == c.stamp {
				continue
			}
			c.mark[start] = c.stamp
			cell := c.part.cell(start)
			if len(cell) == 1 {
				if c.base.leaf[start] != cell[0] {
					m = append(m, move{c.base.leaf[start], cell[0]})
				}
				continue
			}
			for _, v := range cell {
				if at := c.base.place[v]; at < start || at >= start+int32(len(cell)) {
					return nil, false
				}
			}
		}
	}
	m.sort()
	return m, true
}

// isAutomorphism checks that the moves are a permutation, and the arcs at every node that it moves. Arcs
// between fixed nodes are kept anyway.
func (c *chain) isAutomorphism(m moves) bool {
	c.stamp++
	for _, x := range m {
		c.mark[x.from] = c.stamp
	}
	for _, x := range m {
		if c.mark[x.to] != c.stamp { // none moves away from where this one goes, or two go there
			return false
		}
		c.mark[x.to] = 0
	}
	for _, x := range m {
		c.image[x.from] = x.to
	}
	defer func() {
		for _, x := range m {
			c.image[x.from] = x.from
		}
	}()
	for _, x := range m {
		if c.graph.colour[x.from] != c.graph.colour[x.to] || !c.carries(c.graph.out, x) {
			return false
		}
		if c.graph.directed && !c.carries(c.graph.in, x) {
			return false
		}
	}
	return true
}

// carries reports whether the images of from's neighbours are to's neighbours.
func (c *chain) carries(a gf2.Lists, x move) bool {
	if len(a.Of(int(x.from))) != len(a.Of(int(x.to))) {
		return false
	}
	c.stamp++
	for _, v := range a.Of(int(x.to)) {
		c.mark[v] = c.stamp
	}
	for _, v := range a.Of(int(x.from)) {
		if c.mark[c.image[v]] != c.stamp {
			return false
		}
	}
	return true
}
