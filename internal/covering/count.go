package covering

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"lightsout/board"
	"lightsout/gf2"
)

// outOfReach is why no method can count the states of a board in reasonable time.
type outOfReach struct {
	reason string
	long   bool // they can be counted if what was done can be saved
}

func (e *outOfReach) Error() string { return e.reason }

func tooManySteps(regions int, steps float64) *outOfReach {
	return &outOfReach{reason: fmt.Sprintf("counting by its %d regions would take about 2^%.0f steps", regions, math.Log2(steps))}
}

// ErrLong is what Count's error is, beside a [board.TooLargeError], if Options.Save would make the counting
// possible.
var ErrLong = errors.New("covering: counting takes hours")

// longError is a [board.TooLargeError] and ErrLong.
type longError struct{ *board.TooLargeError }

func (e longError) Unwrap() []error { return []error{e.TooLargeError, ErrLong} }

// maxBinomialSwitches bounds the boards whose states are not counted one by one. With nullity 0 the
// distribution is a row of Pascal's triangle, of about n²/2 bits; otherwise it is not much smaller.
const maxBinomialSwitches = 1 << 13

// Bounds on the work of counting by regions, in nanoseconds: a minute or two on two cores, or, if what was
// done can be saved, two days.
const (
	maxCountingWork = 1 << 37
	maxSavedWork    = 1 << 48
)

// Counter counts the solvable states of a board by the presses they need.
type Counter struct {
	board *board.Board
	r     *regionList
	plan  *counting // nil: counting by a last coset is impossible, or not needed
	nest  *nesting  // nil: impossible, or not better
}

// Options are how a Counter counts.
type Options struct {
	// Progress is told how many parts of counting by regions are done, from several goroutines.
	Progress func(done, all int)
	// Save, if not nil, is given what is needed to continue a counting that takes long: state returns it,
	// with so many parts done of all, and may be called until Save returns. Then counting may take days.
	// Saved is such a state of an earlier counting, or nil.
	Save  func(done, all int, state func() []byte)
	Saved []byte
}

// enoughWork is the work, in nanoseconds, from which it is worth looking for a better plan.
const enoughWork = 1 << 32

// NewCounter plans the counting. The quiet patterns are a basis of the board's null space.
func NewCounter(b *board.Board, quiet []gf2.Vec) *Counter {
	c := &Counter{board: b, r: findRegions(b.Switches(), quiet)}
	if c.r.dim > 0 {
		c.plan = c.r.planCounting()
	}
	if c.r.dim > 0 && (c.plan == nil || c.plan.work > enoughWork) {
		if n := c.r.planNesting(); n != nil && (c.plan == nil || n.work < c.plan.work) {
			c.nest = n
		}
	}
	return c
}

// work estimates the time in nanoseconds of counting by regions; it is infinite if that is impossible.
func (c *Counter) work() float64 {
	switch {
	case c.nest != nil:
		return c.nest.work
	case c.plan != nil:
		return c.plan.work
	}
	return math.Inf(1)
}

// Exceeds reports whether counting by regions is impossible or takes more than about 2^log steps.
func (c *Counter) Exceeds(log int) bool {
	return c.r.dim > 0 && c.work() > math.Ldexp(1, log)
}

// Count returns how many states need w presses as entry w; the last entry is that of the depth. With
// nullity 0 these are binomials. Otherwise it counts by regions or, if that is less work, visits every
// state. It gives a *[board.TooLargeError] if neither is possible, which is also [ErrLong] if
// Options.Save is missing.
func (c *Counter) Count(ctx context.Context, o Options) ([]*big.Int, error) {
	counts, err := c.count(ctx, o)
	var far *outOfReach
	if errors.As(err, &far) {
		large := &board.TooLargeError{What: "the distribution of " + c.board.Spec(), Limit: far.reason}
		if far.long {
			return nil, longError{large}
		}
		err = large
	}
	return counts, err
}

func (c *Counter) count(ctx context.Context, o Options) ([]*big.Int, error) {
	r := c.r
	rank := r.switches - r.dim
	switch {
	case r.dim == 0 && r.switches > maxBinomialSwitches:
		return nil, &outOfReach{reason: fmt.Sprintf("it has %d binomials of up to %d bits", r.switches+1, r.switches)}
	case r.dim == 0:
		return binomials(r.switches), nil
	case rank <= maxFloodRank && c.Exceeds(rank+bits.Len(uint(r.switches))):
		f := newFlood(c.board, rank)
		if err := f.run(ctx); err != nil {
			return nil, err
		}
		return f.distribution(), nil
	case c.plan == nil && c.nest == nil:
		return nil, &outOfReach{reason: fmt.Sprintf("%d switches with nullity %d", r.switches, r.dim)}
	case c.work() > maxSavedWork || c.work() > maxCountingWork && (c.nest == nil || o.Save == nil):
		far := tooManySteps(len(r.list), c.work())
		far.long = c.nest != nil && c.work() <= maxSavedWork
		return nil, far
	case c.nest != nil:
		active, err := c.nest.count(ctx, o)
		if err != nil {
			return nil, err
		}
		return r.states(ctx, active)
	}
	return r.count(ctx, c.plan, o.Progress)
}

// count counts the states by regions. Half of the progress is for enumerating the excesses outside the
// last coset, half for counting its boxes. Every word is counted once, and every coset of the code has
// 2^dim words.
func (r *regionList) count(ctx context.Context, plan *counting, progress func(done, all int)) ([]*big.Int, error) {
	const half = 1000
	others, err := plan.tallyOthers(ctx, func(done, all int) { progress(half*done/all, 2*half) })
	if err != nil {
		return nil, err
	}
	active, err := plan.byPeak(ctx, others, func(done, all int) { progress(half+half*done/all, 2*half) })
	if err != nil {
		return nil, err
	}
	return r.states(ctx, active)
}

// states turns the numbers of words on all regions by the presses they need into those of states.
func (r *regionList) states(ctx context.Context, active []*big.Int) ([]*big.Int, error) {
	for _, n := range active {
		n.Rsh(n, uint(r.dim))
	}
	counts, err := convolve(ctx, active, binomials(len(r.idle)))
	return trim(counts), err
}

// convolve is the distribution of the sum of two weights.
func convolve(ctx context.Context, a, b []*big.Int) ([]*big.Int, error) {
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

// trim drops the zeros at the end.
func trim(counts []*big.Int) []*big.Int {
	for len(counts) > 1 && counts[len(counts)-1].Sign() == 0 {
		counts = counts[:len(counts)-1]
	}
	return counts
}
