package fewest

import (
	"context"
	"errors"

	"lightsout/gf2"
	"lightsout/internal/treewidth"
)

// Minimum searches as it was decided. See the function of that name.
func (d *Decision) Minimum(ctx context.Context) (Result, error) {
	_, r, err := d.search(ctx)
	return r, err
}

// search is Minimum that also returns the parts.
func (d *Decision) search(ctx context.Context) ([]solved, Result, error) {
	switch {
	case d.program != nil:
		word, err := d.program.Minimum(ctx, d.problem.Word, d.problem.Costs, d.options.MaxMemory)
		if err != nil {
			return nil, d.problem.unsearched(treeError(err)), nil
		}
		return nil, d.problem.overTree(word), nil
	case d.whole == nil:
		return nil, d.problem.unsearched(ctx.Err()), nil
	}
	parts, err := d.solve(ctx, newProgress(d.options.Progress))
	if err != nil {
		return nil, Result{}, err
	}
	return parts, d.whole.result(parts), nil
}

// solve finds the minimum of each part in turn.
func (d *Decision) solve(ctx context.Context, say *progress) ([]solved, error) {
	begin, best := make([]standing, len(d.choices)), make([]int, len(d.choices))
	for i, c := range d.choices {
		if c.s != nil {
			best[i] = c.s.weight
			begin[i].best = best[i]
		}
	}
	say.begin(d.whole.base, begin)
	list := make([]solved, len(d.choices))
	for i, c := range d.choices {
		if c.s == nil {
			list[i] = c.done
			continue
		}
		if enough := &c.s.options.Enough; *enough > 0 { // what the other parts leave, which know nothing of each other
			*enough -= d.whole.base
			for j, weight := range best {
				if j != i {
					*enough -= weight
				}
			}
		}
		c.s.ctx, c.s.tell = ctx, func(now standing) { say.part(i, now) }
		one, err := c.s.run(c.best)
		switch {
		case err != nil && d.options.Method == Tree && d.problem.Tree != nil:
			return nil, d.tree.Err
		case err != nil:
			return nil, err
		}
		say.part(i, standing{one.weight, one.lower})
		best[i], list[i] = one.weight, one
	}
	return list, nil
}

// overTree is the result that a word is the lightest by the tree of the whole problem.
func (p Problem) overTree(word gf2.Vec) Result {
	weight := p.weigh(word)
	return Result{Word: word, Weight: weight, Lower: weight, Proved: true, Method: Tree}
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
			return Minima{Result: d.problem.unsearched(treeError(err))}, nil
		}
		l := Minima{Result: d.problem.overTree(m.Word), Count: m.Count, all: m.All()}
		if m.Count == nil {
			l.Stopped = ErrMemory
		}
		return l, nil
	}
	parts, r, err := d.search(ctx)
	l := Minima{Result: r, whole: d.whole}
	if err != nil || !r.Proved {
		return l, err
	}
	return l, l.list(ctx, parts, d.options)
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
func (d *Decision) Lighten(ctx context.Context, enough int) Result {
	if d.whole == nil || d.program != nil {
		return d.problem.unsearched(ErrSize)
	}
	d.options.Enough = enough
	var parts []solved
	for _, c := range d.choices {
		if c.s == nil {
			parts = append(parts, c.done)
			continue
		}
		c.s.ctx, c.s.options.Enough = ctx, enough
		if c.steps > quick {
			leeBrickell(c.s, leeBrickellLong)
		}
		found := solved{f: c.s.f, method: Light, best: c.s.best, weight: c.s.weight, lower: c.s.lower, stopped: ErrSize}
		parts = append(parts, found)
	}
	return d.whole.result(parts)
}
