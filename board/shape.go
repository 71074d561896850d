package board

// Shape tells how a board is made, for those who know a shape's structure, and how much its switches flip, which costs
// nothing to know.
type Shape struct {
	// Kind is the word before the colon of the canonical SPEC: "grid", "torus", "graph", …
	Kind string
	// Dims are its numbers: {5, 7} for grid:5x7, {7} for hypercube:7.
	Dims []int
	// Pattern is which cells a press flips, on boards made of rows and columns: "" for the cross, which is the pressed
	// cell and its neighbours along every axis; or "cross:full", "x", "king", "knight", "picture".
	Pattern string
	// SelfOff: a press does not flip its own cell.
	SelfOff bool
	// Masked: some cells of the rows and columns are holes.
	Masked bool
	// States of a light.
	States int
	// Cross: the board has exactly rows and columns, which are Dims, the cross pattern, no holes, and lights with two
	// states. That is what methods that go row by row work on.
	Cross bool
	// Flips is about how many lights all switches together flip: exact except at the edges of grids and where wraps
	// cancel; math.MaxInt if it does not fit. MostToggles bounds how many one switch flips.
	Flips, MostToggles int
	// InRows: the drawing is the cells row by row, with at most holes between them: not a net, not layers side by side.
	InRows bool
	// ByWords: [Board.Apply] takes 64 switches at a time, so that a billion of them are a matter of seconds: on a
	// [Rectangle] and on hypercubes. The matrix of these boards is symmetric.
	ByWords bool
}

// Shape tells how the board is made.
func (b *Board) Shape() Shape { return b.shape }

// described is the board with the whole of its shape, which is worked out when nothing about the board changes any more.
func (b *Board) described() *Board {
	c := *b
	s := &c.shape
	s.States, s.Flips, s.MostToggles = b.States(), b.toggles.total(), b.toggles.most()
	_, rectangle := b.Rectangle()
	_, hypercube := b.hypercube()
	s.ByWords = rectangle || hypercube
	s.InRows = b.inRows()
	k, _ := findKind(s.Kind)
	s.Cross = k.edge != nil && len(s.Dims) == 2 && !s.Masked && s.Pattern == "" && s.States == 2
	return &c
}
