package puzzlefile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"sync"

	"lightsout/board"
	"lightsout/internal/batch"
)

// Cut takes the next puzzles off the stream, at most that many, and returns a reader for them. So they
// can be read, or worked on, while others are cut off: the readers share nothing but the boards, so that
// two puzzles with the same SPEC have the same *[board.Board], and may be used at the same time. Where every
// line of a file stands for itself, as in jsonl, cutting only finds the ends of lines; other files are
// read while they are cut. It does not wait for further puzzles if one is there.
//
// The error is io.EOF after the last puzzle, or one that no reader can go on after. Defects of lines
// appear when the piece is read.
func (r *Reader) Cut(most int) (*Reader, error) {
	if r.err != nil {
		return nil, r.err
	}
	if r.format == nil {
		if err := r.choose(); err != nil && err != io.EOF {
			r.err = err
			return nil, err
		}
	}
	if r.format != nil && r.format.Name == "jsonl" && r.opt.Only == 0 {
		return r.cutLines(most)
	}
	return r.cutRead(most)
}

// piece is a reader like this one, without anything to read yet.
func (r *Reader) piece() *Reader {
	opt := r.opt
	opt.Only = 0 // it was looked for before
	return &Reader{lines: lines{file: r.file}, opt: opt, format: r.format, boards: r.boards, begun: true, cut: true}
}

// cutLines cuts off lines unread.
func (r *Reader) cutLines(most int) (*Reader, error) {
	// what was looked at to tell the format, or cut off before
	if len(r.ahead) > 0 || r.failed != nil || r.defect != nil || r.cut {
		return r.cutRead(most)
	}
	if r.cutter == nil {
		r.cutter = batch.NewLines(r.in, maxLine, r.number+1)
	}
	text, err := r.cutter.Next(most)
	if err == io.EOF && !r.begun && !r.opt.Empty {
		err = r.nothing()
	}
	if err != nil {
		r.err = err
		return nil, err
	}
	r.begun = true
	p := r.piece()
	p.number, p.size = text.First-1, len(text.Text)
	p.in = bufio.NewReaderSize(bytes.NewReader(text.Text), 1<<12)
	return p, nil
}

// readAhead is a puzzle of a piece, or what is wrong with a line.
type readAhead struct {
	record *Record
	err    error
	line   int
}

// skipped reports whether the reader goes on after an error.
func skipped(err error) bool {
	defect, ok := errors.AsType[*SyntaxError](err)
	return ok && defect.Skipped
}

// cutBytes is about how many bytes the lights of a piece may take.
const cutBytes = 1 << 18

// cutRead reads puzzles.
func (r *Reader) cutRead(most int) (*Reader, error) {
	p := r.piece()
	p.in = bufio.NewReaderSize(strings.NewReader(""), 16)
	for len(p.ready) < max(most, 1) && p.size < cutBytes && (len(p.ready) == 0 || r.waits()) {
		rec, err := r.NextRecord()
		at := readAhead{rec, err, r.number}
		switch {
		case err == nil && rec.Board != nil:
			p.size += rec.Board.Lights()/8 + 100
		case err == nil || skipped(err): // an answer without a puzzle, or neither
			p.size += 100
		case len(p.ready) > 0:
			return p, nil // the next call says it
		default:
			return nil, err
		}
		p.ready = append(p.ready, at)
	}
	return p, nil
}

// waits reports whether the next puzzle is probably there, so that reading it does not hold up those
// that are: the source is a file, or has a whole line to read.
func (r *Reader) waits() bool {
	if r.isFile || len(r.ahead) > 0 {
		return true
	}
	there, _ := r.in.Peek(r.in.Buffered())
	return r.format != nil && r.format.ends == lineEnd && bytes.IndexByte(there, '\n') >= 0
}

// Size is about how many bytes a piece takes until it is read.
func (r *Reader) Size() int { return r.size }

// boards are those that a reader and its pieces have met, by their SPECs or whatever text describes them: streams
// mostly repeat them. It is safe for concurrent use.
type boards struct {
	mu     sync.Mutex
	byText map[string]*board.Board
}

// How many boards are remembered, and how long the texts may be of which several are.
const (
	maxBoards    = 64
	maxBoardText = 1 << 16
)

// of is the board that a text was used for, the given one (if it is not nil) the first time.
func (m *boards) of(text string, b *board.Board) *board.Board {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known := m.byText[text]; known != nil || b == nil {
		return known
	}
	if m.byText == nil || len(m.byText) >= maxBoards || len(text) > maxBoardText {
		m.byText = map[string]*board.Board{}
	}
	m.byText[text] = b
	return b
}
