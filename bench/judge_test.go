package bench

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lightsout/board"
	"lightsout/export"
	"lightsout/solve"
)

// squares are the square grids.
var squares = family{name: "grid", template: "grid:NxN", takesSize: true}

func instanceOf(t *testing.T, f family, size int, q question) *instance {
	t.Helper()
	return must(newInstance(t.Context(), f, size, q, 1))(t)
}

// judged is the result of what a solver printed before it ended.
func (p *instance) judged(who *peer, exit int, output string) (res Result) {
	p.judge(contestant{peer: who}, usage{Exit: exit}, []byte(output), []byte("a\nb\n"), &res)
	return res
}

// No answer is trusted: each of these is wrong, or must be told apart from a wrong one. What another solver printed counts
// only if it did not crash afterwards, and if its exit status does not contradict it.
func TestJudge(t *testing.T) {
	anyOf, none := instanceOf(t, squares, 5, askAny), instanceOf(t, squares, 5, askUnsolvable)
	few, fewest := instanceOf(t, squares, 5, askTooFew), instanceOf(t, squares, 5, askFewest)
	any3, none3, fewest3 := instanceOf(t, trits, 4, askAny), instanceOf(t, trits, 4, askUnsolvable), instanceOf(t, trits, 4, askFewest)
	model := "s SATISFIABLE\nv"
	for _, s := range must(solve.Any(t.Context(), anyOf.puzzle))(t).Best.Indices() {
		model += fmt.Sprintf(" x%d", s+1)
	}
	for _, c := range []struct {
		about  string
		who    *peer
		p      *instance
		exit   int
		output string
		want   outcome
	}{
		{"presses that do not solve", self, anyOf, 0, `{"solvable":true,"presses":[0]}`, wrong},
		{"a switch that is not there", self, anyOf, 0, `{"solvable":true,"presses":[99]}`, wrong},
		{"no answer where there is one", self, anyOf, 1, `{"solvable":true,"feasible":false}`, wrong},
		{"an answer where there is none", self, none, 0, `{"solvable":true,"presses":[]}`, wrong},
		{"too few presses do not do", self, few, 1, `{"solvable":true,"feasible":false}`, refuted},
		{"a fewest that is not proved", self, fewest, 0, `{"solvable":true,"presses":[]}`, failed},
		{"a limit of its own", self, anyOf, 3, `{"board":"grid:5x5","stopped":"memory limit reached"}`, gaveUp},
		{"a limit with the best answer so far", self, fewest, 3, `{"solvable":true,"presses":[],"minimum":false,"stopped":"memory limit reached"}`, gaveUp},
		{"an answer from a program that failed", self, anyOf, 2, `{"solvable":true,"presses":[]}`, failed},
		{"a crash", self, anyOf, 2, ``, failed},
		{"a refusal, which is not a claim that there is no answer", self, anyOf, 2, `{"error":"engine chase does not take this: a petersen","origin":"f.lo:1"}`, notAsked},
		{"a refusal where there is no answer", self, none, 2, `{"error":"engine chase does not take this: a petersen"}`, notAsked},
		{"a signal", self, anyOf, -1, ``, failed},
		{"nonsense", self, anyOf, 0, `half`, failed},
		{"no answer, and a signal", self, none, -1, `{"solvable":false}`, failed},
		{"presses of three states that do not solve", self, any3, 0, `{"solvable":true,"presses":[0,0]}`, wrong},
		{"a switch that is not there", self, any3, 0, `{"solvable":true,"presses":[16]}`, wrong},
		{"an answer where there is none", self, none3, 0, `{"solvable":true,"presses":[]}`, wrong},
		{"a fewest that is not proved", self, fewest3, 0, `{"solvable":true,"presses":[]}`, failed},
		{"a model of three states", peers[0], any3, 10, "SAT\n1 -2 0\n", wrong},
		{"no model of three states", peers[0], none3, 20, "UNSAT\n", refuted},
		{"a model", other, anyOf, 10, model + "\n", solved},
		{"a model", other, anyOf, 0, model + "\n", solved},
		{"a model", other, anyOf, 1, model + "\n", solved},
		{"a model", other, anyOf, 20, model + "\n", failed},
		{"a model", other, anyOf, -1, model + "\n", failed},
		{"no model", other, none, 20, "s UNSATISFIABLE\n", refuted},
		{"no model", other, none, 0, "s UNSATISFIABLE\n", refuted},
		{"no model", other, none, 10, "s UNSATISFIABLE\n", failed},
		{"no model", other, none, -1, "s UNSATISFIABLE\n", failed},
		{"both", other, none, 20, "s UNSATISFIABLE\ns SATISFIABLE\n", failed},
		{"neither", other, anyOf, 20, "s UNKNOWN\n", gaveUp},
	} {
		if got := c.p.judged(c.who, c.exit, c.output); got.Outcome != c.want {
			t.Errorf("%s, exit %d: %s (%s), want %s", c.about, c.exit, got.Outcome, got.Note, c.want)
		}
	}
}

// An answer that works but is not the shortest is wrong if the fewest presses were asked for. Where these are not known,
// the claim is unchecked, and wrong beside a shorter answer.
func TestJudgeFewest(t *testing.T) {
	p := instanceOf(t, squares, 5, askFewest)
	answer := must(solve.Any(t.Context(), p.puzzle))(t)
	list := func(presses []int) string { return strings.ReplaceAll(fmt.Sprint(presses), " ", ",") }
	unknown := *p
	unknown.fewest = -1
	seen := map[outcome]bool{}
	var claims results
	for bits := range 4 { // all answers: one of them and the quiet patterns, see the literature's N1 and N2
		x := answer.Best.Clone()
		for i, quiet := range []string{"0111010101110111010101110", "1010110101000001010110101"} {
			for s := range len(quiet) {
				if bits>>i&1 == 1 && quiet[s] == '1' {
					x.Bits().Flip(s)
				}
			}
		}
		output := fmt.Sprintf(`{"solvable":true,"minimum":true,"presses":%s}`, list(x.Indices()))
		claim := unknown.judged(self, 0, output)
		if claim.Outcome != unchecked || claim.Outcome.Right() {
			t.Errorf("where the fewest are not known: %s (%s)", claim.Outcome, claim.Note)
		}
		claim.Question = askFewest
		claims = append(claims, &claim)
		got := p.judged(self, 0, output)
		if (got.Outcome == solved) != (*got.Presses == p.fewest) {
			t.Errorf("%d presses, the fewest being %d: %s (%s)", *got.Presses, p.fewest, got.Outcome, got.Note)
		}
		seen[got.Outcome] = true
	}
	if !seen[solved] || !seen[wrong] {
		t.Errorf("all four answers were judged alike: %v", seen)
	}
	claims.settleClaims()
	for _, claim := range claims {
		if want := map[bool]outcome{true: unchecked, false: wrong}[*claim.Presses == p.fewest]; claim.Outcome != want {
			t.Errorf("a claim of %d presses beside others: %s (%s)", *claim.Presses, claim.Outcome, claim.Note)
		}
	}
}

// other is a solver that is not this program.
var other = &peer{Name: "other", format: export.Format{Name: "opb"}}

// The best answer that a solver found before a limit is neither right nor wrong: it claims nothing. Only where the solver
// says that there is no better answer, that is judged.
func TestFewestMustBeClaimed(t *testing.T) {
	p := instanceOf(t, squares, 5, askFewest)
	best := must(solve.Solver{}.Minimum(t.Context(), p.puzzle))(t)
	longer := best.Best.Clone()
	for s, c := range "0111010101110111010101110" { // the literature's N1
		if c == '1' {
			longer.Bits().Flip(s)
		}
	}
	if longer.Weight() <= p.fewest {
		t.Fatal("this answer is as short")
	}
	cells := func(form func(s, presses int) string) func(board.State) string {
		return func(x board.State) (text string) {
			for s := range x.Len() {
				text += form(s+1, x.At(s))
			}
			return text
		}
	}
	literals := cells(func(s, presses int) string { return fmt.Sprintf(" %sx%d", strings.Repeat("-", 1-presses), s) })
	columns := cells(func(s, presses int) string { return fmt.Sprintf("j %d %d\n", s, presses) })
	rows := cells(func(s, presses int) string { return fmt.Sprintf("%d x%d %d 1\n", s-1, s, presses) })
	constants := cells(func(s, presses int) string { return fmt.Sprintf("(define-fun x%d () Int %d)", s, presses) })
	array := func(x board.State) string { return strings.Join(strings.Split(x.String(), ""), ", ") }
	for _, c := range []struct {
		output string
		values func(board.State) string
		claims bool
	}{
		{"s OPTIMUM FOUND\nv%s\n", literals, true},
		{"s SATISFIABLE\nv%s\nc TIME LIMIT : 1\n", literals, false},
		{"s UNKNOWN\nv%s\n", literals, false},
		{"o 9\nv%s\n", literals, false},
		{"s mip 1 25 o 9\n%se o f\n", columns, true},
		{"s mip 1 25 f 9\n%se o f\n", columns, false},
		{"Optimal - objective value 9\n%s", rows, true},
		{"Stopped on time - objective value 9\n%s", rows, false},
		{"x = [%s];\n----------\n==========\n", array, true},
		{"x = [%s];\n----------\n", array, false},
		{"sat\n(%s)\n", constants, true},
		{"(%s)\n", constants, false},
	} {
		for _, x := range []board.State{best.Best, longer} {
			want := gaveUp
			switch {
			case c.claims && x.Weight() == p.fewest:
				want = solved
			case c.claims:
				want = wrong
			}
			got := p.judged(other, 0, fmt.Sprintf(c.output, c.values(x)))
			if got.Outcome != want || *got.Presses != x.Weight() || want == gaveUp && !strings.Contains(got.Note, "not claimed") {
				t.Errorf("%q with %d presses, the fewest being %d: %s (%s), want %s", c.output, x.Weight(), p.fewest, got.Outcome, got.Note, want)
			}
		}
		if got := p.judged(other, 0, fmt.Sprintf(c.output, c.values(board.NewState(25, 2)))); got.Outcome != wrong {
			t.Errorf("%q without a press: %s", c.output, got.Outcome)
		}
	}
}

// A wrong answer from a peer is caught, a peer that is not installed is missing rather than slow, and a
// program that fails has solved nothing. The PATH holds only a peer made for this test.
func TestPeersAreNotBelieved(t *testing.T) {
	bin := t.TempDir()
	liar := "#!/bin/sh\necho 's SATISFIABLE'\nprintf v; i=1; while [ $i -le 25 ]; do printf ' %d' $i; i=$((i+1)); done; echo ' 0'\n"
	if err := os.WriteFile(filepath.Join(bin, "cadical"), []byte(liar), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	for _, c := range []struct {
		who  string
		want outcome
	}{{"cadical direct", wrong}, {"minisat direct", missing}, {"gini direct", failed}} {
		var got outcome
		o := Options{Suite: "quick", Filter: "grid-5-any " + c.who, Peers: true, Self: "/bin/false", Out: t.TempDir(), Progress: func(_, _ int, r Result) { got = r.Outcome }}
		if sum, err := Run(t.Context(), o); err != nil || sum.Kept != 0 {
			t.Fatal(sum, err)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.who, got, c.want)
		}
		// Resuming runs again whoever was missing or failed, and nobody else.
		kept := 0
		if c.want == wrong {
			kept = 1
		}
		o.Resume = true
		if sum, err := Run(t.Context(), o); err != nil || sum.Kept != kept {
			t.Errorf("resuming kept %d results of %s, want %d: %v", sum.Kept, c.who, kept, err)
		}
	}
}

// Whatever a solver of one's own does, its run has an outcome that says so, and the others go on.
func TestOwnSolversMayFail(t *testing.T) {
	want := map[string]outcome{
		"right=sh -c 'echo \"s SATISFIABLE\"; echo \"v 1 -2 -3 0\"' {cnf}":               solved,
		"missing=no-such-solver {cnf}":                                                   missing,
		"rubbish=echo hello {cnf}":                                                       failed,
		"half=printf 's SATISFIABLE\nv 1' {cnf}":                                         failed,
		"silent=true {cnf}":                                                              failed,
		"crash=sh -c 'kill -SEGV $$' {cnf}":                                              failed,
		"late=sh -c 'echo \"s SATISFIABLE\"; echo \"v 1 -2 -3 0\"; kill -SEGV $$' {cnf}": failed,
		"lie=sh -c 'echo s UNSATISFIABLE' {xnf}":                                         wrong,
		"guess=sh -c 'echo \"s SATISFIABLE\"; echo \"v -1 2 -3 0\"' {opb}":               wrong,
		"unsure=sh -c 'echo s UNKNOWN' {lp}":                                             gaveUp,
		"busy=sh -c 'while :; do :; done' {smt2}":                                        gaveUp,
		"sleeper=sleep 1000 {mzn}":                                                       failed, // sleep takes no file
		// Whoever changes the file is told so, and who comes next gets it as it was.
		"vandal=sh -c 'echo > {cnf}; echo \"s SATISFIABLE\"; echo \"v 1 -2 -3 0\"'":          failed,
		"witness=sh -c 'grep -q ^p {cnf} && echo \"s SATISFIABLE\" && echo \"v 1 -2 -3 0\"'": solved,
	}
	path := write(t, t.TempDir(), "path.lo", "p lights 3 2\ne 1 2\ne 2 3\nl 1 2\n")
	o := Options{Boards: []string{path}, Self: "/bin/false", Out: t.TempDir(), Timeout: 300 * time.Millisecond}
	o.Solvers = slices.Sorted(maps.Keys(want))
	got := map[string]outcome{}
	o.Progress = func(_, _ int, r Result) { got[strings.Fields(r.Contestant)[0]] = r.Outcome }
	sum, err := Run(t.Context(), o)
	if err != nil || sum.Sound() || len(got) != len(want) {
		t.Fatalf("%v, %v, %d results", sum, err, len(got))
	}
	for solver, outcome := range want {
		name, _, _ := strings.Cut(solver, "=")
		if got[name] != outcome {
			t.Errorf("%s: %s, want %s", solver, got[name], outcome)
		}
	}
	wants(t, reported(t, o.Out, "md"), "| 1 gave-up ", "| 1 wrong ", "| 1 error ", "| missing: no-such-solver is not on the path, or not a program |")
}

// Conflicts as the solvers print them; the numbers are from runs on an 8×8 board.
func TestConflicts(t *testing.T) {
	for text, want := range map[string]int{
		"conflicts             : 659            (69332 /sec)\ndecisions             : 764            (0.00 % random)\n":         659, // minisat
		"c          level   conflicts       glue\nc conflicts:   170   57685.78    per second\nc decisions:   295 100101.80\n":  170, // cadical, kissat
		"c decisions                : 656         (0.00\nc decisions/conflicts      : 1.17\nc conflicts                : 562\n": 562, // cryptominisat5
		"c 268 conflicts\nc 286 decisions\n":                                  268, // picosat
		"c Choices        : 31\nc Conflicts      : 19       (Analyzed: 19)\n": 19,  // clasp
		"(:conflicts   7\n :decisions   9\n":                                  -1,  // z3 -st, whose first line differs
		"v 1 2 0\n":                                                           -1,
		"c conflicts: 99999999999999999999\n":                                 -1,
	} {
		got := -1
		if n := counted(conflictWords, []byte(text)); n != nil {
			got = *n
		}
		if got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// A claim that a formula has no model is right only where somebody checked it. A model that any contestant finds, with
// whatever seed, before or after, makes it wrong.
func TestClaimsAboutFormulas(t *testing.T) {
	file := write(t, t.TempDir(), "own.xnf", "p cnf 3 3\nx1 2 0\nx2 3 0\n1 3 0\n")
	f, _, err := fileFamily(file, false)
	if err != nil {
		t.Fatal(err)
	}
	cadical := &peer{Name: "cadical", format: export.Format{Name: "xnf", Xor: true}}
	p := &instance{family: f, question: askAny, puzzle: f.puzzles[1]}
	f.formula.decided = true // by nobody: it was too hard
	claim := func() Result { return p.judged(cadical, 20, "s UNSATISFIABLE\n") }
	before := claim()
	if before.Outcome != unchecked || before.Outcome.Right() || !before.Outcome.Ran() {
		t.Errorf("nobody checked it: %s (%s)", before.Outcome, before.Note)
	}
	model := p.judged(cadical, 10, "s SATISFIABLE\nv 1 -2 3 0\n")
	if model.Outcome != solved {
		t.Fatalf("a model: %s (%s)", model.Outcome, model.Note)
	}
	if after := claim(); after.Outcome != wrong {
		t.Errorf("after a model: %s (%s)", after.Outcome, after.Note)
	}
	all := results{&before, &model}
	all.settleClaims()
	if before.Outcome != wrong || model.Outcome != solved {
		t.Errorf("together: %s and %s", before.Outcome, model.Outcome)
	}
	alone, proved := Result{Outcome: unchecked, Note: notChecked}, Result{Outcome: refuted, Proof: verified}
	all = results{&alone, &proved}
	if all.settleClaims(); alone.Outcome != refuted || alone.Note != "" {
		t.Errorf("beside a proof: %s (%s)", alone.Outcome, alone.Note)
	}
	f.formula.decided, f.formula.satisfiable = false, nil
	if err := f.formula.decide(t.Context()); err != nil || claim().Outcome != wrong {
		t.Errorf("decided: %v, %s", err, claim().Outcome)
	}
}
