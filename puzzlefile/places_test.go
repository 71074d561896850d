package puzzlefile

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/board"
)

// Where nodes stand survives writing and reading, to a hundredth, and changes nothing else.
func TestPlacesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.Custom(drawPuzzle).Filter(func(p *board.Puzzle) bool { return p.Board.IsGraph() }).Draw(t, "puzzle")
		x := rapid.Float64Range(-1e6, 1e6)
		places := make([][2]float64, p.Board.Lights())
		for i := range places {
			places[i] = [2]float64{x.Draw(t, "x"), x.Draw(t, "y")}
		}
		b, err := p.Board.At(places)
		if err != nil {
			t.Fatal(err)
		}
		for i, at := range b.Places() {
			for k := range at {
				if d := at[k] - places[i][k]; d > 0.00501 || d < -0.00501 {
					t.Fatalf("%v is kept as %v", places[i], at)
				}
			}
		}
		placed := *p
		placed.Board = b
		var text bytes.Buffer
		if err := Write(&text, "lo", &placed); err != nil {
			t.Fatal(err)
		}
		read, err := readAll(text.String(), ReaderOptions{})
		if err != nil || len(read) != 1 || !samePuzzle(read[0], p) {
			t.Fatalf("%v: another puzzle is read from\n%s", err, &text)
		}
		if diff := cmp.Diff(b.Places(), read[0].Board.Places()); diff != "" || read[0].Board.Warning() != "" {
			t.Fatalf("%s%s", diff, read[0].Board.Warning())
		}
	})
}

// Every puzzle of a file has its own places, also on a board with a SPEC.
func TestPlacesOfEveryPuzzle(t *testing.T) {
	const text = "b path:2\nc at 1 0 0\nc at 2 -150.5 20\nl 1\n\nb path:2\n\nb path:2\nc at 2 7 8\nc at 1 5 6\n\n"
	list, err := readAll(text, ReaderOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := [][][2]float64{{{0, 0}, {-150.5, 20}}, nil, {{5, 6}, {7, 8}}}
	var out strings.Builder
	for i, p := range list {
		if diff := cmp.Diff(want[i], p.Board.Places()); diff != "" {
			t.Errorf("puzzle %d: %s", i, diff)
		}
		if err := Write(&out, "lo", p); err != nil {
			t.Fatal(err)
		}
	}
	if again := strings.Replace(text, "c at 2 7 8\nc at 1 5 6\n", "c at 1 5 6\nc at 2 7 8\n", 1); out.String() != again {
		t.Errorf("written\n%s", &out)
	}
	plain, err := list[0].Board.At(nil)
	if err != nil || plain.Places() != nil || !plain.Equal(list[0].Board) {
		t.Errorf("without places: %v, %v", plain.Places(), err)
	}
	if _, err := plain.At(make([][2]float64, 3)); err == nil {
		t.Error("three places for two nodes")
	}
}
