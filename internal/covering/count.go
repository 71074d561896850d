package covering

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"lightsout/board"
	"lightsout/gf2"
)

// maxBinomialSwitches bounds the boards whose states are not counted one by one. With nullity 0 the
// distribution is a row of Pascal's triangle, of about n²/2 bits; otherwise it is not much smaller.
const maxBinomialSwitches = 1 << 13

// maxCountingWork bounds the work of counting by regions, in nanoseconds: a minute or two on two cores.
const maxCountingWork = 1 << 37

// Counter counts the solvable states of a board by the presses they need.
type Counter struct {
	board *board.Board
	r     *Regions
	plan  *counting // nil: counting by a last coset is impossible, or not needed
}

// NewCounter plans the counting. The quiet patterns are a basis of the board's null space.
func NewCounter(b *board.Board, quiet []gf2.Vec) *Counter {
	c := &Counter{board: b, r: FindRegions(b.Switches(), quiet)}
	if c.r.Dim > 0 {
		c.plan = c.r.planCounting()
	}
	return c
}

// Exceeds reports whether counting by regions is impossible or takes more than about 2^log steps.
func (c *Counter) Exceeds(log int) bool {
	return c.r.Dim > 0 && (c.plan == nil || c.plan.work > math.Ldexp(1, log))
}

// Count returns how many states need w presses as entry w; the last entry is that of the depth. With
// nullity 0 these are binomials. Otherwise it counts by regions or, if that is less work, visits every
// state. It gives a *[board.TooLargeError] if neither is possible. progress is told how many parts are
// done, from several goroutines.
func (c *Counter) Count(ctx context.Context, progress func(done, all int)) ([]*big.Int, error) {
	r := c.r
	switch {
	case r.Dim == 0 && r.Switches > maxBinomialSwitches:
		return nil, c.tooLarge(fmt.Sprintf("it has %d binomials of up to %d bits", r.Switches+1, r.Switches))
	case r.Dim == 0:
		return binomials(r.Switches), nil
	case r.rank() <= maxVisitedRank && c.Exceeds(r.rank()+bits.Len(uint(r.Switches))):
		f := newBreadthFirst(c.board, r.rank())
		if err := f.run(ctx); err != nil {
			return nil, err
		}
		return f.distribution(), nil
	case c.plan == nil:
		return nil, c.tooLarge(fmt.Sprintf("%d switches with nullity %d", r.Switches, r.Dim))
	case c.plan.work > maxCountingWork:
		return nil, c.tooManySteps(c.plan.work)
	}
	return c.byRegions(ctx, progress)
}

func (c *Counter) tooLarge(reason string) error {
	return &board.TooLargeError{What: "the distribution of " + c.board.Spec(), Limit: reason}
}

func (c *Counter) tooManySteps(steps float64) error {
	return c.tooLarge(fmt.Sprintf("counting by its %d regions would take about 2^%.0f steps", len(c.r.List), math.Log2(steps)))
}

// byRegions counts the states by regions. Half of the progress is for enumerating the excesses outside
// the last coset, half for counting its boxes. Every word is counted once, and every coset of the code
// has 2^Dim words.
func (c *Counter) byRegions(ctx context.Context, progress func(done, all int)) ([]*big.Int, error) {
	const half = 1000
	others, err := c.plan.tallyOthers(ctx, func(done, all int) { progress(half*done/all, 2*half) })
	switch {
	case err != nil:
		return nil, err
	case others == nil:
		return nil, c.tooLarge(fmt.Sprintf("its states are of more than %d kinds", maxTally))
	}
	if work := c.plan.boxWork(len(others)); work > maxCountingWork {
		return nil, c.tooManySteps(work)
	}
	active, err := c.plan.byMaximum(ctx, others, func(done, all int) { progress(half+half*done/all, 2*half) })
	if err != nil {
		return nil, err
	}
	return c.r.states(ctx, active)
}

// states turns the numbers of words on all regions by the presses they need into those of states. It
// changes the words.
func (r *Regions) states(ctx context.Context, words []*big.Int) ([]*big.Int, error) {
	for _, n := range words {
		n.Rsh(n, uint(r.Dim))
	}
	counts, err := Convolve(ctx, words, binomials(len(r.Idle)))
	for len(counts) > 1 && counts[len(counts)-1].Sign() == 0 {
		counts = counts[:len(counts)-1]
	}
	return counts, err
}

// Convolve is the distribution of the sum of two weights.
func Convolve(ctx context.Context, a, b []*big.Int) ([]*big.Int, error) {
	sum := make([]*big.Int, len(a)+len(b)-1)
	for i := range sum {
		sum[i] = new(big.Int)
	}
	term := new(big.Int)
	for i, x := range a {
		if x.Sign() == 0 {
			continue
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for j, y := range b {
			sum[i+j].Add(sum[i+j], term.Mul(x, y))
		}
	}
	return sum, nil
}

// convolveWork estimates, in nanoseconds, the convolution of the counts on all regions, which end at
// half of the switches, with the binomials of the idle switches. Numbers have half the full length on
// average, or a little more.
func convolveWork(active, idle int) float64 {
	const call = 64
	return float64(active/2+1) * float64(idle+1) * float64(call+words(active)*words(idle)/2)
}
