package fewest

import (
	"cmp"
	"context"
	"math"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/reserve"
)

// overChecks is Minimum for a problem given by its checks. Where the words of the code have no more coefficients than
// there are checks, as for the many invariants of an odd hypercube, it searches them. Otherwise it looks for the fewest
// columns of the checks that add up to the syndrome.
func overChecks(ctx context.Context, p Problem, o Options) (Known, error) {
	if err := p.check(); err != nil {
		return Known{}, err
	}
	parts, err := reduceChecks(p)
	if err != nil {
		return Known{}, err
	}
	dimension := p.cells() - parts.rank()
	if p.Costs == nil && o.Method == "" && dimension > parts.rank() {
		return searchSyndromes(ctx, parts, o.withDefaults()), nil
	}
	k, err := Minimum(ctx, parts.byWords(parts.anyWord()), o)
	k.Why.Proof = withNumber("all %s sets that would do were compared", power(dimension))
	return k, err
}

// searchSyndromes searches part after part. Its method is that of the part with the most checks.
func searchSyndromes(ctx context.Context, parts *checkParts, o Options) Known {
	cells, left := parts.of.cells(), int64(sumsOfChecks)
	k := Known{Why: Reason{Method: "elimination", Proof: "every smaller set was ruled out"}}
	word, most := gf2.NewVec(cells), 0
	for _, p := range parts.list {
		s := newPartSearch(ctx, p, cells, o)
		if s.known.Cost > s.known.Lower && p.k > most {
			k.Why.Method, most = "mitm", p.k
		}
		s.known.Stop(s.overColumns(p, &left))
		word.Add(s.known.Best.Bits())
		k.Cost += s.known.Cost
		k.Lower += s.known.Lower
		if s.known.Stopped != nil {
			k.Stopped = s.known.Stopped
		}
	}
	k.Best = board.Bits(word)
	return k
}

// newPartSearch is a search for the fewest columns of a part, as a word of the caller's cells.
func newPartSearch(ctx context.Context, p *checkPart, cells int, o Options) *search {
	s := &search{ctx: ctx, options: o, parity: -1}
	s.known = Known{Best: board.Bits(gf2.NewVec(cells)), Cost: math.MaxInt, Lower: p.leastCount()}
	s.limit.Store(math.MaxInt)
	s.offerSet(p, p.byPivots())
	return s
}

// overColumns searches one part until its result is proved or a limit is reached, and returns which.
func (s *search) overColumns(p *checkPart, left *int64) (stopped error) {
	if s.known.Cost == s.known.Lower {
		return nil
	}
	if stopped = s.meet(p, left); stopped != nil && !s.stopped() {
		s.lightSets(p)
		stopped = s.meet(p, left) // which may find it proved
	}
	if s.stopped() {
		return s.ctx.Err()
	}
	return stopped
}

// Sets lists, in order, the sets of so many cells that satisfy the checks of a problem, where none is smaller. The
// error is why it does not.
func Sets(ctx context.Context, p Problem, count int, o Options) (list []gf2.Vec, err error) {
	o = o.withDefaults()
	n, m := p.cells(), p.withSyndrome()
	if h := newHalving(n, count); o.MaxSteps > 0 && h.steps > float64(o.MaxSteps) {
		return nil, ErrSums
	}
	if reserve.For(ctx, int64(n)*int64(len(p.Checks)/8+8)) != nil {
		return nil, ErrMemory
	}
	checks := make([]gf2.Vec, m.Rows())
	for i := range checks {
		checks[i] = m.Row(i)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	found := &shelf{ctx: ctx, most: o.MaxMemory}
	s := &search{ctx: ctx, options: o, known: Known{Best: board.Bits(gf2.NewVec(n))}}
	s.limit.Store(int64(count))
	s.list = &listing{end: func() { cancel(ErrMemory) }, emit: func(set gf2.Vec, _ int) bool {
		list = append(list, set)
		return found.take(int64(8*count+24+n/8)) == nil
	}}
	if err := s.listSets(newCheckPart(checks, inOrder(n)), count); err != nil {
		return nil, cmp.Or(context.Cause(ctx), err)
	}
	slices.SortFunc(list, func(a, b gf2.Vec) int { return slices.Compare(a.Indices(), b.Indices()) })
	return list, nil
}
