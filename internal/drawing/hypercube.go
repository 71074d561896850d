package drawing

import (
	"strings"

	"lightsout/board"
)

// maxProjected is the largest hypercube that is drawn with its lines; larger ones are layers of cells.
const maxProjected = 6

// fans are the axes of a hypercube on paper, in thousandths of its extent. A random search found them:
// corners stand as far apart as possible, and lines keep away from other corners.
var fans = [maxProjected + 1][]Point{
	1: {{1000, 0}},
	2: {{1000, 0}, {0, 1000}},
	3: {{667, 0}, {0, 667}, {333, -333}},
	4: {{623, 0}, {0, 623}, {258, 118}, {-119, 258}},
	5: {{519, 1}, {246, -120}, {85, 530}, {-15, 289}, {133, 60}},
	6: {{-94, 391}, {-143, 53}, {-21, 204}, {235, 112}, {468, 172}, {38, 67}},
}

// projection places the 2^d corners of a hypercube: each axis is an arrow, and a corner stands where the
// arrows of its ones add up to.
func projection(d int) []Point {
	places := make([]Point, 1<<d)
	for corner := range places {
		for k, axis := range fans[d] {
			if corner>>k&1 == 1 {
				places[corner] = places[corner].plus(axis)
			}
		}
	}
	return places
}

// drawLayers draws a large hypercube as squares of squares of cells: as the grid with two cells along every axis.
func (p *Plan) drawLayers(d int) error {
	grid, err := board.Parse("grid:2" + strings.Repeat("x2", d-1))
	if err != nil {
		return err
	}
	p.drawCells(grid.Layout())
	p.note = "a press flips the cells at the same place of the neighbouring squares, on every level"
	return nil
}
