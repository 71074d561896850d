package puzzlefile

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"

	"lightsout/gf2"
)

// Formats of bits refuse a board with more states.
func TestFormatsOfBitsAreForTwoStates(t *testing.T) {
	b := parse(t, "2x2,mod=3")
	for _, f := range Formats() {
		var text bytes.Buffer
		err := Write(&text, f.Name, board.NewPuzzle(b))
		if slices.Contains([]string{"lo", "text", "jsonl", "csv", "bits"}, f.Name) {
			if err != nil {
				t.Fatal(err)
			}
			for _, kind := range []string{f.Name, ""} { // told, and by content
				if p, err := readAll(text.String(), ReaderOptions{Kind: kind}); err != nil || p[0].Board.States() != 3 {
					t.Errorf("%s: %v, %v, want three states", f.Name, p, err)
				}
			}
			continue
		}
		if err == nil || f.Writes() && !strings.Contains(err.Error(), "3 states") {
			t.Errorf("%s: wrote lights with three states: %v", f.Name, err)
		}
	}
	for kind, text := range map[string]string{"pbm": "P1\n2 2\n0 1 1 0\n", "flip": "2:edb7,7\n", "nested": "[[0,1],[1,0]]", "graph6": "Bw\n", "dimacs": "p edge 4 1\ne 1 2\n"} {
		if _, err := readAll(text, ReaderOptions{Kind: kind, Board: b}); err == nil {
			t.Errorf("%s was read as lights with three states", kind)
		}
	}
}

// drawColoured is a puzzle with everything it can have where lights have more than two states.
func drawColoured(t *rapid.T) *board.Puzzle {
	states := rapid.IntRange(3, 36).Draw(t, "states")
	var b *board.Board
	if rapid.Bool().Draw(t, "listed") {
		switches, lights := rapid.IntRange(1, 5).Draw(t, "switches"), rapid.IntRange(1, 5).Draw(t, "lights")
		text := fmt.Sprintf("p toggle %d %d\nm %d\n", switches, lights, states)
		for s := range switches {
			text += fmt.Sprintf("t %d", s+1)
			for l := range lights {
				if amount := rapid.IntRange(0, states-1).Draw(t, "amount"); amount > 0 {
					text += fmt.Sprintf(" %d*%d", l+1, amount)
				}
			}
			text += "\n"
		}
		b = readOne(t, text, ReaderOptions{Name: "drawn"}).Board
	} else {
		spec := rapid.SampledFrom([]string{"2x3", "torus:2x2", "cube:1", "petersen", "3x3,mask=#_#/###/_##", "toric:2", "grid:2x2x2", "path:4", "star:5,self=off"}).Draw(t, "spec")
		b = parse(t, fmt.Sprintf("%s,mod=%d", spec, states))
	}
	p := board.NewPuzzle(b)
	for l := range b.Lights() {
		p.On.Set(l, rapid.IntRange(0, states-1).Draw(t, "on"))
	}
	if rapid.Bool().Draw(t, "constrained") {
		for l := range b.Lights() {
			p.Goal.Set(l, rapid.IntRange(0, states-1).Draw(t, "goal"))
		}
		p.DontCare = gf2.VecOf(b.Lights(), 0)
		p.Goal.Set(0, 0)
		p.Forbidden = gf2.VecOf(p.Board.Switches(), b.Switches()-1)
	}
	return p
}

func TestColoursSurviveEveryFormat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawColoured(t)
		checkWriters(t, p)
		// What a format does not carry it refuses, as far as there is something to carry.
		if p.DontCare.Len() > 0 {
			if err := Write(&bytes.Buffer{}, "bits", p); err == nil {
				t.Fatal("bits took a goal")
			}
			return
		}
		for _, format := range []string{"jsonl", "csv", "bits"} {
			var text bytes.Buffer
			if err := Write(&text, format, p); err != nil && p.Board.Lights() == 1 && p.Board.States() > 10 {
				continue // it could be a comment or a native line
			} else if err != nil {
				t.Fatal(err)
			}
			// By its content, and without its name where the board is given.
			if q := readOne(t, text.String(), ReaderOptions{}); !samePuzzle(p, q) {
				t.Fatalf("%s: another puzzle reads back from\n%s", format, &text)
			}
			_, rest, _ := strings.Cut(text.String(), "\n")
			if format != "jsonl" {
				if q := readOne(t, rest, ReaderOptions{Board: p.Board}); !samePuzzle(p, q) {
					t.Fatalf("%s without its head: another puzzle reads back from\n%s", format, rest)
				}
			}
		}
	})
}

func TestStatesInNativeFiles(t *testing.T) {
	p := readOne(t, "b 2x2\nm 3\nl 1*2 4\ng 2 3*2\n", ReaderOptions{})
	if p.Board.Spec() != "grid:2x2,mod=3" || p.On.String() != "2001" || p.Goal.String() != "0120" {
		t.Errorf("%s from %v to %v", p.Board, p.On, p.Goal)
	}
	p = readOne(t, "p toggle 1 3\nt 1 1*2 3\nm 3\n", ReaderOptions{Name: "x.lo"})
	if got := maps.Collect(p.Board.Adds(0)); !maps.Equal(got, map[int]int{0: 2, 2: 1}) || p.Board.Spec() != "graph:x.lo,mod=3" {
		t.Errorf("%s adds %v", p.Board, got)
	}
	if p = readOne(t, "b 2x2\nm 2\n", ReaderOptions{}); p.Board.States() != 2 || p.On.Weight() != 4 {
		t.Errorf("m 2 is %s", p.Board)
	}
}
