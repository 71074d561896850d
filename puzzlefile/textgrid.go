package puzzlefile

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lightsout/board"
	"lightsout/internal/textboard"
)

// A text grid is a picture of the lights, row by row. A light that is off is 0, . or -, one that is
// on is 1, #, O, o, X, x or *, and _ or a space is a hole, where there is no cell. A grid keeps to one way
// of writing: 0 and 1, or one sign for off and one for on. Blank lines end a grid, and comments (c and
// a space) may stand anywhere.
//
//	.#.        a grid with a       #.#
//	###        hole in the         # #
//	.#.        middle:             #.#
//
// Spaces that only frame the picture, indentation and line ends, are not holes. Neither are the
// spaces of a table, "0 1 0" or "# . #", which has one (or a tab) between any two cells. The signs that drawings
// have, ● and · and others, are read as # and . are. All rows have the same length; only on a named board or in what
// the command prints, may one end early where spaces are holes. A row of holes only is written with _, as spaces alone
// would make a blank line.
//
// The board is named in a comment (header.go); without one the picture is taken as a plain grid. Where
// that board's lights have more than two states, a light is the digit of its state, 0-9a-z. On a board that is named
// and has no mask, blanks only help the eye, and rows of hexagons and triangles are as long as they are.
//
// What the command prints is read back: a drawing with the numbers of rows and columns, which may have the line above
// it that names the board, and the lines below it.

const (
	textOff   = "0.-"
	textOn    = "1#OoXx*"
	textHoles = "_ \t"
)

func looksText(line string) bool {
	return strings.Trim(board.PlainPicture(line), textOff+textOn+textHoles) == ""
}

// looksDrawing knows drawings by what is around them, and rows of lights where the board is known, or should be.
func looksDrawing(r *Reader, at int) bool {
	line, _ := r.peek(at)
	if looksBits(r, at) {
		return false
	}
	if textboard.Columns.MatchString(line) {
		if next, _ := r.peek(at + 1); isNumbered(next) {
			return true
		}
	}
	b, err := r.knownBoard()
	known := b != nil || err != nil || r.head.batch
	return textboard.Head.MatchString(line) || isNumbered(line) || known && !isBlank(line) && (looksText(line) ||
		r.isStates(line))
}

// ownCells are the signs of drawings in plain ASCII.
var ownCells = strings.NewReplacer("@", "#", "o", ".", "^", " ", "v", " ")

// isNumbered recognises a row of a drawing by the number before it.
func isNumbered(line string) bool {
	number := textboard.RowNumber.FindString(line)
	row := ownCells.Replace(board.PlainPicture(line[len(number):]))
	return number != "" && strings.Trim(row, "#. ") == "" && strings.Trim(row, " ") != ""
}

// isStates recognises a line of states of a known board that has more than two.
func (r *Reader) isStates(line string) bool {
	b, err := r.knownBoard()
	return err == nil && b != nil && b.States() > 2 && strings.Trim(line, stateDigits[:b.States()]+textHoles) == ""
}

// textGrid is a picture while it is read.
type textGrid struct {
	*Reader
	rows []string
	at   []int // line numbers
	// digits are those of states where lights have more than two, else "".
	digits string
	own    bool   // it is a drawing that the command printed
	drawn  bool   // it has signs of drawings
	table  bool   // single blanks are between cells
	known  bool   // the board is
	tabs   bool   // are in the rows
	sign   string // comma or semicolon, if that is between cells
}

func (r *Reader) nextText() *board.Puzzle {
	t := textGrid{Reader: r}
	line, ok := t.skipAround()
	switch {
	case !ok:
		return nil
	case looksNested(line):
		return r.nested(line)
	}
	b := r.headBoard()
	if b != nil && b.States() > 2 {
		t.digits = stateDigits[:b.States()]
	}
	for ok && !isBlank(line) {
		t.take(line)
		if isWholeState(b, line) {
			break
		}
		line, ok = r.next()
		for ; ok && r.isComment(line); line, ok = r.next() {
			if _, named := boardComment(line); named {
				fail("the board is named within a grid; a blank line ends a grid")
			}
			r.comment(line)
		}
		for below := false; ok && t.own && !isBlank(line) && (below ||
			textboard.Legend.MatchString(line)); below = true {
			line, ok = r.next() // the answer is below the legend
		}
	}
	if t.known = b != nil; b == nil || b.Shape().Masked || !b.Shape().InRows && b.Layout() != nil {
		t.square()
	} else {
		for i, row := range t.rows {
			t.rows[i] = strings.ReplaceAll(row, " ", "")
		}
		t.plain()
	}
	return t.picture(t.rows, t.at[0])
}

// skipAround is the first row: what the command prints above a drawing is passed over, and names the board.
func (t *textGrid) skipAround() (line string, ok bool) {
	for line, ok = t.skip(); ok; line, ok = t.skip() {
		isAbove := func() bool { next, _ := t.peek(0); return isNumbered(next) } // waits for the next line
		switch head := textboard.Head.FindStringSubmatch(line); {
		case head != nil:
			t.head.text, t.head.line, t.own = head[1], t.number, true
		case textboard.Columns.MatchString(line) && isAbove():
		case textboard.Columns.MatchString(line) || !t.own || !textboard.Refutation.MatchString(line):
			t.own = t.own || isNumbered(line)
			return line, true
		}
	}
	return "", false
}

// isWholeState: where the board is known, a line with a cell for each of its lights needs no
// further rows, unless it is as well one row of several. So one state per line is a stream of
// puzzles.
func isWholeState(b *board.Board, line string) bool {
	if b == nil || len(line) != b.Lights() || strings.ContainsAny(line, textHoles) {
		return false
	}
	if !b.Shape().InRows {
		return true
	}
	tall, wide := b.Layout().Size()
	return tall == 1 || wide != len(line)
}

// isSingleRow reports whether a board is drawn as one row.
func isSingleRow(b *board.Board) bool {
	if !b.Shape().InRows {
		return false
	}
	tall, _ := b.Layout().Size()
	return tall == 1
}

func (t *textGrid) take(line string) {
	cells := strings.TrimRight(line, ",; \t")
	switch {
	case t.own && t.digits != "":
		line = textboard.Presses.ReplaceAllString(line, "")
	case t.own:
		number := textboard.RowNumber.FindString(line)
		line = strings.Repeat(" ", len(number)) + line[len(number):]
		if strings.Trim(line, "^v#.@o ") == "" {
			line = ownCells.Replace(line)
		}
	case t.sign != "" || strings.ContainsAny(cells, ",;"): // as tables have them
		if len(t.rows) == 0 {
			t.sign = cells[strings.IndexAny(cells, ",;"):][:1]
		}
		fields := strings.Split(cells, t.sign)
		for i, cell := range fields {
			if fields[i] = strings.TrimSpace(cell); t.sign == "" || utf8.RuneCountInString(fields[i]) != 1 {
				fail("between commas is one cell each, on every line; write _ for a hole")
			}
		}
		line = strings.Join(fields, "")
	default:
		if line = strings.TrimRight(line, ",;"); isBlank(line) {
			fail("commas without cells; write _ for a hole")
		}
	}
	plain := board.PlainPicture(line)
	t.drawn, t.tabs = t.drawn || plain != line, t.tabs || strings.Contains(plain, "\t")
	signs, what := textOff+textOn, "a text grid is written with 0 and 1 or . and #"
	if t.digits != "" {
		signs, what = t.digits, "this board's lights are written with the digits "+t.digits
	}
	column := 0
	for _, ch := range plain {
		if column++; !strings.ContainsRune(textHoles, ch) && !strings.ContainsRune(signs, ch) {
			fail("character %q in column %d: %s, and _ or a space for a hole", ch, column, what)
		}
	}
	t.rows, t.at = append(t.rows, strings.ReplaceAll(plain, "\t", " ")), append(t.at, t.number)
}

// square makes all rows equally long, with _ for every hole.
func (t *textGrid) square() {
	first := t.at[0]
	indent, size, width := maxLine, 0, 0
	for _, row := range t.rows {
		indent, size = min(indent, len(row)-len(strings.TrimLeft(row, " "))), size+len(row)
	}
	cells, long := make([]string, len(t.rows)), make([]int, len(t.rows)) // without the blanks on both sides, and on one
	for i, row := range t.rows {
		cells[i], long[i] = strings.TrimRight(row[min(indent, len(row)):], " "), len(row)-indent
		width = max(width, len(strings.TrimRight(row, " "))-indent)
	}
	spaces, short := false, false // some space is a hole, or some row ends early
	for i, row := range cells {
		short = short || len(row) < width && long[i] < width
		spaces = spaces || strings.Contains(row, " ") || len(row) < width && long[i] > len(row)
	}
	// Short rows are filled up, so that one long row could make a large board of a small file.
	if len(t.rows)*width > 16*size+1<<16 {
		panic(t.errorf(first, "the rows differ too much in length: %d rows, the longest of %d cells",
			len(t.rows), width))
	}
	t.table = spaces && width > 2 && width%2 == 1 && !slices.ContainsFunc(cells, func(row string) bool {
		return strings.Trim(everySecond(row, 1), " ") != "" // a space between any two cells, "0 1 0"
	})
	holes := strings.Contains(strings.Join(cells, ""), "_") || t.tabs
	if spaces && !t.own && !t.drawn && !t.known && (short || !t.table && holes) {
		panic(t.errorf(first, "the rows differ in length, or some have blanks between their cells and others have "+
			"not; "+
			"write _ for a hole"))
	}
	if spaces && !t.table && (t.drawn || t.own) && t.isShifted() {
		panic(t.wrap(first, ErrNeedsBoard))
	}
	for i, row := range cells {
		if len(row) != width && !spaces {
			t.raggedRow()
		}
		if row += strings.Repeat(" ", width-len(row)); t.table {
			row = everySecond(row, 0)
		}
		t.rows[i] = strings.ReplaceAll(row, " ", "_")
	}
	t.plain()
}

// plainCells writes cells in the one way that the rest of the package reads.
var plainCells = func() *strings.Replacer {
	var pairs []string
	for i, signs := range []string{textOff, textOn} {
		for _, sign := range signs {
			pairs = append(pairs, string(sign), strconv.Itoa(i))
		}
	}
	return strings.NewReplacer(pairs...)
}()

// plain writes the cells so. It refuses signs that do not go together: 0 goes with 1 and nothing else, and of the
// others there is one for off and one for on.
func (t *textGrid) plain() {
	if t.digits != "" {
		return
	}
	cells := strings.Join(t.rows, "")
	used := func(signs string) (list string) {
		for _, sign := range signs {
			if strings.ContainsRune(cells, sign) {
				list += string(sign)
			}
		}
		return list
	}
	off, on := used(textOff), used(textOn)
	if len(off) > 1 || len(on) > 1 || off != "" && on != "" && (off == "0") != (on == "1") {
		panic(t.errorf(t.at[0], "the grid has the signs %s; write 0 and 1, or one sign for off and one for on", off+on))
	}
	for i, row := range t.rows {
		t.rows[i] = plainCells.Replace(row)
	}
}

// raggedRow names the first row that is not as long as the one before it.
func (t *textGrid) raggedRow() {
	for i := 1; ; i++ {
		if a, b := len(strings.TrimSpace(t.rows[i-1])), len(strings.TrimSpace(t.rows[i])); a != b {
			panic(t.errorf(t.at[i], "this row has %d cells, the row before it (line %d) %d; write _ for a hole",
				b, t.at[i-1], a))
		}
	}
}

// isShifted recognises rows of a drawing that are shifted by half a cell against each other, as those of hexagons are.
func (t *textGrid) isShifted() bool {
	var at [2]bool
	for _, row := range t.rows {
		first := strings.IndexFunc(row, func(ch rune) bool { return ch != ' ' })
		for i := range len(row) {
			if row[i] != ' ' && i%2 != first%2 {
				return false
			}
		}
		at[first%2] = true
	}
	return at[0] && at[1]
}

// everySecond is every second cell from one on.
func everySecond(cells string, from int) string {
	kept := make([]byte, 0, len(cells)/2+1)
	for i := from; i < len(cells); i += 2 {
		kept = append(kept, cells[i])
	}
	return string(kept)
}

// picture is the puzzle of rows of 0, 1 and _, or of the digits of states, that begin on that line.
func (r *Reader) picture(rows []string, line int) *board.Puzzle {
	spec := fmt.Sprintf("grid:%dx%d", len(rows), len(rows[0]))
	if slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(row, "_") }) {
		spec += ",mask=" + strings.NewReplacer("0", "#", "1", "#").Replace(strings.Join(rows, "/"))
	}
	b := r.pictureBoard(spec, line)
	on, err := parseDrawing(b, rows)
	r.check(line, err)
	return &board.Puzzle{Board: b, On: on, Goal: b.Dark(), Origin: r.origin(line)}
}

// prepareText writes the lights that are on as . and #, or the digits of states, with _ for holes. The board must be
// made of rows and columns.
func (w *Writer) prepareText() error {
	if !w.board.Shape().InRows {
		return fmt.Errorf("a text grid needs rows and columns, and %s has none", clip(w.board.Spec()))
	}
	if _, wide := w.board.Layout().Size(); wide == 1 {
		if err := w.noComment(); err != nil {
			return err
		}
	}
	w.picture = pictureOf(w.board)
	w.layout = Layout{Head: "c board " + boardText(w.board) + "\n\n", Blank: true, Counts: true}
	w.record, w.after = w.text, []byte("\n")
	return nil
}

// noComment refuses rows of one light whose state could be a letter, and so be read as a comment or a native line.
func (w *Writer) noComment() error {
	if w.board.States() > strings.IndexByte(stateDigits, 'a') {
		return fmt.Errorf("the format %s cannot tell a light in state a or c on a line of its own from other lines; "+
			"lo can",
			w.format.Name)
	}
	return nil
}

func (w *Writer) text(dst []byte, r *Record) []byte {
	dst = appendNumber(dst, r)
	for i := range w.picture {
		dst = append(w.picture[i].append(dst, r.On), '\n')
	}
	return dst
}
