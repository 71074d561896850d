package cosetleader

import (
	"context"
	"slices"

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

func searchSyndromes(ctx context.Context, parts *checkParts, o Options, say *progress) Result {
	s := &dualSearch{ctx: ctx, options: o, parts: parts.list, left: o.MaxSums, say: say}
	var begin []standing
	for _, part := range parts.list {
		f := finding{set: part.byPivots(), lower: part.leastCount()}
		s.finds = append(s.finds, f)
		begin = append(begin, standing{len(f.set), f.lower})
	}
	say.begin(0, begin)
	for i := range s.parts {
		s.solve(i)
	}
	return s.result(parts.of.cells())
}

// dualSearch is one search over the syndromes of all parts.
type dualSearch struct {
	ctx     context.Context
	options Options
	parts   []*part
	finds   []finding
	left    int64 // sums that may still be formed
	say     *progress
}

// finding is what is known of a part so far.
type finding struct {
	set     []int // indices of the part's columns, ascending
	lower   int
	method  string
	stopped error
}

func (f finding) proved() bool { return f.lower == len(f.set) }

// solve searches one part until its result is proved or a limit is reached.
func (s *dualSearch) solve(i int) {
	p, f := s.parts[i], &s.finds[i]
	switch {
	case len(f.set) <= 1:
		f.lower = len(f.set)
	case p.k > 64: // a proof is unlikely, so find a good word first
		s.informationSets(i)
		s.mitm(i)
		f.method = "mitm"
	default:
		f.method = "mitm"
		s.mitm(i)
		if !f.proved() && s.ctx.Err() == nil {
			s.informationSets(i)
		}
	}
	if f.proved() {
		f.stopped = nil
	} else if err := s.ctx.Err(); err != nil {
		f.stopped = err
	}
}

// better takes a set of the part's columns if it is smaller than the best, or as small and first in dictionary order.
func (s *dualSearch) better(i int, set []int) {
	f := &s.finds[i]
	if compareSets(set, f.set) < 0 {
		smaller := len(set) < len(f.set)
		f.set = slices.Clone(set)
		if smaller {
			s.say.part(i, standing{len(f.set), f.lower})
		}
	}
}

// raise says that the part needs at least so many columns.
func (s *dualSearch) raise(i, lower int) {
	if f := &s.finds[i]; lower > f.lower {
		f.lower = min(lower, len(f.set))
		s.say.part(i, standing{len(f.set), f.lower})
	}
}

// result joins the parts. Its method is that of the part with the most checks.
func (s *dualSearch) result(cells int) Result {
	r := Result{Word: gf2.NewVec(cells), Proved: true, Method: "elimination", Syndromes: true}
	most := 0
	for i, f := range s.finds {
		for _, c := range f.set {
			r.Word.Set(s.parts[i].column[c], true)
		}
		r.Weight += len(f.set)
		r.Lower += f.lower
		r.Proved = r.Proved && f.proved()
		if f.stopped != nil && !f.proved() {
			r.Stopped = f.stopped
		}
		if k := s.parts[i].k; f.method != "" && k > most {
			r.Method, most = f.method, k
		}
	}
	return r
}
