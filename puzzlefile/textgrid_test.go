package puzzlefile

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/gf2"

	"pgregory.net/rapid"
)

func TestTextGridsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text bytes.Buffer
		var puzzles []*board.Puzzle
		for range rapid.IntRange(1, 3).Draw(t, "puzzles") {
			rows, cols := rapid.IntRange(1, 7).Draw(t, "rows"), rapid.IntRange(1, 7).Draw(t, "cols")
			b := parse(t, fmt.Sprintf("grid:%dx%d,mask=", rows, cols)+drawMask(t, rows, cols))
			p := &board.Puzzle{Board: b, On: board.Bits(drawVec(t, b.Lights())), Goal: board.Bits(gf2.NewVec(b.Lights()))}
			puzzles = append(puzzles, p)
			if err := Write(&text, "text", p); err != nil {
				t.Fatal(err)
			}
		}
		var headless strings.Builder
		for line := range strings.Lines(text.String()) {
			if !isComment(line) {
				headless.WriteString(line)
			}
		}
		forms := []string{text.String(), headless.String()}
		for _, signs := range []string{"01", ".O", "-X", ".*", "-#"} {
			forms = append(forms, strings.NewReplacer(".", signs[:1], "#", signs[1:]).Replace(headless.String()))
		}
		for _, form := range forms {
			read, err := readAll(form, ReaderOptions{})
			if err != nil {
				t.Fatalf("%v in\n%s", err, form)
			}
			if len(read) != len(puzzles) {
				t.Fatalf("%d puzzles from\n%s", len(read), form)
			}
			for i, p := range read {
				if !samePuzzle(p, puzzles[i]) || p.Board.Spec() != puzzles[i].Board.Spec() {
					t.Fatalf("%v on %v, from\n%s", p.Board, p.On, form)
				}
			}
		}
	})
}

// Boards of rows and columns other than grids read back when the board is given.
func TestTextOfOtherBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		p := &board.Puzzle{Board: b, On: board.Bits(drawVec(t, b.Lights())), Goal: board.Bits(gf2.NewVec(b.Lights()))}
		var text strings.Builder
		err := Write(&text, "text", p)
		if err != nil {
			if b.InRows() || text.Len() > 0 {
				t.Fatal(err)
			}
			return
		}
		q := readOne(t, text.String(), ReaderOptions{Board: b})
		if !samePuzzle(p, q) {
			t.Fatalf("%s: %v reads back as %v", b, p.On, q.On)
		}
	})
}

func TestTextGrids(t *testing.T) {
	for text, want := range map[string]string{
		"#.#\n# #\n#.#\n":      "grid:3x3,mask=###/#_#/### 10111101",
		"#.#\n#\n#.#\n# #":     "grid:4x3,mask=###/#__/###/#_# 101110111",
		"   .#\n   #.\n":       "grid:2x2 0110", // indentation
		"  .#\n #.\n":          "grid:2x3,mask=_##/##_ 0110",
		".#  \n#. \n":          "grid:2x2 0110", // spaces at line ends
		"##\n# \n":             "grid:2x2,mask=##/#_ 111",
		"1\n":                  "grid:1x1 1",
		"0_1\n___\n1_0\n":      "grid:3x3,mask=#_#/___/#_# 0110",
		"01\nc note\n10\n\n\n": "grid:2x2 0110",
		"# #\n# #\n":           "grid:2x2 1111",
		"#.#\n":                "grid:1x3 101",
	} {
		p := readOne(t, text, ReaderOptions{})
		if got := p.Board.Spec() + " " + p.On.String(); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

// One long row must not blow up many short ones.
func TestTextGridsStayAsLargeAsTheFile(t *testing.T) {
	text := strings.Repeat("# #\n", 10_000) + strings.Repeat("#", 10_000) + "\n"
	if _, err := readAll(text, ReaderOptions{}); err == nil || !strings.Contains(err.Error(), "differ too much") {
		t.Errorf("got %v", err)
	}
}

func TestTextGridsHoldOnlyLights(t *testing.T) {
	for _, change := range []func(*board.Puzzle){
		func(p *board.Puzzle) { p.Goal.Bits().Set(1, true) },
		func(p *board.Puzzle) { p.Forbid(1) },
		func(p *board.Puzzle) { p.Board = parse(t, "cube:1") },
		func(p *board.Puzzle) { p.Board = parse(t, "hypercube:3") },
		func(p *board.Puzzle) { p.Board = parse(t, "2x2x2") },
	} {
		p := board.NewPuzzle(parse(t, "2x2"))
		change(p)
		var out strings.Builder
		if err := Write(&out, "text", p); err == nil || out.Len() > 0 {
			t.Errorf("%v was written as\n%s", p.Board, &out)
		}
	}
}

// Cells may be separated by single blanks, and drawings are read back.
func TestPicturesAsPeopleTypeThem(t *testing.T) {
	for text, want := range map[string]string{
		"# . #\n. # .\n# . #\n": "grid:3x3 101010101", "● · ●\n· ◉ ◎\n": "grid:2x3 101010", "●·●\n·◉◎\n": "grid:2x3 101010", "⬛🟨\n🟨⬛\n": "grid:2x2 0110",
		"#.#\n# #\n#.#\n": "grid:3x3,mask=###/#_#/### 10111101",
	} {
		p := readOne(t, text, ReaderOptions{})
		if got := p.Board.Spec() + " " + p.On.String(); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	if s, err := parse(t, "3x3").ParseState("● · ●\n· # ·\n# . #\n"); err != nil || s.String() != "101010101" {
		t.Error(s, err)
	}
}
