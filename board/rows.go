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

// Rectangle is the board for engines that work row by row, if it is one they know: a grid, cylinder
// or torus of rows and columns with the cross pattern, or a path or cycle, which is one column.
func (s Shape) Rectangle() (gridpoly.Shape, bool) {
	if s.Pattern.SelfOff || s.Masked || !s.Pattern.IsCross() {
		return gridpoly.Shape{}, false
	}
	switch s.Kind {
	case "path", "cycle", "grid", "torus", "cylinder":
	default:
		return gridpoly.Shape{}, false
	}
	switch len(s.Dims) {
	case 1:
		return gridpoly.Shape{Rows: s.Dims[0], Cols: 1, WrapRows: s.Kind == "cycle" || s.Kind == "torus"}, true
	case 2:
		return gridpoly.Shape{Rows: s.Dims[0], Cols: s.Dims[1], WrapRows: s.Kind == "torus", WrapCols: s.Kind != "grid"}, true
	default:
		return gridpoly.Shape{}, false
	}
}

// rowsFrom is the number of lights from which the states of a rectangle are read row by row.
const rowsFrom = 1 << 17

// byRows is the board's rectangle, if its puzzles are large enough to come row by row.
func (b *Board) byRows() (gridpoly.Shape, bool) {
	shape, ok := b.shape.Rectangle()
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
	if on == "random" && goal != "" {
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

func (p *Puzzle) setOn(text string, seed uint64) error {
	switch text {
	case "":
		return nil
	case "random":
		p.On = RandomReachable(p.Board, p.Goal, seed, onStream)
		return nil
	}
	on, err := p.Board.ParseState(text)
	if err == nil {
		p.On = on
	}
	return err
}

func (p *Puzzle) setGoal(text string, seed uint64) error {
	switch text {
	case "":
		return nil
	case "random":
		p.Goal, p.DontCare = RandomReachable(p.Board, p.On, seed, goalStream), gf2.Vec{}
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

// paper is the number of rows and columns in which the board's cells come as [Rows]: those of its
// rectangle or else of its layout; 0 and 0 if it has neither.
func (b *Board) paper() (rows, cols int) {
	if shape, ok := b.shape.Rectangle(); ok {
		return shape.Rows, shape.Cols
	}
	if b.layout == nil {
		return 0, 0
	}
	return b.layout.Size()
}

// Rows is a set of cells row by row, or nil if the board has no rows and columns. Places where there
// is no cell are not in it.
func (b *Board) Rows(cells gf2.Vec) Rows {
	if shape, ok := b.shape.Rectangle(); ok {
		return gridpoly.BitsOf(shape.Rows, shape.Cols, cells)
	}
	if b.layout == nil {
		return nil
	}
	return layoutRows{b.layout, cells}
}

type layoutRows struct {
	layout Layout
	cells  gf2.Vec
}

func (l layoutRows) From(i int) func(buf []uint64) ([]uint64, error) {
	_, cols := l.layout.Size()
	return func(buf []uint64) ([]uint64, error) {
		clear(buf)
		for c := range cols {
			if cell := l.layout.Cell(i, c); cell >= 0 && l.cells.Bit(cell) {
				buf[c/64] |= 1 << (c % 64)
			}
		}
		i++
		return buf, nil
	}
}

// EachRow yields the rows of a set of cells of this board, which must have rows and columns. A row
// is good until the next one. An error ends the sequence.
func (b *Board) EachRow(cells Rows) iter.Seq2[[]uint64, error] {
	return func(yield func([]uint64, error) bool) {
		rows, cols := b.paper()
		buf := make([]uint64, (cols+63)/64)
		next := cells.From(0)
		for range rows {
			row, err := next(buf)
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}
