package export_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/internal/boardtest"
)

// colouredFormats are the formats that take lights with more than two states.
var colouredFormats = []string{"cnf", "wcnf", "wcnf-old", "opb", "lp", "mathprog", "smt2", "mzn"}

// The other formats refuse such boards, and name those that take them.
func TestFormatsWithoutColours(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "3x3,mod=3"))
	for _, f := range export.Formats() {
		var out bytes.Buffer
		err := export.Write(&out, p, f.Name, export.Options{})
		refused, ok := errors.AsType[*export.UnsupportedError](err)
		if slices.Contains(colouredFormats, f.Name) {
			if err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
			continue
		}
		if !ok || !slices.Equal(refused.Formats, colouredFormats) || out.Len() > 0 || !strings.Contains(err.Error(), "two states only") {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
	for _, opt := range []export.Options{{Nearest: true}, {Unknown: true}} {
		if err := export.Write(&bytes.Buffer{}, p, "opb", opt); !errors.Is(err, board.ErrTwoStates) {
			t.Errorf("%+v: %v", opt, err)
		}
	}
}

func drawColouredCase(t *rapid.T, f export.Format) exportCase {
	c := exportCase{puzzle: boardtest.DrawColours(t)}
	n := c.puzzle.Board.Switches()
	if rapid.Bool().Draw(t, "restricted") {
		switches := rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 2)
		c.opt.Forbid, c.opt.Require = switches.Draw(t, "forbid"), switches.Draw(t, "require")
	}
	if f.Xor {
		c.opt.Xor = rapid.SampledFrom(encode.Sums()).Draw(t, "sum").Name
	}
	if rapid.Bool().Draw(t, "bounded") {
		c.opt.AtLeast = rapid.IntRange(0, 4).Draw(t, "at least")
		c.opt.AtMost = new(rapid.IntRange(c.opt.AtLeast, 12).Draw(t, "at most"))
	}
	c.opt.Min = f.Ext == "wcnf" || f.Min && rapid.Bool().Draw(t, "min")
	return c
}

// Every format means the puzzle, according to a solver that reads it.
func TestSolversAgreeInColour(t *testing.T) {
	for _, o := range outsiders {
		if !slices.Contains(colouredFormats, o.format) {
			continue
		}
		t.Run(o.format+"/"+o.program, func(t *testing.T) {
			t.Parallel()
			run := o.find(t)
			f, err := export.FormatByName(o.format)
			if err != nil {
				t.Fatal(err)
			}
			problem := filepath.Join(t.TempDir(), "drawn."+f.Ext)
			draw := rapid.Custom(func(t *rapid.T) exportCase { return drawColouredCase(t, f) })
			for seed := range o.cases {
				o.check(t, run, problem, draw.Example(seed))
			}
			known := exportCase{board.NewPuzzle(boardtest.Parse(t, "4x4,mod=3")), export.Options{Min: f.Min}}
			run.write(problem, written(t, known.puzzle, o.format, known.opt))
			for _, printed := range o.solve(run, problem) {
				x, err := readTimes(strings.NewReader(printed), o.program, known.puzzle.Board)
				if err != nil || !reaches(known.puzzle, x) || f.Min && boardtest.Presses(x) != fewest4x4 {
					t.Errorf("4x4,mod=3: %v, error %v", x, err)
				}
			}
		})
	}
}

// fewest4x4 is the fewest presses on 4x4,mod=3 from all in state 1, by breadth-first search over its states.
const fewest4x4 = 8

// readTimes is ReadModel: how often each switch is pressed.
func readTimes(r io.Reader, name string, b *board.Board) ([]uint8, error) {
	m, err := export.ReadModel(r, name, b, export.Options{})
	if err != nil {
		return nil, err
	}
	return m.Presses.Digits(), nil
}

// reaches replays presses.
func reaches(p *board.Puzzle, times []uint8) bool {
	presses := board.NewState(len(times), p.Board.States())
	for s, n := range times {
		presses.Set(s, int(n))
	}
	return p.After(presses).Change().IsZero()
}

func TestReadTimes(t *testing.T) {
	b := boardtest.Parse(t, "1x3,mod=3")
	for _, tc := range []struct {
		text string
		want string // an error, or the times
	}{
		{"s SATISFIABLE\nv 1 2 -3 -4 5 -6 7 0\n", "[2 0 1]"},
		{"s SATISFIABLE\nv x1 -x2 x3 x4 -x5 -x6\n", "[1 2 0]"},
		{"SAT\n1 -2 -3 -4 5 6 0\n", "[1 0 2]"},
		{"x = [2, 0, 1];\n----------\n", "[2 0 1]"},
		{"sat\n(\n(define-fun x1 () Int\n 2)\n(define-fun d1 () Int 7)\n)\n", "[2 0 0]"},
		{"Optimal - objective value 3\n 0 x1 2 0\n 1 x3 1 0\n", "[2 0 1]"},
		{"1 1 3\n", "[2 0 1]"},
		{"1, -2, 3, 4, 0\n", "[1 2 0]"},
		{"s SATISFIABLE\nv -1 2 -3 -4 5 -6 0\n", "out:2: switch 1 is pressed at least 2 times, but not 1 times: the output belongs to another puzzle"},
		{"x = [3, 0, 1];\n----------\n", "out:1: the value of switch 1 is 3, not a number from 0 to 2"},
		{"x = [1, 0];\n----------\n", "out:1: no value for switch 3 of 3: the output is truncated, or belongs to another puzzle"},
		{"4\n", "out:1: there is no switch 4: the board has 3"},
		{"1 1 1\n", "out:1: switch 1 is pressed 3 times, which is as good as not at all"},
		{"press 1\n", `out:1: "press 1" is neither the output of a known solver nor a list of numbers`},
		{"", "out:1: the output is empty"},
		{"s UNSATISFIABLE\n", `out: the solver says that there is no answer ("s UNSATISFIABLE")`},
	} {
		x, err := readTimes(strings.NewReader(tc.text), "out", b)
		got := fmt.Sprintf("%v", x)
		if err != nil {
			got = err.Error()
		}
		if got != tc.want {
			t.Errorf("%q: %s, want %s", tc.text, got, tc.want)
		}
	}
}

func FuzzReadTimes(f *testing.F) {
	for _, seed := range []string{
		"s SATISFIABLE\nv 1 2 -3 -4 0\n", "x = [2, 0, 1];\n----------\n", "1 1 3",
		"sat\n((define-fun x1 () Int 2))", "s mip 1 3 o 2\nj 1 2\nj 2 0\nj 3 0\ne o f\n",
		"", "0 \n0", "A00 0000000\n", // no answer
		"v 2 -1 000000\xbb0\xa40 ", "s \xc5\xc5\xc5\xc5\xc5\xc5\xc5\xc5", // no text
	} {
		f.Add(seed)
	}
	b := boardtest.Parse(f, "1x3,mod=4")
	f.Fuzz(func(t *testing.T, text string) {
		x, err := readTimes(strings.NewReader(text), "out", b)
		if err == nil && (len(x) != 3 || slices.Max(x) > 3) {
			t.Errorf("%q: %v", text, x)
		}
	})
}
