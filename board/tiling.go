package board

import (
	"fmt"
	"math"
	"math/bits"
	"sort"
	"strings"
)

// tiling is the toggler, and the layout, of boards whose cells are not squares but hexagons or
// triangles. A press flips the cell and those that share an edge with it.
//
// Cells come in rows, and a cell's column counts from the start of its own row. For what touches what,
// and for drawing, a cell has a position x along its row as well: shift(row) and then two steps for
// every hexagon, which is two half cells wide, or one for every triangle, which overlaps the next one
// by half. So hexagons touch at x±2 in their row and x±1 in the rows beside it, and triangles at x±1
// in their row and x in the row that they have an edge to.
//
//	hex:2       hexgrid:2x3     triangle:2       trigrid:2x3
//	  o o         o o o            /\            /\\ /\
//	 o o o         o o o          /\\/\          \/ \\/
//	  o o
type tiling struct {
	tileRows
	step  int // along x, from one cell to the next: 2 for hexagons, 1 for triangles
	cells int
	self  bool
	holes *holes // nil: every cell is there; a place is a cell's number without the holes
}

// tileRows is how a tiling's cells are arranged.
type tileRows interface {
	rows() int
	// widest is the number of cells of the longest row, and length that of any row.
	widest() int
	length(row int) int
	// before is how many cells are in the rows above one.
	before(row int) int
	shift(row int) int
	// up reports whether a triangle points up. It is for triangles alone.
	up(row, col int) bool
}

// hexagon is a hexagon of hexagons with r cells along each of its sides.
type hexagon struct{ r int }

func (h hexagon) rows() int          { return 2*h.r - 1 }
func (h hexagon) widest() int        { return 2*h.r - 1 }
func (h hexagon) length(row int) int { return 2*h.r - 1 - h.shift(row) }
func (h hexagon) shift(row int) int  { return max(row-(h.r-1), h.r-1-row) }
func (h hexagon) up(_, _ int) bool   { return false }

func (h hexagon) before(row int) int {
	if row > h.r { // as much as is missing at the other end
		return hexagonCells(h.r) - h.before(h.rows()-row)
	}
	return row*h.r + row*(row-1)/2
}

func hexagonCells(r int) int { return 3*r*(r-1) + 1 }

// bricks are rows of equally many cells. Of hexagons every second row is shifted by half a cell; of
// triangles every second one points up, the first of the first row among them.
type bricks struct{ tall, wide, odd int }

func (b bricks) rows() int            { return b.tall }
func (b bricks) widest() int          { return b.wide }
func (b bricks) length(int) int       { return b.wide }
func (b bricks) before(row int) int   { return row * b.wide }
func (b bricks) shift(row int) int    { return row % 2 * b.odd }
func (b bricks) up(row, col int) bool { return (row+col)%2 == 0 }

// pyramid is a triangle of triangles with n along each side. Row r, counted from 0, has 2r+1.
type pyramid struct{ n int }

func (p pyramid) rows() int          { return p.n }
func (p pyramid) widest() int        { return 2*p.n - 1 }
func (p pyramid) length(row int) int { return 2*row + 1 }
func (p pyramid) before(row int) int { return row * row }
func (p pyramid) shift(row int) int  { return p.n - 1 - row }
func (p pyramid) up(_, col int) bool { return col%2 == 0 }

// maxTiles bounds the side of a hexagon or triangle, so that counting its cells cannot overflow:
// 2^20, or 2^14 with 32 bits.
const maxTiles = 1 << (14 + bits.UintSize/64*6)

// tilesOf is the size of a tiling with one number.
func tilesOf(cells func(side int) int) func([]int) (int, error) {
	return func(dims []int) (int, error) {
		if dims[0] > maxTiles || cells(dims[0]) > maxCells {
			return 0, errTooManyCells
		}
		return cells(dims[0]), nil
	}
}

func makeHexagon(dims []int) tiling { return tiling{tileRows: hexagon{dims[0]}, step: 2} }
func makeHexGrid(dims []int) tiling { return tiling{tileRows: bricks{dims[0], dims[1], 1}, step: 2} }
func makePyramid(dims []int) tiling { return tiling{tileRows: pyramid{dims[0]}, step: 1} }
func makeTriGrid(dims []int) tiling { return tiling{tileRows: bricks{dims[0], dims[1], 0}, step: 1} }

// tiledBoard makes the board of a tiling.
func (k kind) tiledBoard(dims []int, cells int, opt shapeOptions) (*Board, error) {
	t := k.tiles(dims)
	t.cells, t.self = cells, !opt.pattern.selfOff
	if opt.given {
		return nil, fmt.Errorf("pattern= needs square cells; a press on %s flips the cells that share an edge with it",
			k.name)
	}
	b := k.cellBoard(dims, cells, opt)
	if opt.mask != nil {
		var err error
		if t.holes, err = cutHoles(opt.mask, t.rows(), t.length); err != nil {
			return nil, err
		}
	}
	if t.holes != nil {
		t.cells = len(t.holes.place)
		b.shape.Masked = true
		b.spec += ",mask=" + strings.Join(opt.mask, "/")
	}
	b.switches, b.lights, b.toggles, b.layout = t.cells, t.cells, &t, &t
	return b, nil
}

// Size, Cell and Place are the layout: rows that all begin in the first column.

func (t *tiling) Size() (rows, cols int) { return t.rows(), t.widest() }

func (t *tiling) Cell(row, col int) int {
	if row < 0 || row >= t.rows() || col < 0 || col >= t.length(row) {
		return -1
	}
	cell := t.before(row) + col
	if t.holes != nil {
		return int(t.holes.cell[cell])
	}
	return cell
}

func (t *tiling) Place(cell int) (row, col int) {
	if t.holes != nil {
		cell = int(t.holes.place[cell])
	}
	row = sort.Search(t.rows(), func(row int) bool { return t.before(row+1) > cell })
	return row, cell - t.before(row)
}

// x is the position of a place along its row, and at the cell in such a position, or -1.
func (t *tiling) x(row, col int) int { return t.shift(row) + t.step*col }

func (t *tiling) at(row, x int) int {
	if row < 0 || row >= t.rows() || x < t.shift(row) || (x-t.shift(row))%t.step != 0 {
		return -1
	}
	return t.Cell(row, (x-t.shift(row))/t.step)
}

// hexagonSteps are the rows and positions next to a hexagon's.
var hexagonSteps = [][2]int{{-1, -1}, {-1, 1}, {0, -2}, {0, 2}, {1, -1}, {1, 1}}

func (t *tiling) appendToggles(dst []int, s int) []int {
	if t.self {
		dst = append(dst, s)
	}
	row, col := t.Place(s)
	x := t.x(row, col)
	flip := func(row, x int) {
		if cell := t.at(row, x); cell >= 0 {
			dst = append(dst, cell)
		}
	}
	if t.step == 2 {
		for _, d := range hexagonSteps {
			flip(row+d[0], x+d[1])
		}
		return dst
	}
	flip(row, x-1)
	flip(row, x+1)
	if t.up(row, col) {
		flip(row+1, x)
	} else {
		flip(row-1, x)
	}
	return dst
}

func (t *tiling) most() int { return 3*t.step + 1 }

func (t *tiling) total() int { return times(t.cells, t.most()) }

// Outline is a cell's corners, clockwise from the left. Hexagons stand on a corner and are one unit
// wide; triangles have sides of one unit.
func (t *tiling) Outline(cell int) [][2]float64 {
	row, col := t.Place(cell)
	left := float64(t.x(row, col)) / 2
	if t.step == 2 {
		side := 1 / math.Sqrt(3)
		top := 1.5 * side * float64(row)
		return [][2]float64{
			{left, top + side/2}, {left + .5, top}, {left + 1, top + side/2},
			{left + 1, top + 1.5*side}, {left + .5, top + 2*side}, {left, top + 1.5*side},
		}
	}
	height := math.Sqrt(3) / 2
	top := height * float64(row)
	if t.up(row, col) {
		return [][2]float64{{left, top + height}, {left + .5, top}, {left + 1, top + height}}
	}
	return [][2]float64{{left, top}, {left + 1, top}, {left + .5, top + height}}
}
