package puzzlefile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// decode undoes what stands between the file and its text: gzip, UTF-16 with its mark, and lines that end with CR alone.
func (r *Reader) decode() error {
	first, _ := r.in.Peek(maxMagic)
	if bytes.HasPrefix(first, []byte("\x1f\x8b")) {
		text, err := gzip.NewReader(r.in)
		if err != nil {
			return r.errorf(1, "the file is compressed with gzip, and damaged: %v", err)
		}
		r.in = bufio.NewReaderSize(text, 1<<16)
		first, _ = r.in.Peek(maxMagic)
	}
	for mark, order := range map[string]binary.ByteOrder{"\xff\xfe": binary.LittleEndian, "\xfe\xff": binary.BigEndian} {
		if bytes.HasPrefix(first, []byte(mark)) {
			r.in = bufio.NewReaderSize(&utf16Text{in: r.in, order: order}, 1<<16)
			first, _ = r.in.Peek(maxMagic)
		}
	}
	there, _ := r.in.Peek(r.in.Buffered())
	if bytes.IndexByte(there, '\r') >= 0 && bytes.IndexByte(there, '\n') < 0 && !looksPBM(string(first)) {
		r.in = bufio.NewReaderSize(&crText{in: r.in}, 1<<16)
	}
	return nil
}

// utf16Text makes UTF-8 of UTF-16.
type utf16Text struct {
	in    io.Reader
	order binary.ByteOrder
	high  rune // the first half of a pair
}

func (u *utf16Text) Read(p []byte) (n int, err error) {
	var unit [2]byte
	for n+utf8.UTFMax <= len(p) {
		if _, err := io.ReadFull(u.in, unit[:]); err != nil {
			if n > 0 {
				return n, nil // the error comes again
			}
			return 0, err
		}
		ch := rune(u.order.Uint16(unit[:]))
		switch {
		case u.high != 0:
			ch, u.high = utf16.DecodeRune(u.high, ch), 0
		case utf16.IsSurrogate(ch):
			u.high = ch
			continue
		}
		n += utf8.EncodeRune(p[n:], ch)
		if ch == '\n' {
			break // not to wait for the next line
		}
	}
	return n, nil
}

// crText ends lines with \n instead of \r, and of \r\n.
type crText struct {
	in    io.Reader
	after bool // a \r
}

func (c *crText) Read(p []byte) (int, error) {
	for {
		n, err := c.in.Read(p)
		kept := p[:0]
		for _, ch := range p[:n] {
			if ch == '\n' && c.after {
				c.after = false
				continue
			}
			if c.after = ch == '\r'; c.after {
				ch = '\n'
			}
			kept = append(kept, ch)
		}
		if len(kept) > 0 || err != nil {
			return len(kept), err
		}
	}
}
