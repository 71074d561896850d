package treewidth

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"lightsout/gf2"
)

// spans is a basis of a code, fitted to an order of its columns: no two rows begin and no two rows end
// in the same place (the minimal span form; Kschischang and Sorokine 1995). The rows that are open at a
// cut, begun before it and not yet ended, are then a basis of the code modulo the words on either side.
// There are as few of them as possible.
type spans struct {
	order []int
	rows  []gf2.Vec // by place in the order
	begin []int     // per place, the row that begins there, or −1
	end   []int
}

// newSpans finds the form of a basis of words by place in the order, by ascending ends, which are all different. It
// changes the basis, and returns nil if the context ends.
func newSpans(ctx context.Context, order []int, basis []gf2.Vec) *spans {
	n := len(order)
	s := &spans{order: order, rows: basis, begin: make([]int, n), end: make([]int, n)}
	for at := range n {
		s.begin[at], s.end[at] = -1, -1
	}
	// Adding a row that ends earlier changes no end.
	for i, r := range s.rows {
		if i%64 == 0 && ctx.Err() != nil {
			return nil
		}
		s.end[lastOne(r)] = i
		for {
			first := r.NextOne(0)
			if s.begin[first] < 0 {
				s.begin[first] = i
				break
			}
			r.Add(s.rows[s.begin[first]])
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return s
}

// spansOfNull finds the form for the null space of the matrix with these columns.
func spansOfNull(ctx context.Context, checks int, columns [][]int32, order []int) *spans {
	return newSpans(ctx, order, nullSpace(ctx, checks, columns, order))
}

// spansOf finds the form for any basis, of words by column. Reduced, the words begin in different places. So it goes
// through the order from its end, where these are different ends.
func spansOf(ctx context.Context, order []int, basis []gf2.Vec) *spans {
	n := len(order)
	place := make([]int, n)
	for at, c := range order {
		place[c] = at
	}
	m := gf2.NewMatrix(len(basis), n)
	for i, word := range basis {
		for c := range word.Ones() {
			m.Set(i, place[c], true)
		}
	}
	var rows []gf2.Vec
	for i := len(m.Reduce()) - 1; i >= 0; i-- {
		rows = append(rows, turned(m.Row(i)))
	}
	s := newSpans(ctx, order, rows)
	if s == nil {
		return nil
	}
	for i, r := range s.rows {
		s.rows[i] = turned(r)
	}
	slices.Reverse(s.begin)
	slices.Reverse(s.end)
	s.begin, s.end = s.end, s.begin
	return s
}

// turned has the last place first.
func turned(word gf2.Vec) gf2.Vec {
	out := gf2.NewVec(word.Len())
	for at := range word.Ones() {
		out.Set(word.Len()-1-at, true)
	}
	return out
}

// nullSpace is the basis of the null space with a word for each column that depends on those before it in
// the order: that column, and independent ones before it. By place in the order.
//
// Each independent column is kept as a sum of columns that has, of all checks, one to itself: the first
// that no later column has. Those that a later column can meet are then as many as there are open checks,
// so that a narrow order takes little work, however long it is.
func nullSpace(ctx context.Context, checks int, columns [][]int32, order []int) []gf2.Vec {
	closes := make([]int32, checks) // the place of the last column that has the check
	for at, c := range order {
		for _, i := range columns[c] {
			closes[i] = int32(at)
		}
	}
	type sum struct {
		checks []int32 // by their closing, the first one is its own
		places gf2.Vec
	}
	own := make([]*sum, checks)
	byClosing := func(a, b int32) int { return cmp.Or(cmp.Compare(closes[a], closes[b]), cmp.Compare(a, b)) }
	var words []gf2.Vec
	for at, c := range order {
		if at%64 == 0 && ctx.Err() != nil {
			return nil
		}
		s := &sum{checks: slices.SortedFunc(slices.Values(columns[c]), byClosing), places: gf2.NewVec(len(order))}
		s.places.Set(at, true)
		for len(s.checks) > 0 {
			other := own[s.checks[0]]
			if other == nil {
				own[s.checks[0]] = s
				break
			}
			s.checks = symmetricDifference(s.checks, other.checks, byClosing)
			s.places.Add(other.places)
		}
		if len(s.checks) == 0 {
			words = append(words, s.places)
		}
		for _, i := range columns[c] {
			if int(closes[i]) == at {
				own[i] = nil // nobody needs it any more
			}
		}
	}
	return words
}

// symmetricDifference is what only one of two sorted lists has, sorted.
func symmetricDifference(a, b []int32, compare func(a, b int32) int) []int32 {
	out := make([]int32, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch c := compare(a[0], b[0]); {
		case c < 0:
			out, a = append(out, a[0]), a[1:]
		case c > 0:
			out, b = append(out, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

func lastOne(v gf2.Vec) int {
	words := v.Words()
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] != 0 {
			return 64*i + bits.Len64(words[i]) - 1
		}
	}
	return -1
}

// open lists the rows that are open at the cut before a place.
func (s *spans) open(cut int) []int {
	var rows []int
	for at := range cut {
		if r := s.begin[at]; r >= 0 {
			rows = append(rows, r)
		}
		if r := s.end[at]; r >= 0 {
			for i, o := range rows {
				if o == r {
					rows = append(rows[:i], rows[i+1:]...)
					break
				}
			}
		}
	}
	return rows
}

// coefficients says which rows add up to a word of the code.
func (s *spans) coefficients(word gf2.Vec) gf2.Vec {
	rest := gf2.NewVec(len(s.order))
	for at, c := range s.order {
		if word.Bit(c) {
			rest.Set(at, true)
		}
	}
	out := gf2.NewVec(len(s.rows))
	for at := rest.NextOne(0); at >= 0; at = rest.NextOne(at + 1) {
		r := s.begin[at]
		out.Set(r, true)
		rest.Add(s.rows[r])
	}
	return out
}

// words gives the rows in the numbering of the columns.
func (s *spans) words() []gf2.Vec {
	out := make([]gf2.Vec, len(s.rows))
	for i, r := range s.rows {
		out[i] = gf2.NewVec(len(s.order))
		for at := range r.Ones() {
			out[i].Set(s.order[at], true)
		}
	}
	return out
}
