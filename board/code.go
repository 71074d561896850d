package board

import (
	"fmt"

	"lightsout/gf2"
)

// code is an error-correcting code: lights are checks, switches are bits, and a press flips the checks that a bit
// takes part in. It is drawn on squared paper, and each kind is numbered along the rows of the drawing.
type code struct {
	rows, cols int
	// sign is what is at a place of the paper: o for a bit, # for a check.
	sign func(row, col int) byte
	// near is where the checks of a bit are, as rows and columns from it. Beyond the edge of the paper is the other side
	// of it if it wraps.
	near  [][2]int
	wraps bool
}

// sites are where the switches and the lights of a board are drawn, on the same paper.
type sites struct{ switches, lights Layout }

// drawn is where a kind of sign stands.
func (c code) drawn(sign byte) *table {
	t := newTableLayout(c.rows, c.cols, 0)
	for place := range t.cell {
		if c.sign(place/c.cols, place%c.cols) == sign {
			t.cell[place] = int32(len(t.place))
			t.place = append(t.place, int32(place))
		}
	}
	return t
}

// flips is what each bit flips. On a small torus a bit may reach a check twice.
func (c code) flips(bits, checks *table) *lists {
	flips := gf2.NewLists(len(bits.place), len(bits.place)*len(c.near))
	var list []int
	for bit := range bits.place {
		list = list[:0]
		row, col := bits.Place(bit)
		for _, step := range c.near {
			r, c1 := row+step[0], col+step[1]
			if c.wraps {
				r, c1 = (r+c.rows)%c.rows, (c1+c.cols)%c.cols
			}
			if r < 0 || r >= c.rows || c1 < 0 || c1 >= c.cols {
				continue
			}
			if check := checks.Cell(r, c1); check >= 0 {
				list = append(list, check)
			}
		}
		gf2.Append(&flips, list)
	}
	return listsOf(flips, nil)
}

// codeBoard makes the board of a code.
func (k kind) codeBoard(dims []int, opt shapeOptions) (*Board, error) {
	if opt.given || opt.mask != nil || opt.self != "" {
		return nil, fmt.Errorf("%s takes no options but mod=: "+
			"its switches are the bits of a code and its lights the checks", k.name)
	}
	c := k.code(dims[0])
	bits, checks := c.drawn('o'), c.drawn('#')
	return &Board{
		spec: k.name + joinDims(dims), switches: len(bits.place), lights: len(checks.place),
		shape: Shape{Kind: k.name, Dims: dims}, toggles: c.flips(bits, checks), sites: sites{bits, checks},
	}, nil
}

// maxDistance keeps the paper of codes to a size that can be drawn.
const maxDistance = 500

// anyDistance and oddDistance check the distance of a code; there is no need to count its cells.
func anyDistance(dims []int) (int, error) {
	if dims[0] > maxDistance {
		return 0, fmt.Errorf("the distance of a code is at most %d, not %d", maxDistance, dims[0])
	}
	return 0, nil
}

func oddDistance(dims []int) (int, error) {
	switch d := dims[0]; {
	case d < 3:
		return 0, fmt.Errorf("the distance is odd and at least 3, not %d", d)
	case d%2 == 0:
		return 0, fmt.Errorf("the distance is odd: %d or %d, not %d", d-1, d+1, d)
	}
	return anyDistance(dims)
}
