package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"lightsout/board"
	"lightsout/internal/fewest"
	"lightsout/internal/treewidth"
)

// The rows of the plan that search the coset of answers, where these are sets: all answers are any one of them plus
// the span of the quiet patterns.

// searchOf is the search for the lightest answer in the terms of package fewest.
func (p *planning) searchOf() (fewest.Problem, fewest.Options) {
	c := fewest.Problem{
		Word: p.reduced.word(p.known.Best.Bits()), Costs: p.reduced.costs,
		Quiet: p.code, Nullity: p.linear.Nullity(), Code: p.kept(),
		Tree: p.program, Vertices: p.system.Lights() + p.system.Switches(),
	}
	o := fewest.Options{Method: p.Method, Workers: p.Workers, MaxMemory: p.MaxMemory, MaxSteps: p.MaxSteps, Stage: p.Stage}
	if o.Enough = p.known.Lower; p.question == anyAnswer && p.AtMost != nil {
		o.Enough = max(o.Enough, *p.AtMost)
	}
	o.Enough = max(0, p.reduced.ofWord(o.Enough))
	if p.Progress != nil {
		o.Progress = p.improved
	}
	return c, o
}

// decide decides how the answers are searched.
func (p *planning) decide(ctx context.Context) (err error) {
	c, o := p.searchOf()
	p.search, err = fewest.Decide(ctx, c, o)
	if tooLarge := (*board.TooLargeError)(nil); errors.As(err, &tooLarge) {
		p.tooLarge, err = err, nil
	}
	return err
}

// code is the code that the quiet patterns span over the columns.
func (p *planning) code(ctx context.Context) (*fewest.Code, error) {
	return p.coset(ctx, p.problem, p.reduced)
}

// improved passes on what a search found, with what is known besides.
func (p *planning) improved(best, lower int) {
	p.best = min(p.best, p.reduced.cost(best))
	p.Progress(p.best, max(p.reduced.cost(lower), p.known.Lower))
}

// runSearch searches the answers as it was decided.
func runSearch(ctx context.Context, p *planning) (found, bool, error) {
	if p.question == allFewest {
		m, err := p.search.AllMinimum(ctx)
		if err != nil {
			return found{}, false, err
		}
		return found{Known: p.reduced.known(ctx, m.Known), lightest: m.Count, each: p.reduced.list(m.All())}, true, nil
	}
	word, err := p.search.Minimum(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return p.stoppedBy(context.Cause(ctx)), true, nil
	case err != nil:
		return found{}, false, err
	}
	k, bound := p.reduced.known(ctx, word), p.known
	if bound.Lower >= k.Cost { // which may have ended the search, or come too late
		k.Lower, k.Why = bound.Lower, bound.Why
	}
	if !k.Proved() && k.Raise(bound.Lower, bound.Why) && p.search.Even() && k.Lower+1 < k.Cost {
		k.Raise(k.Lower+(k.Cost-k.Lower)%2, bound.Why) // all answers have the same parity
	}
	k.Stop(k.Stopped)
	return found{Known: k}, true, nil
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
