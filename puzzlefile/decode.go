package puzzlefile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf16"
)

// decode undoes what stands between the file and its text: gzip, UTF-16 with its mark, and lines that end with CR
// alone.
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
	orders := map[string]binary.ByteOrder{"\xff\xfe": binary.LittleEndian, "\xfe\xff": binary.BigEndian}
	for mark, order := range orders {
		if bytes.HasPrefix(first, []byte(mark)) {
			text := r.readAll()
			units := make([]uint16, len(text)/2)
			for i := range units {
				units[i] = order.Uint16(text[2*i:])
			}
			if len(text)%2 > 0 {
				return r.errorf(0, "the text is UTF-16, and ends within a letter")
			}
			r.in = bufio.NewReader(strings.NewReader(string(utf16.Decode(units))))
			first, _ = r.in.Peek(maxMagic)
		}
	}
	there, _ := r.in.Peek(r.in.Buffered())
	if bytes.IndexByte(there, '\r') >= 0 && bytes.IndexByte(there, '\n') < 0 && !looksPBM(string(first)) {
		text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(r.readAll()))
		r.in = bufio.NewReader(strings.NewReader(text))
	}
	return nil
}

// readAll is the rest of the file.
func (r *Reader) readAll() []byte {
	text, err := io.ReadAll(r.in)
	r.checkRead(err)
	return text
}
