package cosetleader

import (
	"context"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// component is rows and columns that have ones only in each other.
type component struct{ rows, columns []int }

// components groups the rows of a reduced matrix that share columns, and the first n columns with
// them; zero columns belong to none. Every reduced basis of a code has the same components (those of
// its matroid), so no change of basis could split the code further.
//
// Cost: proportional to the number of ones.
func components(rows []gf2.Vec, n int) []component {
	sets := disjoint.New[int](len(rows))
	owner := slices.Repeat([]int{-1}, n) // some row with a one in the column
	for i, row := range rows {
		for j := range row.Ones() {
			if j >= n {
				break
			}
			if owner[j] < 0 {
				owner[j] = i
			} else {
				sets.Join(owner[j], i)
			}
		}
	}
	classes := sets.Classes(len(rows))
	list := make([]component, len(classes))
	number := make([]int, len(rows))
	for at, class := range classes {
		list[at].rows = class
		for _, i := range class {
			number[i] = at
		}
	}
	for j, i := range owner {
		if i >= 0 {
			c := &list[number[i]]
			c.columns = append(c.columns, j)
		}
	}
	return list
}

// parts cuts a form into its components. The minimum of a direct sum is the sum of the minima.
func (f *form) parts() []*form {
	var list []*form
	for _, c := range components(f.rows, f.n()) {
		list = append(list, f.restrict(c.columns, c.rows))
	}
	return list
}

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
	forms := p.parts()
	begin, best := make([]standing, len(forms)), make([]int, len(forms))
	for i, f := range forms {
		_, best[i] = f.start()
		begin[i].best = best[i]
	}
	say.begin(p.base, begin)
	list := make([]solved, len(forms))
	for i, f := range forms {
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
	defer s.cancel()
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
	r := Result{Word: p.answer.Clone(), Weight: p.base, Lower: p.base, Proved: true, TiesProved: true}
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
	r.Proof.Cells, r.Proof.Columns, r.Proof.Dimension = p.answer.Len(), p.n(), p.k()
	r.Proof.Fixed, r.Proof.Weight, r.Proof.Lower = p.base, r.Weight, r.Lower
	r.Method = r.Proof.Method
	return r
}

// apply adds a word of a part to an answer in cells.
func (p *problem) apply(answer gf2.Vec, f *form, word gf2.Vec) {
	for i, c := range f.pivot {
		if word.Bit(c) {
			answer.Add(p.lift[f.index[i]])
		}
	}
}
