package solve

import (
	"context"
	"fmt"
	"sync"

	"lightsout/gf2"
	"lightsout/internal/fewest"
	"lightsout/internal/treewidth"
)

// tree is the plan of the method for a problem, made when it is first asked for.
type tree struct {
	mu   sync.Mutex
	done bool
	*treewidth.Plan
}

// overTree is the plan to find the lightest answers of the problem over a tree, or why there is none. It works on the
// board itself, by dynamic programming over a tree decomposition (package treewidth): on a large narrow board there
// are too many quiet patterns to list.
func (pr *problem) overTree(ctx context.Context) (t *tree, not string, err error) {
	switch {
	case pr.Method != "" && pr.Method != treeMethod:
		return nil, notForced, nil
	case pr.Method == "" && pr.linear.Nullity() <= fewQuiet:
		return nil, "the nullity is so small that others take little time", nil
	}
	t = pr.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.done {
		lists, err := flipLists(ctx, pr.system, pr.columns())
		if err != nil {
			return nil, "time is over", nil //nolint:nilerr // the context ended: there is no plan, but there is an answer
		}
		t.Plan = treewidth.FromLists(pr.system.Lights(), lists).QuickPlan(ctx)
		t.done = ctx.Err() == nil
	}
	switch {
	case t.Plan == nil && pr.Method == treeMethod && ctx.Err() == nil:
		return nil, "", fmt.Errorf("%w: tree finds no narrow tree decomposition of %s", fewest.ErrMethod, pr.system.Spec())
	case t.Plan == nil:
		return nil, "no tree decomposition is narrow", nil
	case pr.Method == "" && pr.MaxSteps > 0 && t.Steps()*treeStep > float64(pr.MaxSteps):
		return nil, "it takes more steps than are allowed", nil
	}
	return t, "", nil
}

// quick reports whether the method may be used without asking what others would take.
func (t *tree) quick(pr *problem) bool {
	return pr.Method == treeMethod || t.Steps() < quickTree || checkQuiet(pr.puzzle.Board, pr.linear.Nullity()) != nil
}

// lightest finds the lightest answer, given any, or all of them if they are asked for.
func (t *tree) lightest(ctx context.Context, p *planning) Result {
	word, costs := p.reduced.word(p.presses.Bits()), p.reduced.costs
	if p.question <= fewestPresses {
		best, err := t.Minimum(ctx, word, costs, p.tables())
		if err != nil {
			return p.stoppedBy(ended(ctx, err))
		}
		return t.result(p, best)
	}
	m, err := t.AllMinimum(ctx, word, costs, p.tables())
	if err != nil {
		return p.stoppedBy(ended(ctx, err))
	}
	f := t.result(p, m.Word)
	if f.Lightest = m.Count; m.Count == nil {
		f.Stopped = ended(ctx, treewidth.ErrMemory)
	}
	f.each = p.reduced.list(m.All())
	return f
}

// tables is how many bytes the tables of a search may take.
func (s Solver) tables() int64 {
	if s.MaxMemory <= 0 {
		return 1 << 30
	}
	return s.MaxMemory
}

func (t *tree) result(p *planning, word gf2.Vec) Result {
	presses := p.reduced.whole(word)
	return Result{
		Presses: presses, LowerBound: p.cost(presses),
		Proof: proofBy(treeMethod, powerOfTwo(p.linear.Nullity())), Method: treeMethod,
	}
}
