package reserve

import (
	"io"
	"strings"
)

// ReadAll reads a stream to its end, or until what it grows to does not fit.
func ReadAll(in io.Reader) (string, error) {
	var text strings.Builder
	_, err := io.Copy(&text, &growing{in: in})
	return text.String(), err
}

// growing asks for memory each time that a text has become twice as long.
type growing struct {
	in         io.Reader
	read, next int64
}

// copies is how many there may be of a text at one time: it grows into a new place, and is taken apart there.
const copies = 4

func (g *growing) Read(p []byte) (int, error) {
	n, err := g.in.Read(p)
	if g.read += int64(n); g.read > g.next {
		g.next = 2 * g.read
		if none := Bytes(copies * g.next); none != nil {
			return 0, none
		}
	}
	return n, err
}
