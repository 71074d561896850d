package gf2

import "context"

// frontPlan is what the elimination in blocks needs to know before it starts. Rows and columns are
// paired to nodes of a graph, where two nodes are joined if one's row meets the other's column: a set of
// nodes that separates the graph cuts the matrix into blocks.
type frontPlan struct {
	byRow, byCol *sparseMatrix // the columns of each row, the rows of each column
	rowOf, colOf []int32       // of each node, or -1
	rowNode      []int32       // of each row
	colNode      []int32
	graph        graph
	tree         *partTree
	part         []int32   // of each node
	border       [][]int32 // of each part: the nodes above that it meets
	below        [][]int32 // of each part: the parts whose parent it is
	largest      int       // block, in bits
	kept         int       // bits
}

// planFronts orders the blocks of the matrix with the given columns, with leaf nodes in the lowest.
// twins[c] is the row that belongs to column c, or -1; it may be nil. The plan is nil if the first
// separator has more than widest nodes, or the context ended.
func planFronts(ctx context.Context, columns *sparseMatrix, twins []int32, leaf, widest int) *frontPlan {
	p := &frontPlan{}
	p.pair(columns, twins)
	p.byCol, p.byRow = columns, columns.transposed()
	p.join()
	tree, ok := dissect(ctx, p.graph, leaf, widest)
	if !ok || ctx.Err() != nil {
		return nil
	}
	p.tree = tree
	p.part = make([]int32, len(p.rowOf))
	p.below = make([][]int32, len(tree.parent))
	for t, parent := range tree.parent {
		for _, v := range p.nodes(t) {
			p.part[v] = int32(t)
		}
		if parent >= 0 {
			p.below[parent] = append(p.below[parent], int32(t))
		}
	}
	p.measure()
	return p
}

// nodes are the nodes of part t.
func (p *frontPlan) nodes(t int) []int32 { return p.tree.parts.Of(t) }

// pair makes the nodes: each column and its twin, if it has one. Otherwise a column is paired with a free
// row that it meets, as nearly as far behind it as the last pair was: that finds the rows of a graph from
// which some columns are missing. What is left over are nodes of their own.
func (p *frontPlan) pair(columns *sparseMatrix, twins []int32) {
	p.rowNode, p.colNode = make([]int32, columns.cols), upTo(columns.Len())
	p.colOf, p.rowOf = upTo(columns.Len()), make([]int32, columns.Len())
	for r := range p.rowNode {
		p.rowNode[r] = -1
	}
	for c := range p.rowOf {
		p.rowOf[c] = -1
		if twins != nil && twins[c] >= 0 {
			p.rowOf[c] = twins[c]
			p.rowNode[twins[c]] = int32(c)
		}
	}
	behind := 0
	for c := range p.rowOf {
		if p.rowOf[c] >= 0 {
			continue
		}
		best := -1
		for _, r := range columns.Of(c) {
			if p.rowNode[r] < 0 && (best < 0 || distance(int(r), c+behind) < distance(best, c+behind)) {
				best = int(r)
			}
		}
		if best >= 0 {
			p.rowOf[c], p.rowNode[best] = int32(best), int32(c)
			behind = best - c
		}
	}
	for r := range p.rowNode {
		if p.rowNode[r] < 0 {
			p.rowNode[r] = int32(len(p.rowOf))
			p.rowOf, p.colOf = append(p.rowOf, int32(r)), append(p.colOf, -1)
		}
	}
}

func distance(i, j int) int { return max(i-j, j-i) }

// join makes the graph of the nodes.
func (p *frontPlan) join() {
	n := len(p.rowOf)
	g := graph{NewLists(n, p.byRow.Total())}
	met := make([]int32, n) // the last node that met this one, plus one
	for v := range int32(n) {
		meet := func(m *sparseMatrix, i int32, node []int32) {
			if i < 0 {
				return
			}
			for _, j := range m.Of(int(i)) {
				if w := node[j]; w != v && met[w] != v+1 {
					met[w] = v + 1
					g.index = append(g.index, w)
				}
			}
		}
		meet(p.byRow, p.rowOf[v], p.colNode)
		meet(p.byCol, p.colOf[v], p.rowNode)
		g.start = append(g.start, len(g.index))
	}
	p.graph = g
}

// measure finds the borders of the parts, and from them how much memory the blocks take.
func (p *frontPlan) measure() {
	p.border = make([][]int32, len(p.tree.parent))
	met := make([]int32, len(p.part)) // the last part that met a node, plus one
	for t := range p.border {
		var border []int32
		add := func(w int32) {
			if p.part[w] > int32(t) && met[w] != int32(t)+1 {
				met[w] = int32(t) + 1
				border = append(border, w)
			}
		}
		for _, v := range p.nodes(t) {
			for _, w := range p.graph.Of(int(v)) {
				add(w)
			}
		}
		for _, c := range p.below[t] {
			for _, w := range p.border[c] {
				add(w)
			}
		}
		p.border[t] = border
		own, all := len(p.nodes(t)), len(p.nodes(t))+len(border)
		p.largest = max(p.largest, all*all)
		p.kept += 2 * own * all
	}
}
