package census

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"lightsout/board"
	"lightsout/solve"
)

// OutOfReachError says that no method can count the states of a board in reasonable time.
type OutOfReachError struct{ Reason string }

func (e *OutOfReachError) Error() string { return "the distribution is out of reach: " + e.Reason }

// MaxBinomialSwitches bounds the boards on which every answer is the only one: their distribution
// is a row of Pascal's triangle, of some n²/2 bits.
const MaxBinomialSwitches = 1 << 13

// maxCountings bounds the vectors of region counts that are gone through, times the quiet patterns
// weighed for each: a minute or so.
const maxCountings = 1 << 33

// Distribution counts the solvable states of a board by the presses they need: entry w is how many
// need w, and the last entry is that of the depth. Boards whose answers are the only ones have
// binomials; on others the states are counted by how many switches of each region they press, or,
// on boards of few switches or low rank, one by one, whichever is less work. It is an *OutOfReachError if neither can be
// done.
func Distribution(ctx context.Context, b *board.Board) ([]*big.Int, error) {
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
	work := r.countingWork()
	exceeds := func(log int) bool { return work == nil || work.BitLen() > log }
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
	case work == nil:
		return nil, &OutOfReachError{fmt.Sprintf("nullity %d", r.dim)}
	case work.Cmp(big.NewInt(maxCountings)) > 0:
		return nil, &OutOfReachError{fmt.Sprintf("%d regions with about 2^%d counts to go through", len(r.list), work.BitLen()-r.dim)}
	}
	return r.count(ctx)
}

// maxCountingDim bounds the quiet patterns that are weighed for each vector of counts.
const maxCountingDim = 20

// countingWork is how many steps counting by regions takes, nil if there are too many quiet
// patterns.
func (r *regions) countingWork() *big.Int {
	if r.dim > maxCountingDim {
		return nil
	}
	work := big.NewInt(1)
	basis := r.basisFirst()
	for i, g := range basis[:len(basis)-1] {
		values := g.size() + 1
		if i < r.dim {
			values = g.size()/2 + 1
		}
		work.Mul(work, big.NewInt(int64(values)))
	}
	return work.Lsh(work, uint(r.dim))
}

// basisFirst is the regions in another order: first, as many as the nullity, some with independent
// columns, of which the largest come first.
func (r *regions) basisFirst() []region {
	var columns []uint64
	for _, g := range r.list {
		columns = append(columns, g.column)
	}
	chosen := map[uint64]bool{}
	for _, column := range independent(columns) {
		chosen[column] = true
	}
	var first, rest []region
	for _, g := range r.list {
		if chosen[g.column] {
			first = append(first, g)
		} else {
			rest = append(rest, g)
		}
	}
	return append(first, rest...)
}

// count goes through the excesses of all regions. Adding a quiet pattern turns the signs of the
// independent columns in any way wanted, so theirs are taken as positive and counted twice. For the
// last region there is no need to go through its excesses: of the values so far only the largest
// over the patterns that press it, and over those that do not, still matter.
//
// Every presses-vector is met once, and every coset has 2^dim of them.
func (r *regions) count(ctx context.Context) ([]*big.Int, error) {
	list := r.basisFirst()
	last := len(list) - 1
	values := make([][]int16, len(list)) // by level: the transform of the excesses so far
	for i := range values {
		values[i] = make([]int16, 1<<r.dim)
	}
	weights := make([][]*big.Int, len(list))
	for i, g := range list {
		weights[i] = binomials(g.size())
	}
	type ends struct{ without, with int16 }
	tally := map[ends]*big.Int{}
	product := make([]*big.Int, len(list))
	for i := range product {
		product[i] = new(big.Int)
	}
	steps := 0
	var choose func(i int) error
	choose = func(i int) error {
		here := values[i]
		if i == last {
			if steps++; steps%1024 == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			e := ends{-1 << 15, -1 << 15}
			for c, v := range here {
				if bits.OnesCount64(list[i].column&uint64(c))&1 != 0 {
					e.with = max(e.with, v)
				} else {
					e.without = max(e.without, v)
				}
			}
			sum := tally[e]
			if sum == nil {
				sum = new(big.Int)
				tally[e] = sum
			}
			sum.Add(sum, product[i])
			return nil
		}
		m := list[i].size()
		lowest := -m
		if i < r.dim {
			lowest = m & 1
		}
		for e := lowest; e <= m; e += 2 {
			for c, v := range here {
				values[i+1][c] = v + int16(e*sign(list[i].column, uint64(c)))
			}
			product[i+1].Mul(product[i], weights[i][(m-e)/2])
			if i < r.dim && e > 0 {
				product[i+1].Lsh(product[i+1], 1)
			}
			if err := choose(i + 1); err != nil {
				return err
			}
		}
		return nil
	}
	product[0].SetInt64(1)
	if err := choose(0); err != nil {
		return nil, err
	}

	active := make([]*big.Int, r.active()+1) // by weight within the regions
	for w := range active {
		active[w] = new(big.Int)
	}
	term := new(big.Int)
	m := list[last].size()
	for e, sum := range tally {
		for x := -m; x <= m; x += 2 {
			peak := max(int(e.without)+x, int(e.with)-x)
			weight := (r.active() - peak) / 2
			active[weight].Add(active[weight], term.Mul(sum, weights[last][(m-x)/2]))
		}
	}
	for _, n := range active {
		n.Rsh(n, uint(r.dim))
	}
	return trim(convolve(active, binomials(len(r.idle)))), nil
}

// convolve counts sums of two weights.
func convolve(a, b []*big.Int) []*big.Int {
	sum := make([]*big.Int, len(a)+len(b)-1)
	for i := range sum {
		sum[i] = new(big.Int)
	}
	term := new(big.Int)
	for i, x := range a {
		for j, y := range b {
			sum[i+j].Add(sum[i+j], term.Mul(x, y))
		}
	}
	return sum
}

// trim drops the zeros at the end.
func trim(counts []*big.Int) []*big.Int {
	for len(counts) > 1 && counts[len(counts)-1].Sign() == 0 {
		counts = counts[:len(counts)-1]
	}
	return counts
}
