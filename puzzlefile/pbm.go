package puzzlefile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
	"regexp"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
)

// A portable bitmap (PBM, pbm(5) of Netpbm) is a picture of the lights: a black pixel is a light
// that is on. It begins with P4 or P1, the width and the height, apart by white space; # begins a
// comment. Raw bitmaps (P4) have eight pixels in a byte, the first one in its highest bit, and every
// row starts with a byte of its own; plain ones (P1) are written with the digits 0 and 1. A file may
// hold several bitmaps. A comment "# board SPEC" names the board (header.go); without one each is a
// grid. A given board must have as many rows and columns, and pixels where it has no cell must be
// white.

// looksPBM tells by the first three bytes.
func looksPBM(first string) bool {
	return (strings.HasPrefix(first, "P1") || strings.HasPrefix(first, "P4")) &&
		(len(first) == 2 || isPBMSpace(first[2]) || first[2] == '#')
}

var pbmHead = regexp.MustCompile(`^P[14](?:\s|#[^\n]*\n)+[0-9]+(?:\s|#[^\n]*\n)+[0-9]`)

// isPBM tells by the numbers of columns and rows as well: P1 P2 is an edge.
func isPBM(first string) bool { return pbmHead.MatchString(first) }

func isPBMSpace(c byte) bool { return strings.IndexByte(" \t\n\r\v\f", c) >= 0 }

// pbm is a bitmap as a raw one has it in its bytes.
type pbm struct {
	rows, cols int
	pixels     []byte
}

func (p *pbm) rowBytes() int { return (p.cols + 7) / 8 }

// nextPBM reads a bitmap.
func (r *Reader) nextPBM() *board.Puzzle {
	r.number = max(r.number, 1)
	if _, err := r.in.Peek(1); err == io.EOF {
		return nil
	}
	line := r.number
	r.head = header{}
	image, plain := r.pbmHeader()
	b := r.headBoard()
	if b == nil {
		grid, err := board.Parse(fmt.Sprintf("grid:%dx%d", image.rows, image.cols))
		r.check(line, err)
		b = assumed(grid, r.origin(line))
	}
	r.check(line, image.fits(b))
	if plain {
		r.plainPixels(image)
	} else {
		r.rawPixels(image)
	}
	on, err := image.on(b)
	r.check(line, err)
	return &board.Puzzle{Board: b, On: board.Bits(on), Goal: b.Dark(), Origin: r.origin(line)}
}

// fits refuses a board that the bitmap cannot be laid on.
func (p *pbm) fits(b *board.Board) error {
	if b.Layout() == nil {
		return fmt.Errorf("%s has no rows and columns to lay a bitmap on", clip(b.Spec()))
	}
	if rows, cols := b.Layout().Size(); rows != p.rows || cols != p.cols {
		return fmt.Errorf("the bitmap has %d rows and %d columns, %s has %d and %d",
			p.rows, p.cols, clip(b.Spec()), rows, cols)
	}
	return nil
}

// isPlain reports whether the board's cells are all squares of its drawing, row by row.
func isPlain(b *board.Board) bool {
	rows, cols := b.Layout().Size()
	return b.Shape().InRows && b.Lights() == rows*cols
}

// on is the board's lights under the black pixels. Pixels past the last column are ignored.
func (p *pbm) on(b *board.Board) (gf2.Vec, error) {
	on, row := gf2.NewVec(b.Lights()), gf2.NewVec(p.cols)
	line, per := make([]byte, 8*len(row.Words())), p.rowBytes()
	plain := isPlain(b)
	for r := range p.rows {
		copy(line, p.pixels[r*per:(r+1)*per])
		for j := range row.Words() {
			row.Words()[j] = bits.Reverse64(binary.BigEndian.Uint64(line[8*j:]))
		}
		row.Words()[len(row.Words())-1] &= ^uint64(0) >> (-p.cols & 63)
		if plain {
			on.AddAt(r*p.cols, row)
			continue
		}
		for c := range row.Ones() {
			cell := b.Layout().Cell(r, c)
			if cell < 0 {
				return on, fmt.Errorf("the bitmap has a black pixel at row %d, column %d, where %s has no cell",
					r+1, c+1, clip(b.Spec()))
			}
			on.Set(cell, true)
		}
	}
	return on, nil
}

// maxPBMBytes is how large a bitmap may be.
const maxPBMBytes = min(1<<34, math.MaxInt) / 8

// rawPixels reads the pixels of a P4 bitmap, which must be whole.
func (r *Reader) rawPixels(image *pbm) {
	per := int64(image.rowBytes())
	size := int64(image.rows) * per // sides are below 2^30
	refuse(size > maxPBMBytes, "a bitmap of %d rows and %d columns is too large to be held in memory: up to %d "+
		"bytes are", image.rows, image.cols, int64(maxPBMBytes))
	pixels, err := io.ReadAll(io.LimitReader(r.in, size)) // which grows with what was read
	r.checkRead(err)
	if left := int64(len(pixels)); left < size {
		fail("a bitmap of %d rows and %d columns takes %d bytes a row, but only %d bytes follow its header: row %d "+
			"is not complete", image.rows, image.cols, per, left, left/per+1)
	}
	image.pixels, r.bytes = pixels, r.bytes+len(pixels)
}

// plainPixels reads the digits of a P1 bitmap and packs them as P4 does.
func (r *Reader) plainPixels(image *pbm) {
	var pixels []byte // grows with what was read, not with what the header says
	for row := range image.rows {
		for col := range image.cols {
			c, ok := r.pbmSign()
			switch {
			case !ok:
				fail("the bitmap of %d rows and %d columns ends before row %d, column %d", image.rows, image.cols,
					row+1, col+1)
			case c != '0' && c != '1':
				fail("%q at row %d, column %d of the bitmap: its pixels are 0 and 1", c, row+1, col+1)
			case col%8 == 0:
				pixels = append(pixels, 0)
			}
			pixels[len(pixels)-1] |= (c - '0') << (7 - col%8)
		}
	}
	image.pixels = pixels
	for next, err := r.in.Peek(1); err == nil && isPBMSpace(next[0]); next, err = r.in.Peek(1) {
		r.pbmByte() // white space at the end is not the start of another bitmap
	}
}

// pbmHeader reads P4 or P1, the width, the height and the one white space after it.
func (r *Reader) pbmHeader() (image *pbm, plain bool) {
	p, _ := r.pbmByte()
	kind, ok := r.pbmByte()
	switch magic := string([]byte{p, kind}); {
	case !ok:
		fail("the bitmap ends within its first two bytes")
	case magic != "P4" && magic != "P1":
		fail("a bitmap begins with P4 or P1, not with %q", magic)
	}
	cols := r.pbmNumber("width")
	return &pbm{cols: cols, rows: r.pbmNumber("height")}, kind == '1'
}

// pbmNumber reads a number and the one white space after it.
func (r *Reader) pbmNumber(what string) int {
	const most = 1 << 30 // keeps the number of lights, and of bytes, within 63 bits
	value := 0
	c, ok := r.pbmSign()
	for ; ok && !isPBMSpace(c); c, ok = r.pbmByte() {
		digit := int(c) - '0'
		if digit < 0 || digit > 9 {
			fail("%q in the bitmap's %s", c, what)
		}
		if value = 10*value + digit; value > most {
			fail("the bitmap's %s is more than %d", what, most)
		}
	}
	switch {
	case !ok:
		fail("the bitmap ends within its %s", what)
	case value == 0:
		fail("the bitmap's %s is 0", what)
	}
	return value
}

// pbmSign is the next byte that is neither white space nor part of a comment, which may name the board; false if there
// is none.
func (r *Reader) pbmSign() (c byte, ok bool) {
	for c, ok = r.pbmByte(); ok && (c == '#' || isPBMSpace(c)); c, ok = r.pbmByte() {
		if c != '#' {
			continue
		}
		line, text := r.number, []byte("#")
		for c, ok = r.pbmByte(); ok && c != '\n'; c, ok = r.pbmByte() {
			if len(text) < maxLine {
				text = append(text, c)
			}
		}
		if spec, named := boardComment(string(text)); named {
			r.head.text, r.head.line = spec, line
		}
	}
	return c, ok
}

// pbmByte is the next byte of a bitmap's header or digits; false if there is none.
func (r *Reader) pbmByte() (c byte, ok bool) {
	c, err := r.in.ReadByte()
	if err == io.EOF {
		return 0, false
	}
	r.checkRead(err)
	r.bytes++
	if c == '\n' {
		r.number++
	}
	return c, true
}

func (w *Writer) preparePBM() error {
	if w.board.Layout() == nil {
		return noRows(w.board)
	}
	if isListed(w.board) {
		return fmt.Errorf("a bitmap cannot say what a press flips on %s", clip(w.board.Spec()))
	}
	comment := "# board " + boardText(w.board) + "\n"
	w.record = func(dst []byte, r *Record) []byte {
		out := bytes.NewBuffer(dst)
		_ = writePBM(out, w.board, comment, r.On) // memory takes what is written
		return out.Bytes()
	}
	return nil
}

func noRows(b *board.Board) error {
	return fmt.Errorf("%s has no rows and columns to make a bitmap of", clip(b.Spec()))
}

// WritePBM writes a set of cells of a board with rows and columns as a raw bitmap (P4), a row at a
// time: black for a cell of the set, white for the others and where there is no cell.
func WritePBM(w io.Writer, b *board.Board, cells board.State) error {
	if err := b.TwoStates(); err != nil {
		return err
	}
	return writePBM(w, b, "", cells)
}

func writePBM(w io.Writer, b *board.Board, comment string, cells board.State) error {
	if b.Layout() == nil {
		return noRows(b)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	rows, cols := b.Layout().Size()
	fmt.Fprintf(out, "P4\n%s%d %d\n", comment, cols, rows)
	set, row, plain := cells.Bits(), gf2.NewVec(cols), isPlain(b)
	line := make([]byte, 8*len(row.Words()))
	for r := range rows {
		row.Clear()
		for c := 0; c < cols && !plain; c++ {
			if cell := b.Layout().Cell(r, c); cell >= 0 && set.Bit(cell) {
				row.Set(c, true)
			}
		}
		if plain {
			row.AddAt(-r*cols, set)
		}
		for j, word := range row.Words() {
			binary.BigEndian.PutUint64(line[8*j:], bits.Reverse64(word))
		}
		if _, err := out.Write(line[:(cols+7)/8]); err != nil {
			return err
		}
	}
	return out.Flush()
}
