package generate

import (
	"context"
	"fmt"

	"lightsout/census"
	"lightsout/solve"
)

// checkPresses refuses more presses than any state needs.
func (g *Generator) checkPresses(ctx context.Context) error {
	r, f := g.options.Presses, g.algebra.facts()
	if r == nil {
		return nil
	}
	if r.Low > f.most {
		return g.refusePresses(ctx, r)
	}
	doubtful := g.options.Method != "nullspace" || r.Low > f.most*7/8 && !listEffort.covers(g.statesPool(r))
	if !doubtful || f.nullity > maxQuickDepth {
		return nil // trying candidates will tell
	}
	depth, err := g.hardest(ctx)
	if err == nil && depth != nil && r.Low > depth.Lower {
		err = g.refusePresses(ctx, r)
	}
	return err
}

// The hardest states are searched for on boards of at most maxDepthNullity, which takes a minute or
// so; up to maxQuickDepth it takes some seconds. Beyond that they are searched for if there are no
// more than 2^maxDepthRank states. The search is bounded by steps, not by time.
const (
	maxDepthNullity = 16
	maxQuickDepth   = 8
	maxDepthRank    = 22
)

// hardest is what is known of the hardest states, searched for when first asked; nil if the board is
// large, has more than two states, or has too many quiet patterns for that. It depends on the board alone.
func (g *Generator) hardest(ctx context.Context) (*census.Depth, error) {
	if g.depth != nil || isLarge(g.board) || !g.depthWithin(maxDepthNullity) {
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

// depthWithin reports whether the hardest states can be found, with no more quiet patterns than that.
func (g *Generator) depthWithin(nullity int) bool {
	n := g.algebra.facts().nullity
	return g.board.States() == 2 && (n <= nullity || g.board.Switches()-n <= maxDepthRank)
}

// refusePresses says how many presses a puzzle can need, as exactly as is known or soon found. If some
// puzzle might still need as many, that is not a refusal but giving up.
func (g *Generator) refusePresses(ctx context.Context, r *Range) error {
	f, spec := g.algebra.facts(), g.board.Spec()
	if f.answers.IsInt64() && f.answers.Int64() == 1 {
		return nonef("no puzzle on %s needs %v presses; the most is %d", spec, r, f.most)
	}
	depth := g.depth
	if g.depthWithin(maxQuickDepth) {
		var err error
		if depth, err = g.hardest(ctx); err != nil {
			return err
		}
	}
	switch {
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
