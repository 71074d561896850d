package board

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"lightsout/gf2"
)

// A text grid is a picture of the lights, row by row: 0 and 1, or . and # (off and on), with _ or
// a space for a hole, where there is no cell. Blank lines end a grid, and comments (c and a space)
// may stand anywhere.
//
//	.#.        a grid with a       #.#
//	###        hole in the         # #
//	.#.        middle:             #.#
//
// Spaces that only frame the picture, indentation and line ends, are not holes. Where spaces are
// holes, a row may end early; otherwise all rows have the same length. A row of holes only is
// written with _, as spaces alone would make a blank line.

const textCells = "01.#_ "

func looksText(line string) bool { return strings.Trim(line, textCells) == "" }

// textGrid is a picture while it is read.
type textGrid struct {
	*Reader
	rows []string
	at   []int // line numbers
	// The lines on which the two ways to write cells first occur, 0 for not yet.
	digits, marks int
}

func (r *Reader) nextText() (*Puzzle, error) {
	line, err := r.skip()
	if err != nil {
		return nil, err
	}
	t := textGrid{Reader: r}
	for {
		if err := t.take(line); err != nil {
			return nil, err
		}
		if r.isWholeState(line) {
			break
		}
		line, err = r.next()
		for err == nil && isComment(line) {
			line, err = r.next()
		}
		if err == io.EOF || err == nil && isBlank(line) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if err := t.square(); err != nil {
		return nil, err
	}
	p, err := t.puzzle()
	if err != nil {
		return nil, err
	}
	p.Origin = r.origin(t.at[0])
	return p, nil
}

// isWholeState: where the board is given, a line with a cell for each of its lights needs no
// further rows, unless it is as well one row of several. So one state per line is a stream of
// puzzles.
func (r *Reader) isWholeState(line string) bool {
	b := r.opt.Board
	if b == nil || len(line) != b.lights || strings.ContainsAny(line, "_ ") {
		return false
	}
	if !b.hasRows() {
		return true
	}
	tall, wide := b.layout.Size()
	return tall == 1 || wide != len(line)
}

func (t *textGrid) take(line string) error {
	for i := range len(line) {
		switch line[i] {
		case '0', '1':
			t.digits = firstLine(t.digits, t.number)
		case '.', '#':
			t.marks = firstLine(t.marks, t.number)
		case '_', ' ':
		default:
			return t.errorf(t.number, "character %q in column %d: a text grid is written with 0 and 1 or . and #, and _ or a space for a hole", line[i], i+1)
		}
	}
	if t.digits > 0 && t.marks > 0 {
		return t.errorf(t.number, "the grid mixes 0/1 (line %d) with ./# (line %d)", t.digits, t.marks)
	}
	t.rows = append(t.rows, line)
	t.at = append(t.at, t.number)
	return nil
}

func firstLine(before, now int) int {
	if before > 0 {
		return before
	}
	return now
}

// square makes all rows equally long, with _ for every hole.
func (t *textGrid) square() error {
	indent, size := MaxLine, 0
	for _, row := range t.rows {
		indent = min(indent, len(row)-len(strings.TrimLeft(row, " ")))
		size += len(row)
	}
	width := 0
	for _, row := range t.rows {
		width = max(width, len(strings.TrimRight(row, " "))-indent)
	}
	spaces := false // some space is a hole
	for _, row := range t.rows {
		cells := strings.TrimRight(row, " ")[indent:]
		spaces = spaces || strings.Contains(cells, " ") || len(cells) < width && len(row)-indent > len(cells)
	}
	// Short rows are filled up, so that one long row could make a large board of a small file.
	if len(t.rows)*width > 16*size+1<<16 {
		return t.errorf(t.at[0], "the rows differ too much in length: %d rows, the longest of %d cells", len(t.rows), width)
	}
	for i, row := range t.rows {
		cells := strings.TrimRight(row, " ")[indent:]
		if len(cells) != width && !spaces {
			return t.raggedRow()
		}
		t.rows[i] = strings.ReplaceAll(cells, " ", "_") + strings.Repeat("_", width-len(cells))
	}
	if t.digits > 0 && spaces && spaced(t.rows) {
		return t.errorf(t.at[0], "there is a space between any two cells: write the cells together, or _ where a hole is meant")
	}
	return nil
}

// raggedRow names the first row that is not as long as the one before it.
func (t *textGrid) raggedRow() error {
	for i := 1; ; i++ {
		if a, b := len(strings.TrimSpace(t.rows[i-1])), len(strings.TrimSpace(t.rows[i])); a != b {
			return t.errorf(t.at[i], "this row has %d cells, the row before it (line %d) %d; write _ for a hole", b, t.at[i-1], a)
		}
	}
}

// spaced recognises a table of numbers, "0 1 0", which as holes would leave no two cells together.
func spaced(rows []string) bool {
	for _, row := range rows {
		if len(row)%2 == 0 || len(row) < 3 {
			return false
		}
		for i := range len(row) {
			if (row[i] == '_') != (i%2 == 1) {
				return false
			}
		}
	}
	return true
}

func (t *textGrid) puzzle() (*Puzzle, error) {
	b := t.opt.Board
	if b != nil {
		on, _, err := parseCells(b, strings.Join(t.rows, "/")) // take has let no ? pass
		if err != nil {
			return nil, t.errorf(t.at[0], "%v", err)
		}
		return &Puzzle{Board: b, On: on, Goal: gf2.NewVec(b.lights)}, nil
	}
	spec := fmt.Sprintf("grid:%dx%d", len(t.rows), len(t.rows[0]))
	if slices.ContainsFunc(t.rows, func(row string) bool { return strings.Contains(row, "_") }) {
		spec += ",mask=" + strings.NewReplacer("0", "#", "1", "#", ".", "#").Replace(strings.Join(t.rows, "/"))
	}
	b, err := t.boardOf(spec, t.at[0])
	if err != nil {
		return nil, err
	}
	p := &Puzzle{Board: b, On: gf2.NewVec(b.lights), Goal: gf2.NewVec(b.lights)}
	cell := 0
	for _, row := range t.rows {
		for i := range len(row) {
			if row[i] == '_' {
				continue
			}
			if row[i] == '1' || row[i] == '#' {
				p.On.Set(cell, true)
			}
			cell++
		}
	}
	return p, nil
}

// hasRows reports whether the board's picture is its cells row by row, with at most holes between
// them: not a net, not layers side by side.
func (b *Board) hasRows() bool {
	_, isPlain := b.layout.(plain)
	return isPlain || b.shape.Masked
}

// prepareText writes the lights that are on as . and #, with _ for holes. The board must be made of
// rows and columns. The file does not name it, so that reading any but a grid needs
// [ReaderOptions].Board.
func (w *Writer) prepareText() error {
	if !w.board.hasRows() {
		return fmt.Errorf("a text grid needs rows and columns, and %s has none", clip(w.board.spec))
	}
	w.picture = pictureOf(w.board)
	w.record, w.after, w.blank = w.text, []byte("\n"), true
	return nil
}

func (w *Writer) text(dst []byte, r *Record) []byte {
	for i := range w.picture {
		dst = append(w.picture[i].append(dst, r.On.Words()), '\n')
	}
	return dst
}
