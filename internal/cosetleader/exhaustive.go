package cosetleader

import "math"

// exhaustive tries every word, depth first over the rows, and leaves out what cannot be light enough: once the last row
// that changes a column is decided, its cost is known. It is for costs that are too large for walsh, which counts
// in 16 bits.
//
// Cost: at most 2^k·n/64.
func exhaustive(s *search) error {
	f := s.f
	settled := make([][]int, f.k()) // by row, the columns that no later row changes
	for j := range f.n() {
		last := 0
		for i, row := range f.rows {
			if row.Bit(j) {
				last = i
			}
		}
		settled[last] = append(settled[last], j)
	}
	word, visited, stopped := f.word.Clone(), uint64(0), false
	var decide func(i, weight int)
	decide = func(i, weight int) {
		visited++
		stopped = stopped || visited%1024 == 0 && s.stopped()
		if stopped || weight > s.aim() {
			return
		}
		if i == f.k() {
			s.offer(word.Clone(), weight)
			return
		}
		for range 2 {
			more := 0
			for _, j := range settled[i] {
				if word.Bit(j) {
					more += f.cost[j]
				}
			}
			decide(i+1, weight+more)
			word.Add(f.rows[i])
		}
	}
	decide(0, 0)
	s.words.Add(visited)
	return s.ctx.Err()
}

// maxExhaustive bounds the coefficients: more would take hours, and a light word is of more use.
const maxExhaustive = 30

func exhaustiveSteps(s *search) (float64, error) {
	if s.f.k() > maxExhaustive {
		return 0, tooManyCoefficients("exhaustive", s.f.k())
	}
	return tableSteps + math.Exp2(float64(s.f.k()+4)), nil
}
