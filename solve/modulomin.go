package solve

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"lightsout/internal/zmod"
)

// The ways to find the fewest presses with more than two states, as [Solver].Method names them.
const (
	grayMethod   = "gray"  // one answer after another
	walshMethod  = "walsh" // all at once, by a transform, leaving out what cannot be better
	middleMethod = "mitm"  // from both ends
)

// modularMethods are all of them.
var modularMethods = []string{grayMethod, walshMethod, middleMethod}

// The proofs of these methods.
const (
	cheapestOf   = "lightest of %v answers (%s)"
	noneInHalves = "no fewer presses meet in the middle (" + middleMethod + ")"
)

const (
	// briefSteps is how many steps of going through answers take about a second, and longSteps about
	// ten minutes: beyond that a SAT solver is asked.
	briefSteps, longSteps = 1 << 28, 1 << 38
	// middleBytes is what meeting in the middle may take before something else is tried, and
	// middleMost if it was asked for.
	middleBytes, middleMost = 1 << 24, 1 << 30
)

// byAlgebra answers by the Howell form.
func (c *modularProblem) byAlgebra(ctx context.Context, q question) (modularFinding, error) {
	x, witness, ok := c.system.Solve(c.needed)
	if !ok {
		return modularFinding{}, c.unsolvable(ctx, witness)
	}
	if q == anyAnswer && c.keeps(x) {
		return modularFinding{times: c.widen(x)}, nil
	}
	kernel, err := c.system.Kernel(ctx)
	if err != nil {
		return modularFinding{}, &GaveUpError{Engine: modular, Cause: err}
	}
	x = c.improve(ctx, x, kernel)
	coset := zmod.NewCoset(x, kernel, c.price)
	switch c.solver.Method {
	case grayMethod, walshMethod:
		return c.lightest(ctx, coset, kernel, q)
	case middleMethod:
		f, err := c.inTheMiddle(ctx, x, middleMost)
		if err == nil && f.times == nil && c.keeps(x) {
			f.times = c.widen(x)
		} else if err == nil && f.times == nil {
			err = &GaveUpError{Engine: modular, Cause: f.stopped}
		}
		return f, err
	}
	steps := new(big.Int).Mul(kernel.Order(), big.NewInt(int64(4*len(kernel.Words)+4)))
	within := func(most int64) bool { return steps.Cmp(big.NewInt(most)) <= 0 }
	if within(briefSteps) {
		return c.lightest(ctx, coset, kernel, q)
	}
	lower := 0
	if c.countsSingly() {
		f, err := c.inTheMiddle(ctx, x, middleBytes)
		if err != nil || f.times != nil {
			return f, err
		}
		lower = f.lower
	}
	if within(longSteps) || c.solver.Costs != nil {
		f, err := c.lightest(ctx, coset, kernel, q)
		f.lower = max(f.lower, lower)
		return f, err
	}
	return c.satFrom(ctx, q, x, lower)
}

// improve adds quiet patterns to an answer as long as that makes it cheaper: a start for searches, and something to
// show if they do not end.
func (c *modularProblem) improve(ctx context.Context, x []uint8, kernel *zmod.Kernel) []uint8 {
	best := slices.Clone(x)
	for better := true; better && ctx.Err() == nil; {
		better = false
		for _, word := range kernel.Words {
			least, by := int64(0), 0
			for n := 1; n < c.k; n++ {
				change := int64(0)
				for i, w := range word {
					if w != 0 {
						change += c.price[i][(int(best[i])+n*int(w))%c.k] - c.price[i][best[i]]
					}
				}
				if change < least {
					least, by = change, n
				}
			}
			for i, w := range word {
				best[i] = uint8((int(best[i]) + by*int(w)) % c.k)
			}
			better = better || by > 0
		}
	}
	return best
}

// countsSingly reports whether the question is one of single presses only.
func (c *modularProblem) countsSingly() bool {
	return c.solver.Costs == nil && c.limits.base.IsZero() && c.limits.groups == nil && c.solver.AtLeast == nil
}

// keeps reports whether presses of the columns keep to what was asked besides the lights.
func (c *modularProblem) keeps(x []uint8) bool {
	count := 0
	for i, n := range x {
		if n == 0 && c.required[i] {
			return false
		}
		count += int(n) * len(c.groups[i])
	}
	return c.solver.within(count)
}

// lightest goes through all answers that may be better. If any of them will do, it stops at the first.
func (c *modularProblem) lightest(ctx context.Context, coset *zmod.Coset, kernel *zmod.Kernel, q question) (modularFinding, error) {
	var f modularFinding
	best, second, count := int64(-1), int64(-1), int64(0)
	var word []uint8
	most, floor := c.dearest(), coset.Floor()
	visit := func(p *zmod.Place) bool {
		switch {
		case !c.affords(p.Cost):
		case best < 0 || p.Cost < best:
			best, second, count, word = p.Cost, best, 1, p.Word()
			if c.solver.Progress != nil {
				c.solver.Progress(int(best), int(min(floor, best)))
			}
			if most = best; c.second && second >= 0 {
				most = second
			} else if c.second {
				most = c.dearest()
			}
			return q != anyAnswer
		case p.Cost == best:
			count++
		case second < 0 || p.Cost < second:
			if second = p.Cost; c.second {
				most = second
			}
		}
		return true
	}
	method, err := walshMethod, error(nil)
	if c.solver.Method == grayMethod {
		method, err = grayMethod, coset.Each(ctx, visit)
	} else {
		err = coset.Below(ctx, &most, visit)
	}
	switch {
	case word == nil && err != nil:
		return f, &GaveUpError{Engine: modular, Cause: err}
	case word == nil:
		return f, c.outOfReach()
	}
	f.times, f.lower = c.widen(word), int(min(floor, best))
	switch {
	case err != nil:
		f.stopped = err
	case q != anyAnswer:
		f.lower, f.lightest = int(best), big.NewInt(count)
		if c.second {
			f.second = int(max(second, 0))
		}
		f.proof = fmt.Sprintf(cheapestOf, kernel.Order(), method)
	}
	return f, nil
}

// dearest is the most that an answer may cost.
func (c *modularProblem) dearest() int64 {
	if c.solver.AtMost != nil { // then a press costs one
		return min(int64(*c.solver.AtMost), c.barred-1)
	}
	return c.barred - 1
}

// affords reports whether an answer may cost so much: it presses what is required, within the bounds.
func (c *modularProblem) affords(cost int64) bool {
	return cost < c.barred && (!c.solver.counted() || c.solver.within(int(cost)))
}

// inTheMiddle looks for the fewest presses from both ends. Without an answer in so much memory times is nil.
func (c *modularProblem) inTheMiddle(ctx context.Context, x []uint8, most int64) (modularFinding, error) {
	if m := c.solver.MaxMemory; m > 0 {
		most = min(most, m/2)
	}
	balls := zmod.NewBalls(c.k, c.puzzle.Board.Lights(), c.columns)
	word, lower, err := balls.Fewest(ctx, c.needed, most)
	if err != nil && ctx.Err() != nil {
		if !c.keeps(x) {
			return modularFinding{}, &GaveUpError{Engine: modular, Cause: context.Cause(ctx)}
		}
		return modularFinding{times: c.widen(x), lower: lower, stopped: context.Cause(ctx)}, nil
	}
	if atMost := c.solver.AtMost; atMost != nil && lower > *atMost {
		return modularFinding{}, c.outOfReach()
	}
	if err != nil {
		return modularFinding{lower: lower, stopped: err}, nil
	}
	return modularFinding{times: c.widen(word), lower: lower, proof: noneInHalves}, nil
}

// coset lists all answers by algebra, leaving out those that do not keep to what was asked.
func (c *modularProblem) coset(ctx context.Context) iter.Seq2[[]uint8, error] {
	return c.upTo(ctx, c.dearest())
}

// upTo lists the answers of the coset that cost at most so much.
func (c *modularProblem) upTo(ctx context.Context, most int64) iter.Seq2[[]uint8, error] {
	return func(yield func([]uint8, error) bool) {
		x, witness, ok := c.system.Solve(c.needed)
		if !ok {
			yield(nil, c.unsolvable(ctx, witness))
			return
		}
		kernel, err := c.system.Kernel(ctx)
		more := true
		if err == nil {
			coset := zmod.NewCoset(x, kernel, c.price)
			visit := func(p *zmod.Place) bool {
				if c.affords(p.Cost) {
					more = yield(c.widen(p.Word()), nil)
				}
				return more
			}
			if most == c.barred-1 {
				err = coset.Each(ctx, visit)
			} else {
				err = coset.Below(ctx, &most, visit)
			}
		}
		if err != nil && more {
			yield(nil, &GaveUpError{Engine: modular, Cause: err})
		}
	}
}

// everyLightest finds the fewest presses, how many answers have them, and lists these. The list outlives the
// question, and so takes a context of its own.
func (c *modularProblem) everyLightest(ctx context.Context) (modularFinding, iter.Seq2[[]uint8, error], error) {
	if c.solver.Engine != modular || c.solver.Method == middleMethod {
		return modularFinding{}, nil, &RefusedError{Engine: c.solver.Engine, Reason: "it looks for one answer; questions about all the lightest ones need all answers, by linear algebra", Needs: modular}
	}
	c.searchAll()
	f, err := c.byAlgebra(ctx, fewestPresses)
	if err != nil {
		return f, nil, err
	}
	list := c.upTo(ctx, int64(f.lower))
	return f, func(yield func([]uint8, error) bool) {
		for times, err := range list {
			if err == nil {
				err = c.believe(times)
			}
			if !yield(times, err) || err != nil {
				return
			}
		}
	}, nil
}

// searchAll chooses a method that goes through all answers.
func (c *modularProblem) searchAll() {
	if c.solver.Method == "" {
		c.solver.Method = walshMethod
	}
}
