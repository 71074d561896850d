package cosetleader

import (
	"context"
	"math/rand/v2"
	"slices"

	"lightsout/gf2"
)

const (
	// checkSetsWork is how many word operations all information sets may take, about a second, unless they are few.
	checkSetsWork = 1 << 29
	// checkSetWork bounds those of one.
	checkSetWork      = 1 << 27
	fewSets, mostSets = 8, 1 << 10
)

// informationSets looks for small sets where a proof is out of reach: it proves nothing.
//
// Choose k independent columns, the complement of an information set, and write all others in terms of them. Then every
// sum of other columns becomes the target by adding as many columns of those k as the two differ in checks (E. Prange,
// 1962). Sums of one and two columns are tried (Lee and Brickell 1988). leeBrickell does the same with a basis of the
// code, which is the larger matrix where there are few checks on many cells.
//
// Cost per set: k²·m/64 for the elimination, and up to m²/2·k/64 for the sums of m columns.
func (s *search) informationSets(p *part) {
	perSet := p.words * p.m() * (p.k + p.pairedColumns())
	sets := min(max(checkSetsWork/perSet, fewSets), mostSets)
	found := make([][]int, sets)
	inParallel(s.ctx, s.workers, sets, func(_, j int) { found[j] = newCheckSet(p, uint64(j)).lightest(s.ctx) })
	for _, set := range found {
		if set != nil && p.sumIsTarget(set) {
			s.offerSet(p, set)
		}
	}
}

// pairedColumns is how many columns are added to each of the others.
func (p *part) pairedColumns() int { return min(p.m(), checkSetWork/(p.words*p.m())) }

// checkSet is a part whose checks are rewritten so that k of the columns are unit vectors.
type checkSet struct {
	part *part
	base []uint64 // the target
	flat []uint64 // all columns, one after another
	unit []int    // the column that is 1 at check i only
}

func (f *checkSet) row(c int) []uint64 { return f.flat[c*f.part.words:][:f.part.words] }

func newCheckSet(p *part, seed uint64) *checkSet {
	order := rand.New(rand.NewPCG(seed, 0x697364)).Perm(p.m())
	m := gf2.NewMatrix(p.k, p.m()+1) // a row for each check; the last column is the target
	for j, c := range order {
		for i := range onesOf(p.col(c)) {
			m.Set(i, j, true)
		}
	}
	for i := range onesOf(p.target) {
		m.Set(i, p.m(), true)
	}
	f := &checkSet{part: p, base: make([]uint64, p.words), flat: make([]uint64, len(p.cols))}
	for i, pivot := range m.ReduceColumns(p.m()) {
		f.unit = append(f.unit, order[pivot])
		for j := range m.Row(i).Ones() {
			column := f.base
			if j < p.m() {
				column = f.row(order[j])
			}
			column[i/64] |= 1 << (i % 64)
		}
	}
	return f
}

// lightest is the smallest set found, or the one found so far when the context ends.
func (f *checkSet) lightest(ctx context.Context) []int {
	paired := f.part.pairedColumns()
	best, sum := onesIn(f.base), []int(nil)
	rest := make([]uint64, f.part.words)
	for a := range f.part.m() {
		if a%256 == 0 && ctx.Err() != nil {
			break
		}
		for w, x := range f.row(a) {
			rest[w] = f.base[w] ^ x
		}
		if n := 1 + onesIn(rest); n < best {
			best, sum = n, []int{a}
		}
		for b := range min(a, paired) {
			if n := 2 + distance(rest, f.row(b)); n < best {
				best, sum = n, []int{a, b}
			}
		}
	}
	return f.complete(sum)
}

// complete turns a sum of columns into the target with columns that are unit vectors.
func (f *checkSet) complete(sum []int) []int {
	odd := map[int]bool{}
	rest := slices.Clone(f.base)
	for _, c := range sum {
		odd[c] = !odd[c]
		for w, x := range f.row(c) {
			rest[w] ^= x
		}
	}
	for i := range onesOf(rest) {
		odd[f.unit[i]] = !odd[f.unit[i]]
	}
	var set []int
	for c, is := range odd {
		if is {
			set = append(set, c)
		}
	}
	slices.Sort(set)
	return set
}
