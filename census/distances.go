package census

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"lightsout/board"
)

// Distances is how far from dark the solvable states of a board are, as far as it is known.
type Distances struct {
	// Depth is nil if nobody asked for it, or nothing is known of it.
	Depth *Depth
	// Distribution is nil if nobody asked for it, or it is out of reach: OutOfReach says why.
	Distribution []*big.Int
	OutOfReach   error
	// Stopped is why the depth is not proved, if that is known.
	Stopped error
}

// DistanceProgress is called while distances are sought.
type DistanceProgress struct {
	Depth  func(lower, upper int)
	Counts func(done, all int)
}

// FindDistances finds the depth, the distribution, or both, until the context's deadline: first the depth, which is
// often known at once where counting takes long. A distribution that is out of reach is replaced by what is known of
// the depth.
func FindDistances(ctx context.Context, b *board.Board, depth, distribution bool, progress DistanceProgress) (
	d Distances, err error) {
	if err := board.Check(b); err != nil {
		return d, err
	}
	if depth {
		if err := d.findDepth(ctx, b, progress.Depth); err != nil {
			return d, err
		}
	}
	if distribution {
		if err := d.count(ctx, b, progress.Counts); err != nil {
			return d, err
		}
	}
	if d.OutOfReach != nil && !depth {
		if err := d.findDepth(ctx, b, progress.Depth); err != nil {
			return d, err
		}
	}
	if d.Depth != nil && d.Distribution != nil {
		if err := d.agree(b); err != nil {
			return d, err
		}
	}
	if d.Depth == nil || d.Depth.Proved() {
		return d, nil
	}
	if ctx.Err() != nil {
		d.Stopped = context.Cause(ctx)
	}
	return d, nil
}

// late reports whether work failed because the context's time limit was reached.
func late(ctx context.Context, err error) bool {
	return err != nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded)
}

func (d *Distances) findDepth(ctx context.Context, b *board.Board, progress func(lower, upper int)) (err error) {
	d.Depth, err = FindDepth(ctx, b, progress)
	_, far := errors.AsType[*board.TooLargeError](err)
	switch {
	case late(ctx, err):
		d.Stopped = context.Cause(ctx)
		return nil
	case far && b.States() > 2: // every state would have to be visited
		d.Stopped = err
		return nil
	}
	return err
}

// count finds the distribution, which the depth may have brought along.
func (d *Distances) count(ctx context.Context, b *board.Board, progress func(done, all int)) (err error) {
	if d.Depth != nil && d.Depth.Counts != nil {
		d.Distribution = d.Depth.Counts
		return nil
	}
	d.Distribution, err = Distribution(ctx, b, progress)
	_, far := errors.AsType[*board.TooLargeError](err)
	switch {
	case far:
		d.OutOfReach = err
	case late(ctx, err), err != nil && ctx.Err() != nil && d.Depth != nil:
		d.OutOfReach = context.Cause(ctx)
	default:
		return err
	}
	return nil
}

// agree makes the depth that of the distribution, which must be within its bounds.
func (d *Distances) agree(b *board.Board) error {
	n, depth := len(d.Distribution)-1, d.Depth
	if n < depth.Lower || n > depth.Upper {
		return fmt.Errorf("%s: depth %d by counting, but %d to %d by search; please report this", b.Spec(), n,
			depth.Lower, depth.Upper)
	}
	if n > depth.Lower {
		depth.Lower, depth.Example, depth.Presses = n, board.State{}, board.State{} // the example is not that hard
	}
	if n < depth.Upper {
		depth.Upper, depth.Proof = n, "all states counted"
	}
	return nil
}
