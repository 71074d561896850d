package puzzlefile

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNativeFilesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		puzzles := rapid.SliceOfN(rapid.Custom(drawPuzzle), 1, 3).Draw(t, "puzzles")
		var text, again bytes.Buffer
		for _, p := range puzzles {
			if err := Write(&text, "lo", p); err != nil {
				t.Fatal(err)
			}
		}
		read, err := readAll(text.String(), ReaderOptions{})
		if err != nil {
			t.Fatalf("%v in\n%s", err, &text)
		}
		if len(read) != len(puzzles) {
			t.Fatalf("%d puzzles were written, %d read from\n%s", len(puzzles), len(read), &text)
		}
		for i, p := range read {
			if !samePuzzle(p, puzzles[i]) {
				t.Fatalf("puzzle %d is another one, read from\n%s", i, &text)
			}
			if err := Write(&again, "lo", p); err != nil {
				t.Fatal(err)
			}
		}
		if again.String() != text.String() {
			t.Fatalf("written first\n%s\nand then\n%s", &text, &again)
		}
	})
}

// Every line of the format once.
func TestNativeLines(t *testing.T) {
	p := readOne(t, `c a comment
p lights 6 8
e 1 2
e 2 3
c in between
e 3 4
e 4 5
e 5 6
e 6 1
a 1 4
a 4 2
o 3 5
l 1 2
l 6
g 4
u 6
u 1 2
x 5
`, ReaderOptions{})
	want := [][]int{{0, 1, 3, 5}, {0, 1, 2}, {1, 3}, {1, 2, 3, 4}, {3, 5}, {0, 4, 5}}
	for s, lights := range want {
		if got := p.Board.Toggles(s); !slices.Equal(got, lights) {
			t.Errorf("switch %d flips %v, want %v", s, got, lights)
		}
	}
	if p.On.String() != "110001" || p.Goal.String() != "000100" || p.DontCare.String() != "110001" || p.Forbidden.String() != "000010" {
		t.Errorf("on %v, goal %v, don't care %v, forbidden %v", p.On, p.Goal, p.DontCare, p.Forbidden)
	}
	if !p.Board.IsGraph() || p.Origin != "-:2" {
		t.Errorf("graph %v, origin %s", p.Board.IsGraph(), p.Origin)
	}
}

// Switches and lights apart: more of one than of the other, a switch that flips nothing.
func TestToggleLines(t *testing.T) {
	p := readOne(t, "p toggle 4 2\nt 3 2 1\nt 1 1\nt 4\nl 2\nx 2 4\n", ReaderOptions{})
	b := p.Board
	if b.Switches() != 4 || b.Lights() != 2 || b.IsGraph() {
		t.Errorf("%d switches, %d lights, graph %v", b.Switches(), b.Lights(), b.IsGraph())
	}
	for s, want := range [][]int{{0}, {}, {0, 1}, {}} {
		if got := b.Toggles(s); !slices.Equal(got, want) {
			t.Errorf("switch %d flips %v, want %v", s, got, want)
		}
	}
	if p.On.String() != "01" || p.Forbidden.String() != "0101" {
		t.Errorf("on %v, forbidden %v", p.On, p.Forbidden)
	}
}

// What is written is short where a default says it.
func TestWrittenNativeFiles(t *testing.T) {
	for _, text := range []string{
		"b torus:4x4\n\n",
		"b grid:2x2,mask=##/#_\nl\n\n",
		"p lights 4 3\ne 1 2\ne 1 3\na 4 1\no 2 4\nl 1 2\ng 3\nu 1 4\nx 4\n\n",
		"p toggle 3 2\nt 1 1 2\nt 3 2\n\n",
		"b grid:30x1\nl 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20\nl 21 22 25\n\n",
	} {
		var out strings.Builder
		if err := Write(&out, "lo", readOne(t, text, ReaderOptions{})); err != nil {
			t.Fatal(err)
		}
		if out.String() != text {
			t.Errorf("got\n%swant\n%s", &out, text)
		}
	}
}
