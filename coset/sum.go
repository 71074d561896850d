package coset

import (
	"context"

	"lightsout/gf2"
)

// component is rows and columns that have ones only in each other.
type component struct{ rows, columns []int }

// components finds the connected components of a form: rows of a reduced basis belong together if
// they share a column. Different reduced bases give the same components (those of the code's
// matroid), so no change of basis could cut further.
//
// Cost: one look at every one of the rows.
func (f *form) components() []component {
	root := make([]int, f.k())
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	owner := make([]int, f.n()) // some row with a one in the column
	for j := range owner {
		owner[j] = -1
	}
	for i, row := range f.rows {
		for j := range row.Ones() {
			if owner[j] < 0 {
				owner[j] = i
			} else if a, b := find(owner[j]), find(i); a != b {
				root[max(a, b)] = min(a, b)
			}
		}
	}
	number := map[int]int{}
	var list []component
	for i := range root {
		r := find(i)
		if r == i {
			number[r] = len(list)
			list = append(list, component{})
		}
		c := &list[number[r]]
		c.rows = append(c.rows, i)
	}
	for j, i := range owner {
		c := &list[number[find(i)]]
		c.columns = append(c.columns, j)
	}
	return list
}

// parts cuts a form into its components. The minimum of a direct sum is the sum of the minima.
func (f *form) parts() []*form {
	var list []*form
	for _, c := range f.components() {
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
func (p *problem) solve(ctx context.Context, o Options, say *teller) ([]solved, error) {
	forms := p.parts()
	list := make([]solved, len(forms))
	best, lower := p.base, p.base
	for i, f := range forms {
		word, weight := f.start()
		list[i] = solved{f: f, best: word, weight: weight}
		best += weight
	}
	say.say(best, lower)
	for i, f := range forms {
		one, err := f.minimum(ctx, o, func(weight, low int) {
			say.say(best-list[i].weight+weight, lower+low)
		})
		if err != nil {
			return nil, err
		}
		best += one.weight - list[i].weight
		lower += one.lower
		list[i] = one
		say.say(best, lower)
	}
	return list, nil
}

// minimum solves one connected form.
func (f *form) minimum(ctx context.Context, o Options, tell func(weight, lower int)) (solved, error) {
	s := newSearch(ctx, f, o)
	defer s.cancel()
	s.tell = tell
	m := choose(s, o.Method)
	s.proof.Method = m.name
	return s.run(m)
}

// run lets a method search, and sums up.
func (s *search) run(m method) (solved, error) {
	var stop error
	if s.weight > 0 || s.listing() {
		if stop = s.ctx.Err(); stop == nil {
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
	r.Proof = Proof{Method: "sum"}
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

// apply adds to an answer in cells what a word of a part stands for.
func (p *problem) apply(answer gf2.Vec, f *form, word gf2.Vec) {
	for i, c := range f.pivot {
		if word.Bit(c) {
			answer.Add(p.lift[f.index[i]])
		}
	}
}
