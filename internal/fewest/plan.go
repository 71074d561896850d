package fewest

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Method is a way to prove that an answer is the cheapest, or a bound that may prove it, in words.
type Method struct {
	Name  string // as results and certificates have it
	About string // how it works
	When  string // when it is tried
	Proof string // what its proof says; %s stands for the number of answers
	// Forced: it can be asked for by name. States is how many states lights may have: "two", "more" or "any".
	Forced bool
	States string
}

// way is a row of the plan. It works on a problem as a whole, or on each of the independent parts of a coset of sets;
// the tree on either. Estimates are in steps of about a nanosecond, or say why the way does not apply. They change
// nothing, and never look at the clock or at the number of workers, so that the choice is always the same.
type way struct {
	Method
	// estimate and run are those for the whole. run reports whether the search ends with it.
	estimate func(context.Context, *Decision) (float64, error)
	run      func(context.Context, *Decision) (done bool, err error)
	// part is how a part is searched. asking is how many steps its estimate takes, and floor how many the search takes at
	// least: no estimate is made if another way takes no more than that.
	part         func(*search) error
	partEstimate func(*search) (float64, error)
	asking       func(*form) float64
	floor        float64
}

// Names of rows that other places need.
const (
	Only     = "only"
	Matching = "matching"
	Packing  = "packing"
	// Regions is the way of a part with nothing left to search.
	Regions = "regions"
	Tree    = "tree"
	// Branch is the way where lights have more than two states.
	Branch = "branch"
	// Light is for parts that no way can handle: it proves nothing.
	Light = "light"
	// SAT and BFS need rooms above this one, and are handed in.
	SAT = "sat"
	BFS = "bfs"
	// Sum stands for the ways of several parts.
	Sum = "sum"
)

// Proofs that are said of several ways.
const (
	AllCompared = "all %s answers compared"
	PairsJoined = "the cheapest paths join the lights to change in pairs"
	Packed      = "lights that must change and have no switch in common"
	OnlyAnswer  = "the only answer"
	// NoneBelow is of so many presses, by an encoding.
	NoneBelow      = "fewer than %d is unsatisfiable (gini, %s)"
	StatesSearched = "breadth-first search over states"
)

// plan is every way to the fewest presses, in the order in which it is tried: what [Decide] goes through, and what
// help, documents and certificates speak of. To add one, write its file and its row.
var plan []way

func init() { // as functions refer to rows
	plan = []way{
		{Method: Method{Only, "nullity 0: there is no other answer", "there is one answer", OnlyAnswer, false, "any"},
			estimate: onlySteps, run: runOnly},
		{Method: Method{Matching, "the cheapest paths that join the lights to change in pairs, by a perfect matching",
			"every switch flips at most two lights", PairsJoined, true, "two"},
			estimate: matchingSteps, run: runMatching},
		{Method: Method{Packing, "lights that must change and share no switch: each needs a press of its own",
			"the search takes over a tenth of a second, no costs", Packed, false, "two"},
			estimate: packingSteps, run: runPacking},
		{Method: Method{Regions, "no set of interchangeable switches is more than half pressed: nothing to search",
			"this holds, even if another method is asked for", AllCompared, false, "two"}, part: nothing},
		{Method: Method{"walsh", "every answer, 2^14 at a time by a Walsh-Hadamard transform", "it is the cheapest",
			AllCompared, true, "two"}, part: walsh, partEstimate: walshSteps, asking: noSteps},
		{Method: Method{"mitm",
			"two halves that meet in the middle, 1, 2, 3, … presses (--nearest: lights) at a time",
			"it is the cheapest", "no fewer presses meet in the middle", true, "two"},
			part: mitm, partEstimate: mitmSteps, asking: noSteps, floor: meetSteps},
		{Method: Method{"split",
			"two independent halves, each listed by its presses, and the pairs with few presses tested",
			"it is the cheapest", "fewer presses would be few on one of two halves; all such were tried", true, "two"},
			part: split, partEstimate: splitSteps, asking: pairingSteps, floor: classSteps},
		{Method: Method{Tree, "dynamic programming over a tree decomposition, of the board or its answers",
			"it is the cheapest", AllCompared, true, "two"},
			estimate: treeSteps, run: runTree, part: overPath, partEstimate: pathSteps, asking: orderSteps},
		{Method: Method{Branch, "every answer, depth first over the quiet patterns, leaving out what cannot be better",
			"lights have more than two states", AllCompared, true, "more"}, estimate: branchSteps, run: runBranch},
		{Method: Method{SAT, "a SAT solver is asked for fewer and fewer presses (engine sat)", "it is asked for",
			NoneBelow, false, "any"}, estimate: handedSteps, run: runHanded},
		{Method: Method{BFS, "every state in the order of its presses, until the goal (engine bfs)",
			"it is asked for", StatesSearched, false, "any"}, estimate: handedSteps, run: runHanded},
		{Method: Method{Light, "no method is in reach: random information sets give a good answer, not proved",
			"nothing else is in reach", "", false, "two"}, part: light},
	}
}

// Methods are the rows of the plan in words, in the order in which they are tried.
func Methods() []Method {
	list := make([]Method, len(plan))
	for i, w := range plan {
		list[i] = w.Method
	}
	return list
}

// wayNamed is a row of the plan.
func wayNamed(name string) *way {
	return &plan[slices.IndexFunc(plan, func(w way) bool { return w.Name == name })]
}

// takes reports whether a row is for the problem's number of states, and has been handed in if it has to be.
func (w *way) takes(p Problem) bool {
	switch {
	case w.Name == SAT || w.Name == BFS:
		return w.Name == p.Handed.Name
	case p.Handed.Name != "":
		return w.States == "any" || (w.States == "two") == (p.Handed.States == 2)
	}
	return w.States == "any" || (w.States == "two") == (p.Residues == nil)
}

// Handed is a way that needs a room above this one, and is asked for: then nothing else is given.
type Handed struct {
	Name   string
	States int
	Run    func(context.Context) (Known, error)
}

func handedSteps(context.Context, *Decision) (float64, error) { return math.NaN(), nil }

func runHanded(ctx context.Context, d *Decision) (done bool, err error) {
	d.found.Known, err = d.problem.Handed.Run(ctx)
	return true, err
}

// checkMethod refuses a name that cannot be asked for.
func (p Problem) checkMethod(name string) error {
	if name == "" {
		return nil
	}
	var names []string
	for _, w := range plan {
		if w.Forced && w.takes(p) {
			names = append(names, w.Name)
		}
	}
	if !slices.Contains(names, name) {
		return fmt.Errorf("fewest: no method %q; there are %v", name, names)
	}
	return nil
}

// nothing is the search of a part whose given word is the lightest.
func nothing(*search) error { return nil }
