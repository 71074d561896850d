package solve

import (
	"context"
	"errors"
	"fmt"
	"math"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/reserve"
)

// sparse is the linear algebra of any board by elimination that keeps sparse rows sparse as long as it
// can, and leaves the rest to dense elimination.
type sparse struct{ *gf2.SparseSystem }

// eliminable refuses boards whose lists would not fit, before any are made.
func eliminable(b *board.Board) error {
	if b.Switches() > math.MaxInt32 || b.Lights() > math.MaxInt32 || b.Shape().Flips > maxListed {
		return &board.TooLargeError{
			What: "elimination on " + b.Spec(),
			Limit: fmt.Sprintf("its switches flip about %d lights in all, and the limit is %d",
				b.Shape().Flips, maxListed),
		}
	}
	return nil
}

func byElimination(ctx context.Context, of *system) (Linear, error) {
	algebra, err := newSparse(ctx, of)
	return inStates(of.equations, algebra, err)
}

// newSparse eliminates the free columns of a system.
func newSparse(ctx context.Context, of *system) (*sparse, error) {
	b := of.equations
	if err := reserve.For(ctx, 16*int64(b.Shape().Flips)+32*int64(max(b.Lights(), b.Switches()))); err != nil {
		return nil, &board.TooLargeError{What: "elimination on " + b.Spec(), Limit: err.Error(), Err: err}
	}
	lists, err := of.graph().Lists(ctx)
	if err != nil {
		return nil, &GaveUpError{Engine: "gf2", Cause: context.Cause(ctx)}
	}
	most := int(min(gf2.MaxBits, float64(b.Lights())*float64(b.Switches())))
	for most > 1<<20 && reserve.Bytes(int64(most/8)) != nil {
		most /= 2
	}
	solver, err := gf2.NewSparseSystem(ctx, b.Lights(), lists, most)
	var core *gf2.CoreError
	switch {
	case errors.As(err, &core):
		return nil, &board.TooLargeError{
			What:  "elimination on " + b.Spec(),
			Limit: fmt.Sprintf("%v, and dense elimination takes up to %d entries (%d MiB)", core, most, most>>23),
		}
	case err != nil:
		return nil, &GaveUpError{Engine: "gf2", Cause: context.Cause(ctx)}
	}
	return &sparse{solver}, nil
}

func (d *sparse) Quiet() []gf2.Vec      { return d.RightNull() }
func (d *sparse) Invariants() []gf2.Vec { return d.LeftNull() }
