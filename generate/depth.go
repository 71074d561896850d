package generate

import (
	"context"
	"fmt"

	"lightsout/census"
	"lightsout/gf2"
	"lightsout/solve"
)

// mostPresses is an upper bound on the fewest presses of any state. As many switches as the rank are
// enough to reach every solvable state; and on average over the answers to a state, half of the
// switches that quiet patterns use are pressed. Without quiet patterns the bound is exact.
func (g *Generator) mostPresses() int {
	used := gf2.NewVec(g.board.Switches())
	for _, q := range g.answers.quiet {
		for s := range q.Ones() {
			used.Set(s, true)
		}
	}
	bound := g.board.Switches() - used.Weight() + used.Weight()/2
	return min(bound, g.board.Switches()-len(g.answers.quiet))
}

// checkPresses refuses more presses than any state needs.
func (g *Generator) checkPresses(ctx context.Context, r *Range) error {
	if r == nil {
		return nil
	}
	if r.Low > g.mostPresses() {
		return g.refusePresses(ctx, r)
	}
	doubtful := g.options.Method != "nullspace" || r.Low > g.mostPresses()*7/8 && !listable(g.space, &filter{presses: r, answers: g.answers})
	if !doubtful || len(g.answers.quiet) > maxQuickDepth {
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
// large, or if there are too many quiet patterns for that. It depends on the board alone.
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
	n := len(g.answers.quiet)
	return n <= nullity || g.board.Switches()-n <= maxDepthRank
}

// refusePresses says how many presses a puzzle can need, as exactly as is known or soon found. If some
// puzzle might still need as many, that is not a refusal but giving up.
func (g *Generator) refusePresses(ctx context.Context, r *Range) error {
	most, spec := g.mostPresses(), g.board.Spec()
	if len(g.answers.quiet) == 0 {
		return nonef("no puzzle on %s needs %v presses; the most is %d", spec, r, most)
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
		return nonef("no puzzle on %s needs %v presses; none needs more than %d", spec, r, most)
	case depth.Proved():
		return nonef("no puzzle on %s needs %v presses; the most is %d", spec, r, depth.Upper)
	case r.Low > min(most, depth.Upper):
		return nonef("no puzzle on %s needs %v presses; the most is at least %d and at most %d", spec, r, depth.Lower, min(most, depth.Upper))
	default:
		return &solve.GaveUpError{Cause: fmt.Errorf("no puzzle on %s is known to need %v presses; the most is at least %d and at most %d", spec, r, depth.Lower, depth.Upper)}
	}
}

// refuseNone is for a pool of which all candidates were tried and none is a puzzle.
func (g *Generator) refuseNone(ctx context.Context, p pool) error {
	if r := p.filter.presses; r != nil && g.colours == nil {
		depth, err := g.hardest(ctx)
		if err != nil {
			return err
		}
		if depth != nil && r.Low > depth.Lower {
			return g.refusePresses(ctx, r)
		}
	}
	return nonef("no puzzle on %s meets the options: all %v candidates were tried", g.board.Spec(), p.size())
}
