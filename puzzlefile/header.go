package puzzlefile

import (
	"fmt"
	"lightsout/board"
	"regexp"
	"strings"
)

// A text grid, a line of bits or a bitmap shows lights and does not say what a press flips. So these
// files name their board in a comment before the first puzzle:
//
//	c board torus:5x5,pattern=king
//
// It may be repeated, and then holds for the puzzles after it: files concatenate. A board that has no
// SPEC, or one whose nodes have names, is written there as lines of the native format, with semicolons between them:
//
//	c board p lights 3 2;e 1 2;e 2 3
//	c board b path:2;n 1 ann;n 2 bob
//
// In csv the same text is the column board. The pieces of a batch after the first have no such
// comment, so that pieces concatenate to the whole; they are read with [ReaderOptions].Board.

// header is what comments say about the puzzles after them.
type header struct {
	text    string // of the board; "" if none is named
	line    int
	batch   bool // a comment numbers puzzles as batches do
	matrix  bool // a picture may be the matrix of a graph
	comment int  // the line of the first comment, 0 if there is none
}

// numbered is how batches number their puzzles.
var numbered = regexp.MustCompile(`^c puzzle [0-9]+, ` +
	`([0-9]+ press(es)?|presses not counted|unsolvable, witness [0-9 ]+)(, not uniform)?$`)

// comment takes note of a comment.
func (r *Reader) comment(line string) {
	if r.head.comment == 0 {
		r.head.comment = r.number
	}
	switch text, ok := boardComment(line); {
	case !isComment(line):
	case ok:
		r.head.text, r.head.line = text, r.number
	case numbered.MatchString(line):
		r.head.batch = true
	}
}

// boardComment is the board that a comment names.
func boardComment(line string) (text string, ok bool) {
	rest := strings.TrimLeft(line, " \t")[1:]
	rest = strings.TrimLeft(rest, " \t")
	text, ok = strings.CutPrefix(rest, "board ")
	return strings.TrimSpace(text), ok
}

// headBoard is the board of the file's puzzles: the one that a comment names, or else the given one,
// or nil.
func (r *Reader) headBoard() *board.Board {
	if r.head.text == "" {
		return r.opt.Board
	}
	return r.writtenBoard(r.head.text, r.head.line)
}

// knownBoard is headBoard, or what is wrong with it.
func (r *Reader) knownBoard() (b *board.Board, err error) {
	defer catch(&err)
	return r.headBoard(), nil
}

// pictureBoard is headBoard, or else the board that a picture alone suggests. That one has a warning,
// since a picture does not tell what a press flips. The pictures of a batch need their board.
func (r *Reader) pictureBoard(spec string, line int) *board.Board {
	b := r.headBoard()
	switch {
	case b != nil:
		return b
	case r.head.batch:
		panic(r.wrap(line, ErrNeedsBoard))
	}
	return r.remember("assumed "+spec, func() *board.Board {
		b := assumed(r.boardOf(spec, line), r.origin(line))
		if r.head.matrix {
			b = b.WithWarning(b.Warning() + "; as adjmatrix it is the matrix of a graph")
		}
		return b
	})
}

// assumed is the board with a warning that nothing but a picture suggests it.
func assumed(b *board.Board, origin string) *board.Board {
	return b.WithWarning(fmt.Sprintf("%s: the picture does not name its board; taken as %s", origin, clip(b.Spec())))
}

// boardText is the board as one line: its SPEC, or else its lines of the native format.
func boardText(b *board.Board) string {
	if !isListed(b) && b.Names() == nil {
		return b.Spec()
	}
	return strings.ReplaceAll(strings.TrimSuffix(string(appendBoard(nil, b)), "\n"), "\n", ";")
}

// isBoardText reports whether a text begins as boardText writes boards.
func isBoardText(text string) bool {
	if strings.HasPrefix(text, "p ") || strings.HasPrefix(text, "b ") {
		return true
	}
	_, err := board.Parse(text)
	return err == nil
}

// boardParts cuts a text at its semicolons, but not within the quotation marks of a name.
func boardParts(text string) (parts []string) {
	quoted, from := false, 0
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == ';' && !quoted:
			parts, from = append(parts, text[from:i]), i+1
		}
	}
	return append(parts, text[from:])
}

// writtenBoard reads what boardText writes.
func (r *Reader) writtenBoard(text string, line int) *board.Board {
	if !strings.HasPrefix(text, "p ") && !strings.HasPrefix(text, "b ") {
		return r.boardOf(text, line)
	}
	return r.remember(text, func() *board.Board {
		p := (&Reader{lines: lines{file: r.file}, opt: ReaderOptions{Name: r.file}, count: r.count,
			boards: r.boards}).newLO()
		for _, part := range boardParts(text) {
			p.number, p.bytes = line, p.bytes+len(part)
			r.check(line, p.takePart(part))
		}
		return p.puzzle().Board
	})
}

// takePart takes a line that is a part of a board.
func (p *loPuzzle) takePart(line string) (err error) {
	defer catch(&err)
	letter, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	refuse(!strings.Contains("pbmeaotn", letter) || letter == "",
		"%q is not a part of a board: they are p, b, m, e, a, o, t and n lines of the native format", line)
	p.take(line)
	return nil
}
