package board

import "sort"

// hexColor is the triangular colour code on hexagons (6.6.6) of odd distance d. Its places are the
// points (i, j) of a triangular lattice with i, j ≥ 0 and i + j ≤ 3(d−1)/2. Those with i − j ≡ 1 mod 3
// are faces, the checks; the others are bits. A face is checked by the up to six bits around it. The
// drawing has a row for each r = i + j, with i = 0 … r in it:
//
//	      o          o bit
//	    o   #        # check
//	  #   o   o
//	o   o   #   o
type hexColor struct{ rows int }

func makeHexColor(dims []int) code { return hexColor{3*(dims[0]-1)/2 + 1} }

// face is the first check of a row; every third point after it is another.
func (hexColor) face(row int) int { return (2 + 2*row) % 3 }

// facesBefore counts the checks in the rows above one. A row r has ⌊(r+2)/3⌋.
func (hexColor) facesBefore(row int) int {
	m, rest := (row+1)/3, (row+1)%3
	return 3*m*(m-1)/2 + m*(rest+1)
}

func (h hexColor) bitsBefore(row int) int { return row*(row+1)/2 - h.facesBefore(row) }

// rowOf is the row of the n-th of what is counted by before.
func (h hexColor) rowOf(n int, before func(row int) int) int {
	return sort.Search(h.rows, func(row int) bool { return before(row+1) > n })
}

// bit is where a bit is: its row and its i.
func (h hexColor) bit(s int) (row, i int) {
	row = h.rowOf(s, h.bitsBefore)
	n, face := s-h.bitsBefore(row), h.face(row)
	if n < face {
		return row, n
	}
	n -= face
	return row, face + 1 + n/2*3 + n%2
}

func (h hexColor) appendToggles(dst []int, s int) []int {
	row, i := h.bit(s)
	for _, step := range [6][2]int{{-1, -1}, {-1, 0}, {0, -1}, {0, 1}, {1, 0}, {1, 1}} {
		r, i := row+step[0], i+step[1]
		if r < 0 || r >= h.rows || i < 0 || i > r {
			continue
		}
		if face := h.face(r); i >= face && (i-face)%3 == 0 {
			dst = append(dst, h.facesBefore(r)+(i-face)/3)
		}
	}
	return dst
}

func (h hexColor) most() int { return 3 }

// total: a bit within is in three checks, one on a side in two, one at a corner in one, and a side has
// d bits.
func (h hexColor) total() int {
	d := (h.rows-1)/3*2 + 1
	return 3*h.bitsBefore(h.rows) - 3*d
}

func (h hexColor) checks() int { return h.facesBefore(h.rows) }

func (h hexColor) paper() (rows, cols int) { return h.rows, 2*h.rows - 1 }

func (h hexColor) bitPlace(s int) (row, col int) {
	row, i := h.bit(s)
	return row, h.rows - 1 - row + 2*i
}

func (h hexColor) checkPlace(l int) (row, col int) {
	row = h.rowOf(l, h.facesBefore)
	i := h.face(row) + 3*(l-h.facesBefore(row))
	return row, h.rows - 1 - row + 2*i
}
