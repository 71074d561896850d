package solve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/cosetleader"
	"lightsout/internal/suggest"
	"lightsout/internal/treewidth"
)

// treeMethod is the one method of [Methods] that does not search the span of the quiet patterns: on a large
// narrow board there are too many of these to list. It works on the board itself, by dynamic programming
// over a tree decomposition (package treewidth).
const treeMethod = "tree"

const (
	// fewQuiet is a number of quiet patterns with which other methods take little time.
	fewQuiet = 26
	// quickTree is a number of steps that are done before other methods are even estimated.
	quickTree = 1 << 24
	// treeStep is how many nanoseconds a step takes.
	treeStep = 2
)

// tree is the plan of the method for a problem, made when it is first asked for.
type tree struct {
	mu   sync.Mutex
	done bool
	*treewidth.Plan
	columns [][]int // as those of the problem
}

// overTree is the plan to find the lightest answers of the problem, or nil if another method is better.
func (s Solver) overTree(ctx context.Context, pr *problem) (*tree, error) {
	switch {
	case s.Method != "" && !slices.Contains(Methods(), s.Method):
		return nil, fmt.Errorf("no such method %q%s; the methods are %s", s.Method, suggest.DidYouMean(s.Method, Methods()), strings.Join(Methods(), " "))
	case s.Method != "" && s.Method != treeMethod, s.Method == "" && pr.linear.Nullity() <= fewQuiet:
		return nil, nil
	}
	t := pr.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.done {
		t.columns = pr.columns()
		start, index, err := flipLists(ctx, pr.system, t.columns)
		if err != nil {
			return nil, nil //nolint:nilerr // the context ended: there is no plan, but there is an answer
		}
		t.Plan = treewidth.New(ctx, pr.system.Lights(), start, index)
		t.done = ctx.Err() == nil
	}
	switch {
	case t.Plan == nil && s.Method == treeMethod && ctx.Err() == nil:
		return nil, fmt.Errorf("%w: tree finds no narrow tree decomposition of %s", cosetleader.ErrMethod, pr.system.Spec())
	case t.Plan == nil, s.Method == "" && s.MaxSteps > 0 && t.Steps()*treeStep > float64(s.MaxSteps):
		return nil, nil
	}
	return t, nil
}

// quick reports whether the method may be used without asking what others would take.
func (t *tree) quick(s Solver, b *board.Board, nullity int) bool {
	return s.Method == treeMethod || t.Steps() < quickTree || checkQuiet(b, nullity) != nil
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

// widen presses the switches of the columns, and leaves those that are in no column as they are.
func (t *tree) widen(word, presses gf2.Vec) gf2.Vec {
	if t.columns == nil {
		return word
	}
	wide := presses.Clone()
	for c, group := range t.columns {
		for _, x := range group {
			wide.Set(x, word.Bit(c))
		}
	}
	return wide
}

// minimum finds the lightest answer, given any.
func (t *tree) minimum(ctx context.Context, pr *problem, presses gf2.Vec, s Solver) finding {
	word, costs := t.narrow(presses, s.Costs)
	best, err := t.Minimum(ctx, word, costs, s.tables())
	if err != nil {
		return finding{presses: presses, stopped: endedTree(ctx, err)}
	}
	return t.finding(pr, t.widen(best, presses), s)
}

// all finds all of them.
func (t *tree) all(ctx context.Context, pr *problem, presses gf2.Vec, s Solver) (finding, treewidth.Minima) {
	word, costs := t.narrow(presses, s.Costs)
	m, err := t.AllMinimum(ctx, word, costs, s.tables())
	if err != nil {
		return finding{presses: presses, stopped: endedTree(ctx, err)}, m
	}
	f := t.finding(pr, t.widen(m.Word, presses), s)
	if m.Count == nil {
		f.stopped = endedTree(ctx, treewidth.ErrMemory)
	}
	return f, m
}

// tables is how many bytes the tables of a search may take.
func (s Solver) tables() int64 {
	if s.MaxMemory <= 0 {
		return 1 << 30
	}
	return s.MaxMemory
}

func (t *tree) finding(pr *problem, presses gf2.Vec, s Solver) finding {
	k, weight := pr.linear.Nullity(), s.cost(presses)
	proof := proofBySearch(k, treeMethod)
	if k == 0 {
		proof = onlyAnswer
	}
	return finding{
		presses: presses, lower: weight, proof: proof,
		steps: &Steps{Method: treeMethod, Cells: presses.Len(), Columns: presses.Len(), Dimension: k, Weight: weight, Lower: weight, Width: t.Width()},
	}
}

func endedTree(ctx context.Context, err error) error {
	if errors.Is(err, treewidth.ErrMemory) {
		err = cosetleader.ErrMemory
	}
	return ended(ctx, err)
}
