package fewest

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"math/big"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/matching"
	"lightsout/internal/treewidth"
)

// Found is what a search found.
type Found struct {
	Known
	// Count is how many lightest words there are, if all were asked for; nil if the minimum is not proved or listing
	// them was cut short, and then Stopped says why.
	Count *big.Int
	// Sets is a proof of Lower by matching.
	Sets *matching.Packing

	// Each yields the lightest words one by one, each once, in an order that depends only on the problem and the options;
	// nil if Count is nil.
	Each func(context.Context) iter.Seq2[board.State, error]
}

// Run runs the steps that were taken, one after another, until one ends the search. When the context ends or a limit is
// reached, what is known so far is the result; that is not an error.
func (d *Decision) Run(ctx context.Context) (Found, error) {
	err := d.run(ctx)
	d.tell(d.found.Cost, d.found.Lower)
	return d.found, err
}

func (d *Decision) run(ctx context.Context) error {
	for _, step := range d.steps {
		if step.run == nil {
			continue
		}
		if done, err := step.run(ctx); err != nil || done {
			return err
		}
	}
	return d.join(ctx)
}

// join joins what was found out about the parts with what was known before.
func (d *Decision) join(ctx context.Context) error {
	if d.whole == nil {
		d.found.Stop(cmp.Or(d.tooLarge, ctx.Err(), errTime))
		return nil
	}
	k, floor := d.known(), d.found.Known
	if floor.Lower >= k.Cost && floor.Why != (Reason{}) { // which may have ended the search, or come too late
		k.Lower, k.Why = floor.Lower, floor.Why
	}
	if !k.Proved() && k.Raise(floor.Lower, floor.Why) && d.even() && k.Lower+1 < k.Cost {
		k.Raise(k.Lower+(k.Cost-k.Lower)%2, floor.Why) // all words have the same parity
	}
	k.Stop(k.Stopped)
	d.found.Known = k
	if d.options.Ask == All && k.Proved() {
		return d.list(ctx)
	}
	return nil
}

// offer takes a word if it costs less than the best.
func (d *Decision) offer(word gf2.Vec) { d.found.Offer(board.Bits(word), d.problem.weigh(word)) }

// prove takes a word that the tree proved to be a lightest one, or why it did not.
func (d *Decision) prove(word gf2.Vec, err error) {
	if err != nil {
		d.found.Stop(treeError(err))
		return
	}
	weight := d.problem.weigh(word)
	d.found.Known = Known{Best: board.Bits(word), Cost: weight, Lower: weight, Why: d.reason(Tree)}
}

func onlySteps(_ context.Context, d *Decision) (float64, error) {
	if d.problem.dimension() > 0 {
		return 0, errSeveral
	}
	return 0, nil
}

var errSeveral = errors.New("there are several answers")

func runOnly(_ context.Context, d *Decision) (bool, error) {
	k := &d.found
	k.Raise(k.Cost, Reason{Method: Only, Proof: OnlyAnswer})
	k.Count = big.NewInt(1)
	k.Each = func(context.Context) iter.Seq2[board.State, error] {
		return func(yield func(board.State, error) bool) { yield(k.Best, nil) }
	}
	return true, nil
}

// searchPart finds the minimum of a part.
func (d *Decision) searchPart(ctx context.Context, i int) error {
	d.improved()
	s := d.choices[i].s
	if s.options.Enough = max(d.options.Enough, d.found.Lower); s.options.Enough > 0 {
		s.options.Enough -= d.whole.base // and what the other parts leave, which know nothing of each other
		for j := range d.choices {
			if j != i {
				s.options.Enough -= d.choices[j].known().Cost
			}
		}
	}
	s.ctx, s.tell = ctx, d.improved
	err := s.run(d.choices[i].best)
	if err != nil && d.options.Method == Tree && d.problem.Graph != nil {
		err = d.tree.Err
	}
	d.improved()
	return err
}

// improved tells Options.Progress of what is known about the parts.
func (d *Decision) improved() {
	cost, lower := d.bounds()
	d.tell(cost, max(lower, min(cost, d.found.Lower)))
}

// tell tells Options.Progress of what is known, if it is more than before.
func (d *Decision) tell(cost, lower int) {
	if d.options.Progress == nil || d.problem.Residues != nil { // that search tells by itself
		return
	}
	if d.said.Best.Len() == 0 { // nothing was said
		d.said = Known{Best: d.found.Best, Cost: math.MaxInt, Lower: -1}
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

// reason is that of a way.
func (d *Decision) reason(name string) Reason { return reason(name, power(d.problem.dimension())) }

// treeError is an error of package treewidth in the terms of this package.
func treeError(err error) error {
	if errors.Is(err, treewidth.ErrMemory) {
		return ErrMemory
	}
	return err
}

// even reports whether the costs of all words have the same parity.
func (d *Decision) even() bool {
	for _, f := range d.whole.parts {
		if !f.even() {
			return false
		}
	}
	return true
}

// lighten looks for a light word at once in the parts whose search takes long. The search then begins there, and ends
// where a word costs at most as much as is known to be needed, or to be enough.
func (d *Decision) lighten(ctx context.Context) Known {
	if d.whole == nil || d.program != nil {
		return d.problem.given()
	}
	for _, c := range d.choices {
		if c.s == nil {
			continue
		}
		c.s.ctx, c.s.options.Enough = ctx, max(d.options.Enough, d.found.Lower)
		if c.steps > quick {
			leeBrickell(c.s, leeBrickellLong)
		}
	}
	k := d.known()
	k.Stop(ErrSize)
	return k
}
