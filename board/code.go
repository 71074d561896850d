package board

import (
	"fmt"
	"math/bits"
)

// code is the toggler of an error-correcting code: lights are checks, switches are bits, and a press
// flips the checks that a bit takes part in. Bits and checks have places of their own on squared paper,
// and each kind is numbered along the rows of the drawing.
type code interface {
	toggler
	checks() int
	paper() (rows, cols int)
	bitPlace(bit int) (row, col int)
	checkPlace(check int) (row, col int)
}

// sites are where the switches and the lights of a board are drawn, on the same paper.
type sites struct{ switches, lights Layout }

// codeSites draws a code that is not too large.
func codeSites(c code, bits int) sites {
	rows, cols := c.paper()
	if rows > maxDrawn/cols {
		return sites{}
	}
	drawn := func(n int, place func(int) (int, int)) Layout {
		t := newTableLayout(rows, cols, n)
		for i := range n {
			row, col := place(i)
			t.put(i, row, col)
		}
		return t
	}
	return sites{switches: drawn(bits, c.bitPlace), lights: drawn(c.checks(), c.checkPlace)}
}

// codeBoard makes the board of a code.
func (k kind) codeBoard(dims []int, bits int, opt shapeOptions) (*Board, error) {
	if opt.given || opt.mask != nil || opt.self != "" {
		return nil, fmt.Errorf("%s takes no options but mod=: its switches are the bits of a code and its lights the checks", k.name)
	}
	c := k.code(dims)
	return &Board{
		spec: k.name + joinDims(dims), switches: bits, lights: c.checks(),
		shape: Shape{Kind: k.name, Dims: dims}, toggles: c, sites: codeSites(c, bits),
	}, nil
}

// maxDistance keeps the arithmetic of codes, and the number of their bits, within bounds: 2^19,
// or 2^14 with 32 bits.
const maxDistance = 1 << (14 + bits.UintSize/64*5)

// oddDistance is the size of a code that exists for odd distances from 3 on.
func oddDistance(count func(d int) int) func([]int) (int, error) {
	return func(dims []int) (int, error) {
		d := dims[0]
		switch {
		case d < 3:
			return 0, fmt.Errorf("the distance is odd and at least 3, not %d", d)
		case d%2 == 0:
			return 0, fmt.Errorf("the distance is odd: %d or %d, not %d", d-1, d+1, d)
		case d > maxDistance:
			return 0, errTooManyCells
		}
		return count(d), nil
	}
}
