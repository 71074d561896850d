package census

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/solve"
)

// Step is a state on a path to dark, and the press made there.
type Step struct {
	State    gf2.Vec
	Row, Col int // from 0
}

// String is the step as B. Gawalt's scripts print it: the state in hexadecimal and the press, 1ff: (2, 2).
func (s Step) String() string {
	return fmt.Sprintf("%x: (%d, %d)", stateInteger(s.State), s.Row, s.Col)
}

func stateInteger(state gf2.Vec) *big.Int {
	n := new(big.Int)
	for l := range state.Ones() {
		n.SetBit(n, l, 1)
	}
	return n
}

// SquarePath is a shortest path from all on to dark on the n×n grid. It always exists. If several
// answers have the fewest presses, it takes the first of them in dictionary order and presses its last
// switch first, as a [Table] does.
func SquarePath(ctx context.Context, n int) ([]Step, error) {
	b, err := board.Parse(fmt.Sprintf("%dx%d", n, n))
	if err != nil {
		return nil, err
	}
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	presses, err := firstLightest(ctx, board.NewPuzzle(b))
	if err != nil {
		return nil, err
	}
	slices.Reverse(presses)
	return replay(b, n, presses), nil
}

// firstLightest is the answer with the fewest presses that comes first in dictionary order.
func firstLightest(ctx context.Context, p *board.Puzzle) (first []int, err error) {
	res, err := solve.Solver{}.AllMinimum(ctx, p)
	if err != nil {
		return nil, err
	}
	if res.Lightest == nil {
		return nil, fmt.Errorf("%s: the best answer found has %d presses, and at least %d are needed: %w",
			p.Board.Spec(), res.Best.Weight(), res.Lower, res.Stopped)
	}
	for presses, err := range res.EachLightest {
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil {
			return nil, err
		}
		if list := presses.Indices(); first == nil || slices.Compare(list, first) < 0 {
			first = list
		}
	}
	return first, nil
}

// replay lists the steps of the presses from all on.
func replay(b *board.Board, n int, presses []int) []Step {
	state := gf2.AllOnes(b.Lights())
	steps := []Step{}
	for _, s := range presses {
		steps = append(steps, Step{state.Clone(), s / n, s % n})
		b.Press(board.Bits(state), s, 1)
	}
	return steps
}
