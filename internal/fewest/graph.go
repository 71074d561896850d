package fewest

import (
	"context"
	"fmt"
	"sync"

	"lightsout/gf2"
	"lightsout/internal/treewidth"
)

// Graph is the equations behind a coset: the lights that each column flips. Whoever asks about many words of one code
// keeps it. It is safe for concurrent use.
type Graph struct {
	Lights, Columns int
	// Flips appends the lights that a column flips.
	Flips func(dst []int, column int) []int

	mu      sync.Mutex
	planned bool
	program *treewidth.Program
}

// vertices is how many there are: columns and lights.
func (g *Graph) vertices() int { return g.Lights + g.Columns }

// Lists is what each column flips, unless the context ends.
func (g *Graph) Lists(ctx context.Context) (gf2.Lists, error) {
	lists := gf2.NewLists(g.Columns, g.Columns)
	var flips []int
	for c := range g.Columns {
		if c%4096 == 0 && ctx.Err() != nil {
			return lists, ctx.Err()
		}
		flips = g.Flips(flips[:0], c)
		gf2.Append(&lists, flips)
	}
	return lists, nil
}

// tree is a program for the code of the whole problem, by dynamic programming over a tree decomposition of the graph:
// on a large narrow board there are too many quiet patterns to list. It is made when it is first asked for.
func (g *Graph) tree(ctx context.Context) (*treewidth.Program, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.planned {
		lists, err := g.Lists(ctx)
		if err != nil {
			return nil, errTime
		}
		g.program = treewidth.FromLists(g.Lights, lists).QuickProgram(ctx)
		g.planned = ctx.Err() == nil
	}
	if g.program == nil {
		return nil, errWideGraph
	}
	return g.program, nil
}

var (
	errTime      = fmt.Errorf("%w: time is over", ErrMethod)
	errWideGraph = fmt.Errorf("%w: tree finds no narrow tree decomposition of the board", ErrMethod)
)

// treeSteps is the estimate of the tree over the whole, which is asked for together with the parts: see
// [Decision.weigh].
func treeSteps(ctx context.Context, d *Decision) (float64, error) {
	if d.problem.Graph == nil {
		return 0, errNoGraph
	}
	program, err := d.problem.Graph.tree(ctx)
	if err != nil {
		return 0, err
	}
	steps := treeStep * program.Steps()
	switch limit := float64(d.options.MaxSteps); {
	case d.options.Method != "":
	case program.Memory(d.problem.Costs, false) > float64(d.options.MaxMemory):
		return steps, errTables
	case limit > 0 && steps > max(limit, quick), steps > tooLong:
		return steps, errLimit
	}
	d.program = program
	return steps, nil
}

func runTree(ctx context.Context, d *Decision) (bool, error) {
	p, o := d.problem, d.options
	if o.Ask == All {
		m, err := d.program.AllMinimum(ctx, p.Word, p.Costs, o.MaxMemory)
		d.prove(m.Word, err)
		if d.found.Count = m.Count; m.Count != nil {
			d.found.words(m.All())
		} else if err == nil {
			d.found.Stopped = ErrMemory
		}
		return true, nil
	}
	word, err := d.program.Minimum(ctx, p.Word, p.Costs, o.MaxMemory)
	d.prove(word, err)
	return true, nil
}
