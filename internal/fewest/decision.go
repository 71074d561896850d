package fewest

import (
	"cmp"
	"context"
	"errors"
	"math"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/treewidth"
)

// Minimum searches as it was decided. See the function of that name.
func (d *Decision) Minimum(ctx context.Context) (Known, error) {
	switch {
	case d.program != nil:
		word, err := d.program.Minimum(ctx, d.problem.Word, d.problem.Costs, d.options.MaxMemory)
		if err != nil {
			return d.problem.unsearched(treeError(err)), nil
		}
		return d.overTree(word), nil
	case d.whole == nil:
		return d.problem.unsearched(ctx.Err()), nil
	}
	err := d.search(ctx)
	if err != nil && d.options.Method == Tree && d.problem.Tree != nil {
		err = d.tree.Err
	}
	if err != nil {
		return Known{}, err
	}
	return d.known(), nil
}

// search finds the minimum of each part in turn.
func (d *Decision) search(ctx context.Context) error {
	d.improved()
	for i, c := range d.choices {
		if c.s == nil {
			continue
		}
		if enough := &c.s.options.Enough; *enough > 0 { // what the other parts leave, which know nothing of each other
			*enough -= d.whole.base
			for j := range d.choices {
				if j != i {
					*enough -= d.choices[j].known().Cost
				}
			}
		}
		c.s.ctx, c.s.tell = ctx, d.improved
		if err := c.s.run(c.best); err != nil {
			return err
		}
		d.improved()
	}
	return nil
}

// improved tells Options.Progress of what is known, if it is more than before.
func (d *Decision) improved() {
	if d.options.Progress == nil {
		return
	}
	cost, lower := d.bounds()
	if d.said.Best.Len() == 0 { // nothing was said
		d.said = Known{Best: board.Bits(d.problem.Word), Cost: math.MaxInt, Lower: -1}
	}
	if d.said.Offer(d.said.Best, cost) || lower > d.said.Lower {
		d.said.Lower = max(lower, d.said.Lower)
		d.options.Progress(d.said.Cost, d.said.Lower)
	}
}

// bounds is what the best words of all parts cost together, and what is proved about that.
func (d *Decision) bounds() (cost, lower int) {
	cost, lower = d.whole.base, d.whole.base
	for i := range d.choices {
		if s := d.choices[i].s; s != nil {
			cost, lower = cost+s.known.Cost, lower+s.known.Lower
		}
	}
	return cost, lower
}

// known joins what is known about the parts.
func (d *Decision) known() (k Known) {
	k.Cost, k.Lower = d.bounds()
	word := d.whole.answer.Clone()
	name := Regions
	for i := range d.choices {
		part := d.choices[i].known()
		d.whole.apply(word, d.choices[i].f, part.Best.Bits())
		if part.Stopped != nil {
			k.Stopped = part.Stopped
		}
		if by := cmp.Or(part.Why.Method, Light); by != Regions {
			name = by
		}
	}
	if name != Regions && len(d.choices) > 1 {
		name = Sum
	}
	k.Best, k.Why = board.Bits(word), d.reason(name)
	k.Stop(k.Stopped)
	return k
}

// reason is that of a method.
func (d *Decision) reason(name string) Reason {
	return Reason{Method: name, Proof: ProofBy(name, d.problem.dimension()), Bound: "search (" + name + ")"}
}

// overTree is that a word is the lightest by the tree of the whole problem.
func (d *Decision) overTree(word gf2.Vec) Known {
	weight := d.problem.weigh(word)
	return Known{Best: board.Bits(word), Cost: weight, Lower: weight, Why: d.reason(Tree)}
}

// treeError is an error of package treewidth in the terms of this package.
func treeError(err error) error {
	if errors.Is(err, treewidth.ErrMemory) {
		return ErrMemory
	}
	return err
}

// AllMinimum proves the minimum and finds every word of that weight. See the function of that name.
func (d *Decision) AllMinimum(ctx context.Context) (Minima, error) {
	if d.program != nil {
		m, err := d.program.AllMinimum(ctx, d.problem.Word, d.problem.Costs, d.options.MaxMemory)
		if err != nil {
			return Minima{Known: d.problem.unsearched(treeError(err))}, nil
		}
		l := Minima{Known: d.overTree(m.Word), Count: m.Count, all: m.All()}
		if m.Count == nil {
			l.Stopped = ErrMemory
		}
		return l, nil
	}
	known, err := d.Minimum(ctx)
	l := Minima{Known: known, whole: d.whole}
	if err != nil || d.whole == nil || !known.Proved() {
		return l, err
	}
	return l, l.list(ctx, d.choices, d.options)
}

// Even reports whether the costs of all words have the same parity, as far as that is known.
func (d *Decision) Even() bool {
	if d.whole == nil {
		return false
	}
	for _, f := range d.whole.parts {
		if !f.even() {
			return false
		}
	}
	return true
}

// Lighten looks for a light word at once in the parts whose search takes long. The search then begins there, and ends
// where a word costs at most enough.
func (d *Decision) Lighten(ctx context.Context, enough int) Known {
	if d.whole == nil || d.program != nil {
		return d.problem.unsearched(ErrSize)
	}
	d.options.Enough = enough
	for _, c := range d.choices {
		if c.s == nil {
			continue
		}
		c.s.ctx, c.s.options.Enough = ctx, enough
		if c.steps > quick {
			leeBrickell(c.s, leeBrickellLong)
		}
	}
	k := d.known()
	k.Stop(ErrSize)
	return k
}
