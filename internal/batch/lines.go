package batch

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// Lines cuts a stream into pieces of whole lines.
type Lines struct {
	in    *bufio.Reader
	limit int
	size  int   // of the largest piece so far, in bytes
	next  int   // the number of the next line
	err   error // what ended the stream, once the lines before it are handed out
}

// Piece is some whole lines, of which the first is line number First of the stream.
type Piece struct {
	Text  []byte
	First int
}

// NewLines cuts what it reads, which begins with line number first. Of a line longer than limit bytes it
// keeps limit+1 bytes and the line end.
func NewLines(in io.Reader, limit, first int) *Lines {
	return &Lines{in: bufio.NewReaderSize(in, 1<<16), limit: limit, next: first}
}

// pieceText is about how many bytes a piece of lines has at most.
const pieceText = 1 << 16

// Next is the next piece, or io.EOF after the last. It takes the lines that are there already, at most
// that many and about [pieceText] bytes, and waits for more only if there is none.
func (l *Lines) Next(most int) (Piece, error) {
	p := Piece{First: l.next, Text: make([]byte, 0, l.size)}
	for n := 0; l.err == nil && n < max(most, 1); n++ {
		p.Text, l.err = l.line(p.Text)
		l.next++
		if len(p.Text) >= pieceText || !l.ready() {
			break
		}
	}
	if len(p.Text) > 0 {
		l.size = max(l.size, min(len(p.Text)+len(p.Text)/8, pieceText))
		return p, nil
	}
	return p, l.err
}

// ready reports whether a whole line is there without waiting.
func (l *Lines) ready() bool {
	there, _ := l.in.Peek(l.in.Buffered())
	return bytes.IndexByte(there, '\n') >= 0
}

// line appends the next line. The error is io.EOF if there is none.
func (l *Lines) line(dst []byte) ([]byte, error) {
	begun := len(dst)
	for {
		part, err := l.in.ReadSlice('\n')
		if room := l.limit + 1 - (len(dst) - begun); len(part) > room {
			dst = append(dst, part[:room]...)
			if err == nil {
				dst = append(dst, '\n')
			}
		} else {
			dst = append(dst, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(dst) > begun:
			return dst, nil
		case err != nil:
			return dst[:begun], err
		default:
			return dst, nil
		}
	}
}
