package census

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"lightsout/board"
	"lightsout/solve"
)

// OutOfReachError says that no method can count the states of a board in reasonable time.
type OutOfReachError struct{ Reason string }

func (e *OutOfReachError) Error() string { return "the distribution is out of reach: " + e.Reason }

func tooManySteps(regions int, steps float64) error {
	return &OutOfReachError{fmt.Sprintf("%d regions with about 2^%.0f steps of counting", regions, math.Log2(steps))}
}

// MaxBinomialSwitches bounds the boards whose states are not counted one by one: where every answer
// is the only one the distribution is a row of Pascal's triangle, of some n²/2 bits, and elsewhere it
// is not much less.
const MaxBinomialSwitches = 1 << 13

// maxCountingWork bounds the work of counting by regions: a minute or two on two cores.
const maxCountingWork = 1 << 37

// Distribution counts the solvable states of a board by the presses they need: entry w is how many
// need w, and the last entry is that of the depth. Boards whose answers are the only ones have
// binomials; on others the states are counted by how many switches of each region they press, or,
// on boards of few switches or low rank, one by one, whichever is less work. It is an
// *OutOfReachError if neither can be done. progress, if not nil, is told how many parts of counting by
// regions are done, from several goroutines.
func Distribution(ctx context.Context, b *board.Board, progress func(done, all int)) ([]*big.Int, error) {
	if err := board.CheckSize(b); err != nil {
		return nil, err
	}
	linear, err := solve.Analyse(ctx, b)
	if err != nil {
		return nil, err
	}
	r := findRegions(b.Switches(), linear.Quiet())
	if r.dim == 0 {
		if r.switches > MaxBinomialSwitches {
			return nil, &OutOfReachError{fmt.Sprintf("%d binomials of up to %d bits each", r.switches+1, r.switches)}
		}
		return binomials(r.switches), nil
	}
	plan := r.planCounting()
	exceeds := func(log int) bool { return plan == nil || plan.work > math.Ldexp(1, log) }
	small := b.Switches() <= MaxSwitches && b.Lights() <= MaxLights
	rank := r.switches - r.dim
	switch {
	case small && exceeds(b.Switches()):
		t, err := NewTable(ctx, b, nil)
		if err != nil {
			return nil, err
		}
		return t.Distribution(), nil
	case rank <= maxFloodRank && exceeds(rank+bits.Len(uint(r.switches))):
		f := newFlood(b, rank)
		if err := f.run(ctx); err != nil {
			return nil, err
		}
		return f.distribution(), nil
	case plan == nil:
		return nil, &OutOfReachError{fmt.Sprintf("%d switches, nullity %d", r.switches, r.dim)}
	case plan.work > maxCountingWork:
		return nil, tooManySteps(len(r.list), plan.work)
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	return r.count(ctx, plan, progress)
}

// count counts the states by regions: half of its parts are going through the excesses outside of the
// last coset, half counting what is in its boxes. Every word is met once, and every coset of the code of quiet
// patterns has 2^dim words.
func (r *regions) count(ctx context.Context, plan *counting, progress func(done, all int)) ([]*big.Int, error) {
	const half = 1000
	others, err := plan.tallyOthers(ctx, func(done, all int) { progress(half*done/all, 2*half) })
	if err != nil {
		return nil, err
	}
	active, err := plan.byPeak(ctx, others, func(done, all int) { progress(half+half*done/all, 2*half) })
	if err != nil {
		return nil, err
	}
	for _, n := range active {
		n.Rsh(n, uint(r.dim))
	}
	counts, err := convolve(ctx, active, binomials(len(r.idle)))
	return trim(counts), err
}

// convolve counts sums of two weights.
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

// convolveWork is that of convolving the counts on all regions, which end with half of the switches,
// with the binomials of the idle switches, in nanoseconds or so. Numbers are of half the length on
// average, or a bit more.
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
