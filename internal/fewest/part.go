package fewest

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// checkPart is a problem in its smallest form: columns that are distinct and not zero, over checks that
// are independent and cannot be split into two sets that share no column.
//
// Column c is the words cols[c*words : (c+1)*words], bit i for check i.
type checkPart struct {
	k      int
	words  int
	cols   []uint64
	target []uint64
	pivot  []int // pivot[i] is the column that is 1 at check i only
	column []int // the caller's number of each column
}

func (p *checkPart) m() int             { return len(p.column) }
func (p *checkPart) col(c int) []uint64 { return p.cols[c*p.words : (c+1)*p.words] }

// sumIsTarget reports whether the columns add up to the syndrome.
func (p *checkPart) sumIsTarget(set []int) bool {
	sum := slices.Clone(p.target)
	for _, c := range set {
		for w, x := range p.col(c) {
			sum[w] ^= x
		}
	}
	return !slices.ContainsFunc(sum, func(w uint64) bool { return w != 0 })
}

// compareSets orders sets of columns: by their size, and by the caller's numbers, which are in the order of columns.
func compareSets(a, b []int) int { return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b)) }

// onesOf yields the checks that a column has.
func onesOf(column []uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for w, x := range column {
			for ; x != 0; x &= x - 1 {
				if !yield(w*64 + bits.TrailingZeros64(x)) {
					return
				}
			}
		}
	}
}

// byPivots is the set that elimination gives: the pivot of each check that the target has.
func (p *checkPart) byPivots() []int {
	var set []int
	for i := range p.k {
		if p.target[i/64]>>(i%64)&1 != 0 {
			set = append(set, p.pivot[i])
		}
	}
	slices.Sort(set)
	return set
}

// leastCount is the lower bound before any search.
func (p *checkPart) leastCount() int {
	if slices.ContainsFunc(p.target, func(w uint64) bool { return w != 0 }) {
		return 1
	}
	return 0
}

// checkParts is a problem given by its checks, reduced.
type checkParts struct {
	of     Problem
	pivots []int
	list   []*checkPart // those with something to do
}

// withSyndrome is the checks, each with its bit of the syndrome as the last column.
func (p Problem) withSyndrome() *gf2.Matrix {
	n := p.cells()
	m := gf2.NewMatrix(len(p.Checks), n+1)
	for i, row := range p.Checks {
		for j := range row.Ones() {
			m.Set(i, j, true)
		}
		m.Set(i, n, p.Syndrome.Bit(i))
	}
	return m
}

// reduceChecks reduces a problem to its parts.
//
// Cost: an elimination of k rows and a pass over the ones that remain.
func reduceChecks(p Problem) (*checkParts, error) {
	n := p.cells()
	m := p.withSyndrome()
	out := &checkParts{of: p, pivots: m.ReduceColumns(n)}
	for i := len(out.pivots); i < m.Rows(); i++ {
		if m.At(i, n) {
			return nil, ErrEmpty
		}
	}
	rows := make([]gf2.Vec, len(out.pivots))
	for i := range rows {
		rows[i] = m.Row(i)
	}
	chosen := firsts(rows, n)
	for _, c := range components(rows, n) {
		columns := slices.DeleteFunc(c.columns, func(j int) bool { return chosen[j] != j })
		var own []gf2.Vec
		for _, i := range c.rows {
			own = append(own, rows[i])
		}
		if q := newCheckPart(own, columns); q.leastCount() > 0 {
			for _, i := range c.rows {
				at, _ := slices.BinarySearch(columns, chosen[out.pivots[i]])
				q.pivot = append(q.pivot, at)
			}
			out.list = append(out.list, q)
		}
	}
	return out, nil
}

func (c *checkParts) rank() int { return len(c.pivots) }

// anyWord is a word of the coset.
func (c *checkParts) anyWord() gf2.Vec {
	word := gf2.NewVec(c.of.cells())
	for _, part := range c.list {
		for _, at := range part.byPivots() {
			word.Set(part.column[at], true)
		}
	}
	return word
}

// byWords is the same problem, given by a word and a basis of the code.
func (c *checkParts) byWords(word gf2.Vec) Problem {
	m := gf2.NewMatrix(len(c.of.Checks), c.of.cells())
	for i, row := range c.of.Checks {
		m.Row(i).Add(row)
	}
	return Problem{Word: word, Basis: m.RightNull(), Costs: c.of.Costs}
}

// firsts maps every column to the first of its equals. Two equal columns cancel, so the others are never needed. Zero
// columns map to −1.
func firsts(rows []gf2.Vec, n int) []int {
	first := make([]int, n+1) // with the syndrome, which is the last
	for _, region := range disjoint.ByColumns(rows, n+1) {
		for _, j := range region.Cells {
			first[j] = region.Cells[0]
			if region.Fixed {
				first[j] = -1
			}
		}
	}
	return first
}

// newCheckPart is some columns of checks, each with its bit of the syndrome at the end.
func newCheckPart(checks []gf2.Vec, columns []int) *checkPart {
	q := &checkPart{k: len(checks), words: (len(checks) + 63) / 64, column: columns}
	q.target, q.cols = make([]uint64, q.words), make([]uint64, len(columns)*q.words)
	for i, row := range checks {
		for at, j := range columns {
			if row.Bit(j) {
				q.col(at)[i/64] |= 1 << (i % 64)
			}
		}
		if row.Bit(row.Len() - 1) {
			q.target[i/64] |= 1 << (i % 64)
		}
	}
	return q
}
