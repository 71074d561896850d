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
		Word: p.reduced.word(p.presses.Bits()), Costs: p.reduced.costs,
		Quiet: p.code, Nullity: p.linear.Nullity(), Code: p.kept(),
		Tree: p.program, Vertices: p.system.Lights() + p.system.Switches(),
	}
	o := fewest.Options{Method: p.Method, Workers: p.Workers, MaxMemory: p.MaxMemory, MaxSteps: p.MaxSteps, Stage: p.Stage}
	if o.Enough = p.known.lower; p.question == anyAnswer && p.AtMost != nil {
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
	p.Progress(p.best, max(p.reduced.cost(lower), p.known.lower))
}

// runSearch searches the answers as it was decided.
func runSearch(ctx context.Context, p *planning) (Result, bool, error) {
	if p.question == allFewest {
		m, err := p.search.AllMinimum(ctx)
		if err != nil {
			return Result{}, false, err
		}
		f := p.lightest(ctx, m.Result)
		f.Lightest, f.each = m.Count, p.reduced.list(m.All())
		return f, true, nil
	}
	r, err := p.search.Minimum(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return p.stoppedBy(context.Cause(ctx)), true, nil
	case err != nil:
		return Result{}, false, err
	case p.known.by != "" && p.known.lower >= p.reduced.cost(r.Weight): // which may have ended the search, or come too late
		return p.known.proves(p.reduced.whole(r.Word)), true, nil
	}
	f := p.lightest(ctx, r)
	if f.Proof == "" && p.known.lower > f.LowerBound {
		f.LowerBound, f.Bound = p.known.lower, p.known.by
		weight := p.reduced.cost(r.Weight)
		if p.search.Even() && (weight-f.LowerBound)%2 != 0 && f.LowerBound+1 < weight {
			f.LowerBound++ // all answers have the same parity
		}
		if f.LowerBound >= weight {
			f.Stopped = nil
		}
	}
	return f, true, nil
}

// lightest is what a search found.
func (p *planning) lightest(ctx context.Context, r fewest.Result) Result {
	f := Result{Presses: p.reduced.whole(r.Word), LowerBound: p.reduced.cost(r.Lower), Stopped: ended(ctx, r.Stopped), Method: r.Method}
	switch {
	case r.Proved:
		f.Proof = proofBy(r.Method, powerOfTwo(p.linear.Nullity()))
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
