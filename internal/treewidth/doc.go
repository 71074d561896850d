// Package treewidth finds the lightest words of a code by dynamic programming over a tree, of which a path is a case.
// All that the library knows of this is here:
//
//	Matrix.QuickProgram   a plan over a tree decomposition of a sparse graph, in time linear in its size    order.go
//	Matrix.Plan        a plan over the best of some trees, for many words of one code                    sweep.go
//	NewPath            a plan over an order of the columns, from a basis: the trellis of a code          path.go
//	Matrix.Path        looks for an order of columns in which few rows are open                          sweep.go
//
// The code is the null space of a sparse [Matrix] with a row for every light and a column for every switch.
// Its graph has both as vertices, and joins a switch with the lights in its column. A [Plan] eliminates
// the vertices one after another (order.go). What has been eliminated by then falls into pieces, and a
// piece touches the rest in few vertices, its border: a switch there is pressed or not, a light there has
// been flipped an odd or an even number of times by the piece.
//
// Not every setting of a border occurs. Those that do form a linear space, and a state is a point of it,
// given by its coordinates in some basis. So a Plan does linear algebra on the borders first (space.go):
// from the leaves to the root it finds which settings the pieces allow, and from the root to the leaves
// which of these the rest allows as well (restrict.go). What is left is the least number of states that
// any program over this tree can have (N. Kashyap, On minimal tree realizations of linear codes, IEEE
// Trans. Inf. Theory 55, 2009). It is at most 2^dimension, so a board with few quiet patterns takes few
// states however wide it is. Over a path the minimal span form of the basis says the same at once.
//
// [Program.Minimum] then keeps the least cost for each state (table.go), and reads the word off from the
// root to the leaves. [Plan.AllMinimum] and [Plan.Within] count and list (all.go).
package treewidth
