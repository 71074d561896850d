package generate

import (
	"context"
	"fmt"

	"lightsout/census"
	"lightsout/solve"
)

// The hardest states are searched for on boards of at most maxDepthNullity, which takes some seconds, or of no more than
// 2^maxDepthRank states. The search is bounded by steps, not by time.
const (
	maxDepthNullity = 8
	maxDepthRank    = 22
)

// hardest is what is known of the hardest states, searched for when first asked; nil if the board is
// large, has more than two states, or has more quiet patterns than that. It depends on the board alone.
func (g *Generator) hardest(ctx context.Context) (*census.Depth, error) {
	n := g.nullity
	if g.depth != nil || isLarge(g.board) || g.board.States() > 2 || n > maxDepthNullity && g.board.Switches()-n > maxDepthRank {
		return g.depth, nil
	}
	depth, err := census.FindDepth(ctx, g.board, func(lower, upper int) {
		g.progress("looking for the hardest puzzle: it needs %d to %d presses", lower, upper)
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	g.depth = depth
	return depth, nil
}

// tooHard is the error if no puzzle is known to need so many presses, nil if one may. It says how many a puzzle can need,
// as exactly as is known or soon found. If some puzzle might still need as many, it is not a refusal but giving up.
func (g *Generator) tooHard(ctx context.Context, r *Range) error {
	spec := g.board.Spec()
	lower, upper := -1, g.most
	if g.unique() {
		lower = g.most
	} else {
		depth, err := g.hardest(ctx)
		if err != nil {
			return err
		}
		if depth != nil {
			lower, upper = depth.Lower, min(g.most, depth.Upper)
		}
	}
	switch {
	case r.Low <= max(lower, 0) || lower < 0 && r.Low <= upper:
		return nil
	case r.Low <= upper:
		return &solve.GaveUpError{Cause: fmt.Errorf("no puzzle on %s is known to need %v presses; the most is at least %d and at most %d", spec, r, lower, upper)}
	case lower == upper:
		return nonef("no puzzle on %s needs %v presses; the most is %d", spec, r, upper)
	case lower < 0:
		return nonef("no puzzle on %s needs %v presses; none needs more than %d", spec, r, upper)
	}
	return nonef("no puzzle on %s needs %v presses; the most is at least %d and at most %d", spec, r, lower, upper)
}
