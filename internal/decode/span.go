package decode

import (
	"math/bits"

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

// newSpans finds the form for the null space of a matrix.
func newSpans(m *gf2.Matrix, order []int) *spans {
	n := len(order)
	permuted := gf2.NewMatrix(m.Rows(), n)
	for i := range m.Rows() {
		row := m.Row(i)
		for at, c := range order {
			if row.Bit(c) {
				permuted.Set(i, at, true)
			}
		}
	}
	s := &spans{order: order, rows: permuted.RightNull(), begin: make([]int, n), end: make([]int, n)}
	for at := range n {
		s.begin[at], s.end[at] = -1, -1
	}
	// The rows come by ascending ends, all different. Adding one that ends earlier changes no end.
	for i, r := range s.rows {
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
	return s
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
