package export_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/export"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
)

// Tests of models in which lights are variables: those that may be wrong, and those that are unknown.

// drawNearest draws a puzzle whose lights may be wrong.
func drawNearest(t *rapid.T, f export.Format) exportCase {
	c := drawCase(t, f)
	c.opt.Min, c.opt.AtMost, c.opt.AtLeast, c.opt.Nearest = false, nil, 0, true
	return c
}

// nearest is the fewest wrong lights and, with these, the fewest presses, by trying all presses; wrong is
// -1 if only other lights could be wrong.
func (c exportCase) nearest() (wrong, presses int) {
	wrong = -1
	for at := range 1 << c.puzzle.Board.Switches() {
		w, ok := c.wrong(boardtest.Vec(c.puzzle.Board.Switches(), uint64(at)))
		if n := bits.OnesCount(uint(at)); ok && (wrong < 0 || w < wrong || w == wrong && n < presses) {
			wrong, presses = w, n
		}
	}
	return wrong, presses
}

// wrong is how many lights presses leave wrong; ok is false if a switch is
// pressed or left alone against the rules.
func (c exportCase) wrong(x gf2.Vec) (n int, ok bool) {
	left := c.puzzle.After(board.Bits(x)).Change()
	for _, s := range c.opt.Forbid {
		if x.Bit(s) {
			return 0, false
		}
	}
	for _, s := range c.opt.Require {
		if !x.Bit(s) {
			return 0, false
		}
	}
	for s := range c.puzzle.Forbidden.Ones() {
		if x.Bit(s) {
			return 0, false
		}
	}
	return left.Weight(), true
}

// own is how many variables follow those of the switches.
func (c exportCase) own() int {
	return c.puzzle.Board.Lights()
}

// first is the first n bits.
func first(v gf2.Vec, n int) gf2.Vec {
	out := gf2.NewVec(n)
	for i := range n {
		out.Set(i, v.Bit(i))
	}
	return out
}

// Every solver that minimizes finds the fewest wrong lights, and with these the fewest presses.
func TestSolversFindTheNearest(t *testing.T) {
	for _, o := range outsiders {
		f, err := export.FormatByName(o.format)
		if err != nil {
			t.Fatal(err)
		}
		if !f.Nearest {
			continue
		}
		t.Run(o.format+"/"+o.program, func(t *testing.T) {
			t.Parallel()
			run := o.find(t)
			problem := filepath.Join(t.TempDir(), "nearest."+f.Ext)
			draw := rapid.Custom(func(t *rapid.T) exportCase { return drawNearest(t, f) })
			for seed := range max(o.cases/2, 5) {
				o.checkNearest(t, run, problem, draw.Example(seed))
			}
		})
	}
}

func (o outsider) checkNearest(t *testing.T, run *program, problem string, c exportCase) {
	t.Helper()
	text := written(t, c.puzzle, o.format, c.opt)
	run.write(problem, text)
	wrong, presses := c.nearest()
	n := c.puzzle.Board.Switches()
	for _, printed := range o.solve(run, problem) {
		model, err := readModel(strings.NewReader(printed), o.program, n+c.own())
		var none *export.NoModelError
		if wrong < 0 {
			if !errors.As(err, &none) || !none.Unsat {
				t.Fatalf("%v\ncannot be mended, but: %v, %v\n%s\n%s", c, model, err, text, printed)
			}
			continue
		}
		if err != nil {
			t.Fatalf("%v\n%v\n%s\n%s", c, err, text, printed)
		}
		x := first(model, n)
		if w, ok := c.wrong(x); !ok || w != wrong || x.Weight() != presses {
			t.Fatalf("%v\n%v leaves %d wrong (allowed: %v) with %d presses, not %d with %d\n%s\n%s", c, x, w, ok, x.Weight(), wrong, presses, text, printed)
		}
	}
}

// Every model of a cnf file with unknown lights is a puzzle with an answer, and every such puzzle is one.
func TestUnknownLightsAreTheSolvablePuzzles(t *testing.T) {
	for _, spec := range []string{"2x2", "path:4", "star:3", "complete:4", "cycle:4"} {
		p := board.NewPuzzle(boardtest.Parse(t, spec))
		p.Goal.Bits().Set(1, true)
		s, l := p.Board.Switches(), p.Board.Lights()
		for _, format := range []string{"cnf"} {
			for _, opt := range []export.Options{{Unknown: true}, {Unknown: true, AtMost: new(2), AtLeast: 1}} {
				got, err := cnf.ReadDIMACS(strings.NewReader(written(t, p, format, opt)), "export")
				if err != nil {
					t.Fatal(err)
				}
				want := make([]bool, 1<<(s+l))
				for at := range want {
					v := boardtest.Vec(s+l, uint64(at))
					q := *p
					q.On = board.Bits(gf2.NewVec(l))
					for i := range l {
						q.On.Bits().Set(i, v.Bit(s+i))
					}
					x := first(v, s)
					n := x.Weight()
					want[at] = q.After(board.Bits(x)).On.Equal(q.Goal) && (opt.AtMost == nil || 1 <= n && n <= 2)
				}
				if err := boardtest.NewModels(got).Mismatch(want, nil); err != nil {
					t.Errorf("%s, %s: %v", spec, format, err)
				}
			}
		}
	}
}

// Solvers make up puzzles, with their answers, in every format that leaves the lights open. A switch that
// must be pressed rules out the dark board.
func TestSolversMakeUpPuzzles(t *testing.T) {
	for _, o := range append(outsiders, mace4) {
		f, err := export.FormatByName(o.format)
		if err != nil {
			t.Fatal(err)
		}
		if !f.Unknown {
			continue
		}
		t.Run(o.format+"/"+o.program, func(t *testing.T) {
			t.Parallel()
			run := o.find(t)
			for _, spec := range []string{"3x3", "path:2", "hypercube:3", "merlin"} {
				p := board.NewPuzzle(boardtest.Parse(t, spec))
				p.Goal.Bits().Set(0, true)
				problem := filepath.Join(t.TempDir(), "unknown."+f.Ext)
				run.write(problem, written(t, p, o.format, export.Options{Unknown: true, Require: []int{1}}))
				for _, printed := range o.solve(run, problem) {
					on, x, err := readLights(strings.NewReader(printed), o.program, p.Board)
					if err != nil {
						t.Fatalf("%s: %v\n%s", spec, err, printed)
					}
					q := *p
					q.On = board.Bits(on)
					if !x.Bit(1) || !q.After(board.Bits(x)).On.Equal(q.Goal) {
						t.Fatalf("%s: %v does not solve %v\n%s", spec, x, on, printed)
					}
				}
			}
		})
	}
}

// mace4 is not in Debian 12; CONTRIBUTING.md says how to build it.
var mace4 = outsider{"mace4", "", "mace4", 10, func(run *program, problem string) []string {
	return []string{run.do("-f", problem)}
}}

// The axioms for unknown lights hold for a state exactly if its presses solve it.
func TestMace4GeneratorsMakeSolvablePuzzles(t *testing.T) {
	for _, spec := range []string{"2x2", "path:5", "2x3", "cycle:3", "cycle:6", "3x3,mask=###/#_#/###", "complete:6"} {
		p := board.NewPuzzle(boardtest.Parse(t, spec))
		p.Goal.Bits().Set(1, true)
		l := p.Board.Lights()
		axioms := readMace4(t, written(t, p, "mace4", export.Options{Unknown: true}))
		for at := range 1 << l {
			q := *p
			q.On = board.Bits(boardtest.Vec(l, uint64(at)))
			answers := boardtest.Table(&q, boardtest.Restrictions{})
			for x := range answers {
				a := axioms
				a.facts = map[string]bool{}
				for k, v := range axioms.facts {
					a.facts[k] = v
				}
				for i := range l {
					a.facts[element("on", i+1)] = q.On.Bits().Bit(i)
				}
				if got := a.hold(boardtest.Vec(p.Board.Switches(), uint64(x))); got != answers[x] {
					t.Fatalf("%s, lights %v, presses %b: %v", spec, q.On, x, got)
				}
			}
		}
	}
}

// readLights is ReadModel where the lights were unknown.
func readLights(r io.Reader, name string, b *board.Board) (on, presses gf2.Vec, err error) {
	m, err := export.ReadModel(r, name, b, export.Options{Unknown: true})
	if err != nil {
		return on, presses, err
	}
	return m.Lights.Bits(), m.Presses.Bits(), nil
}

// What Mace4 prints of lights beside presses.
func TestReadLights(t *testing.T) {
	b := boardtest.Parse(t, "2x3")
	const vector = "interpretation( 7, [number=1, seconds=0], [\n relation(on(_), [ 0, 1, 0, 0, 0, 1, 0 ])"
	const press = ",\n relation(press(_), [ 0, 0, 1, 1, 0, 0, 0 ])"
	for _, c := range []struct{ text, on, presses string }{
		{vector + press + " ]).", "100010", "011000"},
		{"s SATISFIABLE\nv -1 2 3 -4 -5 -6 7 -8 -9 -10 11 -12 13 0\n", "100010", "011000"},
		{"x = [0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0];\n----------\n", "100010", "011000"},
	} {
		on, presses, err := readLights(strings.NewReader(c.text), "out", b)
		if err != nil || on.String() != c.on || presses.String() != c.presses {
			t.Errorf("%s: %v, %v, %v", c.text, on, presses, err)
		}
	}
	for _, c := range []struct{ text, want string }{
		{strings.Replace(vector, " 0, 1, 0,", "", 1) + press + " ]).", "out:2: 3 values of on for 6 lights"},
		{"interpretation( 7, [number=1, seconds=0], [" + press[1:] + " ]).", "no table of on"},
	} {
		_, _, err := readLights(strings.NewReader(c.text), "out", b)
		var wrong *cnf.SyntaxError
		if !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, not %q", c.text, err, c.want)
		}
	}
	_, _, err := readLights(strings.NewReader("s UNSATISFIABLE\n"), "out", b)
	wantNone(t, gf2.Vec{}, err, unsat)
}

// Questions that contradict each other are refused before anything is written.
func TestLightsAreWrongOrUnknown(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "3x3"))
	for _, c := range []struct {
		format string
		opt    export.Options
		want   string
	}{
		{"cnf", export.Options{Nearest: true}, "cnf cannot ask for the fewest wrong lights: use wcnf, wcnf-old, opb, lp, mathprog, smt2, mzn or xcsp3"},
		{"wcnf", export.Options{Unknown: true}, "wcnf cannot leave the lights open: use cnf, xnf, opb, lp, mathprog, smt2, mzn or mace4"},
		{"opb", export.Options{Unknown: true, Nearest: true}, "unknown lights cannot be wrong"},
		{"opb", export.Options{Unknown: true, Min: true}, "the fewest presses are none"},
		{"opb", export.Options{Nearest: true, AtMost: new(2)}, "bounds on the number of presses"},
	} {
		var text strings.Builder
		err := export.Write(&text, p, c.format, c.opt)
		if err == nil || !strings.Contains(err.Error(), c.want) || text.Len() > 0 {
			t.Errorf("%s %+v: %v, not %q; wrote %q", c.format, c.opt, err, c.want, text.String())
		}
	}
}

// glpsol turns the MathProg file into clauses for its MiniSat, which takes only variables that are 0 or 1.
func TestGLPSolMiniSatTakesMathProg(t *testing.T) {
	o := outsider{"glpsol", "glpk-utils", "mathprog", 30, func(run *program, problem string) []string {
		log := run.do("--minisat", "-m", problem, "-w", problem+".sol")
		run.noComplaint(log)
		if !strings.Contains(log, "SATISFIABLE") && !strings.Contains(log, "NO PRIMAL FEASIBLE") {
			run.t.Fatalf("MiniSat did not run:\n%s", log)
		}
		return []string{run.file(problem + ".sol")}
	}}
	run := o.find(t)
	f, _ := export.FormatByName("mathprog")
	problem := filepath.Join(t.TempDir(), "minisat.mod")
	draw := rapid.Custom(func(t *rapid.T) exportCase {
		c := drawCase(t, f)
		c.opt.Min = false
		return c
	})
	for seed := range o.cases {
		o.checkMiniSat(t, run, problem, draw.Example(seed))
	}
}

// checkMiniSat is check, except that glpsol --minisat calls a solution that does not exist undefined.
func (o outsider) checkMiniSat(t *testing.T, run *program, problem string, c exportCase) {
	t.Helper()
	if slices.Contains(c.bounded(), true) {
		o.check(t, run, problem, c)
		return
	}
	run.write(problem, written(t, c.puzzle, o.format, c.opt))
	for _, printed := range o.solve(run, problem) {
		x, err := readModel(strings.NewReader(printed), o.program, c.puzzle.Board.Switches())
		var none *export.NoModelError
		if !errors.As(err, &none) {
			t.Fatalf("%v\nhas no answer, but: %v, %v\n%s", c, x, err, printed)
		}
	}
}

// xcspInstance is the part of XCSP3 that the export uses.
type xcspInstance struct {
	Format    string `xml:"format,attr"`
	Type      string `xml:"type,attr"`
	Variables []struct {
		ID     string `xml:"id,attr"`
		Domain string `xml:",chardata"`
	} `xml:"variables>var"`
	Sums           []xcspSum `xml:"constraints>sum"`
	Instantiations []struct {
		List   string `xml:"list"`
		Values string `xml:"values"`
	} `xml:"constraints>instantiation"`
	Minimize struct {
		Type   string `xml:"type,attr"`
		List   string `xml:"list"`
		Coeffs string `xml:"coeffs"`
	} `xml:"objectives>minimize"`
}

type xcspSum struct {
	List      string `xml:"list"`
	Condition string `xml:"condition"`
}

func readXCSP3(t rapid.TB, text string) xcspInstance {
	t.Helper()
	var x xcspInstance
	if err := xml.Unmarshal([]byte(text), &x); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if x.Format != "XCSP3" || x.Type != "COP" || x.Minimize.Type != "sum" {
		t.Fatalf("not an XCSP3 optimization problem: %+v", x)
	}
	return x
}

// allows evaluates a condition such as (in,{1,3}) or (le,4).
func (s xcspSum) allows(t rapid.TB, sum int) bool {
	inner := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(s.Condition), "("), ")")
	operator, operand, _ := strings.Cut(inner, ",")
	if operator == "in" {
		return slices.Contains(strings.Split(strings.Trim(operand, "{}"), ","), strconv.Itoa(sum))
	}
	n, err := strconv.Atoi(operand)
	if err != nil {
		t.Fatal(err)
	}
	switch operator {
	case "le":
		return sum <= n
	case "ge":
		return sum >= n
	}
	t.Fatalf("operator %q", operator)
	return false
}

// holds reports whether values satisfy all constraints, and what they cost.
func (x xcspInstance) holds(t rapid.TB, values map[string]int) (ok bool, cost int) {
	add := func(names string) (sum int) {
		for name := range strings.FieldsSeq(names) {
			v, known := values[name]
			if !known {
				t.Fatalf("no variable %q", name)
			}
			sum += v
		}
		return sum
	}
	ok = true
	for _, s := range x.Sums {
		ok = ok && s.allows(t, add(s.List))
	}
	for _, i := range x.Instantiations {
		fixed := strings.Fields(i.Values)
		for k, name := range strings.Fields(i.List) {
			ok = ok && strconv.Itoa(values[name]) == fixed[k]
		}
	}
	coeffs := strings.Fields(x.Minimize.Coeffs)
	for k, name := range strings.Fields(x.Minimize.List) {
		weight := 1
		if len(coeffs) > 0 {
			weight, _ = strconv.Atoi(coeffs[k])
		}
		cost += weight * values[name]
	}
	return ok, cost
}

// An XCSP3 file, evaluated by what its elements mean, has the puzzle's answers, and the objective is the
// number of presses; with wrong lights, they cost more than all presses.
func TestXCSP3IsThePuzzle(t *testing.T) {
	f, _ := export.FormatByName("xcsp3")
	rapid.Check(t, func(t *rapid.T) {
		c := drawCase(t, f)
		if rapid.Bool().Draw(t, "nearest") {
			c = drawNearest(t, f)
		}
		x := readXCSP3(t, written(t, c.puzzle, "xcsp3", c.opt))
		n := c.puzzle.Board.Switches()
		right := c.bounded()
		for at := range right {
			presses := boardtest.Vec(n, uint64(at))
			values := map[string]int{"nothing": 0}
			want, cost := right[at], presses.Weight()
			if c.opt.Nearest {
				wrong, allowed := c.wrong(presses)
				want, cost = allowed, cost+(n+1)*wrong
				left := c.puzzle.After(board.Bits(presses)).Change()
				own := make([]int, c.puzzle.Board.Lights())
				for l := range own {
					own[l] = l
				}
				for i, l := range own {
					values[fmt.Sprintf("x%d", n+i+1)] = bits.OnesCount64(puzzleBit(left.Bits(), l))
				}
			}
			for s := range n {
				values[fmt.Sprintf("x%d", s+1)] = bits.OnesCount64(puzzleBit(presses, s))
			}
			if got, paid := x.holds(t, values); got != want || want && paid != cost {
				t.Fatalf("%v: pressing %v: %v at cost %d, not %v at %d", c, presses, got, paid, want, cost)
			}
		}
	})
}

func puzzleBit(v gf2.Vec, i int) uint64 {
	if v.Bit(i) {
		return 1
	}
	return 0
}

func TestReadXCSP3(t *testing.T) {
	for text, want := range map[string]string{
		"o 2\ns OPTIMUM FOUND\nv <instantiation type='solution' cost='2'> <list> x1 x2 x3 nothing </list> <values> 1 0 1 0 </values> </instantiation>\nd WRONG DECISIONS 1\n":                               "101",
		"o 2\ns OPTIMUM FOUND\nv <instantiation type='solution' cost='2'> <list> x1 x2 x3 nothing </list> <values> 1 0 1 0 </values> </instantiation>\n":                                                    "101",
		"c hello\ns SATISFIABLE\nv <instantiation>\nv <list> x3 x2 x1 </list>\nv <values> 1 0x2 </values>\nv </instantiation>\n":                                                                            "001",
		"s SATISFIABLE\nv <instantiation> <list> x1 x2 x3 </list> <values> 1 * 1 </values> </instantiation>\nv\no 1\nv <instantiation> <list> x1 x2 x3 </list> <values> 0 1 0 </values> </instantiation>\n": "010",
	} {
		x, err := readModel(strings.NewReader(text), "out", 3)
		if err != nil || x.String() != want {
			t.Errorf("%s: %v, %v", text, x, err)
		}
	}
}

// Prover9, where it is installed, plans up to four presses on 5×5, on which it would crash if the file did
// not mention its operators.
func TestProver9Plans(t *testing.T) {
	path := tier.Stranger(t, "prover9", "CONTRIBUTING.md says how to build it")
	run := &program{t, path}
	b := boardtest.Parse(t, "5x5")
	for presses := range 5 {
		p := board.NewPuzzle(b)
		x := gf2.NewVec(25)
		for i := range presses {
			x.Set(6*i%25, true)
		}
		p.On = board.Bits(b.Apply(x))
		problem := filepath.Join(t.TempDir(), "plan.p9")
		run.write(problem, written(t, p, "prover9", export.Options{}))
		got, err := readModel(strings.NewReader(run.do("-f", problem)), "prover9", 25)
		if err != nil || !p.After(board.Bits(got)).On.Equal(p.Goal) {
			t.Fatalf("%d presses: %v, %v", presses, got, err)
		}
	}
}

// Every operator that Prover9 adds to its symbols is mentioned (LADR's dollar.c).
func TestProver9FilesMentionItsOperators(t *testing.T) {
	text := written(t, board.NewPuzzle(boardtest.Parse(t, "2x2")), "prover9", export.Options{})
	for _, operator := range []string{
		"mod(x,x)", "min(x,x)", "max(x,x)", "abs(x,x)", "variable(x)", "constant(x)", "ground(x)", "if(",
		"x + x", "x * x", "x / x", "-x", "x < x", "x <= x", "x > x", "x >= x", "x @< x", "x @<= x", "x @> x", "x @>= x",
		"x == x", "x !== x", "x && x", "x || x",
	} {
		if !strings.Contains(text, operator) {
			t.Errorf("%s is missing", operator)
		}
	}
}

func FuzzReadLights(f *testing.F) {
	for _, text := range []string{
		"interpretation( 7, [number=1, seconds=0], [\n relation(on(_), [ 0, 1, 0, 0, 0, 1, 0 ]) ]).",
		"interpretation( 4, [number=1, seconds=0], [\n relation(on(_,_), [ 0, 1, 0, 0 ]), relation(press(_), [ 0, 1 ]) ]).",
		"s SATISFIABLE\nv <instantiation> <list> x1 </list> <values> 0x12 </values> </instantiation>\n",
		"v 101010101010\n", "x = [0, 1];\n----------\n",
		"", "0  ", "0\n0\n0", // numbers alone
		"v \xff\xff", "0\xff\xff\xff\xff" + strings.Repeat("0", 60), // no text
	} {
		f.Add(text)
	}
	b := boardtest.Parse(f, "2x3")
	f.Fuzz(func(t *testing.T, text string) {
		on, presses, err := readLights(strings.NewReader(text), "out", b)
		var none *export.NoModelError
		var wrong *cnf.SyntaxError
		switch {
		case err == nil && (on.Len() != 6 || presses.Len() != 6 && presses.Len() != 0):
			t.Fatalf("%d lights and %d presses", on.Len(), presses.Len())
		case err != nil && !errors.As(err, &none) && !errors.As(err, &wrong):
			t.Fatalf("an error of another kind: %v", err)
		}
	})
}
