package gridpoly

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
)

// WritePBM writes a set of cells as a binary PBM image (P4), a row at a time. A cell of the set is a
// 1, which PBM shows black.
func WritePBM(ctx context.Context, w io.Writer, shape Shape, cells Lights) error {
	if err := shape.validate(); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "P4\n%d %d\n", shape.Cols, shape.Rows)
	buf := make([]uint64, shape.words())
	line := make([]byte, 8*shape.words())
	rows := cells.From(0)
	watch := contextWatch{ctx: ctx}
	for range shape.Rows {
		if err := watch.spend(len(buf)); err != nil {
			return err
		}
		row, err := rows(buf)
		if err != nil {
			return err
		}
		// The first cell is the highest bit of the first byte.
		for j, word := range row {
			binary.BigEndian.PutUint64(line[8*j:], bits.Reverse64(word))
		}
		if _, err := out.Write(line[:lineBytes(shape.Cols)]); err != nil {
			return err
		}
	}
	return out.Flush()
}

// lineBytes is how many bytes a line of n pixels takes in a binary PBM image.
func lineBytes(n int) int { return (n + 7) / 8 }

// PBM is the cells of a binary PBM image, read from it whenever they are asked for.
type PBM struct {
	source     io.ReaderAt
	offset     int64 // of the first line
	rows, cols int
}

// OpenPBM reads the header of a binary PBM image (P4) that is size bytes long. The image must be
// whole: what is missing is an error now rather than later. Bytes that follow the image, such as a
// second one, are an error too. name stands for the image in errors.
func OpenPBM(name string, source io.ReaderAt, size int64) (*PBM, error) {
	h := header{in: bufio.NewReader(io.NewSectionReader(source, 0, size)), line: 1}
	p, err := h.read()
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, h.line, err)
	}
	p.source = source
	lines, perLine := int64(p.rows), int64(lineBytes(p.cols))
	left := size - p.offset
	if lines != left/perLine || left%perLine != 0 {
		return nil, fmt.Errorf("%s:%d: an image of %d lines of %d pixels takes %d bytes a line, but %d bytes follow the header",
			name, h.line, lines, p.cols, perLine, left)
	}
	return p, nil
}

// Size is the number of rows and columns.
func (p *PBM) Size() (rows, cols int) { return p.rows, p.cols }

// From returns a reader of the image's lines. Pixels past the last column are ignored.
func (p *PBM) From(i int) Rows {
	perLine := lineBytes(p.cols)
	at := p.offset + int64(i)*int64(perLine)
	in := bufio.NewReaderSize(io.NewSectionReader(p.source, at, int64(p.rows-i)*int64(perLine)), 1<<16)
	line := make([]byte, 8*rowWords(p.cols))
	last := Shape{Cols: p.cols}.lastWord()
	return func(buf []uint64) ([]uint64, error) {
		if _, err := io.ReadFull(in, line[:perLine]); err != nil {
			return nil, fmt.Errorf("gridpoly: reading a line of the image: %w", err)
		}
		for j := range buf {
			buf[j] = bits.Reverse64(binary.BigEndian.Uint64(line[8*j:]))
		}
		buf[len(buf)-1] &= last
		return buf, nil
	}
}

// header reads "P4", width and height, apart by white space and comments, and one white space.
type header struct {
	in    *bufio.Reader
	bytes int64
	line  int
}

// maxSide keeps the number of lights, and of bytes, within 63 bits.
const maxSide = 1 << 30

func (h *header) read() (*PBM, error) {
	var magic [2]byte
	for i := range magic {
		c, err := h.next()
		if err != nil {
			return nil, errors.New("not a PBM image: it is empty")
		}
		magic[i] = c
	}
	if string(magic[:]) != "P4" {
		return nil, fmt.Errorf("not a binary PBM image: it begins with %q, not with \"P4\"", magic[:])
	}
	cols, err := h.number("width")
	if err != nil {
		return nil, err
	}
	rows, err := h.number("height")
	if err != nil {
		return nil, err
	}
	return &PBM{offset: h.bytes, rows: rows, cols: cols}, nil
}

// next returns the next byte of the header.
func (h *header) next() (byte, error) {
	c, err := h.in.ReadByte()
	if err != nil {
		return 0, err
	}
	h.bytes++
	if c == '\n' {
		h.line++
	}
	return c, nil
}

// number skips white space and comments and reads a number and the one white space after it.
func (h *header) number(what string) (int, error) {
	value, digits, comment := 0, 0, false
	for {
		c, err := h.next()
		if err != nil {
			return 0, fmt.Errorf("the image ends within its %s", what)
		}
		switch {
		case comment:
			comment = c != '\n'
		case c == '#' && digits == 0:
			comment = true
		case c >= '0' && c <= '9':
			digits++
			digit := int(c - '0')
			if value > (maxSide-digit)/10 {
				return 0, fmt.Errorf("the image's %s is more than %d", what, maxSide)
			}
			value = 10*value + digit
		case c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\v' && c != '\f':
			return 0, fmt.Errorf("%q in the image's %s", c, what)
		case digits == 0:
		case value == 0:
			return 0, fmt.Errorf("the image's %s is 0", what)
		default:
			return value, nil
		}
	}
}
