// Package chase is light chasing: on a board of lines, once the first line's presses are chosen, the
// lights of each line decide the presses of the next.
//
// [Lines] is the recurrence and the system of equations it leads to: the engine chase of package solve
// and the encoding chase of package encode are two readers of it. [Table] and [Explain] are the same
// method as a person does it, with a lookup table. [Eliminate] is what a person does on boards without lines.
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

// Lines is a board with the cross pattern as lines that follow one another: the rows of a grid,
// cylinder or torus, the columns of a Möbius or Klein board. On the last two the flip joins the ends of
// the columns' order and leaves each column whole, so columns chase and rows do not.
//
// Only the first line is unknown, and on a closed board, whose last line is followed by the first, the
// last one too. So n lines of w cells cost one elimination of w (or 2w) unknowns and n operations on
// matrices of that size: O(n·w²/64 + w³/64) instead of O((nw)³/64).
//
// Chasing is linear: lights and unknowns together lead to the sum of what each leads to alone. So the
// presses of line r are X_r·u + c_r, where u are the unknowns, X_r is a matrix that depends on the board
// alone, and c_r on the lights alone; both follow the same recurrence
//
//	next = lights + (self + left + right)·line + previous
//
// The line after the last must be empty, or on a closed board repeat the first, mirrored if the board
// flips. The difference is the residue, and the equation to solve is M·u = c.
//
// On the board this means: press u on the first line and, on a closed board, on the last; then go line
// by line from the second and press behind every lit cell. The residue is what is still lit then: on the
// last line, and on a closed board, whose last presses reach it again, on the first.
type Lines struct {
	lines, width int
	self         bool // a press flips its own light
	around       bool // each line is a cycle
	closed       bool // the first line follows the last
	flip         bool // and is mirrored there
	columns      bool // the lines are columns
}

// New is the board as lines; ok is false if it is not a grid, cylinder, torus, Möbius or Klein board of
// two sides with the cross pattern and no holes.
func New(b *board.Board) (c Lines, ok bool) {
	shape := b.Shape()
	if !shape.Cross || shape.Kind == "projective" {
		return Lines{}, false
	}
	c = Lines{lines: shape.Dims[0], width: shape.Dims[1], self: !shape.SelfOff}
	switch shape.Kind {
	case "cylinder":
		c.around = true
	case "torus":
		c.around, c.closed = true, true
	case "mobius", "klein":
		c.lines, c.width, c.columns = c.width, c.lines, true
		c.closed, c.flip, c.around = true, true, shape.Kind == "klein"
	}
	return c, true
}

// Cells is how many lights, and switches, there are.
func (c Lines) Cells() int { return c.lines * c.width }

// Closed reports whether the first line follows the last.
func (c Lines) Closed() bool { return c.closed }

// Columns reports whether the lines are columns.
func (c Lines) Columns() bool { return c.columns }

// Unknowns is the length of u.
func (c Lines) Unknowns() int {
	if c.closed {
		return 2 * c.width
	}
	return c.width
}

// TooLarge is an error if M would not fit in memory.
func (c Lines) TooLarge(b *board.Board) error {
	if u := c.Unknowns(); u > gf2.MaxBits/u {
		return &board.TooLargeError{What: fmt.Sprintf("light chasing on %s", b.Spec()),
			Limit: fmt.Sprintf("%d unknowns are too many", u)}
	}
	return b.CheckSize()
}

// cell is the number of the i-th cell of a line.
func (c Lines) cell(line, i int) int {
	if c.columns {
		return i*c.lines + line
	}
	return line*c.width + i
}

// mirrored is the cell of the first line that follows cell i of the last, and the other way round.
func (c Lines) mirrored(i int) int {
	if c.flip {
		return c.width - 1 - i
	}
	return i
}

// step is one line of the recurrence.
func (c Lines) step(line, previous, lights gf2.Vec) gf2.Vec {
	next := previous.Clone()
	next.Add(lights)
	if c.self {
		next.Add(line)
	}
	for i := range line.Ones() {
		if i > 0 || c.around {
			next.Flip((i + c.width - 1) % c.width)
		}
		if i < c.width-1 || c.around {
			next.Flip((i + 1) % c.width)
		}
	}
	return next
}

// stepMatrix is step for the matrices X_r, whose row i says how cell i depends on the unknowns. It
// writes next over previous.
func (c Lines) stepMatrix(x, previous *gf2.Matrix) {
	for i := range c.width {
		to := previous.Row(i)
		if c.self {
			to.Add(x.Row(i))
		}
		if i > 0 || c.around {
			to.Add(x.Row((i + c.width - 1) % c.width))
		}
		if i < c.width-1 || c.around {
			to.Add(x.Row((i + 1) % c.width))
		}
	}
}

// Matrix is M, unless the context ends first.
func (c Lines) Matrix(ctx context.Context) (*gf2.Matrix, error) {
	x, previous := gf2.NewMatrix(c.width, c.Unknowns()), gf2.NewMatrix(c.width, c.Unknowns())
	for i := range c.width {
		x.Set(i, i, true)
		if c.closed {
			previous.Set(i, c.width+c.mirrored(i), true)
		}
	}
	for range c.lines {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.stepMatrix(x, previous)
		x, previous = previous, x
	}
	if !c.closed {
		return x, nil
	}
	m := gf2.NewMatrix(2*c.width, 2*c.width)
	for i := range c.width {
		j := c.mirrored(i)
		m.Row(i).Add(x.Row(i))
		m.Flip(i, j)
		m.Row(c.width + i).Add(previous.Row(j))
		m.Flip(c.width+i, c.width+j)
	}
	return m, nil
}

// Down follows the unknowns u and the lights down the board. It returns all presses and the residue.
func (c Lines) Down(u, change gf2.Vec) (presses, residue gf2.Vec) {
	presses = gf2.NewVec(c.Cells())
	line, previous := gf2.NewVec(c.width), gf2.NewVec(c.width)
	for i := range u.Ones() {
		if i < c.width {
			line.Set(i, true)
		} else {
			previous.Set(c.mirrored(i-c.width), true)
		}
	}
	first, beforeFirst := line, previous
	lights := gf2.NewVec(c.width)
	for r := range c.lines {
		for i := range line.Ones() {
			presses.Set(c.cell(r, i), true)
		}
		for i := range c.width {
			lights.Set(i, change.Bit(c.cell(r, i)))
		}
		line, previous = c.step(line, previous, lights), line
	}
	if !c.closed {
		return presses, line
	}
	residue = gf2.NewVec(2 * c.width)
	for i := range c.width {
		j := c.mirrored(i)
		residue.Set(i, line.Bit(i) != first.Bit(j))
		residue.Set(c.width+i, previous.Bit(j) != beforeFirst.Bit(i))
	}
	return presses, residue
}

// Quiet is the quiet pattern of unknowns that clear nothing.
func (c Lines) Quiet(u gf2.Vec) gf2.Vec {
	presses, _ := c.Down(u, gf2.NewVec(c.Cells()))
	return presses
}

// Odd is the first quiet pattern, of the unknowns that clear nothing, that has an odd number of the lights of a change
// that cannot be reached. It is rarely a late one. The board's matrix is symmetric, so every switch flips an even number
// of a quiet pattern's lights.
func (c Lines) Odd(null []gf2.Vec, change gf2.Vec) gf2.Vec {
	for _, u := range null {
		if quiet := c.Quiet(u); quiet.Dot(change) {
			return quiet
		}
	}
	panic("chase: a change that overlaps every quiet pattern evenly is reachable")
}
