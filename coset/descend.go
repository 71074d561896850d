package coset

import (
	"math/rand/v2"

	"lightsout/gf2"
)

// Efforts, in word operations: some milliseconds, and up to a second.
const (
	descendShort = 1 << 22
	descendLong  = 1 << 27
)

// descend looks for a light word without proving anything: it takes random information sets, on
// which a lightest word may well have next to no ones, and tries the words with at most two there
// (Lee and Brickell 1988). The sets come from a fixed seed, so the outcome is always the same.
//
// Cost: at most about the given number of word operations, and less once nothing better turns up;
// each set costs k²·n/64 of them, or twice that.
func descend(s *search, effort int) {
	f := s.f
	k := f.k()
	words := (f.n()+63)/64 + 1
	perSet := 2*k*k*words + 16*f.n() + 1000
	if f.total != f.n() {
		perSet *= 8 // weighing is no longer counting
	}
	effort = min(effort, perSet<<min(k, 12)) // of few words, few trials meet all
	pairs := k <= 512
	r := rand.New(rand.NewPCG(uint64(f.n()), uint64(k)))
	order := make([]int, f.n())
	for i := range order {
		order[i] = i
	}
	sum := gf2.NewVec(f.n())
	last, lastWeight := 0, s.weight // when a better word was last found
	for done := 0; done < min(effort, 3*last+descendShort) && s.weight > s.lower && !s.stopped(); done += perSet {
		if s.weight < lastWeight {
			last, lastWeight = done, s.weight
		}
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		rows, _, word := f.rebase(order)
		s.offer(word, f.weigh(word))
		for i, a := range rows {
			word.Add(a)
			if w := f.weigh(word); w < s.weight {
				s.offer(word, w)
			}
			if pairs {
				for _, b := range rows[:i] {
					copy(sum.Words(), word.Words())
					sum.Add(b)
					if w := f.weigh(sum); w < s.weight {
						s.offer(sum, w)
					}
				}
			}
			word.Add(a)
		}
	}
}
