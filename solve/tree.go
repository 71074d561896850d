package solve

import (
	"context"
	"fmt"
	"sync"

	"lightsout/internal/fewest"
	"lightsout/internal/treewidth"
)

// tree is the program of the method for a problem, made when it is first asked for.
type tree struct {
	mu   sync.Mutex
	done bool
	*treewidth.Plan
}

// program finds the lightest answers of the problem over a tree. It works on the board itself, by dynamic programming
// over a tree decomposition (package treewidth): on a large narrow board there are too many quiet patterns to list.
func (p *planning) program(ctx context.Context) (*treewidth.Plan, error) {
	t := p.tree
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.done {
		lists, err := flipLists(ctx, p.system, p.columns())
		if err != nil {
			return nil, fmt.Errorf("%w: time is over", fewest.ErrMethod)
		}
		t.Plan = treewidth.FromLists(p.system.Lights(), lists).QuickPlan(ctx)
		t.done = ctx.Err() == nil
	}
	if t.Plan == nil {
		return nil, fmt.Errorf("%w: tree finds no narrow tree decomposition of %s", fewest.ErrMethod, p.system.Spec())
	}
	return t.Plan, nil
}
