package generate

import (
	"context"
	"fmt"

	"lightsout/census"
	"lightsout/solve"
)

// The hardest states are searched for on boards of at most maxDepthNullity, which takes a minute or
// so; up to maxQuickDepth it takes some seconds. Beyond that they are searched for if there are no
// more than 2^maxDepthRank states. The search is bounded by steps, not by time.
const (
	maxDepthNullity = 16
	maxQuickDepth   = 8
	maxDepthRank    = 22
)

// hardest is what is known of the hardest states, searched for when first asked; nil if the board is
// large, has more than two states, or has more quiet patterns than that. It depends on the board alone.
func (g *Generator) hardest(ctx context.Context, nullity int) (*census.Depth, error) {
	n := g.algebra.facts().nullity
	if g.depth != nil || isLarge(g.board) || g.board.States() > 2 || n > nullity && g.board.Switches()-n > maxDepthRank {
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

// checkPresses refuses more presses than any state needs.
func (g *Generator) checkPresses(ctx context.Context) error {
	r, f := g.options.Presses, g.algebra.facts()
	doubtful := g.options.Method != "nullspace" || r.Low > f.most*7/8 && !listEffort.covers(g.statesPool(r))
	switch {
	case r.Low > f.most:
		return g.refusePresses(ctx, r)
	case doubtful && f.nullity <= maxQuickDepth:
		return g.checkDepth(ctx, r)
	}
	return nil // trying candidates will tell
}

// checkDepth refuses more presses than the hardest state needs, where that can be found.
func (g *Generator) checkDepth(ctx context.Context, r *Range) error {
	depth, err := g.hardest(ctx, maxDepthNullity)
	if err == nil && depth != nil && r.Low > depth.Lower {
		err = g.refusePresses(ctx, r)
	}
	return err
}

// refusePresses says how many presses a puzzle can need, as exactly as is known or soon found. If some
// puzzle might still need as many, that is not a refusal but giving up.
func (g *Generator) refusePresses(ctx context.Context, r *Range) error {
	f, spec := g.algebra.facts(), g.board.Spec()
	if f.answers.IsInt64() && f.answers.Int64() == 1 {
		return nonef("no puzzle on %s needs %v presses; the most is %d", spec, r, f.most)
	}
	depth, err := g.hardest(ctx, maxQuickDepth)
	switch {
	case err != nil:
		return err
	case depth == nil:
		return nonef("no puzzle on %s needs %v presses; none needs more than %d", spec, r, f.most)
	case depth.Proved():
		return nonef("no puzzle on %s needs %v presses; the most is %d", spec, r, depth.Upper)
	case r.Low > min(f.most, depth.Upper):
		return nonef("no puzzle on %s needs %v presses; the most is at least %d and at most %d", spec, r, depth.Lower, min(f.most, depth.Upper))
	default:
		return &solve.GaveUpError{Cause: fmt.Errorf("no puzzle on %s is known to need %v presses; the most is at least %d and at most %d", spec, r, depth.Lower, depth.Upper)}
	}
}
