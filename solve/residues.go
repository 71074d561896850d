package solve

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"strings"

	"lightsout/board"
	"lightsout/internal/fewest"
	"lightsout/internal/zmod"
)

// residues is the search for the fewest presses where lights have more than two states: presses are numbers of times,
// from 0 to K−1 for each switch.
type residues struct {
	*problem
	ring   *ring
	price  [][]int64 // of each column, by how often it is pressed
	barred int64     // added to a price that must not be paid
}

func newResidues(pr *problem) *residues {
	r := &residues{problem: pr, ring: pr.linear.(*ring), barred: 1}
	k := int64(r.ring.states())
	each := make([]int64, len(r.ring.columns)) // what one press of each column costs
	for i, group := range r.ring.columns {
		for _, x := range group {
			each[i] += r.costOf(x)
		}
		r.barred += each[i] * (k - 1)
	}
	r.price = make([][]int64, len(each))
	for i, cost := range each {
		for n := range k {
			r.price[i] = append(r.price[i], n*cost)
		}
		if r.once.Has(r.ring.columns[i][0]) { // it must be pressed
			r.price[i][0] += r.barred
		}
	}
	return r
}

// maxPrice bounds the sum of all prices, so that nothing overflows.
const maxPrice = 1 << 62

// affordable is an error if prices cannot be added up.
func (pr *problem) affordable() error {
	total, required := int64(1), int64(1+pr.once.Weight())
	for x := range pr.puzzle.Board.Switches() {
		total += pr.costOf(x) * int64(pr.puzzle.Board.States()-1)
	}
	if total > maxPrice/required {
		return fmt.Errorf("the costs are too large to add up: %d for all switches", total)
	}
	return nil
}

func (s Conditions) costOf(x int) int64 {
	if s.Costs == nil {
		return 1
	}
	return int64(s.Costs[x])
}

// dearest is the most that an answer may cost.
func (r *residues) dearest() int64 {
	if r.AtMost != nil { // then a press costs one
		return min(int64(*r.AtMost), r.barred-1)
	}
	return r.barred - 1
}

// affords reports whether an answer may cost so much: it presses what is required, within the bounds.
func (r *residues) affords(cost int64) bool {
	return cost < r.barred && (!r.counted() || r.within(int(cost)))
}

// lightest goes through all answers that may be better, depth first. If any of them will do, it stops at the first.
func (r *residues) lightest(ctx context.Context, x []uint8, kernel *zmod.Kernel) (found, error) {
	coset := zmod.NewCoset(x, kernel, r.price)
	best, count := int64(-1), int64(0)
	var word []uint8
	most, floor := r.dearest(), coset.Floor()
	visit := func(p *zmod.Place) bool {
		switch {
		case !r.affords(p.Cost):
		case best < 0 || p.Cost < best:
			best, count, word = p.Cost, 1, p.Word()
			if r.Progress != nil {
				r.Progress(int(best), int(min(floor, best)))
			}
			most = best
			return r.question != anyAnswer
		case p.Cost == best:
			count++
		}
		return true
	}
	err := coset.Below(ctx, &most, visit)
	switch {
	case word == nil && err != nil:
		return found{}, &GaveUpError{Engine: modular, Cause: err}
	case word == nil:
		return found{}, r.outOfReach()
	}
	f := found{Known: r.answer(r.ring.widen(word))}
	if err != nil || r.question == anyAnswer {
		f.Raise(int(floor), atCheapest)
		f.Stop(err)
		return f, nil
	}
	all := strings.Replace(fewest.AllCompared, "%s", countText(kernel.Order()), 1)
	f.Raise(f.Cost, fewest.Reason{Method: branchMethod, Proof: all})
	f.lightest = big.NewInt(count)
	if r.question == allFewest {
		f.each = func(ctx context.Context) iter.Seq2[board.State, error] {
			return func(yield func(board.State, error) bool) { r.upTo(ctx, x, best, yield) }
		}
	}
	return f, nil
}

// atCheapest bounds what answers cost where no search has ended.
var atCheapest = fewest.Reason{Method: branchMethod, Proof: "all switches are pressed as seldom as they can be",
	Bound: "what switches that are pressed alike cost at least"}

// countText is a number, as a power of two if it is a large one.
func countText(n *big.Int) string {
	if k := n.BitLen() - 1; k > 20 && n.TrailingZeroBits() == uint(k) {
		return fmt.Sprintf("2^%d", k)
	}
	return n.String()
}

// upTo lists the answers that cost at most so much, given one, leaving out those that do not keep to what was asked.
func (r *residues) upTo(ctx context.Context, x []uint8, most int64, yield func(board.State, error) bool) {
	kernel, err := r.ring.kernel(ctx)
	if err != nil {
		yield(board.State{}, err)
		return
	}
	more := true
	coset := zmod.NewCoset(x, kernel, r.price)
	visit := func(p *zmod.Place) bool {
		if r.affords(p.Cost) {
			more = yield(r.ring.widen(p.Word()), nil)
		}
		return more
	}
	if err := coset.Below(ctx, &most, visit); err != nil && more {
		yield(board.State{}, &GaveUpError{Engine: modular, Cause: err})
	}
}
