package export_test

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

var update = flag.Bool("update", false, "write what the tests found into testdata")

// written is the text that Write writes; an error fails the test.
func written(t rapid.TB, p *board.Puzzle, format string, opt export.Options) string {
	t.Helper()
	var text bytes.Buffer
	if err := export.Write(&text, p, format, opt); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// goldenPuzzle has everything that a format must express: a board that is not square, a light that
// nothing flips, a goal, a forbidden switch and a required one.
func goldenPuzzle(t rapid.TB) (*board.Puzzle, export.Options) {
	b, err := board.FromToggles("golden", 4, [][]int{{0, 1, 2}, {0, 2}, {1, 2}, {0}, {2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	p := board.NewPuzzle(b)
	p.On, p.Goal = board.Bits(gf2.VecOf(4, 0, 3)), board.Bits(gf2.VecOf(4, 2, 3))
	p.Forbidden = gf2.VecOf(p.Board.Switches(), 4)
	return p, export.Options{Require: []int{3}}
}

// What each format looks like. Solvers decide whether that is right; mace4 and prover9, which Debian
// no longer has, are tested by TestMace4AxiomsAreThePuzzle and TestRulesOfPlansAreThePuzzle.
func TestGoldenExports(t *testing.T) {
	for _, f := range export.Formats() {
		t.Run(f.Name, func(t *testing.T) {
			p, opt := goldenPuzzle(t)
			opt.Min = f.Min
			if f.Bounds {
				opt.AtMost, opt.AtLeast = new(3), 2
			}
			if f.Xor {
				opt.Xor = "direct"
			}
			if f.Card {
				opt.Card = "seq"
			}
			name := "golden." + f.Ext
			if f.Name == "wcnf-old" {
				name = "golden-old." + f.Ext
			}
			golden(t, filepath.Join("testdata", "export", name), written(t, p, f.Name, opt))
		})
	}
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s has changed (go test -update rewrites it):\n%s", file, got)
	}
}

// A cnf file is the formula that the same options give, including the bounds.
func TestCNFExportIsTheFormula(t *testing.T) {
	f, _ := export.FormatByName("cnf")
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t, f)
		var want cnf.Formula
		same := encode.Options{Xor: cmp.Or(c.opt.Xor, "cut:4"), Forbid: c.opt.Forbid, Require: c.opt.Require}
		if err := encode.Puzzle(&want, c.puzzle, same); err != nil {
			t.Fatal(err)
		}
		got, err := cnf.ReadDIMACS(strings.NewReader(written(t, c.puzzle, "cnf", c.opt)), "export")
		if err != nil {
			t.Fatal(err)
		}
		if c.opt.AtMost == nil && c.opt.AtLeast == 0 && !got.Equal(&want) {
			t.Fatalf("%v: the file holds another formula", c)
		}
		if err := boardtest.NewModels(got).Mismatch(c.bounded(), nil); err != nil {
			t.Fatalf("%v: %v", c, err)
		}
	})
}

// An xnf file has one x line per light, and otherwise only the forbidden switches.
func TestXNFExportIsTheBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := boardtest.DrawPuzzle(t, boardtest.Draw(t))
		got, err := cnf.ReadDIMACS(strings.NewReader(written(t, p, "xnf", export.Options{})), "export")
		if err != nil {
			t.Fatal(err)
		}
		matrix, err := p.Board.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		impossible, light := 0, 0
		for lits, odd := range got.Xors() {
			for matrix.Row(light).IsZero() || p.DontCare.Has(light) {
				light++
			}
			row := gf2.NewVec(p.Board.Switches())
			for _, l := range lits {
				row.Flip(l.Var() - 1)
			}
			if !row.Equal(matrix.Row(light)) || odd != p.Change().Bits().Bit(light) {
				t.Fatalf("%s: light %d is written %v %v", p.Board, light, lits, odd)
			}
			light++
		}
		for l := range p.Board.Lights() {
			if matrix.Row(l).IsZero() && p.Change().Bits().Bit(l) {
				impossible++
			}
		}
		if want := impossible + p.Forbidden.Weight(); got.NumClauses() != want {
			t.Fatalf("%s: %d clauses, not %d", p.Board, got.NumClauses(), want)
		}
	})
}

// A wcnf file is the cnf file with every clause hard and every press at cost 1.
func TestWCNFExportIsTheCNFWithPressesAsCost(t *testing.T) {
	f, _ := export.FormatByName("cnf")
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t, f)
		var want strings.Builder
		formula, err := cnf.ReadDIMACS(strings.NewReader(written(t, c.puzzle, "cnf", c.opt)), "export")
		if err != nil {
			t.Fatal(err)
		}
		formula.Comments = nil
		if err := formula.WriteDIMACS(&want); err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		cost := 0
		for line := range strings.Lines(written(t, c.puzzle, "wcnf", c.opt)) {
			if hard, ok := strings.CutPrefix(line, "h "); ok {
				got.WriteString(hard)
			} else if strings.HasPrefix(line, "1 -") {
				cost++
			}
		}
		head, clauses, _ := strings.Cut(want.String(), "\n")
		if got.String() != clauses {
			t.Fatalf("%v: hard clauses\n%sinstead of\n%s", c, got.String(), clauses)
		}
		// The form before 2022 is the same with the weight top for h, and a line that counts.
		top := fmt.Sprint(cost + 1)
		old := strings.ReplaceAll("\n"+written(t, c.puzzle, "wcnf-old", c.opt), "\n"+top+" ", "\nh ")
		var vars, hard int
		fmt.Sscanf(head, "p cnf %d %d", &vars, &hard)
		line := fmt.Sprintf("\np wcnf %d %d %s\n", vars, hard+cost, top)
		if before, after, ok := strings.Cut(old, line); !ok || before+"\n"+after != "\n"+written(t, c.puzzle, "wcnf", c.opt) {
			t.Fatalf("%v: want the line%sin\n%s", c, line, old)
		}
		if cost != c.puzzle.Board.Switches() {
			t.Fatalf("%v: %d soft clauses", c, cost)
		}
	})
}

func TestExportRefuses(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "3x3"))
	with := func(change func(*export.Options)) export.Options {
		var opt export.Options
		change(&opt)
		return opt
	}
	for _, c := range []struct {
		format string
		opt    export.Options
		want   string
	}{
		{"smt", export.Options{}, `unknown format "smt" (did you mean "smt2"?); the formats are cnf, xnf, wcnf, wcnf-old, opb, lp, mathprog, smt2, mzn, mace4, tptp, prover9, xcsp3`},
		{"", export.Options{}, `unknown format ""; the formats are`},
		{"cnf", with(func(o *export.Options) { o.Min = true }), "cnf cannot ask for the fewest presses: use wcnf, wcnf-old, opb, lp, mathprog, smt2, mzn or xcsp3"},
		{"mace4", with(func(o *export.Options) { o.AtMost = new(3) }), "mace4 cannot count presses"},
		{"opb", with(func(o *export.Options) { o.Xor = "cut:4" }), "takes no XOR encoding: use cnf, wcnf or wcnf-old"},
		{"lp", with(func(o *export.Options) { o.Card = "seq" }), "takes no counting encoding: use cnf, xnf, wcnf or wcnf-old"},
		{"cnf", with(func(o *export.Options) { o.Xor = "cutt:4" }), `did you mean "cut"?`},
		{"xnf", with(func(o *export.Options) { o.Card = "sequ" }), `did you mean "seq"?`},
		{"opb", with(func(o *export.Options) { o.AtMost, o.AtLeast = new(2), 3 }), "at least 3 presses and at most 2 contradict each other"},
		{"opb", with(func(o *export.Options) { o.AtMost = new(-1) }), "at most -1 presses"},
		{"opb", with(func(o *export.Options) { o.Forbid = []int{9} }), "switch 9 is not on grid:3x3"},
		{"cnf", with(func(o *export.Options) { o.Require = []int{-1} }), "switch -1 is not on grid:3x3"},
	} {
		var text bytes.Buffer
		err := export.Write(&text, p, c.format, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: %v, not %q", c.format, c.opt, err, c.want)
		}
		if text.Len() > 0 {
			t.Errorf("%s %+v: refused, and yet wrote %q", c.format, c.opt, text.String())
		}
	}
}

// A caller finds out which option a format cannot express, and which formats can.
func TestUnsupportedOptions(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "3x3"))
	for option, opt := range map[string]export.Options{
		"Min": {Min: true}, "AtMost": {AtMost: new(3)}, "AtLeast": {AtLeast: 1}, "Xor": {Xor: "cut"}, "Card": {Card: "seq"},
	} {
		err := export.Write(io.Discard, p, "mace4", opt)
		var unsupported *export.UnsupportedError
		if !errors.As(err, &unsupported) || unsupported.Option != option || unsupported.Format != "mace4" {
			t.Errorf("%s: %v", option, err)
			continue
		}
		for _, name := range unsupported.Formats {
			if err := export.Write(io.Discard, p, name, opt); err != nil {
				t.Errorf("%s is recommended for %s: %v", name, option, err)
			}
		}
	}
}

// full is a full disk.
type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

func TestExportReportsWriteErrors(t *testing.T) {
	for _, f := range export.Formats() {
		p := board.NewPuzzle(boardtest.Parse(t, "30x30"))
		if f.Lights > 0 {
			p = board.NewPuzzle(boardtest.Parse(t, "10x10"))
		}
		disk := full{errors.New("no space left")}
		if err := export.Write(disk, p, f.Name, export.Options{}); !errors.Is(err, disk.err) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

// No line is longer than old readers of LP files accept, however many switches surround a light.
func TestLPLinesAreShort(t *testing.T) {
	text := written(t, board.NewPuzzle(boardtest.Parse(t, "complete:300")), "lp", export.Options{AtMost: new(100), Min: true})
	for line := range strings.Lines(text) {
		if len(line) > 255 {
			t.Fatalf("%d characters: %s", len(line), line)
		}
	}
}

// The axioms for Mace4, evaluated by what their symbols mean, hold for exactly the puzzle's answers.
func TestMace4AxiomsAreThePuzzle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, _ := export.FormatByName("mace4")
		c := drawCase(t, f)
		axioms := readMace4(t, written(t, c.puzzle, "mace4", c.opt))
		n := c.puzzle.Board.Switches()
		for at, want := range c.answers() {
			x := boardtest.Vec(n, uint64(at))
			if got := axioms.hold(x); got != want {
				t.Fatalf("%v: pressing %v: %v", c, x, got)
			}
		}
	})
}

// mace4Axioms is a file in the subset of Mace4's language that the export uses.
type mace4Axioms struct {
	facts   map[string]bool // ground literals such as on(3)
	clash   bool            // a fact and its negation
	defined []string        // in order: atoms that are equivalent to an expression
	meaning map[string]string
	size    int
}

func readMace4(t rapid.TB, text string) mace4Axioms {
	a := mace4Axioms{facts: map[string]bool{}, meaning: map[string]string{}}
	const law = "oddToggles(x) <-> -(on(x) <-> goal(x))."
	_, body, _ := strings.Cut(text, "assign(domain_size, ")
	size, body, _ := strings.Cut(body, ").")
	var err error
	if a.size, err = strconv.Atoi(size); err != nil {
		t.Fatal(err)
	}
	_, body, _ = strings.Cut(body, "formulas(assumptions).")
	body, _, ended := strings.Cut(body, "end_of_list.")
	if !ended || !strings.Contains(body, law) {
		t.Fatalf("no list of assumptions, or without the rule of the game:\n%s", text)
	}
	for line := range strings.Lines(strings.ReplaceAll(body, law, "")) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		axiom, ok := strings.CutSuffix(line, ".")
		if !ok {
			t.Fatalf("no full stop: %s", line)
		}
		if atom, expression, ok := strings.Cut(axiom, " <-> "); ok {
			a.defined = append(a.defined, atom)
			a.meaning[atom] = expression
			continue
		}
		atom, negative := strings.CutPrefix(axiom, "-")
		if old, known := a.facts[atom]; known && old == negative {
			a.clash = true
		}
		a.facts[atom] = !negative
	}
	return a
}

// hold reports whether there is a model with these presses: everything else follows from them.
func (a mace4Axioms) hold(presses gf2.Vec) bool {
	value := map[string]bool{}
	for atom, v := range a.facts {
		value[atom] = v
	}
	for s := range presses.Len() {
		atom := element("press", s+1)
		if v, fixed := a.facts[atom]; fixed && v != presses.Bit(s) {
			return false
		}
		value[atom] = presses.Bit(s)
	}
	for _, atom := range a.defined {
		value[atom] = evaluate(a.meaning[atom], value)
	}
	for x := range a.size {
		odd, known := value[element("oddToggles", x)]
		if change := value[element("on", x)] != value[element("goal", x)]; known && odd != change {
			return false
		}
	}
	return !a.clash
}

func element(relation string, i int) string { return relation + "(" + strconv.Itoa(i) + ")" }

// evaluate knows atoms, and -(A <-> B) with an atom A.
func evaluate(expression string, value map[string]bool) bool {
	inner, ok := strings.CutPrefix(expression, "-(")
	if !ok {
		return value[expression]
	}
	left, right, _ := strings.Cut(strings.TrimSuffix(inner, ")"), " <-> ")
	return value[left] != evaluate(right, value)
}
