package puzzlefile

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

func readPBM(data string, opt ReaderOptions) (*board.Puzzle, error) {
	opt.Name, opt.Kind = "lights.pbm", "pbm"
	return NewReader(strings.NewReader(data), opt).Next()
}

// What is written as a bitmap is read as the same lights, on every board with rows and columns.
func TestPBMComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 20).Draw(t, "rows"), rapid.IntRange(1, 200).Draw(t, "columns")
		spec := rapid.SampledFrom([]string{
			fmt.Sprintf("grid:%dx%d", rows, cols), fmt.Sprintf("mobius:%dx%d", rows, cols),
			fmt.Sprintf("path:%d", cols), fmt.Sprintf("cycle:%d", cols), "grid:3x3x4", "cube:3", "grid:2x3,mask=##_/_##",
		}).Draw(t, "board")
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		on := boardtest.Random(b, rapid.Uint64().Draw(t, "seed"))
		var out bytes.Buffer
		if err := WritePBM(&out, b, on); err != nil {
			t.Fatal(err)
		}
		p, err := readPBM(out.String(), ReaderOptions{Board: b})
		if err != nil {
			t.Fatal(err)
		}
		if !p.On.Equal(on) || !p.Goal.IsZero() {
			t.Fatalf("%s: %v comes back as %v", b, on, p.On)
		}
		if p, err = readPBM(out.String(), ReaderOptions{}); err != nil {
			t.Fatal(err)
		}
		tall, wide := b.Layout().Size()
		if want := fmt.Sprintf("grid:%dx%d", tall, wide); p.Board.Spec() != want {
			t.Fatalf("without a board %s is read as %s", b, p.Board)
		}
	})
}

// The first cell is the highest bit of the first byte (pbm(5), Netpbm).
func TestPBMBytes(t *testing.T) {
	b := parse(t, "2x10")
	var out bytes.Buffer
	if err := WritePBM(&out, b, board.Bits(gf2.VecOf(20, 0, 19))); err != nil {
		t.Fatal(err)
	}
	if want := "P4\n10 2\n\x80\x00\x00\x40"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	for data, want := range map[string]string{
		// The bits past the end of a row mean nothing.
		"P4 # a comment\n#another 7\n 3\t#x\n1\n\xbf": "101",
		"P1\n3 2\n101\n010\n":                         "101010",
		"P1 # plain\n3 2\n1 0 1 0 # a comment\n1 0":   "101010",
		"P1\r\n3 1\r\n1 0 1\r\n":                      "101",
	} {
		p, err := NewReader(strings.NewReader(data), ReaderOptions{}).Next()
		if err != nil || p.On.String() != want {
			t.Errorf("%q: %v, %v, want %s", data, p, err, want)
		}
	}
}

func TestSeveralBitmapsInOneFile(t *testing.T) {
	r := NewReader(strings.NewReader("P4\n3 1\n\xa0P1\n2 2\n1 0\n0 1\n\nP4\n1 1\n\x80"), ReaderOptions{Name: "three.pbm"})
	for _, want := range []string{"three.pbm:1: grid:1x3 101", "three.pbm:3: grid:2x2 1001", "three.pbm:8: grid:1x1 1"} {
		p, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%s: %s %s", p.Origin, p.Board, p.On); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if _, err := r.Next(); err != io.EOF {
		t.Errorf("after the last one: %v", err)
	}
}

func TestPBMErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"3x2":                   "lights.pbm:1: the bitmap has 2 rows and 3 columns, grid:3x2 has 3 and 2",
		"hypercube:3":           "hypercube:3 has no rows and columns to lay a bitmap on",
		"grid:2x3,mask=##_/_##": "a black pixel at row 1, column 3",
	} {
		if _, err := readPBM("P1\n3 2\n111111", ReaderOptions{Board: parse(t, spec)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
	r := NewReader(strings.NewReader("P4\n8 1\nxyz"), ReaderOptions{Name: "lights.pbm"})
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); err == nil || !strings.Contains(err.Error(), `lights.pbm:3: a bitmap begins with P4 or P1, not with "yz"`) {
		t.Errorf("bytes after a bitmap: %v", err)
	}
}

func FuzzPBM(f *testing.F) {
	for _, seed := range []string{
		"P4\n8 1\n\xff", "P4 #\n3 2 ab", "P1\n1 1\n0", "P4\n1 99999999999\n", "P1 2 2 0110 P4 1 1 x",
		"", "\"\"", "P1#\f  0", // no magic number, no end of a comment
		"P10 ", "P10\x12", "P110 1 00000", "P11 100 2", // no height, no blank after it, bits too many or no bits
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data string) {
		p, err := readPBM(data, ReaderOptions{})
		if err != nil {
			return
		}
		if p.Board.Lights() > 8*len(data) {
			t.Fatalf("%s of %d bytes", p.Board, len(data))
		}
		var out bytes.Buffer
		if err := WritePBM(&out, p.Board, p.On); err != nil {
			t.Fatal(err)
		}
		again, err := readPBM(out.String(), ReaderOptions{})
		if err != nil || !again.On.Equal(p.On) {
			t.Fatalf("what was read and written does not read the same: %v", err)
		}
	})
}
