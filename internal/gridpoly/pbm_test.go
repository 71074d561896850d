package gridpoly

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func open(data []byte) (*PBM, error) {
	return OpenPBM("lights.pbm", bytes.NewReader(data), int64(len(data)))
}

func TestPBMComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Grid(rapid.IntRange(1, 20).Draw(t, "rows"), rapid.IntRange(1, 200).Draw(t, "columns"))
		lights := RandomLights(s, rapid.Uint64().Draw(t, "seed"))
		var out bytes.Buffer
		if err := WritePBM(context.Background(), &out, s, lights); err != nil {
			t.Fatal(err)
		}
		p, err := open(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if m, n := p.Size(); m != s.Rows || n != s.Cols {
			t.Fatalf("%d rows and %d columns come back as %d and %d", s.Rows, s.Cols, m, n)
		}
		if !vector(t, s, p).Equal(vector(t, s, lights)) {
			t.Fatal("the cells do not come back")
		}
		i := rapid.IntRange(0, s.Rows-1).Draw(t, "row")
		buf, want := make([]uint64, s.words()), make([]uint64, s.words())
		row, err := p.From(i)(buf)
		if err != nil {
			t.Fatal(err)
		}
		lights.fill(i, want)
		for j := range want {
			if row[j] != want[j] {
				t.Fatalf("row %d alone is not row %d", i, i)
			}
		}
	})
}

// The first cell is the highest bit of the first byte (pbm(5), Netpbm).
func TestPBMBytes(t *testing.T) {
	cells := NewBits(2, 10)
	cells.Flip(0, 0)
	cells.Flip(1, 9)
	var out bytes.Buffer
	if err := WritePBM(context.Background(), &out, Grid(2, 10), cells); err != nil {
		t.Fatal(err)
	}
	if want := "P4\n10 2\n\x80\x00\x00\x40"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
	p, err := open([]byte("P4 # a comment\n#another 7\n 3\t#x\n1\n\xbf"))
	if err != nil {
		t.Fatal(err)
	}
	if got := vector(t, Grid(1, 3), p).String(); got != "101" {
		t.Errorf("got %s, want 101: the bits past the end of a line mean nothing", got)
	}
}

func TestPBMErrors(t *testing.T) {
	for data, want := range map[string]string{
		"":                            "lights.pbm:1: not a PBM image: it is empty",
		"P1\n1 1\n0":                  "lights.pbm:1: not a binary PBM image",
		"P4\n":                        "lights.pbm:2: the image ends within its width",
		"P4\n5":                       "lights.pbm:2: the image ends within its width",
		"P4\n5 \n":                    "lights.pbm:3: the image ends within its height",
		"P4\n5 x\n":                   "lights.pbm:2: 'x' in the image's height",
		"P4\n0 5\n":                   "lights.pbm:2: the image's width is 0",
		"P4\n99999999999999999999 5":  "lights.pbm:2: the image's width is more than",
		"P4\n8 2\nx":                  "lights.pbm:3: an image of 2 lines of 8 pixels takes 1 bytes a line, but 1 bytes follow",
		"P4\n8 2\nxyz":                "but 3 bytes follow",
		"P4\n9 2\nxyz":                "takes 2 bytes a line, but 3 bytes follow",
		"P4\n1000000000 1000000000\n": "but 0 bytes follow",
	} {
		if _, err := open([]byte(data)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", data, err, want)
		}
	}
}

func FuzzOpenPBM(f *testing.F) {
	for _, seed := range []string{"P4\n8 1\n\xff", "P4 #\n3 2 ab", "P1\n1 1\n0", "P4\n1 99999999999\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := open(data)
		if err != nil {
			return
		}
		m, n := p.Size()
		if m*n > 8*len(data) {
			t.Fatalf("%d×%d pixels in %d bytes", m, n, len(data))
		}
		var out bytes.Buffer
		if err := WritePBM(context.Background(), &out, Grid(m, n), p); err != nil {
			t.Fatal(err)
		}
		again, err := open(out.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if !vector(t, Grid(m, n), again).Equal(vector(t, Grid(m, n), p)) {
			t.Fatal("what was read and written does not read the same")
		}
	})
}
