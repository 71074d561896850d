package puzzlefile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/gf2"

	"pgregory.net/rapid"
)

// arrow matches what may be an arrow between the names X, _ and X_ too, in a grid written as - and X.
var arrow = regexp.MustCompile(`[X_]--`)

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
			if _, asked := errors.AsType[*KindError](err); err != nil && asked && arrow.MatchString(form) {
				continue
			}
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
			if b.Shape().InRows || text.Len() > 0 {
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
		func(p *board.Puzzle) { p.Forbidden = gf2.VecOf(p.Board.Switches(), 1) },
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

// A picture in a flag is read as one in a file is.
func TestPicturesAsPeopleTypeThem(t *testing.T) {
	if s, err := parse(t, "3x3").ParseState("● · ●\n· # ·\n# . #\n"); err != nil || s.String() != "101010101" {
		t.Error(s, err)
	}
}

// Rows of hexagons and triangles have their natural lengths where the board is named, and blanks only help the eye.
func TestRowsOfHexagonsAndTriangles(t *testing.T) {
	for text, want := range map[string]string{
		"c board hex:2\n\n#.\n.#.\n.#\n":             "1001001",
		"c board hex:2\n\n # .\n. # .\n . #\n":       "1001001",
		"c board hex:2\n\n10\n010\n01\n":             "1001001",
		"c board triangle:2\n\n.\n#.#\n":             "0101",
		"c board hexgrid:2x2\n\n# .\n . #\n":         "1001",
		"c board torus:3x3\n\n# . #\n. . .\n. . #\n": "101000001",
		"c board 2x2,mod=3\n\n2 1\n0 2\n":            "2102",
	} {
		if p := readOne(t, text, ReaderOptions{}); p.On.String() != want {
			t.Errorf("%q is %s, want %s", text, p.On, want)
		}
	}
	hex := parse(t, "hex:2")
	if p := readOne(t, "11\n010\n01\n", ReaderOptions{Board: hex}); p.On.String() != "1101001" {
		t.Error(p.On)
	}
	for text, want := range map[string]string{
		"c board hex:2\n\n#..\n.#.\n.#\n": "x:3: 7 lights",
		" ● ●\n● ● ●\n ● ●\n":             "x:1: the file does not name its board",
		"●·\n·é\n":                        "x:2: character 'é' in column 2",
	} {
		if _, err := readAll(text, ReaderOptions{Name: "x"}); err == nil {
			t.Errorf("%q is read, want %s", text, want)
		} else if !strings.HasPrefix(err.Error(), want[:3]) || !strings.HasPrefix(want, "x:3") && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// What the command prints is read back, with the numbers of rows and columns and the lines around it.
func TestPrintedDrawingsAreReadBack(t *testing.T) {
	for text, want := range map[string]string{
		"grid:3x3, 9 lights, 9 switches, nullity 0: 1 answer\n     1 2 3\n  1  ◉ ● ·\n  2  ● ◎ ●\n  3  · ● ◉\n     ● on  · off  ◉ on, press  ◎ off, press\n5 presses: 1,3,5,7,9\nno answer has fewer: the only answer\n": "grid:3x3 110101011",
		"     1 2 3\n  1  @ # .\n  2  # o #\n  3  . # @\n     # on  . off  @ on, press  o off, press\n":                                                                                                                  "grid:3x3 110101011",
		"  1  o o\n  2  # .\n": "grid:2x2 0010",
		"hex:2, 7 lights, 7 switches, nullity 2: 4 answers\n  1   ● ·\n  2  ● ◉ ·\n  3   · ●\n     ● on  · off  ◉ on, press  ◎ off, press\n1 press: 4\n":                                                    "hex:2 1011001",
		"triangle:3, 9 lights, 9 switches, nullity 1: 2 answers\n  1      ▲\n  2    ▲×▽×▲×\n  3  ▲ ▼×△×▼×▲\n     ▲ ▼ on  △ ▽ off  × press\n6 presses: 2,3,4,6,7,8\n":                                        "triangle:3 110111011",
		"triangle:3, 9 lights, 9 switches, nullity 1: 2 answers\n  1        ^#\n  2     ^@ vo ^@\n  3  ^# v@ ^. v@ ^#\n     ^ up  v down  # on  . off  @ on, press  o off, press\n6 presses: 2,3,4,6,7,8\n": "triangle:3 110111011",
		"cube:1, 6 lights, 6 switches, nullity 0: 1 answer\n       ●\n     · ● · ·\n       ●\n     ● on  · off  ◉ on, press  ◎ off, press\n":                                                                "cube:1",
		"grid:3x3,mod=3, 9 lights, 9 switches, nullity 0: 1 answer\n     1   2+1 1\n     0+1 1+1 1+1\n     1   1+1 2\n     1 is a light in state 1; 1+2: press its switch twice\n":                          "grid:3x3,mod=3 121011112",
		"grid:3x3,mask=###/#_#/###, 8 lights, 8 switches, nullity 0: 1 answer\n     1 2 3\n  1  ◉ ◉ ·\n  2  ◉   ◎\n  3  ◉ ◉ ◉\n     ● on  · off  ◉ on, press  ◎ off, press\n":                               "grid:3x3,mask=###/#_#/### 11010111",
	} {
		p := readOne(t, text, ReaderOptions{})
		if got := p.Board.Spec() + " " + p.On.String(); !strings.HasPrefix(got, want) {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
		if text[:4] == "cube" {
			if again := strings.Join(drawnRows(p), "/"); again != "_#__/.#../_#__" {
				t.Errorf("the net is %s", again)
			}
		}
	}
}

// drawnRows is the board's drawing of the lights.
func drawnRows(p *board.Puzzle) (rows []string) {
	for _, row := range pictureOf(p.Board) {
		rows = append(rows, string(row.append(nil, p.On)))
	}
	return rows
}
