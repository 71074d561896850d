// Package chase is light chasing: on a board of rows, once the first row's presses are chosen, the
// lights of each row decide the presses of the next.
//
// [Rows] is the recurrence and the system of equations it leads to: the engine chase of package solve
// and the encoding chase of package encode are two readers of it. [Table] and [Explain] are the same
// method as a person does it, with a lookup table.
//
// Package gridpoly chases lights as well, and does not use this package: its boards are too large for
// a matrix or a [gf2.Vec], so it streams rows of words and finds the first row by polynomials.
package chase

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
)

// Rows is a grid, cylinder or torus with the cross pattern. Only the first row is unknown (on a torus
// also the last, which reaches the first row through the wrap), so an R×C board costs one elimination
// of C (or 2C) unknowns and R row operations on matrices of that size: O(R·C²/64 + C³/64) instead of
// O((RC)³/64).
//
// Chasing is linear: lights and first row together lead to the sum of what each leads to alone. So
// the presses of row r are X_r·u + c_r, where u are the unknowns, X_r is a matrix that depends on the
// board alone, and c_r on the lights alone; both follow the same recurrence
//
//	next = lights + (self + left + right)·row + previous
//
// A row after the last must be empty on a grid or cylinder, and repeat the first on a torus. The
// difference is the residue, and the equation to solve is M·u = c.
type Rows struct {
	rows, cols int
	self       bool // a press flips its own light
	around     bool // the columns wrap
	torus      bool // the rows wrap as well
}

// New is the board as rows; ok is false if it is not a grid, cylinder or torus of two sides with the
// cross pattern and no holes.
func New(b *board.Board) (c Rows, ok bool) {
	shape := b.Shape()
	rows, cols, ok := shape.CrossRows("grid", "cylinder", "torus")
	if !ok {
		return Rows{}, false
	}
	return Rows{rows: rows, cols: cols, self: !shape.Pattern.SelfOff, around: shape.Kind != "grid", torus: shape.Kind == "torus"}, true
}

// Cells is how many lights, and switches, there are.
func (c Rows) Cells() int { return c.rows * c.cols }

// Unknowns is the length of u.
func (c Rows) Unknowns() int {
	if c.torus {
		return 2 * c.cols
	}
	return c.cols
}

// TooLarge is an error if M would not fit in memory.
func (c Rows) TooLarge(b *board.Board) error {
	if u := c.Unknowns(); u > board.MaxMatrixBits/u {
		return &board.TooLargeError{What: fmt.Sprintf("light chasing on %s", b.Spec()), Limit: fmt.Sprintf("%d unknowns are too many", u)}
	}
	return board.CheckSize(b)
}

// step is one row of the recurrence.
func (c Rows) step(row, previous, lights gf2.Vec) gf2.Vec {
	next := previous.Clone()
	next.Add(lights)
	if c.self {
		next.Add(row)
	}
	for i := range row.Ones() {
		if i > 0 || c.around {
			next.Flip((i + c.cols - 1) % c.cols)
		}
		if i < c.cols-1 || c.around {
			next.Flip((i + 1) % c.cols)
		}
	}
	return next
}

// stepMatrix is step for the matrices X_r, whose row i says how cell i depends on the unknowns. It
// writes next over previous.
func (c Rows) stepMatrix(x, previous *gf2.Matrix) {
	for i := range c.cols {
		to := previous.Row(i)
		if c.self {
			to.Add(x.Row(i))
		}
		if i > 0 || c.around {
			to.Add(x.Row((i + c.cols - 1) % c.cols))
		}
		if i < c.cols-1 || c.around {
			to.Add(x.Row((i + 1) % c.cols))
		}
	}
}

// Matrix is M, unless the context ends first.
func (c Rows) Matrix(ctx context.Context) (*gf2.Matrix, error) {
	x, previous := gf2.NewMatrix(c.cols, c.Unknowns()), gf2.NewMatrix(c.cols, c.Unknowns())
	for i := range c.cols {
		x.Set(i, i, true)
		if c.torus {
			previous.Set(i, c.cols+i, true)
		}
	}
	for range c.rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.stepMatrix(x, previous)
		x, previous = previous, x
	}
	if !c.torus {
		return x, nil
	}
	// On a torus the row after the last is the first, and the last is the one before the first.
	m := gf2.NewMatrix(2*c.cols, 2*c.cols)
	for i := range c.cols {
		m.Row(i).Add(x.Row(i))
		m.Flip(i, i)
		m.Row(c.cols + i).Add(previous.Row(i))
		m.Flip(c.cols+i, c.cols+i)
	}
	return m, nil
}

// Down follows the unknowns u and the lights down the board. It returns all presses and the residue.
func (c Rows) Down(u, change gf2.Vec) (presses, residue gf2.Vec) {
	presses = gf2.NewVec(c.rows * c.cols)
	row, previous := gf2.NewVec(c.cols), gf2.NewVec(c.cols)
	for i := range u.Ones() {
		if i < c.cols {
			row.Set(i, true)
		} else {
			previous.Set(i-c.cols, true)
		}
	}
	first, beforeFirst := row, previous
	lights := gf2.NewVec(c.cols)
	for r := range c.rows {
		for i := range row.Ones() {
			presses.Set(r*c.cols+i, true)
		}
		for i := range c.cols {
			lights.Set(i, change.Bit(r*c.cols+i))
		}
		row, previous = c.step(row, previous, lights), row
	}
	if !c.torus {
		return presses, row
	}
	residue = gf2.NewVec(2 * c.cols)
	for i := range c.cols {
		residue.Set(i, row.Bit(i) != first.Bit(i))
		residue.Set(c.cols+i, previous.Bit(i) != beforeFirst.Bit(i))
	}
	return presses, residue
}
