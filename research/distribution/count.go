// Package distribution counts the states of a board by the presses they need where package internal/covering would take too
// long: 11×11 and 9×9. It goes through the presses of regions in an order in which those still to come lie in smaller and
// smaller subspaces (nesting.go, which has the words), and can be stopped and continued. research/methods.md explains it.
//
//	nesting.go     the plan: which regions are chosen when
//	nestcount.go   the counting, part by part
//	stage.go       all choices on the regions of a few dimensions, 32 at once; blocks.go and lanes.go are its arithmetic
//	shapes.go      the last three dimensions, once for each class of lanes
//	halves.go      classes of sixteen lanes, and lanetable.go a table of them
package distribution

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/covering"
)

// Options are how states are counted.
type Options struct {
	// Progress is told how many parts are done, from several goroutines.
	Progress func(done, all int)
	// Save, if not nil, is given what is needed to continue: state returns it, with so many parts done of all, and may be
	// called until Save returns. Saved is such a state of an earlier counting, or nil.
	Save  func(done, all int, state func() []byte)
	Saved []byte
}

// maxWork bounds the work, in nanoseconds: three days.
const maxWork = 1 << 48

// Count returns how many states need w presses as entry w; the last entry is that of the depth. The quiet patterns are a
// basis of the board's null space, and there is at least one. It gives a *[board.TooLargeError] if that would take more
// than days, and an error if the counts do not add up to the number of solvable states.
func Count(ctx context.Context, b *board.Board, quiet []gf2.Vec, o Options) ([]*big.Int, error) {
	r := regionList{covering.FindRegions(b.Switches(), quiet)}
	plan := r.planNesting()
	switch {
	case plan == nil:
		return nil, tooLarge(b, fmt.Sprintf("%d regions with nullity %d", len(r.List), r.Dim))
	case plan.work > maxWork:
		return nil, tooLarge(b, fmt.Sprintf("counting by its %d regions would take about 2^%.0f steps", len(r.List), math.Log2(plan.work)))
	}
	words, err := plan.count(ctx, o)
	if err != nil {
		return nil, err
	}
	counts, err := r.States(ctx, words)
	if err != nil {
		return nil, err
	}
	return counts, addUp(b, counts, r.Rank())
}

func tooLarge(b *board.Board, reason string) error {
	return &board.TooLargeError{What: "the distribution of " + b.Spec(), Limit: reason}
}

// addUp gives an error if the counts do not add up to 2^rank.
func addUp(b *board.Board, counts []*big.Int, rank int) error {
	sum := new(big.Int)
	for _, n := range counts {
		sum.Add(sum, n)
	}
	if sum.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(rank))) != 0 {
		return fmt.Errorf("%s: the counts add up to %v, not to the 2^%d solvable states: the checkpoint was edited, or this is a bug", b.Spec(), sum, rank)
	}
	return nil
}
