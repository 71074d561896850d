package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/fewest"
	"lightsout/internal/treewidth"
)

// The rows of the plan that search the coset of answers, where these are sets: all answers are any one of them plus
// the span of the quiet patterns.

// searchOf is the search for the lightest answer in the terms of package fewest.
func (p *planning) searchOf() (fewest.Problem, fewest.Options) {
	c := fewest.Problem{Word: p.reduced.word(p.presses.Bits()), Basis: p.quiet, Code: p.code, Costs: p.reduced.costs}
	o := fewest.Options{Method: p.Method, Workers: p.Workers, MaxMemory: p.MaxMemory, MaxSteps: p.MaxSteps, Stage: p.Stage}
	if o.Enough = p.known.lower; p.question == anyAnswer && p.AtMost != nil {
		o.Enough = max(o.Enough, *p.AtMost)
	}
	o.Enough = max(0, p.reduced.ofWord(o.Enough))
	if p.Progress != nil {
		o.Progress = p.improved
	}
	if t := p.tree; t != nil && (o.MaxSteps == 0 || t.Steps()*treeStep < float64(o.MaxSteps)) {
		o.MaxSteps = max(1, int64(t.Steps()*treeStep)) // beyond that the tree is quicker
	}
	return c, o
}

// improved passes on what a search found, with what is known besides.
func (p *planning) improved(best, lower int) {
	p.best = min(p.best, p.reduced.cost(best))
	p.Progress(p.best, max(p.reduced.cost(lower), p.known.lower))
}

// runCoset searches the answers, each part by the method that is the cheapest for it.
func runCoset(ctx context.Context, p *planning) (Result, bool, error) {
	c, o := p.searchOf()
	if p.question == allFewest {
		m, err := fewest.AllMinimum(ctx, c, o)
		if err != nil || p.leftToTree(m.Result) {
			return Result{}, false, err
		}
		f := p.lightest(ctx, m.Result)
		f.Lightest, f.each = m.Count, p.reduced.list(m.All())
		return f, true, nil
	}
	r, err := fewest.Minimum(ctx, c, o)
	switch {
	case err != nil && ctx.Err() != nil:
		return p.stoppedBy(context.Cause(ctx)), true, nil
	case err != nil:
		return Result{}, false, err
	case p.known.by != "" && p.known.lower >= p.reduced.cost(r.Weight): // which may have ended the search, or come too late
		return p.known.proves(p.reduced.whole(r.Word)), true, nil
	case p.leftToTree(r):
		return Result{}, false, nil
	}
	f := p.lightest(ctx, r)
	if f.Proof == "" && p.known.lower > f.LowerBound {
		f.LowerBound, f.Bound = p.known.lower, p.known.by
		odd := slices.ContainsFunc(p.quiet, func(q gf2.Vec) bool { return q.Weight()%2 != 0 })
		weight := p.reduced.cost(r.Weight)
		if !odd && (weight-f.LowerBound)%2 != 0 && f.LowerBound+1 < weight {
			f.LowerBound++ // all answers have the same parity
		}
		if f.LowerBound >= weight {
			f.Stopped = nil
		}
	}
	return f, true, nil
}

// leftToTree reports whether the search gave up because the tree is quicker, and keeps the answer that it has.
func (p *planning) leftToTree(r fewest.Result) bool {
	if p.tree == nil || r.Proved || !errors.Is(r.Stopped, fewest.ErrSize) {
		return false
	}
	p.presses = p.reduced.whole(r.Word)
	return true
}

// lightest is what a search found.
func (p *planning) lightest(ctx context.Context, r fewest.Result) Result {
	f := Result{Presses: p.reduced.whole(r.Word), LowerBound: p.reduced.cost(r.Lower), Stopped: ended(ctx, r.Stopped), Method: r.Method}
	switch {
	case r.Proved:
		f.Proof = proofBy(r.Method, powerOfTwo(len(p.quiet)))
	case r.Method != "":
		f.Bound = fmt.Sprintf(boundBySearch, r.Method)
	}
	return f
}

// ended is why a search of package fewest or treewidth was stopped, in the terms of this package. A context that
// ended because memory ran out, or because of a limit that has a name, says so.
func ended(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, fewest.ErrMemory), errors.Is(err, treewidth.ErrMemory):
		return fmt.Errorf("%w: its tables would not fit", errMemory)
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, fewest.ErrSums), errors.Is(err, fewest.ErrSize):
		return errTooLong
	}
	return err
}

// errTooLong says that a search without a limit of time gave up all the same.
var errTooLong = errors.New("the proof would take too long")

// parityClasses labels the cells of a grid by the parities of row and column: on odd squares the
// code of quiet patterns splits along these lines, which makes searches faster. The reason is that the
// square of the board's matrix joins only cells with equal parities along every axis, modulo 2. So it is
// on grids of more axes and on tori, where only axes of even length have parities. With three axes and
// more there are too many classes of that kind to be paired. They make four: the cells with an even sum of
// parities, cut by the first axis, and the others, cut likewise.
func parityClasses(b *board.Board) []int {
	shape := b.Shape()
	grid := shape.Kind == "grid"
	if len(shape.Dims) < 2 || shape.Masked || shape.Pattern != "" || !grid && shape.Kind != "torus" {
		return nil
	}
	labels := make([]int, b.Switches())
	for cell := range labels {
		first, sum := 0, 0
		for at, axis := cell, len(shape.Dims)-1; axis >= 0; axis-- {
			size := shape.Dims[axis]
			if parity := at % size % 2; grid || size%2 == 0 {
				first, sum = parity, sum+parity
			}
			at /= size
		}
		labels[cell] = first*2 + sum%2
		if len(shape.Dims) == 2 && grid {
			labels[cell] = first*2 + (first+sum)%2 // row and column, as certificates name them
		}
	}
	return labels
}

// listOf is a list of states as answers.
func listOf(states iter.Seq[board.State]) answers {
	return func(context.Context) iter.Seq2[board.State, error] {
		return func(yield func(board.State, error) bool) {
			for presses := range states {
				if !yield(presses, nil) {
					return
				}
			}
		}
	}
}
