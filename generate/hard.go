package generate

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"lightsout/census"
	"lightsout/gf2"
	"lightsout/solve"
)

// The hardest states are searched for on boards of at most maxDepthNullity, which takes a minute or
// so, up to maxQuickDepth some seconds; beyond, if there are no more than 2^maxDepthRank states.
const (
	maxDepthNullity = 16
	maxQuickDepth   = 8
	maxDepthRank    = 22
)

// hardest is what is known of the hardest states, searched for when first asked; nil if there are
// too many quiet patterns for that. It depends on the board alone, unless the context ends.
func (g *Generator) hardest(ctx context.Context) (*census.Depth, error) {
	if g.depth != nil || !g.depthIsFound() {
		return g.depth, nil
	}
	depth, err := census.FindDepth(ctx, g.board, g.bounds)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	g.depth = depth
	return depth, nil
}

func (g *Generator) bounds(lower, upper int) {
	g.progress("looking for the hardest puzzle: it needs %d to %d presses", lower, upper)
}

func (g *Generator) depthIsFound() bool {
	nullity := len(g.answers.quiet)
	return nullity <= maxDepthNullity || g.board.Switches()-nullity <= maxDepthRank
}

// refusePresses says how many presses a puzzle can need, as exactly as can be told soon. That some
// number is not known to be needed is no refusal but giving up.
func (g *Generator) refusePresses(ctx context.Context, r *Range) error {
	if len(g.answers.quiet) == 0 {
		return nonef("no puzzle on %s needs %v presses; the most is %d", g.board.Spec(), r, g.mostPresses())
	}
	depth := g.depth
	if depth == nil && g.depthIsFound() {
		soon, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		var err error
		if depth, err = census.FindDepth(soon, g.board, g.bounds); err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
	switch {
	case depth == nil:
		return nonef("no puzzle on %s needs %v presses; it is at most %d", g.board.Spec(), r, g.mostPresses())
	case depth.Proved():
		return nonef("no puzzle on %s needs %v presses; the most is %d", g.board.Spec(), r, depth.Upper)
	case r.Low > depth.Upper:
		return nonef("no puzzle on %s needs %v presses; the most is at least %d and at most %d", g.board.Spec(), r, depth.Lower, depth.Upper)
	default:
		return &solve.GaveUpError{Cause: fmt.Errorf("no puzzle on %s is known to need %v presses; the most is at least %d and at most %d", g.board.Spec(), r, depth.Lower, depth.Upper)}
	}
}

// refuseNone is for a sampler that was counted through and has nothing to give.
func (g *Generator) refuseNone(ctx context.Context, s *sampler) error {
	if s.filter.presses != nil {
		depth, err := g.hardest(ctx)
		if err != nil {
			return err
		}
		if depth != nil && s.filter.presses.Low > depth.Lower {
			return g.refusePresses(ctx, s.filter.presses)
		}
	}
	return nonef("no puzzle on %s is as asked for: all %v candidates were looked at", g.board.Spec(), s.base.size())
}

// hardBase is sets of presses that are all lightest answers, for numbers of presses that hardly any
// state needs. It starts from the lightest answer of a hardest state, and rests on two facts:
//
//   - Of switches that every quiet pattern presses all or none of, a region, it only matters how many
//     are pressed. So an answer that presses as many of each region is a lightest one too.
//   - So is every part of a lightest answer: were there a lighter one for what the part does, it
//     would make the whole lighter.
//
// The sets are all those that press no more of any region than that answer, and what the board's
// symmetries make of them. They are not all lightest answers there are, so that draws are not even.
type hardBase struct {
	sets    *portions // before they are moved; a portion is a region
	motions []motion
	columns [][]uint64
}

// motion is a symmetry: where each switch goes, and which region each switch comes from.
type motion struct{ to, from []int }

// newHardBase is the sets of as many presses as the range says; answer needs at least the lowest.
func newHardBase(regions [][]int, answer gf2.Vec, presses Range, symmetries [][]int, columns [][]uint64) *hardBase {
	var list []portion
	for _, cells := range regions {
		p := portion{}
		for _, s := range cells {
			p.items = append(p.items, []int{s})
			if answer.Bit(s) {
				p.most++
			}
		}
		list = append(list, p)
	}
	b := &hardBase{sets: newPortions(list, presses.Low, min(presses.High, answer.Weight())), columns: columns}
	for _, to := range symmetries {
		m := motion{to, make([]int, len(to))}
		for i, cells := range regions {
			for _, s := range cells {
				m.from[m.to[s]] = i
			}
		}
		b.motions = append(b.motions, m)
	}
	return b
}

func (b *hardBase) size() *big.Int {
	return new(big.Int).Mul(b.sets.size, big.NewInt(int64(len(b.motions))))
}

func (b *hardBase) draw(c *candidate, s *stream) { b.set(c, randomBelow(b.size(), s)) }

func (b *hardBase) at(c *candidate, r rank, s *stream) { b.set(c, number(b.size(), r, s)) }

// set makes c the set of that number: the motions of a set follow one another.
func (b *hardBase) set(c *candidate, which *big.Int) {
	clear(c.presses)
	set, moved := new(big.Int).QuoRem(which, big.NewInt(int64(len(b.motions))), new(big.Int))
	c.motion = int(moved.Int64())
	to := b.motions[c.motion].to
	b.sets.at(set, func(s int) { c.presses[to[s]/64] |= 1 << (to[s] % 64) })
	press(c, b.columns)
}

// holds reports whether one of the first so many motions makes that set of one that is in bounds.
func (b *hardBase) holds(presses []uint64, motions int) bool {
	left := make([]int, len(b.sets.list))
	for _, m := range b.motions[:motions] {
		for i, p := range b.sets.list {
			left[i] = p.most
		}
		eachOne(presses, func(s int) { left[m.from[s]]-- })
		if slices.Min(left) >= 0 {
			return true
		}
	}
	return false
}

// isFirst reports whether this is the first motion to make the candidate's presses, and no other set
// of the base with as many presses and the same state comes before it. So a state is drawn in one
// way only.
func (b *hardBase) isFirst(c *candidate, a *answers) bool {
	if b.holds(c.presses, c.motion) {
		return false
	}
	walk := slices.Clone(c.presses)
	weight := weightOf(walk)
	for n := uint64(1); n < 1<<len(a.quiet); n++ {
		addTo(walk, a.quiet[bits.TrailingZeros64(n)].Words())
		if weightOf(walk) == weight && comesFirst(walk, c.presses) && b.holds(walk, len(b.motions)) {
			return false
		}
	}
	return true
}

// maxMotions bounds the symmetries that a hardBase uses: with more, it uses none.
const maxMotions = 1 << 10

// motions are the board's symmetries as they move switches, or the identity alone.
func (g *Generator) motions(ctx context.Context) ([][]int, error) {
	group, err := g.board.Symmetries(ctx)
	if err != nil {
		return nil, err
	}
	all, ok := group.Elements(maxMotions)
	if !ok {
		identity := make([]int, g.board.Switches())
		for s := range identity {
			identity[s] = s
		}
		return [][]int{identity}, nil
	}
	var motions [][]int
	for _, s := range all {
		motions = append(motions, s.Switches)
	}
	return motions, nil
}

// tryHard tries to draw from the hardBase. The sampler is nil if no hardest states are known, and
// the error is a refusal if none is known to need as many presses.
func (g *Generator) tryHard(ctx context.Context, presses Range, f filter) (*sampler, odds, error) {
	depth, err := g.hardest(ctx)
	if err != nil || depth == nil {
		return nil, odds{}, err
	}
	if presses.Low > depth.Lower {
		return nil, odds{}, g.refusePresses(ctx, &presses)
	}
	if depth.Regions == nil || len(g.answers.quiet) > maxEnumerated {
		return nil, odds{}, nil
	}
	motions, err := g.motions(ctx)
	if err != nil {
		return nil, odds{}, err
	}
	if g.alike != nil && len(motions) < len(g.alike) {
		return nil, odds{}, nil // the first of states that are alike need not be among them
	}
	base := newHardBase(depth.Regions, depth.Presses, presses, motions, g.columns)
	f.leader, f.among, f.within = false, base, nil
	if g.options.Symmetric != "" {
		f.within = g.space
	}
	return g.try(ctx, &sampler{base: base, filter: f, uneven: true})
}
