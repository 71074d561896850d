package board

// Layout places a board's cells on squared paper. Some squares may be empty: holes, the corners
// of a cube's net, the gaps between the layers of a grid of more than two axes.
type Layout interface {
	// Size is the paper's.
	Size() (rows, cols int)
	// Cell is the cell at a place, or -1.
	Cell(row, col int) int
	// Place is where a cell is.
	Place(cell int) (row, col int)
	// Outline is the shape of a cell: its corners in order, as x to the right and y downwards in units of about a
	// cell's width. It is nil where cells are the squares of their places. Hexagons and triangles that touch on the
	// board share an edge.
	Outline(cell int) [][2]float64
}

// plain is the layout of a board with rows and columns and no holes.
type plain struct{ rows, cols int }

func (p plain) Size() (int, int)          { return p.rows, p.cols }
func (p plain) Cell(row, col int) int     { return row*p.cols + col }
func (p plain) Place(cell int) (int, int) { return cell / p.cols, cell % p.cols }
func (p plain) Outline(int) [][2]float64  { return nil }

// table is a layout written down cell by cell.
type table struct {
	rows, cols int
	cell       []int32
	place      []int32
}

func newTableLayout(rows, cols, cells int) *table {
	t := &table{rows: rows, cols: cols, cell: make([]int32, rows*cols), place: make([]int32, cells)}
	for i := range t.cell {
		t.cell[i] = -1
	}
	return t
}

func (t *table) put(cell, row, col int) {
	t.cell[row*t.cols+col] = int32(cell)
	t.place[cell] = int32(row*t.cols + col)
}

func (t *table) Size() (int, int)      { return t.rows, t.cols }
func (t *table) Cell(row, col int) int { return int(t.cell[row*t.cols+col]) }
func (t *table) Place(cell int) (int, int) {
	return int(t.place[cell]) / t.cols, int(t.place[cell]) % t.cols
}
func (t *table) Outline(int) [][2]float64 { return nil }

// maxDrawn is how many squares of paper a written-down layout may have; larger boards of that
// kind are not drawn.
const maxDrawn = 1 << 22

// latticeLayout draws a grid of any number of axes as blocks of blocks: the last axis runs to the
// right, the one before it down, the one before that again to the right with a gap between blocks,
// and so on; each further pair of axes widens the gap by one.
func latticeLayout(dims []int) Layout {
	switch len(dims) {
	case 1:
		return plain{1, dims[0]}
	case 2:
		return plain{dims[0], dims[1]}
	}
	// size[0] and size[1] are the rows and columns of the block made of the axes so far, stride
	// how far apart two neighbours along an axis are drawn.
	size := [2]int{1, 1}
	stride := make([]int, len(dims))
	cells := 1
	for i := range dims {
		axis := len(dims) - 1 - i
		side, gap := 1-i%2, i/2
		stride[axis] = size[side] + gap
		size[side] = stride[axis]*dims[axis] - gap
		cells *= dims[axis]
		if size[side] > maxDrawn || size[0]*size[1] > maxDrawn {
			return nil
		}
	}
	t := newTableLayout(size[0], size[1], cells)
	for cell := range cells {
		var at [2]int
		rest := cell
		for i := range dims {
			axis := len(dims) - 1 - i
			at[1-i%2] += rest % dims[axis] * stride[axis]
			rest /= dims[axis]
		}
		t.put(cell, at[0], at[1])
	}
	return t
}

// inRows reports whether the board's drawing is its cells row by row, with at most holes between them: not a
// net, not layers side by side.
func (b *Board) inRows() bool {
	switch b.layout.(type) {
	case plain, *tiling:
		return true
	}
	return b.shape.Masked
}

// hasHoles reports whether the rows have places without a cell: a mask's, or the ends of short rows.
func (b *Board) hasHoles() bool {
	rows, cols := b.layout.Size()
	return b.lights < rows*cols
}
