package board

import "slices"

// Shape tells what kind of board a SPEC describes.
type Shape struct {
	// Kind is the word before the colon of the canonical SPEC: "grid", "torus", "graph", …
	Kind string
	// Dims are its numbers: {5, 7} for grid:5x7, {7} for hypercube:7.
	Dims []int
	// Pattern is which cells a press flips, on boards made of rows and columns; for the others
	// only its SelfOff has a meaning.
	Pattern Pattern
	// Masked: some cells of the rows and columns are holes.
	Masked bool
}

// CrossRows reports whether the board is one of the given kinds, has exactly rows and columns, the
// cross pattern and no holes: what row-by-row methods work on.
func (s Shape) CrossRows(kinds ...string) (rows, cols int, ok bool) {
	if len(s.Dims) != 2 || s.Masked || !s.Pattern.IsCross() || !slices.Contains(kinds, s.Kind) {
		return 0, 0, false
	}
	return s.Dims[0], s.Dims[1], true
}
