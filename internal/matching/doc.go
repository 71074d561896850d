// Package matching finds the cheapest way to join nodes of a graph in pairs by paths, in polynomial time: a
// set of edges that has odd degree at exactly the nodes named, which is called a T-join.
//
//	g, err := matching.New(4, []matching.Edge{{0, 1, 3}, {1, 2, 1}, {2, 3, 1}, {3, matching.Border, 5}})
//	join, err := g.Join(ctx, []int{0, 3}) // edges 0, 1 and 2
//
// Where every switch of a board flips at most two lights, lights are nodes, switches are edges, and the
// cheapest switches that change some lights are such a set. A switch that flips one light leads to the
// border, a node that takes the parity that is left over.
//
// The method is Edmonds' algorithm (1965) on the graph itself, as in O. Higgott and C. Gidney, Sparse
// Blossom (2023). A region grows around each node to join, at the same speed. Two growing regions that touch
// are paired and stop. A growing region that touches a pair takes it into its tree: the touched one shrinks,
// its partner grows. Two regions of one tree that touch, both growing, become one region with a boundary of
// its own (a blossom). No path between two nodes is ever looked for, and time and memory depend on what the
// regions cover.
//
// The regions are also the proof. Every answer has to leave each region, so that no answer costs less than
// all the widths together: see Packing.
//
//	graph.go     the graph, and its edges that cost nothing
//	join.go      the question and the answer
//	grow.go      regions in time: what grows, shrinks, touches
//	tree.go      what happens where regions touch
//	queue.go     what happens next
//	packing.go   the proof
//	left.go      an answer when time is over
package matching
