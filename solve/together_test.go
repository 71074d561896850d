package solve

import (
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/internal/automorphism"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/fewest"
)

// Every question under all conditions together, by every engine and every method, against trying all presses:
// puzzles of two and more states, with lights that do not matter, switches that are forbidden, required and have
// costs, symmetric answers, and bounds on the presses. Each condition has tests of its own; what goes wrong where two
// of them meet shows here.
func TestConditionsTogetherAgainstBruteForce(t *testing.T) {
	took := map[string]int{}
	rounds := 10 // the first tier tries few puzzles each time, and every method must be reached
	if tier.All() {
		rounds = 20
	}
	for range rounds {
		rapid.Check(t, func(t *rapid.T) { together(t, took) })
	}
	for _, name := range append(forcedNames("two"), "branch", "auto", "gf2", "sat", "modular", "bfs") {
		if took[name] < 2 {
			t.Errorf("%s answered only %d of the puzzles: the suite does not reach it", name, took[name])
		}
	}
}

// FuzzTogether asks the same of what the fuzzer thinks of.
func FuzzTogether(f *testing.F) {
	boardtest.AddSeeds(f)
	f.Fuzz(rapid.MakeFuzz(func(t *rapid.T) { together(t, map[string]int{}) }))
}

// together asks all engines all questions about a puzzle, and counts in took how many each answered.
func together(t *rapid.T, took map[string]int) {
	var p *board.Puzzle
	if rapid.IntRange(0, 2).Draw(t, "coloured") == 0 {
		p = boardtest.DrawColours(t)
	} else {
		p = boardtest.DrawPuzzle(t, boardtest.Draw(t))
	}
	o := newOracle(p, drawConditions(t, p))
	names := EngineNames()
	for name := range Algebras() {
		names = append(names, name)
	}
	for _, name := range names {
		sum := 0
		for _, cost := range o.conditions.Costs {
			sum += cost
		}
		if name != "mitm" || sum <= 25 { // mitm writes costs in unary: large ones take it minutes
			o.engine = name
			took[name] += o.conforms(t)
		}
	}
	if p.Board.States() == 2 && o.conditions.AtMost == nil && o.conditions.AtLeast == nil {
		agreesWithForce(t, p, Solver{Conditions: o.conditions})
	}
}

// drawConditions asks for several things at once. Three times in four there is an answer that presses what is required
// and not what is forbidden.
func drawConditions(t *rapid.T, p *board.Puzzle) (c Conditions) {
	n := p.Board.Switches()
	model := answersUnder(p, c)
	keys := slices.Sorted(maps.Keys(model))
	kept := len(keys) > 0 && rapid.IntRange(0, 3).Draw(t, "answerable") > 0
	var like string
	if kept {
		like = rapid.SampledFrom(keys).Draw(t, "answer")
	}
	for x := range n {
		switch conditional := rapid.IntRange(0, 3).Draw(t, "conditional") == 0; {
		case !conditional || p.Forbidden.Has(x):
		case kept && like[x] == 0 || !kept && rapid.Bool().Draw(t, "which"):
			c.Forbid = append(c.Forbid, x)
		default:
			c.Require = append(c.Require, x)
		}
	}
	if rapid.IntRange(0, 4).Draw(t, "alike") == 0 && p.Board.States() == 2 {
		c.Symmetric = rapid.SampledFrom(automorphism.Motions()).Draw(t, "symmetric")
		if _, ok := boardtest.Motion(p.Board, c.Symmetric); !ok && c.Symmetric != "all" {
			c.Symmetric = ""
		}
	}
	switch rapid.IntRange(0, 4).Draw(t, "counting") {
	case 0, 1:
		dearest := rapid.SampledFrom([]int{2, 9, 100, maxCost}).Draw(t, "dearest")
		for range n {
			c.Costs = append(c.Costs, rapid.IntRange(1, dearest).Draw(t, "cost"))
		}
	case 2:
		c.AtMost = new(rapid.IntRange(0, n).Draw(t, "at most"))
	case 3:
		c.AtLeast = new(rapid.IntRange(0, n).Draw(t, "at least"))
		if rapid.Bool().Draw(t, "both") {
			c.AtMost = new(rapid.IntRange(*c.AtLeast, n).Draw(t, "at most"))
		}
	}
	return c
}

// answersUnder are all answers of a puzzle that keep to the conditions, with what they cost.
func answersUnder(p *board.Puzzle, c Conditions) map[string]int {
	answers := map[string]int{}
	if p.Board.States() == 2 {
		limits := boardtest.Restrictions{
			Forbid: c.Forbid, Require: c.Require, Symmetric: c.Symmetric, AtMost: c.AtMost, AtLeast: c.AtLeast,
		}
		for _, set := range boardtest.Answers(p, limits) {
			presses := board.Bits(boardtest.Vec(p.Board.Switches(), set))
			answers[digits(presses)] = c.cost(presses)
		}
		return answers
	}
	for times := range boardtest.AnswersInColour(p, c.Forbid, c.Require) {
		presses := board.NewState(len(times), p.Board.States())
		for x := range len(times) {
			presses.Set(x, int(times[x]))
		}
		if c.keepsBounds(presses.Weight()) {
			answers[times] = c.cost(presses)
		}
	}
	return answers
}

// oracle is a puzzle under conditions, and all its answers with their costs.
type oracle struct {
	puzzle     *board.Puzzle
	conditions Conditions
	engine     string
	answers    map[string]int
	lightest   map[string]int // those that cost the least
	least      int            // which is so much; -1 if there is no answer
	unbounded  int            // how many answers there are, whatever their number of presses
	none       bool           // not even without conditions
}

func newOracle(p *board.Puzzle, c Conditions) *oracle {
	free := &board.Puzzle{Board: p.Board, On: p.On, Goal: p.Goal, DontCare: p.DontCare}
	o := &oracle{puzzle: p, conditions: c, answers: answersUnder(p, c), least: -1}
	all := c
	all.AtMost, all.AtLeast = nil, nil
	o.unbounded = len(answersUnder(p, all))
	o.none = len(o.answers) == 0 && len(answersUnder(free, Conditions{})) == 0
	if len(o.answers) > 0 {
		o.least = slices.Min(slices.Collect(maps.Values(o.answers)))
	}
	o.lightest = maps.Clone(o.answers)
	maps.DeleteFunc(o.lightest, func(_ string, cost int) bool { return cost > o.least })
	return o
}

// digits are how often each switch is pressed.
func digits(presses board.State) string {
	times := make([]byte, presses.Len())
	for x := range times {
		times[x] = byte(presses.At(x))
	}
	return string(times)
}

// conforms asks every question and returns how many were answered: those about the fewest presses.
func (o *oracle) conforms(t *rapid.T) (answered int) {
	p, ctx := o.puzzle, t.Context()
	s := by(o.engine)
	s.Conditions = o.conditions
	if res, err := s.Any(ctx, p); o.found(t, "any", res, err) &&
		(res.Lower > o.least || res.Algebra.Answers.Int64() != int64(o.unbounded)) {
		t.Fatalf("any answer costs %d (%s), but one costs %d; %v answers, there are %d",
			res.Lower, res.Words(), o.least, res.Algebra.Answers, o.unbounded)
	}
	if res, err := s.Minimum(ctx, p); o.found(t, "the fewest", res, err) && o.fewest(t, res) {
		answered++
	}
	res, err := s.AllMinimum(ctx, p)
	if o.found(t, "all of the fewest", res, err) && o.fewest(t, res) && res.Lightest != nil {
		n := o.lists(t, "the fewest", res.EachLightest, o.lightest)
		if answered++; res.Lightest.Int64() != int64(n) {
			t.Fatalf("%v are counted, %d listed", res.Lightest, n)
		}
	}
	count, err := s.Count(ctx, p)
	if !o.refuses(err) && (err != nil || count.Int64() != int64(len(o.answers))) {
		t.Fatalf("%v answers counted, error %v; there are %d", count, err, len(o.answers))
	}
	o.lists(t, "all", s.All(ctx, p), o.answers)
	return answered
}

// lists requires a list of exactly these answers, each once, and returns how many there are. It may be refused, or end
// at once because there are none.
func (o *oracle) lists(t *rapid.T, what string, list iter.Seq2[board.State, error], want map[string]int) int {
	listed := map[string]bool{}
	for presses, err := range list {
		_, no := errors.AsType[*UnsolvableError](err)
		switch times := digits(presses); {
		case o.refuses(err), no && len(want) == 0:
			return 0
		case err != nil:
			t.Fatalf("%s: %v", what, err)
		case listed[times]:
			t.Fatalf("%s: %v is listed twice", what, presses)
		default:
			if _, ok := want[times]; !ok {
				t.Fatalf("%s: %v is listed, and is none of them", what, presses)
			}
			listed[times] = true
		}
	}
	if len(listed) != len(want) {
		t.Fatalf("%s: %d answers listed, there are %d", what, len(listed), len(want))
	}
	return len(listed)
}

// found reports whether there is an answer to look at. It fails if the outcome is not the true one.
func (o *oracle) found(t *rapid.T, what string, res *Result, err error) bool {
	no, unsolvable := errors.AsType[*UnsolvableError](err)
	switch {
	case o.refuses(err):
		return false
	case unsolvable && len(o.answers) == 0:
		if (no.Condition == "") != o.none || o.none && !no.proves(o.puzzle) {
			t.Fatalf("%s: %v by %v, but that it has no answer at all is %t", what, err, no.Witness, o.none)
		}
		return false
	case err != nil || len(o.answers) == 0:
		t.Fatalf("%s: %v, error %v; there are %d answers", what, res, err, len(o.answers))
	}
	if cost, ok := o.answers[digits(res.Best)]; !ok || cost != res.Cost {
		t.Fatalf("%s: %v for %d; that it is an answer is %t, and it costs %d", what, res.Best, res.Cost, ok, cost)
	}
	return true
}

// fewest requires a proved minimum, or a true bound where tables did not fit, and reports which.
func (o *oracle) fewest(t *rapid.T, res *Result) bool {
	switch {
	case !res.Proved() && errors.Is(res.Stopped, errMemory) && res.Lower <= o.least:
		return false
	case !res.Proved() || res.Cost != o.least || res.Lower != o.least || res.Words() == "" || res.Why.Method == "":
		t.Fatalf("cost %d, at least %d, minimum %t by %q, stopped by %v; the least cost is %d",
			res.Cost, res.Lower, res.Proved(), res.Words(), res.Stopped, o.least)
	}
	return true
}

// refuses reports that an engine or a method does not take what was asked, or that the conditions contradict each
// other, which is an error before anything is solved.
func (o *oracle) refuses(err error) bool {
	if err == nil {
		return false
	}
	_, refused := errors.AsType[*RefusedError](err)
	contradiction := len(o.answers) == 0 && strings.HasSuffix(err.Error(), "one is required and the other forbidden")
	return refused || contradiction || errors.Is(err, fewest.ErrMethod)
}
