package board

import (
	"iter"
	"strings"

	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// Rows is a set of cells, lights or switches, of a board with rows and columns that is read row by
// row, so that it need not be held in memory. A row is ⌈columns/64⌉ words: column c is bit c%64 of
// word c/64, and the bits past the last column are zero. On a path or cycle every row is one cell.
type Rows interface {
	// From returns a reader of rows i, i+1 and so on; each call gives the next one. It either fills
	// buf, which has the words of a row, and returns that, or it returns memory of its own that does
	// not change and that the caller only reads. The rows can be read again and again, and several
	// goroutines may each have a reader.
	From(i int) func(buf []uint64) ([]uint64, error)
}

// rectangle is the board for engines that work row by row, if it is one they know: a grid, cylinder
// or torus of rows and columns with the cross pattern, or a path or cycle, which is one column.
func (b *Board) rectangle() (gridpoly.Shape, bool) {
	if b.shape.SelfOff || b.shape.Masked || b.shape.Pattern != "" {
		return gridpoly.Shape{}, false
	}
	return gridpoly.ShapeOf(b.shape.Kind, b.shape.Dims)
}

// rowsFrom is the number of lights from which the states of a rectangle are read row by row.
const rowsFrom = 1 << 17

// byRows is the board's rectangle, if its puzzles are large enough to come row by row.
func (b *Board) byRows() (gridpoly.Shape, bool) {
	shape, ok := b.rectangle()
	return shape, ok && b.lights >= rowsFrom && b.states == 0
}

// The streams of a seed: a random start and a random goal are independent.
const (
	onStream   = 0
	goalStream = 1
)

// SetLights replaces the lights that are on at the start, and the goal, by what people write: anything
// that [Board.ParseState] reads, or random for a state drawn from the seed. An empty text leaves that side as
// it is. In the picture of a goal, ? stands for a light that does not matter.
//
// Start and goal can be reached from each other where one of them is random. If both are, the goal is
// drawn first, as one that a dark board can reach. An error is a [*LightsError].
func (p *Puzzle) SetLights(on, goal string, seed uint64) error {
	on, goal = strings.TrimSpace(on), strings.TrimSpace(goal)
	start := on
	if p.isRandom(on) && goal != "" {
		start = "none"
	}
	if err := p.setOn(start, seed); err != nil {
		return &LightsError{"on", err}
	}
	if err := p.setGoal(goal, seed); err != nil {
		return &LightsError{"goal", err}
	}
	if start != on {
		return p.setOn(on, seed)
	}
	return nil
}

// LightsError says which lights could not be read.
type LightsError struct {
	Side string // "on" or "goal"
	Err  error
}

func (e *LightsError) Error() string { return e.Side + ": " + e.Err.Error() }

// Unwrap makes the reason visible to errors.Is and errors.As.
func (e *LightsError) Unwrap() error { return e.Err }

// isRandom reports whether a text asks for a random state: it is not the name of a node.
func (p *Puzzle) isRandom(text string) bool { return text == "random" && !p.Board.isNamed(text) }

func (p *Puzzle) setOn(text string, seed uint64) error {
	switch {
	case text == "":
		return nil
	case p.isRandom(text):
		p.On = randomReachable(p.Board, p.Goal, seed, onStream)
		return nil
	}
	on, err := p.Board.ParseState(text)
	if err == nil {
		p.On = on
	}
	return err
}

func (p *Puzzle) setGoal(text string, seed uint64) error {
	switch {
	case text == "":
		return nil
	case p.isRandom(text):
		p.Goal, p.DontCare = randomReachable(p.Board, p.On, seed, goalStream), gf2.Vec{}
		return nil
	}
	goal, dontCare, err := parseGoal(p.Board, text)
	if err != nil {
		return err
	}
	p.Goal, p.DontCare = goal, dontCare
	return nil
}

// drawnByRows is the number of lights from which a random state of a rectangle is drawn row by row.
// It is part of what a seed means.
const drawnByRows = 1 << 22

// EachRow yields a set of cells row by row, as the board's layout has them: column c is bit c%64 of word c/64, and
// places without a cell are not in the set. A row is good until the next one. An error ends the sequence. The board
// must have a layout.
func (b *Board) EachRow(cells State) iter.Seq2[[]uint64, error] {
	return func(yield func([]uint64, error) bool) {
		rows, cols := b.layout.Size()
		buf := make([]uint64, (cols+63)/64)
		next := b.rowsOf(cells)
		for range rows {
			row, err := next(buf)
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// rowsOf reads a set of cells in the rows of the layout.
func (b *Board) rowsOf(cells State) func(buf []uint64) ([]uint64, error) {
	rows, cols := b.layout.Size()
	shape, isRectangle := b.rectangle()
	stream := cells.Rows()
	switch {
	case stream != nil && shape.Cols < cols:
		return oneLine(stream, cols)
	case stream != nil:
		return stream.From(0)
	case isRectangle:
		return gridpoly.BitsOf(rows, cols, cells.Bits()).From(0)
	}
	set, row := cells.Bits(), 0
	return func(buf []uint64) ([]uint64, error) {
		clear(buf)
		for c := range cols {
			if cell := b.layout.Cell(row, c); cell >= 0 && set.Bit(cell) {
				buf[c/64] |= 1 << (c % 64)
			}
		}
		row++
		return buf, nil
	}
}

// oneLine joins the cells of a path or cycle, which come one by one, to the single row of its layout.
func oneLine(cells Rows, cols int) func(buf []uint64) ([]uint64, error) {
	return func(buf []uint64) ([]uint64, error) {
		clear(buf)
		next, one := cells.From(0), make([]uint64, 1)
		for c := range cols {
			cell, err := next(one)
			if err != nil {
				return nil, err
			}
			buf[c/64] |= cell[0] & 1 << (c % 64)
		}
		return buf, nil
	}
}
