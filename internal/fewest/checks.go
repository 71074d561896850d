package fewest

import (
	"context"
	"math"

	"lightsout/gf2"
)

// sumsOfChecks bounds the sums that are formed for a problem given by its checks: some seconds of work.
const sumsOfChecks = 1 << 31

// overChecks is Minimum for a problem given by its checks. Where the words of the code have no more coefficients than
// there are checks, as for the many invariants of an odd hypercube, it searches them. Otherwise it looks for the fewest
// columns of the checks that add up to the syndrome.
func overChecks(ctx context.Context, p Problem, o Options) (Result, error) {
	if err := p.check(); err != nil {
		return Result{}, err
	}
	parts, err := reduceChecks(p)
	if err != nil {
		return Result{}, err
	}
	if p.Costs == nil && o.Method == "" && p.cells()-parts.rank() > parts.rank() {
		return searchSyndromes(ctx, parts, o.withDefaults(), newProgress(o.Progress)), nil
	}
	return Minimum(ctx, parts.byWords(parts.anyWord()), o)
}

// searchSyndromes searches part after part. Its method is that of the part with the most checks.
func searchSyndromes(ctx context.Context, parts *checkParts, o Options, say *progress) Result {
	cells, left := parts.of.cells(), int64(sumsOfChecks)
	searches, begin := make([]*search, len(parts.list)), make([]standing, len(parts.list))
	for i, p := range parts.list {
		searches[i] = newPartSearch(ctx, p, cells, o)
		searches[i].tell = func(now standing) { say.part(i, now) }
		begin[i] = standing{searches[i].weight, searches[i].lower}
	}
	say.begin(0, begin)
	r := Result{Word: gf2.NewVec(cells), Proved: true, Method: "elimination", Syndromes: true}
	most := 0
	for i, s := range searches {
		p := parts.list[i]
		if s.weight > s.lower && p.k > most {
			r.Method, most = "mitm", p.k
		}
		stopped := s.overColumns(p, &left)
		r.Word.Add(s.best)
		r.Weight += s.weight
		r.Lower += s.lower
		if s.weight > s.lower {
			r.Proved, r.Stopped = false, stopped
		}
	}
	return r
}

// newPartSearch is a search for the fewest columns of a part, as a word of the caller's cells.
func newPartSearch(ctx context.Context, p *part, cells int, o Options) *search {
	s := &search{ctx: ctx, workers: o.Workers, memory: o.MaxMemory, options: o, lower: p.leastCount()}
	s.best, s.weight = gf2.NewVec(cells), math.MaxInt
	s.limit.Store(math.MaxInt)
	s.offerSet(p, p.byPivots())
	return s
}

// overColumns searches one part until its result is proved or a limit is reached, and returns which.
func (s *search) overColumns(p *part, left *int64) (stopped error) {
	if s.weight == s.lower {
		return nil
	}
	stopped = s.meet(p, left)
	if s.stopped() {
		return s.ctx.Err()
	}
	return stopped
}
