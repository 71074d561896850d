package fewest

import (
	"context"

	"lightsout/gf2"
)

// solved is what is known of one part.
type solved struct {
	f       *form
	best    gf2.Vec
	weight  int
	lower   int
	stopped error
	proof   Proof
}

func (s solved) proved() bool { return s.stopped == nil }

// solve finds the minimum of each part in turn.
func (p *problem) solve(ctx context.Context, o Options, say *progress) ([]solved, error) {
	begin, best := make([]standing, len(p.parts)), make([]int, len(p.parts))
	for i, f := range p.parts {
		_, best[i] = f.start()
		begin[i].best = best[i]
	}
	say.begin(p.base, begin)
	list := make([]solved, len(p.parts))
	for i, f := range p.parts {
		mine := o
		if o.Enough > 0 { // what the other parts leave, which know nothing of each other
			mine.Enough -= p.base
			for j, weight := range best {
				if j != i {
					mine.Enough -= weight
				}
			}
		}
		one, err := f.minimum(ctx, mine, func(now standing) { say.part(i, now) })
		if err != nil {
			return nil, err
		}
		say.part(i, standing{one.weight, one.lower})
		best[i], list[i] = one.weight, one
	}
	return list, nil
}

// minimum solves one connected form.
func (f *form) minimum(ctx context.Context, o Options, tell func(standing)) (solved, error) {
	if word, weight := f.start(); weight == 0 { // as for most puzzles of large files
		return solved{f: f, best: word, proof: Proof{Method: regionsProof.name, Columns: f.n(), Dimension: f.k()}}, nil
	}
	s := newSearch(ctx, f, o)
	s.tell = tell
	m := choose(s, o.Method, nil)
	s.proof.Method = m.name
	return s.run(m)
}

// run lets a method search, and collects the outcome.
func (s *search) run(m method) (solved, error) {
	var stop error
	if s.weight > 0 || s.listing() {
		if stop = s.ctx.Err(); stop == nil && s.enough() {
			stop = ErrEnough
		} else if stop == nil {
			stop = m.search(s)
		}
		if stop == nil {
			stop = s.ctx.Err()
		}
	}
	if isMethodError(stop) {
		return solved{}, stop
	}
	if stop == nil || s.lower == s.weight {
		stop = nil
		s.lower = s.weight
	}
	s.proof.Words = s.words.Load()
	s.proof.Weight, s.proof.Lower = s.weight, s.lower
	return solved{f: s.f, best: s.best, weight: s.weight, lower: s.lower, stopped: stop, proof: s.proof}, nil
}

// result joins the parts.
func (p *problem) result(parts []solved) Result {
	r := Result{Word: p.answer.Clone(), Weight: p.base, Lower: p.base, Proved: true}
	r.Proof = Proof{Method: Sum}
	for _, part := range parts {
		p.apply(r.Word, part.f, part.best)
		r.Weight += part.weight
		r.Lower += part.lower
		if !part.proved() {
			r.Proved = false
			r.Stopped = part.stopped
		}
		if part.proof.Method != regionsProof.name {
			r.Proof.Parts = append(r.Proof.Parts, part.proof)
		}
	}
	switch {
	case len(r.Proof.Parts) == 0:
		r.Proof = Proof{Method: regionsProof.name}
	case len(parts) == 1:
		r.Proof = r.Proof.Parts[0]
	}
	r.Proof.Cells, r.Proof.Columns, r.Proof.Dimension = p.answer.Len(), len(p.columns), p.k
	r.Proof.Fixed, r.Proof.Weight, r.Proof.Lower = p.base, r.Weight, r.Lower
	r.Method = r.Proof.Method
	return r
}
