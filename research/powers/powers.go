// Package powers cuts the switches of a board into the components of the powers of its matrix.
//
// Over GF(2) the matrix A of a grid has powers as sparse as A itself: A² = 1 + P²⊗1 + 1⊗P², as the mixed terms
// cancel. A², A⁴, A⁸, … fall apart into more and more components. A quiet pattern of A is one of each power, on each
// component, so it has few degrees of freedom there: on each of the four components of A² about half of the nullity.
package powers

import (
	"slices"

	"lightsout/board"
	"lightsout/internal/disjoint"
)

// Matrix is a square matrix over GF(2): the ones of each row, ascending.
type Matrix [][]int32

// Of is the matrix of a board, nil if it is not square. Row x has the lights that switch x toggles.
func Of(b *board.Board) Matrix {
	if b.Switches() != b.Lights() {
		return nil
	}
	m := make(Matrix, b.Switches())
	for x := range m {
		for _, l := range b.Toggles(x) {
			m[x] = append(m[x], int32(l))
		}
	}
	return m
}

// Squared is the square of the matrix, nil if it is not sparse.
func (m Matrix) Squared() Matrix {
	const most = 32 // ones of a row, on average
	square, ones := make(Matrix, len(m)), 0
	for i, row := range m {
		var sum []int32
		for _, j := range row {
			sum = append(sum, m[j]...)
		}
		slices.Sort(sum)
		for len(sum) > 0 {
			same := 1
			for same < len(sum) && sum[same] == sum[0] {
				same++
			}
			if same%2 != 0 {
				square[i] = append(square[i], sum[0])
			}
			sum = sum[same:]
		}
		if ones += len(square[i]); ones > most*len(m) {
			return nil
		}
	}
	return square
}

// Components lists the classes of rows and columns that the matrix joins, each ascending.
func (m Matrix) Components() [][]int {
	sets := disjoint.New[int](len(m))
	for i, row := range m {
		for _, j := range row {
			sets.Join(i, int(j))
		}
	}
	return sets.Classes(len(m))
}
