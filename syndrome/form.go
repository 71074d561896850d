package syndrome

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"lightsout/gf2"
)

// part is a problem in its smallest form: columns that are distinct and not zero, over checks that
// are independent and cannot be split into two sets with no column across.
//
// Column c is the words cols[c*words : (c+1)*words], bit i for check i. Of equal columns only the
// lightest matters: two of them cancel.
type part struct {
	k      int
	words  int
	cols   []uint64
	target []uint64
	pivot  []int // pivot[i] is the column that is 1 at check i only
	column []int // the caller's number of each column
	weight []int // or nil
	class  []int // or nil
}

func (p *part) m() int             { return len(p.column) }
func (p *part) col(c int) []uint64 { return p.cols[c*p.words : (c+1)*p.words] }
func (p *part) weightOf(c int) int {
	if p.weight == nil {
		return 0
	}
	return p.weight[c]
}

// sumIsTarget reports whether the columns add up to the syndrome.
func (p *part) sumIsTarget(set []int) bool {
	sum := slices.Clone(p.target)
	for _, c := range set {
		for w, x := range p.col(c) {
			sum[w] ^= x
		}
	}
	return !slices.ContainsFunc(sum, func(w uint64) bool { return w != 0 })
}

// compare orders sets of columns: by number, weight, and the caller's numbers.
func (p *part) compare(a, b []int) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	weight := 0
	for i := range a {
		weight += p.weightOf(a[i]) - p.weightOf(b[i])
	}
	if weight != 0 {
		return weight
	}
	return slices.Compare(a, b) // columns are in the order of the caller's numbers
}

// byPivots is the answer that elimination gives: a column for each broken check.
func (p *part) byPivots() []int {
	var set []int
	for i := range p.k {
		if p.target[i/64]>>(i%64)&1 != 0 {
			set = append(set, p.pivot[i])
		}
	}
	slices.Sort(set)
	return set
}

// leastCount is what is known before any search.
func (p *part) leastCount() int {
	if slices.ContainsFunc(p.target, func(w uint64) bool { return w != 0 }) {
		return 1
	}
	return 0
}

// reduce brings a problem to its parts, those with something to do. Cost: an elimination of k rows
// and a pass over the ones that remain.
func reduce(p Problem) ([]*part, error) {
	n := p.Columns()
	m := gf2.NewMatrix(len(p.Checks), n+1)
	for i, row := range p.Checks {
		for j := range row.Ones() {
			m.Set(i, j, true)
		}
		m.Set(i, n, p.Syndrome.Bit(i))
	}
	pivots := m.ReduceColumns(n)
	for i := len(pivots); i < m.Rows(); i++ {
		if m.At(i, n) {
			return nil, ErrUnreachable
		}
	}
	groups := connected(m, len(pivots), n)
	var parts []*part
	for _, rows := range groups {
		if !slices.ContainsFunc(rows, func(i int) bool { return m.At(i, n) }) {
			continue
		}
		parts = append(parts, newPart(p, m, rows))
	}
	return parts, nil
}

// connected groups the rows that columns join. In reduced form these are the finest groups there
// are: the connected components of the matroid of columns.
func connected(m *gf2.Matrix, rows, n int) [][]int {
	leader := make([]int, rows)
	for i := range leader {
		leader[i] = i
	}
	find := func(i int) int {
		for leader[i] != i {
			leader[i] = leader[leader[i]]
			i = leader[i]
		}
		return i
	}
	first := make([]int32, n)
	for i := range rows {
		for j := m.Row(i).NextOne(0); j >= 0 && j < n; j = m.Row(i).NextOne(j + 1) {
			if first[j] == 0 {
				first[j] = int32(i) + 1
			} else if a, b := find(int(first[j])-1), find(i); a != b {
				leader[max(a, b)] = min(a, b)
			}
		}
	}
	var groups [][]int
	index := map[int]int{}
	for i := range rows {
		l := find(i)
		if _, ok := index[l]; !ok {
			index[l] = len(groups)
			groups = append(groups, nil)
		}
		groups[index[l]] = append(groups[index[l]], i)
	}
	return groups
}

func newPart(p Problem, m *gf2.Matrix, rows []int) *part {
	n := p.Columns()
	q := &part{k: len(rows), words: (len(rows) + 63) / 64}
	q.target = make([]uint64, q.words)
	place := make([]int32, n) // 1 + where a column is among those that are not zero
	var list []int
	for _, i := range rows {
		for j := m.Row(i).NextOne(0); j >= 0 && j < n; j = m.Row(i).NextOne(j + 1) {
			if place[j] == 0 {
				place[j] = 1
				list = append(list, j)
			}
		}
	}
	slices.Sort(list)
	for at, j := range list {
		place[j] = int32(at)
	}
	all := make([]uint64, len(list)*q.words)
	for bit, i := range rows {
		for j := m.Row(i).NextOne(0); j >= 0; j = m.Row(i).NextOne(j + 1) {
			if j == n {
				q.target[bit/64] |= 1 << (bit % 64)
			} else {
				all[int(place[j])*q.words+bit/64] |= 1 << (bit % 64)
			}
		}
	}
	q.merge(p, list, all)
	unit := map[int]int{} // the check of each column that is 1 just there
	for c := range q.m() {
		if bit := onlyBit(q.col(c)); bit >= 0 {
			unit[bit] = c
		}
	}
	for bit := range rows {
		q.pivot = append(q.pivot, unit[bit])
	}
	return q
}

// merge keeps the lightest, then first, of equal columns.
func (p *part) merge(of Problem, list []int, all []uint64) {
	weigh := func(at int) int {
		if of.Weights == nil {
			return 0
		}
		return of.Weights[list[at]]
	}
	best := make(map[string]int, len(list))
	key := make([]byte, 8*p.words)
	keyOf := func(at int) []byte {
		for w, x := range all[at*p.words : (at+1)*p.words] {
			binary.LittleEndian.PutUint64(key[8*w:], x)
		}
		return key
	}
	for at := range list {
		k := keyOf(at)
		if old, ok := best[string(k)]; !ok || weigh(at) < weigh(old) {
			best[string(k)] = at
		}
	}
	for at, j := range list {
		if best[string(keyOf(at))] != at {
			continue
		}
		p.cols = append(p.cols, all[at*p.words:(at+1)*p.words]...)
		p.column = append(p.column, j)
		if of.Weights != nil {
			p.weight = append(p.weight, of.Weights[j])
		}
		if of.Classes != nil {
			p.class = append(p.class, of.Classes[j])
		}
	}
}

// classes are the columns of each label, if the labels say anything.
func (p *part) classes() [][]int {
	const most = 8 // more classes than that are no hint
	labels := slices.Compact(slices.Sorted(slices.Values(p.class)))
	if len(labels) < 2 || len(labels) > most {
		return nil
	}
	list := make([][]int, len(labels))
	for c, label := range p.class {
		at, _ := slices.BinarySearch(labels, label)
		list[at] = append(list[at], c)
	}
	return list
}

// onlyBit is the index of the single one of a column, or -1.
func onlyBit(col []uint64) int {
	bit := -1
	for w, x := range col {
		if x == 0 {
			continue
		}
		if bit >= 0 || x&(x-1) != 0 {
			return -1
		}
		bit = w*64 + bits.TrailingZeros64(x)
	}
	return bit
}
