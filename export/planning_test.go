package export_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/export"
	"lightsout/internal/boardtest"
)

// stateAtom is a state in either language: on, off, variables, and flip of a variable.
var stateAtom = regexp.MustCompile(`lights(?:\(((?:[a-zA-Z0-9,]|flip\([a-zA-Z0-9]+\))*)\))?`)

// planFile is a planning problem read from its text.
type planFile struct {
	start, goal string         // a letter for each light, 1 is on
	rules       map[int][]bool // by switch: which lights it flips
}

// readPlan reads the atoms and the name of each rule, and ignores the rest of the file.
func readPlan(t rapid.TB, text string, rule *regexp.Regexp) planFile {
	t.Helper()
	p := planFile{rules: map[int][]bool{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "%") {
			continue
		}
		atoms := stateAtom.FindAllStringSubmatch(line, -1)
		switch {
		case len(atoms) == 2:
			var s int
			if _, err := fmt.Sscan(rule.FindStringSubmatch(line)[1], &s); err != nil {
				t.Fatal(err)
			}
			p.rules[s-1] = flips(t, arguments(atoms[0][1]), arguments(atoms[1][1]))
		case len(atoms) == 1:
			state := strings.NewReplacer("on", "1", "off", "0", ",", "").Replace(atoms[0][1])
			p.start, p.goal = p.goal, state // the start is written before the goal
		}
	}
	return p
}

func arguments(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}

func flips(t rapid.TB, before, after []string) []bool {
	t.Helper()
	if len(before) != len(after) {
		t.Fatalf("%d arguments become %d", len(before), len(after))
	}
	list := make([]bool, len(before))
	for i := range before {
		list[i] = after[i] == "flip("+before[i]+")"
		if !list[i] && after[i] != before[i] || slices.Contains(before[:i], before[i]) {
			t.Fatalf("%s becomes %s", before[i], after[i])
		}
	}
	return list
}

// after is the state that a rule leads to.
func (p planFile) after(state string, s int) string {
	next := []byte(state)
	for i, flipped := range p.rules[s] {
		if flipped {
			next[i] ^= '0' ^ '1'
		}
	}
	return string(next)
}

// The rules lead from the start to the goal by exactly the sets of presses that are answers.
func TestRulesOfPlansAreThePuzzle(t *testing.T) {
	for format, rule := range map[string]*regexp.Regexp{
		"tptp":    regexp.MustCompile(`^cnf\(press_(\d+), axiom, ~ lights.*\)\.$`),
		"prover9": regexp.MustCompile(`^lights.* -> lights.* # answer\((\d+)\)\.$`),
	} {
		t.Run(format, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				f, _ := export.FormatByName(format)
				c := drawCase(t, f)
				text := written(t, c.puzzle, format, c.opt)
				plan := readPlan(t, text, rule)
				for at, want := range c.answers() {
					state, pressed := plan.start, boardtest.Vec(c.puzzle.Board.Switches(), uint64(at))
					possible := true
					for s := range pressed.Ones() {
						_, allowed := plan.rules[s]
						// A switch that flips nothing that matters needs no rule, unless it must be pressed.
						idle := !slices.ContainsFunc(c.puzzle.Board.Toggles(s), func(l int) bool { return !c.puzzle.DontCare.Has(l) })
						possible = possible && (allowed || idle && !slices.Contains(c.opt.Forbid, s) && !forbids(c.puzzle, s))
						state = plan.after(state, s)
					}
					if got := possible && state == plan.goal; got != want {
						t.Fatalf("%v: pressing %v: %v\n%s", c, pressed, got, text)
					}
				}
			})
		})
	}
}

func forbids(p *board.Puzzle, s int) bool { return p.Forbidden.Len() > 0 && p.Forbidden.Bit(s) }

// A board that is too large is refused before anything is written.
func TestPlansOfLargeBoardsAreRefused(t *testing.T) {
	for _, format := range []string{"tptp", "prover9"} {
		for _, c := range []struct {
			spec    string
			require []int
			goal    string
			fits    bool
		}{
			{"10x10", nil, "none", true}, {"10x10", []int{3}, "none", false}, {"1x101", nil, "none", false},
			{"10x10", []int{3}, "?" + strings.Repeat(".", 99), true}, // a light that does not matter makes room
		} {
			var text strings.Builder
			opt := export.Options{Require: c.require}
			p := board.NewPuzzle(boardtest.Parse(t, c.spec))
			if err := p.SetLights("all", c.goal, 1); err != nil {
				t.Fatal(err)
			}
			err := export.Write(&text, p, format, opt)
			var large *board.TooLargeError
			if c.fits != (err == nil) || err != nil && (!errors.As(err, &large) || text.Len() > 0) {
				t.Errorf("%s, %s, required %v: %v", format, c.spec, c.require, err)
			}
		}
	}
}

// prover9Output is what Prover9 prints of a plan, after cabbages.out, an example of its manual
// (version 2009-02A, section Production Mode; Debian's prover9-doc): each step of the proof
// inherits the answers of the rules before it, the newest first.
func prover9Output(presses []int) string {
	var answers strings.Builder
	for _, s := range slices.Backward(presses) {
		fmt.Fprintf(&answers, " # answer(%d)", s+1)
	}
	return `============================== Prover9 ===============================
Prover9 (32) version 2009-02A, February 2009.
============================== end of head ===========================

============================== PROOF =================================

% Proof 1 at 0.01 (+ 0.00) seconds.
% Length of proof is 3.

1 lights(x1) -> lights(flip(x1)) # answer(1) # label(non_clause).  [assumption].
2 lights(off) # label(non_clause) # label(goal).  [goal].
9 lights(off)` + answers.String() + `.  [hyper(8,a,7,a),rewrite([4])].
10 $F` + answers.String() + `.  [resolve(9,a,6,a)].

============================== end of proof ==========================

THEOREM PROVED

Exiting with 1 proof.

Process 15901 exit (max_proofs) Wed Feb 25 12:26:33 2009
`
}

// mace4Output is an interpretation, after queens2.out and x2.mace4.out of the same manual.
func mace4Output(size int, values string) string {
	return fmt.Sprintf(`============================== Mace4 =================================
============================== MODEL =================================

interpretation( %d, [number=1, seconds=0], [

        relation(goal(_), [ 0, 0 ]),

        relation(press(_), [ %s ])
]).

============================== end of model ==========================

Exiting with 1 model.

Process 15847 exit (max_models) Wed Feb 25 12:26:19 2009
`, size, values)
}

// A press that is used twice, or by two steps that are combined, cancels.
func TestProofsAddPressesUp(t *testing.T) {
	const head = "# SZS status Theorem\ncnf(press_1, axiom, (a), file('p', press_1)).\ncnf(press_3, axiom, (a), file('p', press_3)).\n" +
		"cnf(both, plain, (a), inference(pm,[],[press_1,press_3])).\n"
	for tail, want := range map[string]string{
		"cnf(z, plain, ($false), both).":                                                                   "101",
		"cnf(z, plain, ((( $false ))), inference(pm,[],[both, press_3]), ['proof']).":                      "100",
		"cnf(z, plain, ($false), inference(pm,[],[inference(pm,[],[both,press_1]),inference(x,[],[]) ])).": "001",
		"cnf(y, plain, ($false|a), both).\ncnf(z, plain, $false, inference(pm,[],[both,both])).":           "000",
	} {
		x, err := readModel(strings.NewReader(head+tail), "out", 3)
		if err != nil || x.String() != want {
			t.Errorf("%s: %v, %v, not %s", tail, x, err, want)
		}
	}
}
