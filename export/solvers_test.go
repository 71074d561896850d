package export_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/export"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
)

// outsider is a solver written by others, to test that a format is correct.
type outsider struct {
	program string
	debian  string // the package that has it, "" if none has
	format  string
	cases   int // how many random puzzles it is asked; some programs take long to start
	// solve runs the program on the file problem and returns what it printed or wrote. If that is
	// several texts, they must agree.
	solve func(run *program, problem string) []string
}

var outsiders = []outsider{
	{"minisat", "minisat", "cnf", 40, func(run *program, problem string) []string {
		result := problem + ".result"
		run.do("-verb=0", problem, result)
		return []string{run.file(result)}
	}},
	{"cadical", "cadical", "cnf", 40, func(run *program, problem string) []string {
		return []string{run.do("-q", problem)}
	}},
	{"cryptominisat5", "cryptominisat", "cnf", 25, func(run *program, problem string) []string {
		return []string{run.do("--verb", "0", problem)}
	}},
	{"cryptominisat5", "cryptominisat", "xnf", 40, func(run *program, problem string) []string {
		return []string{run.do(problem)}
	}},
	{"clasp", "clasp", "wcnf-old", 40, func(run *program, problem string) []string {
		return []string{run.do(problem)}
	}},
	{"clasp", "clasp", "opb", 40, func(run *program, problem string) []string {
		return []string{run.do(problem)}
	}},
	{"glpsol", "glpk-utils", "lp", 40, func(run *program, problem string) []string {
		log := run.do("--lp", problem, "-w", problem+".sol")
		run.noComplaint(log)
		return []string{run.file(problem + ".sol")}
	}},
	{"cbc", "coinor-cbc", "lp", 40, func(run *program, problem string) []string {
		run.do(problem, "solve", "solu", problem+".sol")
		return []string{run.file(problem + ".sol")}
	}},
	{"glpsol", "glpk-utils", "mathprog", 40, func(run *program, problem string) []string {
		log := run.do("-m", problem, "-w", problem+".sol")
		run.noComplaint(log)
		return []string{run.file(problem + ".sol")}
	}},
	{"z3", "z3", "smt2", 20, func(run *program, problem string) []string {
		return []string{run.do(problem)}
	}},
	{"eprover", "eprover", "tptp", 20, func(run *program, problem string) []string {
		return []string{run.do("--literal-selection-strategy=SelectNegativeLiterals", "-H(1*FIFOWeight(ConstPrio))", "--proof-object", "--silent", problem)}
	}},
	{"minizinc", "minizinc", "mzn", 6, func(run *program, problem string) []string {
		return []string{run.do(problem)}
	}},
}

// program is one solver on one puzzle.
type program struct {
	t    *testing.T
	path string
}

// do runs the program and returns its standard output. Solvers report results by exit codes, so the
// test fails only if the program could not run or did not end.
func (p *program) do(args ...string) string {
	p.t.Helper()
	var out, diagnostics bytes.Buffer
	cmd := exec.CommandContext(p.t.Context(), p.path, args...)
	cmd.Stdout, cmd.Stderr = &out, &diagnostics
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && (!errors.As(err, &exit) || !exit.Exited()) {
		p.t.Fatalf("%s %s: %v\n%s", p.path, strings.Join(args, " "), err, diagnostics.String())
	}
	return out.String()
}

func (p *program) file(name string) string {
	p.t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(data)
}

func (p *program) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// noComplaint fails if glpsol complained about the file.
func (p *program) noComplaint(log string) {
	p.t.Helper()
	for _, word := range []string{"error", "warning"} {
		if strings.Contains(log, word) {
			p.t.Fatalf("glpsol complains:\n%s", log)
		}
	}
}

// exportCase is a puzzle with options.
type exportCase struct {
	puzzle *board.Puzzle
	opt    export.Options
}

// answers are those of the puzzle, without the bounds on the presses.
func (c exportCase) answers() []bool {
	return boardtest.Table(c.puzzle, boardtest.Restrictions{Forbid: c.opt.Forbid, Require: c.opt.Require})
}

// bounded are the answers within the bounds.
func (c exportCase) bounded() []bool {
	most := c.puzzle.Board.Switches()
	if c.opt.AtMost != nil {
		most = *c.opt.AtMost
	}
	return boardtest.Within(c.answers(), c.opt.AtLeast, most)
}

func (c exportCase) String() string {
	most := "any"
	if c.opt.AtMost != nil {
		most = strconv.Itoa(*c.opt.AtMost)
	}
	return fmt.Sprintf("%s on %s goal %s but for %v, forbidden %v, at most %s, %+v", c.puzzle.Board, c.puzzle.On, c.puzzle.Goal, c.puzzle.DontCare.Indices(), c.puzzle.Forbidden.Indices(), most, c.opt)
}

// drawCase draws a puzzle and options that the format supports.
func drawCase(t *rapid.T, f export.Format) exportCase {
	b := boardtest.Draw(t)
	c := exportCase{boardtest.DrawPuzzle(t, b), export.Options{}}
	n := b.Switches()
	if n > 0 && rapid.Bool().Draw(t, "forbid or require") {
		switches := rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 2)
		c.opt.Forbid, c.opt.Require = switches.Draw(t, "forbid"), switches.Draw(t, "require")
	}
	if f.Xor {
		c.opt.Xor = rapid.SampledFrom([]string{"", "direct", "cut:3", "tree:4", "chain:5", "bdd", "arith", "gauss", "kernel"}).Draw(t, "xor")
	}
	if f.Card {
		c.opt.Card = rapid.SampledFrom([]string{"", "seq", "totalizer", "cardnet", "adder"}).Draw(t, "card")
	}
	if f.Bounds && rapid.Bool().Draw(t, "bounded") {
		most := n + 1
		if rapid.IntRange(0, 7).Draw(t, "bounded above") > 0 {
			most = rapid.IntRange(0, n+1).Draw(t, "at most")
			c.opt.AtMost = &most
		}
		c.opt.AtLeast = rapid.IntRange(0, most).Draw(t, "at least")
	}
	c.opt.Min = f.Ext == "wcnf" || f.Min && rapid.Bool().Draw(t, "min")
	return c
}

// corners are the boards that a format is most likely to get wrong: without switches, without
// lights, lights that nothing flips and switches that flip nothing.
func corners(t *testing.T) []exportCase {
	toggles := func(lights int, on []int, lists ...[]int) *board.Puzzle {
		b, err := board.FromToggles("a file\nof two lines, café", lights, lists)
		if err != nil {
			t.Fatal(err)
		}
		p := board.NewPuzzle(b)
		p.On = board.Bits(gf2.VecOf(lights, on...))
		return p
	}
	list := []exportCase{}
	for _, p := range []*board.Puzzle{
		toggles(0, nil),
		toggles(2, nil),
		toggles(2, []int{1}),
		toggles(0, nil, nil, nil),
		toggles(3, []int{0}, []int{0, 1}, nil, []int{1}),
		toggles(3, []int{0, 2}, []int{0, 1}, nil, []int{1}),
		toggles(1, []int{0}, []int{0}),
		toggles(1, nil, []int{0}),
		toggles(2, []int{0}, []int{0, 1}, []int{0, 1}),
		board.NewPuzzle(boardtest.Parse(t, "complete:11")),
		board.NewPuzzle(boardtest.Parse(t, "3x4")),
		board.NewPuzzle(boardtest.Parse(t, "merlin")),
	} {
		list = append(list,
			exportCase{p, export.Options{}},
			exportCase{p, export.Options{AtMost: new(int)}},
			exportCase{p, export.Options{AtLeast: 1}},
			exportCase{p, export.Options{Min: true}})
	}
	return list
}

// restricted are puzzles with two answers each, of which a forbidden or required switch leaves one. A
// format that loses the restriction fails on one of the two.
func restricted(t *testing.T) []exportCase {
	p := board.NewPuzzle(boardtest.Parse(t, "path:2"))
	var list []exportCase
	for s := range 2 {
		forbidden := board.NewPuzzle(p.Board)
		forbidden.Forbidden = gf2.VecOf(forbidden.Board.Switches(), s)
		list = append(list,
			exportCase{p, export.Options{Forbid: []int{s}}},
			exportCase{p, export.Options{Require: []int{s}}},
			exportCase{forbidden, export.Options{}})
	}
	return list
}

// Every format means the puzzle, according to a solver that reads it: the solver finds an answer
// exactly if there is one, the answer is right, and it is the shortest if that was asked for, and claimed to be.
func TestSolversAgreeWithThePuzzle(t *testing.T) {
	for _, o := range outsiders {
		t.Run(o.format+"/"+o.program, func(t *testing.T) {
			t.Parallel()
			run := o.find(t)
			f, err := export.FormatByName(o.format)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for i, c := range corners(t) {
				if !f.Bounds && (c.opt.AtMost != nil || c.opt.AtLeast > 0) {
					continue
				}
				if (!c.opt.Min || f.Min) && (o.cases > 20 || i%4 == i/4%4) {
					c.opt.Min = c.opt.Min || f.Ext == "wcnf"
					o.check(t, run, filepath.Join(dir, "corner."+f.Ext), c)
				}
			}
			for _, c := range restricted(t) {
				o.check(t, run, filepath.Join(dir, "restricted."+f.Ext), c)
			}
			draw := rapid.Custom(func(t *rapid.T) exportCase { return drawCase(t, f) })
			for seed := range o.cases {
				o.check(t, run, filepath.Join(dir, "drawn."+f.Ext), draw.Example(seed))
			}
		})
	}
}

// Known minima of larger boards, found by all solvers that can minimize; the others find an answer. The classic 5x5 from all on takes 15 presses (OEIS A075464); where every switch flips
// every light, all on takes any odd number of presses.
func TestSolversFindKnownMinima(t *testing.T) {
	for _, c := range []struct {
		spec            string
		atLeast, fewest int
	}{{"5x5", 0, 15}, {"complete:30", 28, 29}} {
		p := board.NewPuzzle(boardtest.Parse(t, c.spec))
		for _, o := range outsiders {
			if o.format == "tptp" {
				continue // fifteen presses are too many for a planner
			}
			t.Run(c.spec+"/"+o.format+"/"+o.program, func(t *testing.T) {
				t.Parallel()
				run := o.find(t)
				f, err := export.FormatByName(o.format)
				if err != nil {
					t.Fatal(err)
				}
				opt := export.Options{AtLeast: c.atLeast, Min: f.Min}
				problem := filepath.Join(t.TempDir(), "known."+f.Ext)
				run.write(problem, written(t, p, o.format, opt))
				for _, printed := range o.solve(run, problem) {
					x, err := readModel(strings.NewReader(printed), o.program, p.Board.Switches())
					switch {
					case err != nil:
						t.Fatal(err)
					case !p.After(board.Bits(x)).Change().IsZero():
						t.Fatalf("%v leaves %v", x, p.After(board.Bits(x)).On)
					case x.Weight() < c.fewest, f.Min && x.Weight() > c.fewest:
						t.Fatalf("%v has %d presses, not %d", x, x.Weight(), c.fewest)
					}
				}
			})
		}
	}
}

// find locates the program. The first tier of tests skips here.
func (o outsider) find(t *testing.T) *program {
	t.Helper()
	if o.debian == "" {
		return &program{t, tier.Stranger(t, o.program, "CONTRIBUTING.md says how to build it")}
	}
	return &program{t, tier.Peer(t, o.program, o.debian)}
}

// right are the answers within the bounds, as numbers of presses, and the fewest presses of one; -1 if there is none.
func (c exportCase) right() (answers map[string]bool, fewest int) {
	answers, fewest = boardtest.AnswersInColour(c.puzzle, c.opt.Forbid, c.opt.Require), -1
	for x := range answers {
		n := boardtest.Presses([]byte(x))
		if n < c.opt.AtLeast || c.opt.AtMost != nil && n > *c.opt.AtMost {
			delete(answers, x)
		} else if fewest < 0 || n < fewest {
			fewest = n
		}
	}
	return answers, fewest
}

// check asks the solver one question and compares its answer with brute force.
func (o outsider) check(t *testing.T, run *program, problem string, c exportCase) {
	t.Helper()
	text := written(t, c.puzzle, o.format, c.opt)
	run.write(problem, text)
	right, fewest := c.right()
	for _, printed := range o.solve(run, problem) {
		m, err := export.ReadModel(strings.NewReader(printed), o.program, c.puzzle.Board, export.Options{})
		x := timesOf(m.Presses)
		var none *export.NoModelError
		switch {
		case fewest < 0:
			if !errors.As(err, &none) || !none.Unsat {
				t.Fatalf("%v\nhas no answer, but: %v, %v\n%s\n%s", c, x, err, text, printed)
			}
		case err != nil:
			t.Fatalf("%v\nhas an answer, but: %v\n%s\n%s", c, err, text, printed)
		case !c.puzzle.After(m.Presses).Change().IsZero():
			t.Fatalf("%v\n%v leads to %v\n%s\n%s", c, x, c.puzzle.After(m.Presses).On, text, printed)
		case !right[string(x)]:
			t.Fatalf("%v\n%v breaks a bound or presses what it must not\n%s\n%s", c, x, text, printed)
		case c.opt.Min && boardtest.Presses(x) != fewest:
			t.Fatalf("%v\n%v has %d presses, %d would do\n%s\n%s", c, x, boardtest.Presses(x), fewest, text, printed)
		case c.opt.Min && !m.Optimal && fewest > 0: // where no switch is left to minimize, clasp claims nothing
			t.Errorf("%v\n%v is the best, but not claimed to be\n%s\n%s", c, x, text, printed)
		}
	}
}

// timesOf is how often each switch is pressed.
func timesOf(presses board.State) []uint8 {
	times := make([]uint8, presses.Len())
	for s, n := range presses.All() {
		times[s] = uint8(n)
	}
	return times
}

// number is the vector as an index of answers.
func number(x gf2.Vec) int {
	n := 0
	for s := range x.Ones() {
		n |= 1 << s
	}
	return n
}
