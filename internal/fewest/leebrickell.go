package fewest

import (
	"math/rand/v2"

	"lightsout/gf2"
)

// leeBrickell looks for a light word without proving anything. It tries random information sets, on
// which a lightest word may well have almost no ones, and all words with at most two ones there
// (Lee and Brickell 1988). The sets are numbered and each has its own seed, so the outcome is
// always the same; a search that calls it again continues with the next numbers.
//
// Cost: at most about the given number of word operations, and less once nothing better turns up;
// each set costs k²·n/64 of them, or twice that.
func leeBrickell(s *search, effort int) {
	if effort == 0 {
		return
	}
	f := s.f
	k := f.k()
	perSet := 2*k*k*((f.n()+63)/64+1) + 16*f.n() + 1000
	if f.total != f.n() {
		perSet *= 8 // weighing is more than counting ones
	}
	effort = min(effort, perSet<<min(k, 12)) // if there are few words, few trials find them all
	if s.trials.descents == 0 {
		word := s.known.Best.Bits().Clone()
		s.offer(word, f.slide(word))
	}
	anneal(s, effort)
	if perSet > 64*effort {
		return
	}
	batch := 8 // sets; whatever the number of workers
	if batch*perSet > effort {
		batch = 1
	}
	lastGain := 0
	for done := 0; done < min(effort, 3*lastGain+max(leeBrickellShort, effort/4)); done += batch * perSet {
		if s.known.Cost == s.known.Lower || s.enough() || s.stopped() {
			return
		}
		found := make([]gf2.Vec, batch)
		inParallel(s.ctx, s.options.Workers, batch, func(_, i int) {
			found[i] = f.lightNear(s.trials.descents+uint64(i), s.known.Cost)
		})
		s.trials.descents += uint64(batch)
		for _, word := range found {
			if word.Len() > 0 && f.weigh(word) < s.known.Cost {
				s.offer(word, f.weigh(word))
				lastGain = done
			}
		}
	}
}

// slide adds rows to a word as long as each makes it lighter, and returns its weight.
//
// Cost: k·n/64 a sweep.
func (f *form) slide(word gf2.Vec) int {
	weight := f.weigh(word)
	for changed := true; changed && !f.stopped(); {
		changed = false
		for _, row := range f.rows {
			word.Add(row)
			if w := f.weigh(word); w < weight {
				weight, changed = w, true
			} else {
				word.Add(row)
			}
		}
	}
	return weight
}

// lightNear returns a word lighter than a weight with at most two ones on a random information set,
// the lightest and first of these, or the empty vector.
func (f *form) lightNear(seed uint64, weight int) gf2.Vec {
	r := rand.New(rand.NewPCG(uint64(f.n()), seed))
	rows, _, word := f.rebase(r.Perm(f.n()))
	var best gf2.Vec
	if f.stopped() {
		return best
	}
	take := func(v gf2.Vec) {
		if w := f.weigh(v); w < weight {
			best, weight = v.Clone(), w
		}
	}
	take(word)
	sum := word.Clone()
	for i, a := range rows {
		word.Add(a)
		take(word)
		if len(rows) <= 512 { // pairs would cost more than another set
			for _, b := range rows[:i] {
				copy(sum.Words(), word.Words())
				sum.Add(b)
				take(sum)
			}
		}
		word.Add(a)
	}
	return best
}

// light looks for a light word: for about a second, or for all of the time that is given. If it finds one that is much
// lighter than those of a random code, as where a few errors are to be found, mitm may be within reach after all.
func light(s *search) error {
	if s.listing() {
		return ErrSize
	}
	_, given := s.ctx.Deadline()
	for more := true; more && !s.enough() && !s.stopped(); {
		before := s.trials.descents + s.trials.anneals
		leeBrickell(s, leeBrickellLong)
		if steps, err := mitmSteps(s); err == nil && s.affords(steps) && !s.enough() {
			s.known.Why.Method = "mitm"
			return mitm(s)
		}
		more = given && s.options.MaxSteps == 0 && s.trials.descents+s.trials.anneals > before
	}
	if s.enough() {
		return ErrEnough
	}
	return ErrSize
}
