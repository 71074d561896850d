package batch

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// pieces takes note of what reaches it at once.
type pieces [][]byte

func (p *pieces) Write(text []byte) (int, error) {
	*p = append(*p, bytes.Clone(text))
	return len(text), nil
}

// Whatever leaves a buffer are whole records, also those that are larger than the buffer.
func TestWholeRecordsLeave(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var got pieces
		out, want := bufio.NewWriterSize(&got, 16), ""
		for _, n := range rapid.SliceOf(rapid.IntRange(0, 40)).Draw(t, "lengths") {
			record := strings.Repeat("x", n) + "\n"
			want += record
			if err := WriteWhole(out, []byte(record)); err != nil {
				t.Fatal(err)
			}
		}
		if err := out.Flush(); err != nil {
			t.Fatal(err)
		}
		for _, piece := range got {
			if !bytes.HasSuffix(piece, []byte("\n")) {
				t.Fatalf("%q leaves", piece)
			}
		}
		if text := string(bytes.Join(got, nil)); text != want {
			t.Fatalf("%q, want %q", text, want)
		}
	})
}
