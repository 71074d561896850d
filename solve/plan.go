package solve

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/fewest"
	"lightsout/internal/suggest"
	"lightsout/internal/zmod"
)

// This file is the plan: every way to the fewest presses, in the order in which it is tried. The command's help, the
// documents, solve --explain-plan, results and certificates read this table. Estimating changes nothing.
//
// Where lights have two states, an answer is a set, and all answers are a coset of the quiet patterns. The rows from
// walsh to mitm search it. It may fall into parts that have nothing to do with each other; then these
// rows are estimated for each part, and the cheapest is taken there. Their estimates are those of package fewest
// (choose.go), which generate and play ask too.

// Method is a way to prove that an answer has the fewest presses, or a bound that may prove it.
type Method struct {
	Name  string // as results and certificates have it
	About string // how it works
	When  string // when it is tried
	Proof string // what its proof says
	// Forced: [Solver].Method takes it. States is how many states lights may have: "two", "more" or "any".
	Forced bool
	States string
}

// way is a row of the plan.
type way struct {
	Method
	// estimate is how many steps of about a nanosecond it would take, or why it is not tried.
	estimate func(*planning) (steps float64, not string)
	// run does it. If it proves nothing, done is false and the next row follows. The rows of one part of the coset
	// have none: the row before them runs them.
	run func(context.Context, *planning) (f found, done bool, err error)
}

// Names of rows that code refers to.
const (
	onlyMethod    = "only"
	flipsMethod   = "flips"
	packingMethod = "packing"
	branchMethod  = "branch-and-bound"
	satMethod     = "sat"
	bfsMethod     = "bfs"
)

// Proofs that are said of several methods.
const (
	pairsJoined    = "the cheapest paths join the lights to change in pairs"
	noneBelow      = "fewer than %d is unsatisfiable (gini, %s)"
	statesSearched = "breadth-first search over states"
)

const (
	// packedFrom is how many nanoseconds a search takes that is worth looking for bounds first: a tenth of a second.
	packedFrom = 1 << 27
	// lightFrom is the nullity above which a search hardly ends, so that a light answer is looked for at once.
	lightFrom = 64
)

// plan is the table. It is filled in at the start, as its rows refer to functions that look rows up.
var plan []way

func init() {
	plan = []way{
		{Method{onlyMethod, "nullity 0: there is no other answer", "there is one answer", theOnlyAnswer.Proof, false, "any"},
			estimateOnly, runOnly},

		// Two states.
		{Method{matchingMethod, "the cheapest paths that join the lights to change in pairs, by a perfect matching", "every switch flips at most two lights", pairsJoined, true, "two"},
			estimateMatching, runMatching},
		{Method{packingMethod, "lights that must change and share no switch: each needs a press of its own", "the search takes over a tenth of a second, no costs", packedLights, false, "two"},
			estimatePacking, runPacking},
		{Method{fewest.Regions, "no set of interchangeable switches is more than half pressed: nothing to search", "this holds, even if another method is asked for", fewest.AllCompared, false, "two"},
			estimateSearch, runSearch},
		{Method{"walsh", "every answer, 2^14 at a time by a Walsh-Hadamard transform", "it is the cheapest", fewest.AllCompared, true, "two"}, nil, nil},
		{Method{fewest.Tree, "dynamic programming over a tree decomposition, of the board or its answers", "it is the cheapest", fewest.AllCompared, true, "two"}, nil, nil},
		{Method{"split", "two independent halves, each listed by its presses, and the pairs with few presses tested", "it is the cheapest", fewest.ProofBy("split", 0), true, "two"}, nil, nil},
		{Method{"mitm", "two halves that meet in the middle, 1, 2, 3, … presses (--nearest: lights) at a time", "it is the cheapest", fewest.ProofBy("mitm", 0), true, "two"}, nil, nil},
		{Method{fewest.Sum, "the answers fall into independent parts, each searched by its own method", "there are several parts", fewest.ProofBy(fewest.Sum, 0), false, "two"}, nil, nil},
		{Method{fewest.Light, "no method is in reach: random information sets give a good answer, not proved", "nothing else is in reach", "", false, "two"}, nil, nil},

		// More than two states.
		{Method{branchMethod, "every answer, depth first over the quiet patterns, leaving out what cannot be better", "lights have more than two states", fewest.AllCompared, true, "more"},
			estimateBranch, runBranch},

		// What ends no search, and engines that need no quiet patterns.
		{Method{flipsMethod, "the lights to change, divided by the most that a press flips", "a search ends without proof", byFlips.Proof, false, "any"}, nil, nil},
		{Method{satMethod, "a SAT solver is asked for fewer and fewer presses (engine sat)", "it is asked for", noneBelow, false, "any"}, nil, nil},
		{Method{bfsMethod, "every state in the order of its presses, until the goal (engine bfs)", "it is asked for", statesSearched, false, "any"}, nil, nil},
	}
}

// Methods is every row of the plan, once, in the order in which they are tried.
func Methods() []Method {
	var list []Method
	for _, w := range plan {
		if !slices.ContainsFunc(list, func(m Method) bool { return m.Name == w.Name }) {
			list = append(list, w.Method)
		}
	}
	return list
}

// planning is a problem on its way through the plan.
type planning struct {
	*problem
	reduced *reduced // of two states
	known   Known    // so far
	best    int      // presses of the best answer that Progress was told of

	pairs    *inPairs         // of two states
	search   *fewest.Decision // how the answers are searched; nil if they are not, or too many
	tooLarge error            // why they are too many

	residues *residues // of more
	kernel   *zmod.Kernel
	branch   float64 // steps of going through all answers
}

// newPlanning gathers what the estimates need.
func newPlanning(ctx context.Context, pr *problem, presses board.State) (*planning, error) {
	p := &planning{problem: pr, known: pr.answer(presses), best: presses.Weight()}
	var err error
	if pr.puzzle.Board.States() > 2 {
		p.residues = newResidues(pr)
		if p.kernel, err = p.residues.ring.kernel(ctx); err != nil {
			return nil, err
		}
		order, _ := new(big.Float).SetInt(p.kernel.Order()).Float64()
		p.branch = order * float64(4*len(p.kernel.Words)+4)
		return p, nil
	}
	p.reduced = pr.reduce()
	if p.pairs, err = pr.joins(ctx); err != nil || p.pairs.graph != nil || p.onlyOne() {
		return p, err
	}
	return p, p.decide(ctx)
}

// fewest finds the answer with the fewest presses, given any, or whatever else was asked about the lightest.
func (pr *problem) fewest(ctx context.Context, presses board.State) (found, error) {
	p, err := newPlanning(ctx, pr, presses)
	if err != nil {
		return found{}, err
	}
	for _, w := range plan {
		if !p.takes(w) {
			continue
		}
		if _, not := w.estimate(p); not != "" {
			continue
		}
		f, done, err := w.run(ctx, p)
		switch {
		case err != nil:
			return found{}, err
		case done:
			return f, nil
		case ctx.Err() != nil:
			return p.stoppedBy(context.Cause(ctx)), nil
		}
	}
	return p.stoppedBy(p.tooLarge), nil
}

// takes reports whether a row is for this number of states.
func (p *planning) takes(w way) bool {
	two := p.puzzle.Board.States() == 2
	return w.estimate != nil && (w.States == "any" || two == (w.States == "two"))
}

// stoppedBy is the best answer so far, and why there is no better.
func (p *planning) stoppedBy(why error) found {
	p.known.Stop(why)
	return found{Known: p.known}
}

// PlanStep is what [Solver.Plan] says of a row of the plan.
type PlanStep struct {
	Method string
	Part   int     // of the answers, counted from 1, if they fall into several
	Steps  float64 // how long it would take, in steps of about a nanosecond
	Not    string  // why it is not tried; "" if it is, or may end the search before what is taken
	Taken  bool    // it is the one that is expected to end the search
}

// Plan says how the fewest presses would be found, without finding them: every row of the plan that is for the board,
// in the order in which it is tried.
func (s Solver) Plan(ctx context.Context, p *board.Puzzle) ([]PlanStep, error) {
	pr, err := s.classify(ctx, p, fewestPresses)
	if err != nil {
		return nil, err
	}
	if !pr.engine.algebraic {
		return []PlanStep{{Method: pr.engine.name, Steps: math.NaN(), Taken: true}}, nil
	}
	presses, err := solveWithin(ctx, pr)
	if err != nil {
		return nil, pr.checkedRefusal(err)
	}
	pl, err := newPlanning(ctx, pr, presses)
	if err != nil {
		return nil, err
	}
	var list []PlanStep
	taken := false
	for _, w := range plan {
		if !pl.takes(w) {
			continue
		}
		if w.Name == fewest.Regions && pl.search != nil {
			list, taken = append(list, pl.searchSteps()...), true
			continue
		}
		steps, not := w.estimate(pl)
		if taken && not == "" {
			not = takenBefore
		}
		ends := not == "" && w.Name != packingMethod
		list = append(list, PlanStep{Method: w.Name, Steps: steps, Not: not, Taken: ends})
		taken = taken || ends
	}
	return list, nil
}

// searchSteps is what was decided about the search of the answers.
func (p *planning) searchSteps() (list []PlanStep) {
	for _, s := range p.search.Steps() {
		step := PlanStep{Method: s.Method, Part: s.Part, Steps: s.Steps, Taken: s.Taken}
		if s.Err != nil {
			step.Not = strings.TrimPrefix(s.Err.Error(), fewest.ErrMethod.Error()+": ")
		} else if !s.Taken {
			step.Not = "it is not the cheapest"
		}
		list = append(list, step)
	}
	return list
}

// checkMethod refuses a method that is not one of the board's.
func (s Solver) checkMethod(b *board.Board) error {
	refused := func(reason string) error { return &RefusedError{Engine: defaultEngine(b), Reason: reason} }
	states := "more"
	if b.States() == 2 {
		states = "two"
	}
	var names []string
	found := false
	for _, m := range Methods() {
		if m.Forced && m.States == states {
			names = append(names, m.Name)
		}
		found = found || m.Forced && m.Name == s.Method
	}
	switch {
	case !found:
		return fmt.Errorf("no such method %q%s; the methods are %s", s.Method, suggest.DidYouMean(s.Method, names), strings.Join(names, " "))
	case !slices.Contains(names, s.Method):
		return refused(fmt.Sprintf("where lights have %d states the methods are %s, not %s", b.States(), strings.Join(names, " "), s.Method))
	}
	return nil
}

// onlyOne reports whether the problem has at most one answer.
func (pr *problem) onlyOne() bool { return pr.linear.QuietOrder().BitLen() == 1 }

// keeps reports whether an answer keeps to what was asked besides the lights.
func (pr *problem) keeps(presses board.State) bool {
	for x := range pr.once.Ones() {
		if presses.At(x) == 0 {
			return false
		}
	}
	return !pr.counted() || pr.within(presses.Weight())
}

// takenBefore says that a row before ends the search.
const takenBefore = "what is taken comes first"

// notForced says that another method was asked for.
const notForced = "another method is asked for"

func estimateOnly(p *planning) (float64, string) {
	if !p.onlyOne() {
		return 0, "there are several answers"
	}
	return 0, ""
}

func runOnly(_ context.Context, p *planning) (found, bool, error) {
	if !p.keeps(p.known.Best) {
		return found{}, false, p.outOfReach()
	}
	p.known.Raise(p.known.Cost, theOnlyAnswer)
	f := found{Known: p.known, lightest: big.NewInt(1)}
	f.each = listOf(func(yield func(board.State) bool) { yield(p.known.Best) })
	return f, true, nil
}

func estimatePacking(p *planning) (float64, string) {
	not := ""
	switch {
	case p.Method != "":
		not = notForced
	case p.Costs != nil || p.question > fewestPresses:
		not = "it counts presses, for one answer"
	case p.tooLarge != nil:
		not = p.tooLarge.Error()
	case p.search == nil:
		not = takenBefore
	case p.search.Expected() <= packedFrom:
		not = "the search takes no longer"
	}
	return float64(p.system.Lights()), not
}

func estimateSearch(p *planning) (float64, string) {
	switch {
	case p.tooLarge != nil:
		return 0, p.tooLarge.Error()
	case p.search == nil:
		return 0, takenBefore
	}
	return p.search.Expected(), ""
}

func estimateBranch(p *planning) (float64, string) { return p.branch, "" }

func runBranch(ctx context.Context, p *planning) (found, bool, error) {
	f, err := p.residues.lightest(ctx, p.residues.ring.narrow(p.known.Best), p.kernel)
	return f, true, err
}
