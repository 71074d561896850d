package automorphism

import (
	"cmp"
	"context"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// partition is an ordered partition of the nodes into cells, made finer by two means: a node is
// singled out, and cells are split until any two nodes of a cell have equally many arcs to, and
// from, every cell (colour refinement; in the manner of McKay, Practical graph isomorphism, 1981).
//
//	node   [ 4 | 0 7 2 | 1 | 3 6 5 ]     cells start at 0, 1, 4, 5
//	start   0   1 1 1   4   5 5 5        start[v] of each node, size[1] = 3
//
// A cell is identified by the position where it starts, which does not change while it shrinks. Which
// cells appear where depends only on the graph and on the nodes singled out, never on how nodes are
// numbered; the order within a cell is arbitrary. Splits are kept on a stack, so going back costs no
// more than going forward did.
type partition struct {
	graph  *Graph
	ctx    context.Context
	cells  int
	node   []int32
	place  []int32 // where each node stands
	start  []int32 // where each node's cell starts
	size   []int32 // of the cell that starts there
	splits []split

	queue  []int32 // cells that may split others
	queued []bool

	// For one splitter: how many arcs each node has to it; how many nodes of a cell have any; which
	// cells those are.
	count    []int32
	touched  []int32
	reached  []int32
	splitter []int32
	steps    int
}

// split says that the cell at part was cut off the end of the cell at whole.
type split struct{ whole, part int32 }

func newPartition(ctx context.Context, g *Graph) *partition {
	p := &partition{
		graph: g, ctx: ctx,
		node: identity(g.n), place: make([]int32, g.n),
		start: make([]int32, g.n), size: make([]int32, g.n),
		queued: make([]bool, g.n), count: make([]int32, g.n), touched: make([]int32, g.n),
	}
	slices.SortStableFunc(p.node, func(u, v int32) int { return cmp.Compare(g.colour[u], g.colour[v]) })
	var cell int32
	for i, v := range p.node {
		if i == 0 || g.colour[v] != g.colour[p.node[i-1]] {
			cell = int32(i)
			p.cells++
			p.enqueue(cell)
		}
		p.place[v] = int32(i)
		p.start[v] = cell
		p.size[cell]++
	}
	return p
}

func (p *partition) cell(start int32) []int32 { return p.node[start : start+p.size[start]] }

// sortedCell is a copy of a cell in the order of its nodes, but first comes first if it is there.
func (p *partition) sortedCell(start, first int32) []int32 {
	nodes := slices.Clone(p.cell(start))
	slices.Sort(nodes)
	if at, ok := slices.BinarySearch(nodes, first); ok {
		copy(nodes[1:at+1], nodes[:at])
		nodes[0] = first
	}
	return nodes
}

func (p *partition) isDiscrete() bool { return p.cells == p.graph.n }

// chooseCell is the cell to single out the next node from; it has more than one node.
func (p *partition) chooseCell() int32 {
	if p.graph.n <= maxJoinsCompared {
		return p.localCell()
	}
	return p.smallestCell()
}

// maxJoinsCompared is the largest number of nodes for which localCell is worth its time.
const maxJoinsCompared = 1 << 11

// smallestCell is the first of the smallest cells with more than one node.
func (p *partition) smallestCell() int32 {
	best := int32(-1)
	for s := int32(0); s < int32(p.graph.n); s += p.size[s] {
		if p.size[s] > 1 && (best < 0 || p.size[s] < p.size[best]) {
			if best = s; p.size[s] == 2 {
				break
			}
		}
	}
	return best
}

// localCell is the first of the largest cells in the smallest part of the graph that can be decided
// on its own. Two cells depend on each other if there are some arcs between them but not all; cells
// that depend on each other form a part. Large cells keep the base short. Finishing one part before
// the next keeps the search from meeting the same dead end once for every choice in the others.
func (p *partition) localCell() int32 {
	parts := disjoint.New[int32](p.graph.n)
	for s := int32(0); s < int32(p.graph.n); s += p.size[s] {
		if p.size[s] > 1 {
			p.joinDependent(parts, s)
		}
	}
	best, bestNodes := int32(-1), int32(0)
	nodes := make([]int32, p.graph.n)
	for s := int32(0); s < int32(p.graph.n); s += p.size[s] {
		if p.size[s] > 1 {
			nodes[parts.Find(s)] += p.size[s]
		}
	}
	for s := int32(0); s < int32(p.graph.n); s += p.size[s] {
		if p.size[s] == 1 {
			continue
		}
		n := nodes[parts.Find(s)]
		if best < 0 || n < bestNodes || n == bestNodes && p.size[s] > p.size[best] {
			best, bestNodes = s, n
		}
	}
	return best
}

// joinDependent joins a cell with those that depend on it. One node represents its cell, since all
// nodes of a cell have equally many arcs.
func (p *partition) joinDependent(parts *disjoint.Sets[int32], cell int32) {
	v := p.node[cell]
	join := func(a gf2.Lists) {
		for _, u := range a.Of(int(v)) {
			p.touched[p.start[u]]++
		}
		for _, u := range a.Of(int(v)) {
			s := p.start[u]
			full := p.size[s]
			if s == cell {
				full--
			}
			if t := p.touched[s]; t > 0 && t < full && p.size[s] > 1 {
				parts.Join(cell, s)
			}
			p.touched[s] = 0
		}
	}
	join(p.graph.out)
	if p.graph.directed {
		join(p.graph.in)
	}
}

func (p *partition) enqueue(cell int32) {
	if !p.queued[cell] {
		p.queued[cell] = true
		p.queue = append(p.queue, cell)
	}
}

// singleOut gives v a cell of its own.
func (p *partition) singleOut(v int32) {
	whole := p.start[v]
	last := whole + p.size[whole] - 1
	p.swap(p.place[v], last)
	p.cut(whole, last, 1)
	p.enqueue(last)
}

func (p *partition) swap(i, j int32) {
	u, v := p.node[i], p.node[j]
	p.node[i], p.node[j] = v, u
	p.place[v], p.place[u] = i, j
}

// cut makes a cell of the size nodes at part: the end of whole, or of what earlier cuts left of it.
func (p *partition) cut(whole, part, size int32) {
	p.size[whole] -= size
	p.size[part] = size
	for _, v := range p.cell(part) {
		p.start[v] = part
	}
	p.cells++
	p.splits = append(p.splits, split{whole, part})
}

// goBack undoes all but the first mark splits.
func (p *partition) goBack(mark int) {
	for len(p.splits) > mark {
		s := p.splits[len(p.splits)-1]
		p.splits = p.splits[:len(p.splits)-1]
		for _, v := range p.cell(s.part) {
			p.start[v] = s.whole
		}
		p.size[s.whole] += p.size[s.part]
		p.cells--
	}
}

// refine splits cells until nothing more splits or every cell is a single node. After each splitter
// it calls step with a fingerprint of what that splitter did, which is equal for isomorphic
// situations. If step returns false, refine stops and returns false.
//
// Fingerprints only rule out: different ones mean different situations. Equal ones prove nothing, and a
// graph may be made so that they are equal; every permutation is checked arc by arc before it counts
// (isAutomorphism). So collisions cost time and cannot change the group.
func (p *partition) refine(step func(fingerprint uint64) bool) (bool, error) {
	defer p.emptyQueue()
	for next := 0; next < len(p.queue) && !p.isDiscrete(); next++ {
		if p.steps++; p.steps%256 == 0 && p.ctx.Err() != nil {
			return false, p.ctx.Err()
		}
		cell := p.queue[next]
		p.queued[cell] = false
		// Splitting may reorder the splitter itself, hence the copy.
		p.splitter = append(p.splitter[:0], p.cell(cell)...)
		fingerprint := p.splitBy(p.graph.out, mix(uint64(cell)))
		if p.graph.directed {
			fingerprint = p.splitBy(p.graph.in, fingerprint)
		}
		if !step(fingerprint) {
			return false, nil
		}
	}
	return true, nil
}

func (p *partition) emptyQueue() {
	for _, cell := range p.queue {
		p.queued[cell] = false
	}
	p.queue = p.queue[:0]
}

// splitBy splits every cell by how many arcs from the splitter reach each of its nodes.
func (p *partition) splitBy(a gf2.Lists, fingerprint uint64) uint64 {
	p.countArcs(a)
	// Cells are reached in an order that depends on node numbers. So those that do not split enter the
	// fingerprint as a sum, and those that do are sorted.
	var whole uint64
	splitting := p.reached[:0]
	for _, cell := range p.reached {
		hit := p.hit(cell)
		low, high := p.count[hit[0]], p.count[hit[0]]
		for _, v := range hit {
			low, high = min(low, p.count[v]), max(high, p.count[v])
		}
		if len(hit) < int(p.size[cell]) || low < high {
			splitting = append(splitting, cell)
			continue
		}
		whole += mix(uint64(cell)<<32 | uint64(low))
		p.forget(cell)
	}
	fingerprint = mix(fingerprint + whole)
	slices.Sort(splitting)
	for _, cell := range splitting {
		fingerprint = p.splitCell(cell, fingerprint)
	}
	p.reached = p.reached[:0]
	return fingerprint
}

// countArcs counts for every node the arcs from the splitter, and gathers the nodes that have any
// at the end of their cells.
func (p *partition) countArcs(a gf2.Lists) {
	for _, v := range p.splitter {
		for _, u := range a.Of(int(v)) {
			if p.count[u]++; p.count[u] > 1 {
				continue
			}
			cell := p.start[u]
			if p.touched[cell] == 0 {
				p.reached = append(p.reached, cell)
			}
			p.touched[cell]++
			p.swap(p.place[u], cell+p.size[cell]-p.touched[cell])
		}
	}
}

// hit is the nodes of a cell that arcs from the splitter reach.
func (p *partition) hit(cell int32) []int32 {
	end := cell + p.size[cell]
	return p.node[end-p.touched[cell] : end]
}

// forget clears the counts of a cell for the next splitter.
func (p *partition) forget(cell int32) {
	for _, v := range p.hit(cell) {
		p.count[v] = 0
	}
	p.touched[cell] = 0
}

// splitCell orders a cell by count and cuts it where the count changes. All parts but a largest become
// splitters, or all of them if the whole cell was still queued: what the largest would split follows
// from the whole and the others (Hopcroft's argument).
func (p *partition) splitCell(cell int32, fingerprint uint64) uint64 {
	hit, end := p.hit(cell), cell+p.size[cell]
	slices.SortFunc(hit, func(u, v int32) int { return cmp.Compare(p.count[u], p.count[v]) })
	from := end - int32(len(hit))
	for i, v := range hit {
		p.place[v] = from + int32(i)
	}
	mark := len(p.splits)
	fingerprint = mix(fingerprint ^ uint64(cell))
	for from < end {
		count, to := p.count[p.node[from]], from+1
		for to < end && p.count[p.node[to]] == count {
			to++
		}
		fingerprint = mix(fingerprint + uint64(from)<<32 + uint64(count))
		if from != cell { // otherwise the lowest count keeps the cell's start
			p.cut(cell, from, to-from)
		}
		from = to
	}
	for _, v := range hit {
		p.count[v] = 0
	}
	p.touched[cell] = 0
	p.enqueueParts(cell, p.splits[mark:])
	return fingerprint
}

func (p *partition) enqueueParts(cell int32, parts []split) {
	largest := cell
	for _, s := range parts {
		if p.size[s.part] > p.size[largest] {
			largest = s.part
		}
	}
	if p.queued[cell] {
		largest = -1
	} else if cell != largest {
		p.enqueue(cell)
	}
	for _, s := range parts {
		if s.part != largest {
			p.enqueue(s.part)
		}
	}
}

// mix scatters the bits of a number: the finishing step of SplitMix64 (Steele, Lea, Flood, Fast
// splittable pseudorandom number generators, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return (x ^ x>>31) & mixed
}

// mixed is the bits that mix keeps: all, but in tests of what happens if fingerprints are equal.
var mixed = ^uint64(0)
