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

// Count returns how many solvable states need w presses as entry w; the last entry is that of the depth. The quiet
// patterns are a basis of the board's null space. With nullity 0 these are binomials. Otherwise it counts by regions
// or, if that is more work, visits every state. It gives a *[board.TooLargeError] if neither is possible. progress is
// told how many parts are done, from several goroutines.
func Count(ctx context.Context, b *board.Board, quiet []gf2.Vec, progress func(done, all int)) ([]*big.Int, error) {
	r := FindRegions(b.Switches(), quiet)
	tooLarge := func(reason string, numbers ...any) error {
		return &board.TooLargeError{What: "the distribution of " + b.Spec(), Limit: fmt.Sprintf(reason, numbers...)}
	}
	switch {
	case r.Dim == 0 && r.Switches > maxBinomialSwitches:
		return nil, tooLarge("it has %d binomials of up to %d bits", r.Switches+1, r.Switches)
	case r.Dim == 0:
		return binomials(r.Switches), nil
	}
	visited := r.rank() <= maxVisitedRank
	limit := float64(maxCountingWork)
	if visited {
		limit = math.Ldexp(1, r.rank()+bits.Len(uint(r.Switches)))
	}
	counts, work, err := r.count(ctx, limit, progress)
	switch {
	case counts != nil || err != nil:
		return counts, err
	case visited:
		f, err := visitAll(ctx, b, r.rank())
		if err != nil {
			return nil, err
		}
		return f.counts, nil
	case math.IsInf(work, 1):
		return nil, tooLarge("%d switches with nullity %d", r.Switches, r.Dim)
	}
	return nil, tooLarge("counting by its %d regions would take about 2^%.0f steps", len(r.List), math.Log2(work))
}

// count counts the states by regions, or says how much work that would be if it is more than the limit.
func (r *Regions) count(ctx context.Context, limit float64, progress func(done, all int)) ([]*big.Int, float64, error) {
	if r.Dim > maxCountedDim || len(r.List) > maxCountedRegions || r.Switches > maxBinomialSwitches {
		return nil, math.Inf(1), nil
	}
	work := 0.0
	t := tally{vector(make([]byte, 2<<r.Dim)): big.NewInt(1)} // the empty word
	stages := r.stages()
	for i, s := range stages {
		if work += s.work(t); work > limit {
			return nil, work, nil
		}
		const parts = 1000
		var err error
		t, err = s.apply(ctx, t, func(done, all int) { progress(i*parts+parts*done/all, len(stages)*parts) })
		if t == nil {
			return nil, math.Inf(1), err
		}
	}
	words := make([]*big.Int, r.active()+1)
	for w := range words {
		words[w] = new(big.Int)
	}
	for key, n := range t { // every coset of the code has 2^Dim words
		words[(r.active()-int(key.values()[0]))/2].Rsh(n, uint(r.Dim))
	}
	counts, err := Convolve(ctx, words, binomials(len(r.Idle)))
	for len(counts) > 1 && counts[len(counts)-1].Sign() == 0 {
		counts = counts[:len(counts)-1]
	}
	return counts, 0, err
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
