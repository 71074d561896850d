package bench

import (
	"fmt"
	"slices"
)

// Two encodings may write the same clauses: cut:4 and chain:4 differ only from seven switches on. Times of one solver
// then differ by chance, and are not compared. How much they differ is the noise of the measurement.

// scramble is a bijection without structure (the finalizer of SplitMix64; Steele, Lea and Flood, OOPSLA 2014).
func scramble(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// differ reports whether two runs can be compared: they did not give a solver the same clauses under different names.
func (s results) differ() bool {
	a, b := s[0], s[1]
	return a.Formula == "" || a.Formula != b.Formula ||
		a.Contestant == b.Contestant || solverOf(a.Contestant) != solverOf(b.Contestant)
}

// same is the runs of two contestants that gave one solver the same clauses, and whether all of both are such.
func (s results) same(a, b string) (pairs []results, all bool) {
	pairs = onBoth(s.of(a), s.of(b))
	n := len(pairs)
	pairs = slices.DeleteFunc(pairs, results.differ)
	return pairs, n > 0 && len(pairs) == n
}

// twin is the first contestant of a list with the same formulas throughout as the last one; "" if there is none.
func (s results) twin(names []string) string {
	last := len(names) - 1
	for _, other := range names[:last] {
		if _, all := s.same(other, names[last]); all {
			return other
		}
	}
	return ""
}

// noise is by what factors the times of one solver differ where the formula does not: between two runs, and the largest
// between two means of a table.
func (s results) noise() (runs []float64, means float64) {
	s = s.right()
	names, families := s.contestants(), group(s, (*Result).family)
	for k, a := range names {
		for _, b := range names[:k] {
			pairs, _ := s.same(a, b)
			for _, both := range pairs {
				runs = append(runs, apart(both[0].time(), both[1].time()))
			}
			for _, family := range families {
				if _, all := family.same(a, b); all {
					means = max(means, apart(family.of(a).typical(), family.of(b).typical()))
				}
			}
		}
	}
	slices.Sort(runs)
	return runs, means
}

// noise shows it for each solver.
func (d *folderReport) noise(s results) {
	t := &table{Head: []string{"same clauses", "pairs of runs", "median factor", "95 % are below",
		"largest factor between two means"}}
	for _, part := range s.bySolver() {
		if runs, means := part.noise(); len(runs) > 0 {
			two := func(factor float64) string { return fmt.Sprintf("%.2f", factor) }
			t.add(part[0].solver(), len(runs), two(median(runs)), two(quantile(0.95, runs)), two(means))
		}
	}
	d.table(t)
}

// apart is how many times the larger of two times is the smaller.
func apart(a, b float64) float64 { return max(a/b, b/a) }
