package puzzlefile

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest/tier"
)

// Game IDs as Debian's sgt-puzzles 20230122 prints them (sgt-flip --generate 2 5x5c and so on).
var flipIDs = []struct{ id, board string }{
	{"3x2:d3a6665cb,e8", "grid:2x3"},
	{"5x5:c400007100001c4000071000018400043100011c400047100011c400046100010c400047100011c4000471000118400043100011c400047100011c400046100010c000047000011c0000470000118,93bcb58", "grid:5x5"},
	{"4x4:c800e4007100330088c0cc001720331008c8046c02330013008c00cc00170023,7bcf", "graph:x"},
	{"3x2:d362e63d9,3c", "graph:x"},
	{"5x3:c4018c01c401c4018410863880118608c2308410c011c011c031c0318,4d60", "graph:x"},
}

// Flip promises that its puzzles have an answer: if bits were read in another order, or a column
// for a row, most of these would not. Random shapes stay within a square's eight neighbours.
func TestFlipGameIDs(t *testing.T) {
	for _, c := range flipIDs {
		checkFlipPuzzle(t, c.id, c.board)
	}
}

func checkFlipPuzzle(t *testing.T, id, wantBoard string) {
	t.Helper()
	p := readOne(t, id+"\n", ReaderOptions{Name: "x"})
	if got := p.Board.Spec(); got != wantBoard {
		t.Errorf("%s is %s, want %s", id, got, wantBoard)
	}
	var w, h int
	fmt.Sscanf(id, "%dx%d", &w, &h)
	if rows, cols := p.Board.Layout().Size(); rows != h || cols != w {
		t.Errorf("%s is drawn with %d rows and %d columns", id, rows, cols)
	}
	m, err := p.Board.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	if !reachable(t, m, p.Change().Bits()) {
		t.Errorf("%s has no answer", id)
	}
	for s, l := range arcs(listsOf(p.Board)) {
		if dr, dc := s/w-l/w, s%w-l%w; dr*dr > 1 || dc*dc > 1 {
			t.Errorf("%s: square %d flips %d, which is no neighbour", id, s, l)
		}
	}
	var out strings.Builder
	if err := Write(&out, "flip", p); err != nil {
		t.Fatal(err)
	}
	size, bits, _ := strings.Cut(strings.TrimSpace(out.String()), ":")
	letter := "r"
	if wantBoard != "graph:x" {
		letter = "c"
	}
	if want := fmt.Sprintf("%dx%d%s", w, h, letter); size != want || !strings.HasSuffix(id, ":"+bits) {
		t.Errorf("%s is written as %s", id, &out)
	}
}

func TestFlipGameIDsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		p := &board.Puzzle{Board: b, On: board.Bits(drawVec(t, b.Lights())), Goal: board.Bits(drawVec(t, b.Lights()))}
		var out strings.Builder
		if err := Write(&out, "flip", p); err != nil {
			if b.Shape().InRows && !hasHoles(b) {
				t.Fatal(err)
			}
			return
		}
		q := readOne(t, out.String(), ReaderOptions{Name: "x"})
		if !q.Board.Equal(b) || !q.Change().Equal(p.Change()) || !q.Goal.IsZero() {
			t.Fatalf("%s reads back as %v, on %v", &out, q.Board, q.On)
		}
		if crosses := parse(t, "grid:"+strings.ReplaceAll(strings.Trim(fmt.Sprint(dimsOf(b)), "[]"), " ", "x")); b.Equal(crosses) != (q.Board.Spec() == crosses.Spec()) {
			t.Fatalf("%s reads back as %s", b, q.Board)
		}
	})
}

// dimsOf is the size of the board's picture.
func dimsOf(b *board.Board) []int {
	rows, cols := b.Layout().Size()
	return []int{rows, cols}
}

func TestFlipHoldsNoMore(t *testing.T) {
	forbidding := board.NewPuzzle(parse(t, "2x2"))
	forbidding.Forbidden = gf2.VecOf(forbidding.Board.Switches(), 1)
	for _, p := range []*board.Puzzle{
		forbidding,
		board.NewPuzzle(parse(t, "hypercube:2")),
		board.NewPuzzle(parse(t, "2x2,mask=##/#_")),
		board.NewPuzzle(parse(t, "2x2x2")),
		board.NewPuzzle(parse(t, "100x100")),
	} {
		var out strings.Builder
		if err := Write(&out, "flip", p); err == nil || out.Len() > 0 {
			t.Errorf("%s was written as %s", p.Board, &out)
		}
	}
}

// The program itself accepts what is written here and prints what is read.
func TestFlipItself(t *testing.T) {
	program := tier.Peer(t, "/usr/games/sgt-flip", "sgt-puzzles")
	run := func(args ...string) []string {
		out, err := exec.Command(program, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("sgt-flip %s: %v\n%s", args, err, out)
		}
		return strings.Fields(string(out))
	}
	for _, params := range []string{"3x3c", "4x3r", "5x5c", "2x6r", "1x1c", "1x5c"} {
		for i := range 3 {
			for _, id := range run("--generate", "1", fmt.Sprintf("%s#seed%d", params, i)) {
				want := "graph:x"
				if strings.HasSuffix(params, "c") {
					var w, h int
					fmt.Sscanf(params, "%dx%d", &w, &h)
					want = fmt.Sprintf("grid:%dx%d", h, w)
				}
				checkFlipPuzzle(t, id, want)
			}
		}
	}
	for _, spec := range []string{"3x5", "torus:4x4,pattern=king", "mobius:3x7", "merlin"} {
		var out strings.Builder
		if err := Write(&out, "flip", board.NewPuzzle(parse(t, spec))); err != nil {
			t.Fatal(err)
		}
		id := strings.TrimSpace(out.String())
		size, bits, _ := strings.Cut(id, ":")
		if got, want := run("--generate", "1", id), strings.TrimRight(size, "cr")+":"+bits; len(got) != 1 || got[0] != want {
			t.Errorf("%s: Flip makes %v of %s", spec, got, want)
		}
	}
}
