package solve

import (
	"context"
	"fmt"
	"sync"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/fewest"
	"lightsout/internal/treewidth"
)

// tree is the plan of the method for a problem, made when it is first asked for.
type tree struct {
	mu   sync.Mutex
	done bool
	*treewidth.Plan
	columns [][]int // as those of the problem
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
		t.columns = pr.columns()
		start, index, err := flipLists(ctx, pr.system, t.columns)
		if err != nil {
			return nil, "time is over", nil //nolint:nilerr // the context ended: there is no plan, but there is an answer
		}
		t.Plan = treewidth.FromLists(pr.system.Lights(), start, index).QuickPlan(ctx)
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

// narrow turns presses of switches, and costs, into those of the plan's columns.
func (t *tree) narrow(presses gf2.Vec, costs []int) (gf2.Vec, []int) {
	if t.columns == nil {
		return presses, costs
	}
	word, sums := gf2.NewVec(len(t.columns)), make([]int, len(t.columns))
	for c, group := range t.columns {
		word.Set(c, presses.Bit(group[0]))
		for _, x := range group {
			if costs == nil {
				sums[c]++
			} else {
				sums[c] += costs[x]
			}
		}
	}
	return word, sums
}

// lightest finds the lightest answer, given any, or all of them if that is asked.
func (t *tree) lightest(ctx context.Context, pr *problem, presses gf2.Vec) Result {
	word, costs := t.narrow(presses, pr.Costs)
	if pr.question > fewestPresses {
		m, err := t.AllMinimum(ctx, word, costs, pr.tables())
		if err != nil {
			return Result{Presses: board.Bits(presses), Stopped: ended(ctx, err)}
		}
		f := t.result(pr, widen(t.columns, m.Word, presses))
		if f.Lightest = m.Count; m.Count == nil {
			f.Stopped = ended(ctx, treewidth.ErrMemory)
		}
		f.each = listOf(func(yield func(gf2.Vec) bool) {
			for word := range m.All() {
				if !yield(widen(t.columns, word, presses)) {
					return
				}
			}
		})
		return f
	}
	best, err := t.Minimum(ctx, word, costs, pr.tables())
	if err != nil {
		return Result{Presses: board.Bits(presses), Stopped: ended(ctx, err)}
	}
	return t.result(pr, widen(t.columns, best, presses))
}

// tables is how many bytes the tables of a search may take.
func (s Solver) tables() int64 {
	if s.MaxMemory <= 0 {
		return 1 << 30
	}
	return s.MaxMemory
}

func (t *tree) result(pr *problem, presses gf2.Vec) Result {
	return Result{
		Presses: board.Bits(presses), LowerBound: pr.cost(board.Bits(presses)),
		Proof: proofBy(treeMethod, powerOfTwo(pr.linear.Nullity())), Method: treeMethod,
	}
}
