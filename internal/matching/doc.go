// Package matching finds the cheapest way to join nodes of a graph in pairs by paths, in polynomial time: a
// set of edges that has odd degree at exactly the nodes named, which is called a T-join.
//
//	g, err := matching.New(4, []matching.Edge{{0, 1, 3}, {1, 2, 1}, {2, 3, 1}, {3, matching.Border, 5}}, 0)
//	edges, err := g.Join(ctx, []int{0, 3}) // edges 0, 1 and 2
//
// Where every switch of a board flips at most two lights, lights are nodes, switches are edges, and the
// cheapest switches that change some lights are such a set. A switch that flips one light leads to the
// border, a node that takes the parity that is left over.
//
//	join.go      cheapest paths between the nodes, and what the pairs mean
//	blossom.go   a perfect matching of least cost
package matching
