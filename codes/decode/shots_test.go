package decode

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

func readShots(text []byte, format string, bits int) (list []gf2.Vec, err error) {
	r, err := NewShotReader(bytes.NewReader(text), "x", format, bits)
	if err != nil {
		return nil, err
	}
	for {
		shot, err := r.Next()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		list = append(list, shot)
	}
}

// What is written in a format is read back from it.
func TestShotsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 140).Draw(t, "bits")
		format := rapid.SampledFrom(ShotFormats).Draw(t, "format")
		shots := make([]gf2.Vec, rapid.IntRange(0, 5).Draw(t, "shots"))
		var text []byte
		for i := range shots {
			shots[i] = boardtest.DrawVec(t, n, "shot")
			text = AppendShot(text, format, shots[i], 'D')
		}
		got, err := readShots(text, format, n)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(shots) {
			t.Fatalf("%d shots, want %d", len(got), len(shots))
		}
		for i := range shots {
			if !got[i].Equal(shots[i]) {
				t.Fatalf("shot %d is %v, want %v", i, got[i], shots[i])
			}
		}
	})
}

// The example of the formats' own description: measurements 00001111001101.
func TestShotsAsSamplersWriteThem(t *testing.T) {
	shot := gf2.VecOf(14, 4, 5, 6, 7, 10, 11, 13)
	for format, want := range map[string]string{
		"01": "00001111001101\n", "b8": "\xf0\x2c", "hits": "4,5,6,7,10,11,13\n",
		"dets": "shot M4 M5 M6 M7 M10 M11 M13\n",
	} {
		if got := AppendShot(nil, format, shot, 'M'); string(got) != want {
			t.Errorf("%s: %q, want %q", format, got, want)
		}
	}
	for _, c := range []struct{ format, text string }{
		{"01", "00001111001101\r\n"}, {"01", "00001111001101"}, {"hits", "13, 4,5,6,7,10,11"},
		{"dets", "\nshot D4 D5 D6 D7 D10 D11 D13\n\n"},
	} {
		if got, err := readShots([]byte(c.text), c.format, 14); err != nil || len(got) != 1 || !got[0].Equal(shot) {
			t.Errorf("%s %q: %v, %v", c.format, c.text, got, err)
		}
	}
}

func TestDefectsOfShots(t *testing.T) {
	for _, c := range []struct{ format, text, want string }{
		{"01", "01010\n0101\n", "x:2: a shot of 4 bits; the model has 5 checks"},
		{"01", "01010\n010101\n", "x:2: a shot of 6 bits"},
		{"01", "01010\n\n", "x:2: a shot of 0 bits"},
		{"01", "01 10\n", `x:1: " " at column 3`},
		{"01", "0101\x00\n", "x:1: \"\\x00\" at column 5"},
		{"hits", "1,5\n", "x:1: 5: the model has 5 checks, numbered from 0"},
		{"hits", "1\n1,1\n", "x:2: 1 is named twice"},
		{"hits", "1,,2\n", `x:1: "" is not the number of a check`},
		{"hits", "-1\n", `x:1: "-1" is not`},
		{"hits", "99999999999999999999999\n", "is not the number of a check"},
		{"dets", "D1 D2\n", `x:1: "D1": a line of the format dets begins with the word shot`},
		{"dets", "shot D1\nshot L0\n", `x:2: "L0" is not a detector`},
		{"dets", "shot D7\n", "x:1: D7: the model has 5 checks"},
		{"dets", "shot Dx\n", `x:1: "Dx" is not the number of a check`},
		{"b8", "\x01\x02\xe0", "x: byte 2: a bit after the 5 of a shot is set"},
		{"r8", "", "the formats are 01 b8 hits dets"},
		{"ptb64", "", "no such format"},
		{"b9", "", `no such format "b9" (did you mean "b8"?)`},
	} {
		if _, err := readShots([]byte(c.text), c.format, 5); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %v, want %q", c.format, c.text, err, c.want)
		}
	}
	const cut = "x: byte 5: the file ends within a shot: a shot of 10 bits takes 2 bytes, and the last has 1"
	got, err := readShots([]byte("\x01\x02\x03\x00\x05"), "b8", 10)
	if len(got) != 2 || err == nil || !strings.Contains(err.Error(), cut) {
		t.Error(got, err)
	}
	if _, err := readShots(nil, "b8", 0); err == nil || !strings.Contains(err.Error(), "cannot be told") {
		t.Error(err)
	}
	if got, err := readShots([]byte("\n\n"), "01", 0); len(got) != 2 || err != nil {
		t.Error(got, err)
	}
}

// Whatever is read either fails or is written back to a text that reads the same.
func FuzzShots(f *testing.F) {
	f.Add(byte(0), "01010\n11111\n")
	f.Add(byte(1), "\x05\x1f")
	f.Add(byte(2), "1,2\n\n4")
	f.Add(byte(3), "shot D1 D4\n\nshot\n")
	f.Add(byte(3), "shot D0 0")
	f.Add(byte(0), "c")
	f.Add(byte(1), "\x00\x00\x12\x02")
	f.Add(byte(2), " \f")
	f.Fuzz(func(t *testing.T, which byte, text string) {
		format := ShotFormats[int(which)%len(ShotFormats)]
		shots, err := readShots([]byte(text), format, 5)
		if err != nil {
			return
		}
		var again []byte
		for _, s := range shots {
			again = AppendShot(again, format, s, 'D')
		}
		back, err := readShots(again, format, 5)
		if err != nil || len(back) != len(shots) {
			t.Fatalf("%q is read as %v, written as %q and read as %v, %v", text, shots, again, back, err)
		}
		for i := range back {
			if !back[i].Equal(shots[i]) {
				t.Fatalf("%q: shot %d is %v, then %v", text, i, shots[i], back[i])
			}
		}
	})
}
