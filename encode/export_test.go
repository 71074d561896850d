package encode_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/gf2"
)

var update = flag.Bool("update", false, "write what the tests found into testdata")

func export(t failer, p *board.Puzzle, format string, opt encode.ExportOptions) string {
	t.Helper()
	var text bytes.Buffer
	if err := encode.Export(&text, p, format, opt); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// goldenPuzzle has all that a format must express: a board that is not square, a light that nothing
// flips, a goal, a switch forbidden and one required.
func goldenPuzzle(t failer) (*board.Puzzle, encode.Options) {
	b, err := board.FromToggles("golden", 4, [][]int{{0, 1, 2}, {0, 2}, {1, 2}, {0}, {2, 1}})
	if err != nil {
		t.Fatal(err)
	}
	p := board.NewPuzzle(b)
	p.On, p.Goal = gf2.VecOf(4, 0, 3), gf2.VecOf(4, 2, 3)
	p.Forbid(4)
	return p, encode.Options{Require: []int{3}}
}

// What each format looks like. Solvers judge whether that is right; mace4 and prover9, which Debian
// does not have any more, are judged by TestMace4AxiomsAreThePuzzle and TestRulesOfPlansAreThePuzzle.
func TestGoldenExports(t *testing.T) {
	for _, f := range encode.Formats() {
		t.Run(f.Name, func(t *testing.T) {
			p, settled := goldenPuzzle(t)
			opt := encode.ExportOptions{Options: settled, AtMost: -1, Min: f.Min}
			if f.Bounds {
				opt.AtMost, opt.AtLeast = 3, 2
			}
			if f.Xor {
				opt.Xor = "direct"
			}
			if f.Card {
				opt.Card = "seq"
			}
			golden(t, filepath.Join("testdata", "export", "golden."+f.Ext), export(t, p, f.Name, opt))
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

// A cnf file is the formula that the same options give, bound and all.
func TestCNFExportIsTheFormula(t *testing.T) {
	f, _ := encode.FormatByName("cnf")
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t, f)
		if c.opt.Xor == "" {
			c.opt.Xor = encode.ExportParity
		}
		var want cnf.Formula
		if err := encode.Puzzle(&want, c.puzzle, c.opt.Options); err != nil {
			t.Fatal(err)
		}
		got, err := cnf.ReadDIMACS(strings.NewReader(export(t, c.puzzle, "cnf", c.opt)), "export")
		if err != nil {
			t.Fatal(err)
		}
		hi := c.opt.AtMost
		if hi < 0 {
			hi = c.puzzle.Board.Switches()
		}
		if c.opt.AtMost < 0 && c.opt.AtLeast == 0 && !got.Equal(&want) {
			t.Fatalf("%v: the file holds another formula", c)
		}
		answers := within(answers(c.puzzle, c.opt.Options), c.opt.AtLeast, hi)
		if err := newModels(got).mismatch(answers, nil); err != nil {
			t.Fatalf("%v: %v", c, err)
		}
	})
}

// An xnf file has one line x per light, and nothing else but settled switches.
func TestXNFExportIsTheBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := somePuzzle(t, smallBoard(t))
		got, err := cnf.ReadDIMACS(strings.NewReader(export(t, p, "xnf", encode.ExportOptions{AtMost: -1})), "export")
		if err != nil {
			t.Fatal(err)
		}
		matrix, err := p.Board.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		impossible, light := 0, 0
		for lits, odd := range got.Xors() {
			for matrix.Row(light).IsZero() {
				light++
			}
			row := gf2.NewVec(p.Board.Switches())
			for _, l := range lits {
				row.Flip(l.Var() - 1)
			}
			if !row.Equal(matrix.Row(light)) || odd != p.Change().Bit(light) {
				t.Fatalf("%s: light %d is written %v %v", p.Board, light, lits, odd)
			}
			light++
		}
		for l := range p.Board.Lights() {
			if matrix.Row(l).IsZero() && p.Change().Bit(l) {
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
	f, _ := encode.FormatByName("cnf")
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t, f)
		var want strings.Builder
		formula, err := cnf.ReadDIMACS(strings.NewReader(export(t, c.puzzle, "cnf", c.opt)), "export")
		if err != nil {
			t.Fatal(err)
		}
		formula.Comments = nil
		if err := cnf.WriteDIMACS(&want, formula); err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		cost := 0
		for line := range strings.Lines(export(t, c.puzzle, "wcnf", c.opt)) {
			if hard, ok := strings.CutPrefix(line, "h "); ok {
				got.WriteString(hard)
			} else if strings.HasPrefix(line, "1 -") {
				cost++
			}
		}
		_, clauses, _ := strings.Cut(want.String(), "\n")
		if got.String() != clauses {
			t.Fatalf("%v: hard clauses\n%sinstead of\n%s", c, got.String(), clauses)
		}
		if cost != c.puzzle.Board.Switches() {
			t.Fatalf("%v: %d soft clauses", c, cost)
		}
	})
}

func TestExportRefuses(t *testing.T) {
	p := board.NewPuzzle(parse(t, "3x3"))
	any := encode.ExportOptions{AtMost: -1}
	with := func(change func(*encode.ExportOptions)) encode.ExportOptions {
		opt := any
		change(&opt)
		return opt
	}
	for _, c := range []struct {
		format string
		opt    encode.ExportOptions
		want   string
	}{
		{"smt", any, `unknown format "smt" (did you mean "smt2"?): the formats are cnf, xnf, wcnf, opb, lp, mathprog, smt2, mzn, mace4, tptp, prover9`},
		{"", any, `unknown format "": the formats are`},
		{"cnf", with(func(o *encode.ExportOptions) { o.Min = true }), "cnf asks for any answer, not for the fewest presses: use wcnf, opb, lp, mathprog, smt2 or mzn"},
		{"mace4", with(func(o *encode.ExportOptions) { o.AtMost = 3 }), "mace4 cannot count presses"},
		{"opb", with(func(o *encode.ExportOptions) { o.Xor = "cut:4" }), "that is for cnf or wcnf"},
		{"lp", with(func(o *encode.ExportOptions) { o.Card = "seq" }), "that is for cnf, xnf or wcnf"},
		{"cnf", with(func(o *encode.ExportOptions) { o.Xor = "cutt:4" }), `did you mean "cut"?`},
		{"xnf", with(func(o *encode.ExportOptions) { o.Card = "sequ" }), `did you mean "seq"?`},
		{"opb", with(func(o *encode.ExportOptions) { o.AtMost, o.AtLeast = 2, 3 }), "at least 3 presses and at most 2 contradict each other"},
		{"opb", with(func(o *encode.ExportOptions) { o.Forbid = []int{9} }), "switch 9 is not on grid:3x3"},
		{"cnf", with(func(o *encode.ExportOptions) { o.Require = []int{-1} }), "switch -1 is not on grid:3x3"},
	} {
		var text bytes.Buffer
		err := encode.Export(&text, p, c.format, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: %v, not %q", c.format, c.opt, err, c.want)
		}
		if text.Len() > 0 {
			t.Errorf("%s %+v: refused, and yet wrote %q", c.format, c.opt, text.String())
		}
	}
}

// Formats hands out a copy: nobody can change the table.
func TestFormatsIsACopy(t *testing.T) {
	encode.Formats()[0].Name = "changed"
	if encode.Formats()[0].Name != "cnf" {
		t.Error("the table was changed from outside")
	}
}

// full is a disk without room.
type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

func TestExportReportsWriteErrors(t *testing.T) {
	for _, f := range encode.Formats() {
		p := board.NewPuzzle(parse(t, "30x30"))
		if f.Lights > 0 {
			p = board.NewPuzzle(parse(t, "10x10"))
		}
		disk := full{errors.New("no space left")}
		if err := encode.Export(disk, p, f.Name, encode.ExportOptions{AtMost: -1}); !errors.Is(err, disk.err) {
			t.Errorf("%s: %v", f.Name, err)
		}
	}
}

// No line is longer than old readers of LP files take, however many switches surround a light.
func TestLPLinesAreShort(t *testing.T) {
	text := export(t, board.NewPuzzle(parse(t, "complete:300")), "lp", encode.ExportOptions{AtMost: 100, Min: true})
	for line := range strings.Lines(text) {
		if len(line) > 255 {
			t.Fatalf("%d characters: %s", len(line), line)
		}
	}
}

// The axioms for Mace4, evaluated by what their symbols mean, hold for exactly the puzzle's answers.
func TestMace4AxiomsAreThePuzzle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, _ := encode.FormatByName("mace4")
		c := drawCase(t, f)
		axioms := readMace4(t, export(t, c.puzzle, "mace4", c.opt))
		n := c.puzzle.Board.Switches()
		for at, want := range answers(c.puzzle, c.opt.Options) {
			x := vec(n, uint64(at))
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

func readMace4(t failer, text string) mace4Axioms {
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
		t.Fatalf("no list of assumptions, or not the law of the game:\n%s", text)
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
		if v, settled := a.facts[atom]; settled && v != presses.Bit(s) {
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
