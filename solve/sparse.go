package solve

import (
	"context"
	"errors"
	"fmt"
	"math"

	"lightsout/board"
	"lightsout/gf2"
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
	lists, err := of.graph().Lists(ctx)
	if err != nil {
		return nil, &GaveUpError{Engine: "gf2", Cause: context.Cause(ctx)}
	}
	solver, err := gf2.NewSparseSystem(ctx, of.equations.Lights(), lists, gf2.MaxBits)
	var core *gf2.CoreError
	switch {
	case errors.As(err, &core):
		return nil, &board.TooLargeError{
			What:  "elimination on " + of.equations.Spec(),
			Limit: fmt.Sprintf("%v, and dense elimination takes up to %d entries (1 GiB)", core, gf2.MaxBits),
		}
	case err != nil:
		return nil, &GaveUpError{Engine: "gf2", Cause: context.Cause(ctx)}
	}
	return &sparse{solver}, nil
}

func (d *sparse) Quiet() []gf2.Vec      { return d.RightNull() }
func (d *sparse) Invariants() []gf2.Vec { return d.LeftNull() }
