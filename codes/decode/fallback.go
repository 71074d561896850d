package decode

import (
	"context"
	"errors"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/fewest"
)

// What is left where no engine is exact: a good answer and an honest bound.

// fallback improves a word of the part that no engine finished, and raises a bound on the cost of all others by a
// search. The search goes on until the context ends or, if its time is not limited, for as many steps on every machine.
// stopped says why, if the bound is not reached.
func (p *part) fallback(ctx context.Context, word gf2.Vec, lower int64) (out gf2.Vec, bound int64, stopped error) {
	out = word.Clone()
	if p.around.Len() > 0 {
		p.polish(ctx, out)
	}
	if lower >= p.cost(out) || ctx.Err() != nil {
		return out, lower, ctx.Err()
	}
	// Zero costs are not allowed there. Multiply, so that they cost less than any other difference.
	zeros := int64(0)
	for _, c := range p.costs {
		if c == 0 {
			zeros++
		}
	}
	sum := 0.0
	problem := fewest.Problem{Word: out, Basis: p.system.RightNull()}
	for _, c := range p.costs {
		sum += float64(c)*float64(zeros+1) + 1
		problem.Costs = append(problem.Costs, int(max(c*(zeros+1), 1)))
	}
	if sum > 1<<30 {
		return out, lower, ErrWide
	}
	limits := fewest.Options{Workers: 1, MaxMemory: p.memory}
	if _, limited := ctx.Deadline(); !limited {
		limits.MaxSteps = maxSearch
	}
	search, enough := context.WithCancel(ctx)
	defer enough()
	limits.Progress = func(best, _ int) {
		if int64(best)/(zeros+1) <= lower {
			enough() // the bound is reached
		}
	}
	r, err := fewest.Minimum(search, problem, limits)
	if err != nil {
		return out, lower, ErrWide
	}
	if p.cost(r.Best.Bits()) < p.cost(out) {
		out = r.Best.Bits()
	}
	return out, max(lower, int64(r.Lower)/(zeros+1)), whyStopped(ctx, r.Stopped, limits)
}

// whyStopped says why a search ended without a proof.
func whyStopped(ctx context.Context, stopped error, limits fewest.Options) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(stopped, fewest.ErrMemory):
		return ErrMemory
	case limits.MaxSteps > 0:
		return ErrSteps
	}
	return ErrWide
}

// maxSearch bounds the search of one shot whose time is not limited, to about ten seconds.
const maxSearch = 1 << 33

func (p *part) cost(word gf2.Vec) (sum int64) {
	for j := range word.Ones() {
		sum += p.costs[j]
	}
	return sum
}

// bound is a cost that no explanation of so many violated checks goes below: a flip satisfies at most as many as the
// widest column has, and costs at least as much as the cheapest.
func (p *part) bound(violated int) int64 {
	widest := 1
	for _, column := range p.columns {
		widest = max(widest, len(column))
	}
	return int64((violated+widest-1)/widest) * slices.Min(p.costs)
}
