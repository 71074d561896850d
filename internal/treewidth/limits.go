package treewidth

// What is tried, and how large it may get.
const (
	// order.go

	// maxBorder is the most vertices of a border: its settings are words of 64 bits, one of which is for the
	// vertex that is eliminated.
	maxBorder = 63
	// patience is how many pairs of neighbours are compared per vertex. A vertex of a tree has about one pair,
	// of a graph of treewidth 8 about a hundred.
	patience = 256
	// manyNeighbours is how many are kept in a map.
	manyNeighbours = 2 * maxBorder

	// program.go

	// fewSteps is a number of steps per column at which other trees are not worth looking for.
	fewSteps = 1 << 4
	// maxTrees is how many columns a code may have for trees to be tried: their orders are wide elsewhere, and
	// that takes long.
	maxTrees = 1 << 13
	// treeSteps bounds the work of a sweep.
	treeSteps = 1 << 24

	// space.go

	// maxStates bounds the logarithm of the number of states, before those that the rest forbids are left out.
	maxStates = 32

	// table.go

	// wideNode is from how many bits of states on the context is asked at every node.
	wideNode = 12
)
