package fewest

import (
	"math"
	"math/rand/v2"

	"lightsout/gf2"
)

// anneal looks for a light word by simulated annealing: it adds rows one at a time, as long as most of them
// are light. The walks are numbered and each has its own seed, so the outcome is always the same; a search
// that anneals again continues with the next numbers.
//
// Cost: about the given number of operations.
func anneal(s *search, effort int) {
	f := s.f
	if f.k() < annealFrom || s.known.Cost == s.known.Lower {
		return
	}
	rows, ones := make([][]int, f.k()), 0
	for i, r := range f.rows {
		rows[i] = r.Indices()
		ones += len(rows[i])
	}
	if ones > maxAnnealRow*f.k() {
		return
	}
	steps := effort / annealStarts / (1 + ones/f.k())
	var found [annealStarts]gf2.Vec
	inParallel(s.ctx, s.options.Workers, annealStarts, func(_, i int) {
		found[i] = f.walk(rows, s.trials.anneals+uint64(i), steps, s.stopped)
	})
	s.trials.anneals += annealStarts
	for _, word := range found {
		if w := f.weigh(word); word.Len() > 0 && w < s.known.Cost {
			s.offer(word, w)
		}
	}
}

// walk is the lightest word of one walk.
func (f *form) walk(rows [][]int, seed uint64, steps int, stop func() bool) gf2.Vec {
	// Prices of one unit and less are paid for ever at the end; at first even a few are.
	const hot, cold = 2.5, 0.25
	r := rand.New(rand.NewPCG(uint64(f.k()), seed))
	scale := float64(f.total) / float64(f.n())
	change := make([]int, f.n()) // what flipping a column adds
	for j, c := range f.cost {
		change[j] = c
		if f.word.Bit(j) {
			change[j] = -c
		}
	}
	weight := f.weigh(f.word)
	least, best := weight, f.word.Clone()
	const block = 1 << 10
	heat := 0.0
	for n := range steps {
		if n%block == 0 {
			if stop() {
				break
			}
			heat = scale * hot * math.Pow(cold/hot, float64(n)/float64(steps))
		}
		row := rows[r.IntN(len(rows))]
		more := 0
		for _, j := range row {
			more += change[j]
		}
		if more > 0 && r.Float64() >= math.Exp(-float64(more)/heat) {
			continue
		}
		for _, j := range row {
			change[j] = -change[j]
		}
		if weight += more; weight < least {
			least = weight
			for j := range change {
				best.Set(j, change[j] < 0)
			}
		}
	}
	return best
}
