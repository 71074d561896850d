package fewest

import (
	"cmp"

	"lightsout/gf2"
)

// solved is what is known of one part.
type solved struct {
	f       *form
	method  string
	best    gf2.Vec
	weight  int
	lower   int
	stopped error
}

func (s solved) proved() bool { return s.stopped == nil }

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
	return solved{f: s.f, method: cmp.Or(s.took, m.name), best: s.best, weight: s.weight, lower: s.lower, stopped: stop}, nil
}

// result joins the parts.
func (p *problem) result(parts []solved) Result {
	r := Result{Word: p.answer.Clone(), Weight: p.base, Lower: p.base, Proved: true, Method: Regions}
	for _, part := range parts {
		p.apply(r.Word, part.f, part.best)
		r.Weight += part.weight
		r.Lower += part.lower
		if !part.proved() {
			r.Proved = false
			r.Stopped = part.stopped
		}
		if part.method != Regions {
			if r.Method = part.method; len(parts) > 1 {
				r.Method = Sum
			}
		}
	}
	return r
}
