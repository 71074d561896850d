package solve

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// sparse is the linear algebra of any board by elimination that keeps sparse rows sparse as long as it
// can, and leaves the rest to dense elimination.
type sparse struct {
	*gf2.SparseSystem
	switches int
	columns  [][]int // the switches of each column; nil if every switch is one
}

// maxFlips bounds the flips that are listed, 4 bytes each: 1 GiB.
const maxFlips = 1 << 28

// eliminable refuses boards whose lists would not fit, before any are made.
func eliminable(b *board.Board) error {
	if b.Switches() > math.MaxInt32 || b.Lights() > math.MaxInt32 || b.Shape().Flips > maxFlips {
		return &board.TooLargeError{
			What:  "elimination on " + b.Spec(),
			Limit: fmt.Sprintf("its switches flip about %d lights in all, and the limit is %d", b.Shape().Flips, maxFlips),
		}
	}
	return nil
}

// newSparse eliminates the given columns of the board, each the sum of some switches; nil means that
// every switch is a column.
func newSparse(ctx context.Context, b *board.Board, columns [][]int) (*sparse, error) {
	lists, err := flipLists(ctx, b, columns)
	if err != nil {
		return nil, err
	}
	system, err := gf2.NewSparseSystem(ctx, b.Lights(), lists, gf2.MaxBits)
	var core *gf2.CoreError
	switch {
	case errors.As(err, &core):
		return nil, &board.TooLargeError{
			What:  "elimination on " + b.Spec(),
			Limit: fmt.Sprintf("%v, and dense elimination takes up to %d entries (1 GiB)", core, gf2.MaxBits),
		}
	case err != nil:
		return nil, &GaveUpError{Engine: "gf2", Cause: context.Cause(ctx)}
	}
	return &sparse{SparseSystem: system, switches: b.Switches(), columns: columns}, nil
}

// flipLists lists what each column flips.
func flipLists(ctx context.Context, b *board.Board, columns [][]int) (gf2.Lists, error) {
	n := b.Switches()
	if columns != nil {
		n = len(columns)
	}
	lists := gf2.NewLists(n, n)
	var flips []int
	for col := range n {
		if columns == nil {
			flips = b.AppendToggles(flips[:0], col)
		} else {
			flips = groupFlips(b, flips[:0], columns[col])
		}
		gf2.Append(&lists, flips)
		if col%4096 == 0 && ctx.Err() != nil {
			return lists, &GaveUpError{Engine: "gf2", Cause: context.Cause(ctx)}
		}
	}
	return lists, nil
}

// groupFlips appends what pressing several switches together flips.
func groupFlips(b *board.Board, dst []int, group []int) []int {
	odd := map[int]bool{}
	for _, s := range group {
		for _, l := range b.Toggles(s) {
			odd[l] = !odd[l]
		}
	}
	for l, flips := range odd {
		if flips {
			dst = append(dst, l)
		}
	}
	slices.Sort(dst)
	return dst
}

func (d *sparse) Invariants() []gf2.Vec { return d.LeftNull() }

func (d *sparse) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	x, witness, ok := d.SparseSystem.Solve(change)
	if !ok {
		return gf2.Vec{}, witness, false
	}
	return widen(d.columns, x, gf2.NewVec(d.switches)), gf2.Vec{}, true
}

func (d *sparse) Quiet() []gf2.Vec {
	basis, none := d.RightNull(), gf2.NewVec(d.switches)
	for i, v := range basis {
		basis[i] = widen(d.columns, v, none)
	}
	return basis
}

// widen presses the switches of the columns, and leaves those that are in no column as base has them; nil columns are
// the switches.
func widen(columns [][]int, word, base gf2.Vec) gf2.Vec {
	if columns == nil {
		return word
	}
	wide := base.Clone()
	for c, group := range columns {
		for _, x := range group {
			wide.Set(x, word.Bit(c))
		}
	}
	return wide
}
