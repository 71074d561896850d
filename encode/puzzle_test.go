package encode_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// Encoding twice gives the same text.
func TestEncodingIsRepeatable(t *testing.T) {
	eachParity(t, func(t *testing.T, name string) {
		rapid.Check(t, func(t *rapid.T) {
			p := puzzleFor(t, name)
			plan, err := encode.Prepare(p, encode.Options{Xor: name})
			if err != nil {
				t.Fatal(err)
			}
			var streamed, kept bytes.Buffer
			if err := cnf.WriteDIMACS(&streamed, plan.Write); err != nil {
				t.Fatal(err)
			}
			if err := formula(t, p, encode.Options{Xor: name}).WriteDIMACS(&kept); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(streamed.Bytes(), kept.Bytes()) {
				t.Fatalf("two encodings of %s differ", p.Board)
			}
		})
	})
}

// Every error is found before anything is written.
func TestErrors(t *testing.T) {
	grid := boardtest.Parse(t, "grid:3x3")
	star := boardtest.Parse(t, "star:30")
	torus := boardtest.Parse(t, "torus:5x5")
	for _, c := range []struct {
		what  string
		board *board.Board
		opt   encode.Options
		says  []string
	}{
		{"unknown name", grid, encode.Options{Xor: "dirct"}, []string{`"dirct"`, `did you mean "direct"`, "cut:3…8", "chase"}},
		{"no name like it", grid, encode.Options{Xor: "qqqqqq"}, []string{"direct", "kernel:3…8"}},
		{"argument out of range", grid, encode.Options{Xor: "cut:9"}, []string{"3 to 8", `"9"`}},
		{"argument missing", grid, encode.Options{Xor: "cut:"}, []string{"3 to 8"}},
		{"argument with a sign", grid, encode.Options{Xor: "cut:+4"}, []string{"3 to 8"}},
		{"argument of an encoding without", grid, encode.Options{Xor: "bdd:3"}, []string{"takes no number"}},
		{"switch out of range", grid, encode.Options{Forbid: []int{9}}, []string{"switch 9", "9 switches"}},
		{"switch out of range", grid, encode.Options{Require: []int{-1}}, []string{"switch -1"}},
		{"switch out of range", grid, encode.Options{Alike: [][]int{{0, 99}}}, []string{"switch 99", "9 switches"}},
		{"switch out of range", grid, encode.Options{Alike: [][]int{nil, {-1, 2}}}, []string{"switch -1"}},
		{"more counted than there are", grid, encode.Options{Counted: 99}, []string{"99 switches", "has 9"}},
		{"fewer counted than none", grid, encode.Options{Counted: -1}, []string{"-1 switches"}},
		{"XOR too long for direct", star, encode.Options{Xor: "direct"}, []string{"light 1", "30 switches", "cut:4"}},
		{"chase on a torus", torus, encode.Options{Xor: "chase"}, []string{"torus:5x5", "grid or cylinder"}},
		{"chase with another pattern", boardtest.Parse(t, "grid:5x5,pattern=king"), encode.Options{Xor: "chase"}, []string{"cross"}},
		{"chase in three dimensions", boardtest.Parse(t, "grid:3x3x3"), encode.Options{Xor: "chase"}, []string{"two sides"}},
		{"too many switches", boardtest.Parse(t, "grid:40000x40000"), encode.Options{Xor: "cut"}, []string{"too large"}},
		{"too large to eliminate", boardtest.Parse(t, "grid:400x400"), encode.Options{Xor: "kernel"}, []string{"too large", "cut:4"}},
	} {
		p := &board.Puzzle{Board: c.board} // the lights are not looked at before an error
		if c.board.Lights() < 1000 {
			p = board.NewPuzzle(c.board)
		}
		var f cnf.Formula
		err := encode.Puzzle(&f, p, c.opt)
		if err == nil {
			t.Errorf("%s: no error", c.what)
			continue
		}
		for _, word := range c.says {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %q does not say %q", c.what, err, word)
			}
		}
		if f.Vars() > 0 || f.NumClauses() > 0 {
			t.Errorf("%s: %d variables were allocated before the error", c.what, f.Vars())
		}
	}
}

// Switch 1 must be variable 1, so a sink that has variables is refused.
func TestSinkMustBeNew(t *testing.T) {
	var f cnf.Formula
	f.NewVar()
	if err := encode.Puzzle(&f, board.NewPuzzle(boardtest.Parse(t, "grid:2x2")), encode.Options{}); err == nil {
		t.Error("no error")
	}
}

func TestCountErrors(t *testing.T) {
	var f cnf.Formula
	f.NewVars(3)
	lits := []cnf.Lit{1, 2, 3}
	_, err := encode.NewCount(&f, "totaliser", lits, 2)
	if err == nil || !strings.Contains(err.Error(), `did you mean "totalizer"`) || !strings.Contains(err.Error(), "cardnet") {
		t.Errorf("unknown name: %v", err)
	}
	if _, err := encode.NewCount(&f, "seq", lits, -1); err == nil {
		t.Error("a negative bound: no error")
	}
	if f.Vars() > 3 || f.NumClauses() > 0 {
		t.Error("something was written before the error")
	}
	c, err := encode.NewCount(&f, "", lits, math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.AtMost(math.MaxInt); len(got) > 0 {
		t.Errorf("at most everything: %v", got)
	}
}

// Asking for a bound that nothing was written for is a programming error.
func TestBoundsBeyondTheCountPanic(t *testing.T) {
	for _, row := range encode.Countings() {
		for what, ask := range map[string]func(*encode.Count){
			"at most 3":  func(c *encode.Count) { c.AtMost(3) },
			"at least 4": func(c *encode.Count) { c.AtLeast(4) },
		} {
			var f cnf.Formula
			f.NewVars(5)
			c, err := encode.NewCount(&f, row.Name, []cnf.Lit{1, 2, 3, 4, 5}, 2)
			if err != nil {
				t.Fatal(err)
			}
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s, %s: no panic", row, what)
					}
				}()
				ask(c)
			}()
		}
	}
}

// Asking again for a bound adds nothing: tightening it reuses the clauses.
func TestBoundsAreReused(t *testing.T) {
	for _, row := range encode.Countings() {
		var f cnf.Formula
		f.NewVars(10)
		c, err := encode.NewCount(&f, row.Name, firstLits(10), 9)
		if err != nil {
			t.Fatal(err)
		}
		written := f.NumClauses()
		for k := 9; k >= 0; k-- {
			c.AtMost(k)
			c.AtLeast(k)
		}
		if added := f.NumClauses() - written; added > 2*10*4 {
			t.Errorf("%s: %d clauses for 20 bounds", row, added)
		}
		written = f.NumClauses()
		for k := range 10 {
			c.AtMost(k)
			c.AtLeast(k)
		}
		if f.NumClauses() > written {
			t.Errorf("%s: bounds were written twice", row)
		}
	}
}

// The default is an encoding that takes the board, however large.
func TestDefaultParity(t *testing.T) {
	for spec, want := range map[string]string{
		"grid:5x5":              "kernel",
		"grid:3x3x3x3":          "kernel",
		"grid:300x300":          "chase",
		"torus:300x300":         "cut",
		"grid:300x300,self=off": "chase",
		"grid:2x60000":          "cut",
	} {
		b := boardtest.Parse(t, spec)
		plan, err := encode.Prepare(board.NewPuzzle(b), encode.Options{})
		if err != nil {
			t.Errorf("%s: %v", spec, err)
			continue
		}
		if plan.Parity().Name != want {
			t.Errorf("%s: %s, expected %s", spec, plan.Parity(), want)
		}
	}
}

// Where some lights do not matter, rows do not chase: the default is another encoding, and asking for
// chase is an error.
func TestChaseNeedsEveryLight(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "grid:300x300"))
	p.DontCare = gf2.VecOf(p.Board.Lights(), 7)
	if plan, err := encode.Prepare(p, encode.Options{}); err != nil || plan.Parity().Name != "cut" {
		t.Errorf("by default: %v, %v", plan, err)
	}
	if _, err := encode.Prepare(p, encode.Options{Xor: "chase"}); err == nil || !strings.Contains(err.Error(), "lights that do not matter: use kernel or cut:4") {
		t.Errorf("chase: %v", err)
	}
}

// Names survive being printed and read.
func TestNamesRoundTrip(t *testing.T) {
	eachParity(t, func(t *testing.T, name string) {
		p, err := encode.ParseParity(name)
		if err != nil || p.String() != name {
			t.Errorf("%s became %s, %v", name, p, err)
		}
	})
	for _, c := range encode.Countings() {
		if again, err := encode.ParseCounting(c.String()); err != nil || again.Name != c.Name {
			t.Errorf("%s became %s, %v", c, again, err)
		}
	}
}

// tree is another name for cut: it is read and never shown.
func TestTreeIsAnAliasOfCut(t *testing.T) {
	for text, want := range map[string]string{"tree": "cut:4", "tree:3": "cut:3", "tree:8": "cut:8"} {
		if p, err := encode.ParseParity(text); err != nil || p.String() != want {
			t.Errorf("%s became %s, %v", text, p, err)
		}
	}
	for _, p := range encode.Parities() {
		if p.Name == "tree" {
			t.Error("tree is listed")
		}
	}
	if _, err := encode.ParseParity("tree:9"); err == nil {
		t.Error("tree:9: no error")
	}
}

// With Native each light is one Xor constraint, and there are no clauses but those of the options.
func TestNativeLeavesParityToTheSolver(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "grid:3x3"))
	var f cnf.Formula
	if err := encode.Puzzle(&f, p, encode.Options{Native: true, Forbid: []int{0}}); err != nil {
		t.Fatal(err)
	}
	if f.Vars() != 9 || f.NumXors() != 9 || f.NumClauses() != 1 {
		t.Errorf("%d variables, %d XORs, %d clauses", f.Vars(), f.NumXors(), f.NumClauses())
	}
	if err := encode.Puzzle(&cnf.Formula{}, p, encode.Options{Native: true, Xor: "cut"}); err == nil {
		t.Error("native with an XOR encoding: no error")
	}
}

func FuzzParseParity(f *testing.F) {
	for _, p := range encode.Parities() {
		f.Add(p.String())
	}
	for _, text := range []string{"", ":", "cut:", "cut:99999999999999999999", "direct:0", "cut:4:4", "Cut:4", "tree:3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := encode.ParseParity(text)
		if err != nil {
			return
		}
		again, err := encode.ParseParity(p.String())
		if err != nil || again.String() != p.String() {
			t.Fatalf("%q became %s, which became %s, %v", text, p, again, err)
		}
	})
}
