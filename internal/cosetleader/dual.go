package cosetleader

import (
	"context"
	"math"

	"lightsout/gf2"
)

const (
	// maxWordsDimension is the dimension of a code up to which its words themselves are searched if a
	// search over syndromes has not proved its result.
	maxWordsDimension = 64
	// sumsBefore bounds the search over syndromes in that case, and sumsAlone otherwise.
	sumsBefore = 1 << 24
	sumsAlone  = 1 << 31
)

// overSyndromes is Minimum for a problem given by its checks. It looks for the fewest columns of the
// checks that add up to the syndrome. Where the code is small, as for the many invariants of an odd
// hypercube, and the result is not proved, a search over words goes on from the best word.
func overSyndromes(ctx context.Context, p Problem, o Options) (Result, error) {
	if err := p.check(); err != nil {
		return Result{}, err
	}
	parts, err := reduceChecks(p)
	if err != nil {
		return Result{}, err
	}
	o = o.withDefaults()
	small := p.cells()-parts.rank() <= maxWordsDimension
	if o.MaxSums <= 0 {
		o.MaxSums = sumsAlone
		if small {
			o.MaxSums = sumsBefore
		}
	}
	say := newProgress(o.Progress)
	found := searchSyndromes(ctx, parts, o, say)
	if found.Proved || !small || ctx.Err() != nil {
		return found, nil
	}
	_, _, r, err := searchWords(ctx, parts.byWords(found.Word), o, say)
	if err != nil {
		return Result{}, err
	}
	if r.Lower = max(r.Lower, found.Lower); r.Lower == r.Weight {
		r.Proved, r.Stopped = true, nil
	}
	return r, nil
}

// searchSyndromes searches part after part. Its method is that of the part with the most checks.
func searchSyndromes(ctx context.Context, parts *checkParts, o Options, say *progress) Result {
	cells, left := parts.of.cells(), o.MaxSums
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
	if p.k > 64 { // a proof is unlikely, so find a good word first
		s.informationSets(p)
	}
	stopped = s.meet(p, left)
	if s.lower < s.weight && p.k <= 64 {
		s.informationSets(p)
	}
	if s.stopped() {
		return s.ctx.Err()
	}
	return stopped
}
