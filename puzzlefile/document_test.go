package puzzlefile

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// The same graph however its bytes are dressed.
func TestDressedFiles(t *testing.T) {
	const text = "ann Zoë\nZoë 😀\n😀 ann\n"
	want := readOne(t, text, ReaderOptions{}).Board
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	units := utf16.Encode([]rune(text))
	little, big := "\xff\xfe", "\xfe\xff"
	for _, unit := range units {
		little += string([]byte{byte(unit), byte(unit >> 8)})
		big += string([]byte{byte(unit >> 8), byte(unit)})
	}
	for name, text := range map[string]string{
		"mark": "\ufeff" + text, "dos": strings.ReplaceAll(text, "\n", "\r\n"), "mac": strings.ReplaceAll(text, "\n", "\r"),
		"gzip": zipped.String(), "utf16le": little, "utf16be": big,
	} {
		for _, in := range []io.Reader{strings.NewReader(text), iotest.HalfReader(strings.NewReader(text))} {
			p, err := NewReader(in, ReaderOptions{}).Next()
			if err != nil || !p.Board.Equal(want) || strings.Join(p.Board.Names(), " ") != "ann Zoë 😀" {
				t.Errorf("%s: %v, %v", name, p, err)
			}
		}
	}
}
