package solve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/fewest"
)

// How the fewest presses are found is decided in package fewest, whose plan is every way to them in the order in which
// it is tried. Here are the ways that need no quiet patterns, which are engines, and what is only said of answers. The
// command's help, the documents, solve --explain-plan, results and certificates read all of it.

// Method is a way to prove that an answer has the fewest presses, or a bound that may prove it.
type Method = fewest.Method

const flipsMethod = "flips"

// otherMethods are what results name besides the rows of the plan.
var otherMethods = []Method{
	{Name: flipsMethod, About: "the lights to change, divided by the most that a press flips",
		When: "a search ends without proof", Proof: byFlips.Proof, States: "any"},
	{Name: fewest.Sum, About: "the answers fall into independent parts, each searched by its own method",
		When: "there are several parts", Proof: "each of the independent parts was searched", States: "two"},
}

// Methods is every row of the plan, in the order in which they are tried, and what else results name.
func Methods() []Method { return append(fewest.Methods(), otherMethods...) }

// problemFor is the question about the fewest presses, of which some are known, in the terms of package fewest.
func (pr *problem) problemFor(ctx context.Context, word board.State) (fewest.Problem, error) {
	if pr.engine.run != nil {
		return fewest.Problem{Handed: fewest.Handed{
			Name: pr.engine.name, States: pr.equations.States(),
			Run: func(ctx context.Context) (Known, error) { return pr.engine.run(ctx, pr) },
		}}, nil
	}
	floor := pr.flips(0) * pr.asked.cheapest()
	if pr.equations.States() > 2 {
		residues, err := pr.residues(ctx, word)
		return fewest.Problem{Residues: residues, Floor: floor}, err
	}
	return fewest.Problem{
		Word: word.Bits(), Costs: pr.costs, Floor: floor, Code: pr.algebra.kept(), Nullity: pr.algebra.linear.Nullity(),
		Quiet: func(ctx context.Context) (*fewest.Code, error) { return pr.algebra.coset(ctx, pr.system) },
		Graph: pr.algebra.graph(pr.system), Change: pr.change.Bits(),
	}, nil
}

// decide decides how the fewest presses are found, given any, or whatever else was asked about the lightest.
func (pr *problem) decide(ctx context.Context, word board.State) (*fewest.Decision, error) {
	p, err := pr.problemFor(ctx, word)
	if err != nil {
		return nil, err
	}
	s := pr.asked
	o := fewest.Options{
		Method: s.Way(), Workers: s.Workers, MaxMemory: s.MaxMemory, MaxSteps: s.MaxSteps, Stage: s.Stage,
	}
	switch {
	case pr.question == allFewest:
		o.Ask = fewest.All
	case pr.question == anyAnswer:
		o.Ask = fewest.Any
		if s.AtMost != nil {
			o.Enough = max(0, pr.ofCost(*s.AtMost))
		}
	}
	if s.Progress != nil {
		o.Progress = func(best, lower int) { s.Progress(pr.cost(best), pr.cost(lower)) }
	}
	return fewest.Decide(ctx, p, o)
}

// fewest finds the answer with the fewest presses, given any, or whatever else was asked about the lightest.
func (pr *problem) fewest(ctx context.Context, word board.State) (fewest.Found, error) {
	if pr.onlyOne() && !pr.keeps(pr.whole(word)) {
		return fewest.Found{}, pr.outOfReach()
	}
	d, err := pr.decide(ctx, word)
	if err != nil {
		return fewest.Found{}, err
	}
	f, err := d.Run(ctx)
	switch {
	case errors.Is(err, fewest.ErrEmpty):
		return fewest.Found{}, pr.outOfReach()
	case err != nil && ctx.Err() != nil:
		return fewest.Found{}, &GaveUpError{Engine: pr.engine.name, Cause: context.Cause(ctx)}
	case err != nil:
		return fewest.Found{}, err
	}
	return pr.found(ctx, f), nil
}

// handed is the answer of an engine that is a row of the plan by itself.
func (pr *problem) handed(ctx context.Context) (fewest.Found, error) {
	d, err := pr.decide(ctx, board.State{})
	if err != nil {
		return fewest.Found{}, err
	}
	return d.Run(ctx)
}

// PlanStep is what [Solver.Plan] says of a row of the plan.
type PlanStep struct {
	Method string
	Part   int     // of the answers, counted from 1, if they fall into several
	Steps  float64 // how long it would take, in steps of about a nanosecond
	Not    string  // why it is not tried; "" if it is, or may end the search before what is taken
	Taken  bool    // it is the one that is expected to end the search
}

// Plan says how the fewest presses would be found, without finding them: the rows of the plan that are for the board,
// in the order in which they are tried, as they would run.
func (s Solver) Plan(ctx context.Context, p *board.Puzzle) ([]PlanStep, error) {
	pr, err := s.classify(ctx, p, fewestPresses)
	if err != nil {
		return nil, err
	}
	var word board.State
	if pr.engine.run == nil {
		if word, err = pr.solve(ctx); err != nil {
			return nil, pr.checkedRefusal(err)
		}
	}
	d, err := pr.decide(ctx, word)
	if err != nil {
		return nil, err
	}
	var list []PlanStep
	for _, s := range d.Steps() {
		step := PlanStep{Method: s.Method, Part: s.Part, Steps: s.Steps, Taken: s.Taken}
		if s.Err != nil {
			step.Not = strings.TrimPrefix(s.Err.Error(), fewest.ErrMethod.Error()+": ")
		}
		list = append(list, step)
	}
	return list, nil
}

// checkWay refuses a row of the plan that is not for the board's number of states.
func (s Solver) checkWay(b *board.Board) error {
	states := "more"
	if b.States() == 2 {
		states = "two"
	}
	names := forcedNames(states)
	if slices.Contains(names, s.Way()) {
		return nil
	}
	return &RefusedError{Engine: s.Way(), Needs: "auto",
		Reason: fmt.Sprintf("where lights have %d states the ways are %s", b.States(), strings.Join(names, " "))}
}

// onlyOne reports whether the problem has at most one answer.
func (pr *problem) onlyOne() bool { return pr.algebra.linear.QuietOrder().BitLen() == 1 }

// keeps reports whether an answer keeps to what was asked besides the lights.
func (pr *problem) keeps(presses board.State) bool {
	for x := range pr.once.Ones() {
		if presses.At(x) == 0 {
			return false
		}
	}
	return !pr.asked.counted() || pr.asked.keepsBounds(presses.Weight())
}
