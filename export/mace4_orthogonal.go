package export

import (
	"context"
	"fmt"
	"strconv"

	"lightsout/gf2"
)

// The second and third generator of Fazakas, Keresztes and Groza (2022): axioms for the lights alone. A
// puzzle is solvable exactly if its lights, added to the goal, are orthogonal to every vector of the
// left null space: an even number of the vector's lights has to change.
//
// As one long vector, each condition is one exclusive or of all its lights, which Mace4 turns into
// 2^n clauses; the paper ran out of memory on 5×5, and here Mace4 does not get past
// making clauses of it. As a matrix, on(row, column) is
// added up row by row, and then the rows:
//
//	sum1_1 <-> -(on(1,2) <-> -(on(1,3) <-> on(1,4))).
//	total1 <-> -(sum1_1 <-> -(sum1_2 <-> sum1_3)).
//	-total1.
//
// Elements count from 1; element 0 is neither a light nor a row.

// orthogonals are the values of Options.Orthogonal.
const (
	orthogonalVector = "vector"
	orthogonalMatrix = "matrix"
)

func (m *mace4) writeOrthogonal() error {
	if m.counts() || len(m.require) > 0 || len(m.forbid) > 0 {
		return fmt.Errorf("axioms for the lights alone say nothing about switches: leave out conditions on presses")
	}
	if !m.puzzle.DontCare.IsZero() {
		return fmt.Errorf("axioms for the lights alone are about all of them: every light of the goal must matter")
	}
	matrix, err := m.puzzle.Board.Matrix()
	if err != nil {
		return err
	}
	system, err := gf2.NewSystem(context.Background(), matrix)
	if err != nil {
		return err
	}
	conditions := system.LeftNull()
	switch m.Orthogonal {
	case orthogonalVector:
		return m.asVectors(conditions)
	case orthogonalMatrix:
		return m.asMatrices(conditions)
	}
	return fmt.Errorf("lights are orthogonal as %q; there is %s and %s", m.Orthogonal, orthogonalVector, orthogonalMatrix)
}

// asVectors writes each condition as one axiom.
func (m *mace4) asVectors(conditions []gf2.Vec) error {
	m.comments("% ", m.head("on(1), on(2), ... are the lights"))
	size := 1 + max(1, m.lights)
	m.begin(size)
	for i, y := range conditions {
		total := fmt.Sprintf("total%d", i+1)
		m.put(total, " <-> ")
		var terms []string
		for l := range y.Ones() {
			terms = append(terms, "on("+strconv.Itoa(l+1)+")")
		}
		m.xor(terms)
		m.put(".\n")
		m.even(total, y)
	}
	m.nowhere("on", size)
	m.put("\nend_of_list.\n")
	return m.Flush()
}

// even says that the sum over a condition is that of the goal.
func (m *mace4) even(total string, y gf2.Vec) {
	if !y.Dot(m.puzzle.Goal.Bits()) {
		m.put("-")
	}
	m.put(total, ".\n")
}

// asMatrices adds each condition up row by row, and then the rows.
func (m *mace4) asMatrices(conditions []gf2.Vec) error {
	layout := m.puzzle.Board.Layout()
	if layout == nil {
		return fmt.Errorf("%s has no rows and columns to write as a matrix; use %s", m.puzzle.Board.Spec(), orthogonalVector)
	}
	m.comments("% ", m.head("on(row, column) are the lights"))
	rows, cols := layout.Size()
	size := 1 + max(rows, cols)
	m.begin(size)
	for i, y := range conditions {
		byRow := make([][]string, rows)
		for l := range y.Ones() {
			r, c := layout.Place(l)
			byRow[r] = append(byRow[r], fmt.Sprintf("on(%d,%d)", r+1, c+1))
		}
		var sums []string
		for r, terms := range byRow {
			if len(terms) == 0 {
				continue
			}
			sum := fmt.Sprintf("sum%d_%d", i+1, r+1)
			m.define(sum, terms)
			sums = append(sums, sum)
		}
		total := fmt.Sprintf("total%d", i+1)
		m.define(total, sums)
		m.even(total, y)
	}
	m.emptyPlaces(size)
	m.put("\nend_of_list.\n")
	return m.Flush()
}

// emptyPlaces says that nothing is on where there is no light.
func (m *mace4) emptyPlaces(size int) {
	layout := m.puzzle.Board.Layout()
	rows, cols := layout.Size()
	for r := range size {
		for c := range size {
			if r == 0 || c == 0 || r > rows || c > cols || layout.Cell(r-1, c-1) < 0 {
				m.put("-on(", r, ",", c, ").\n")
			}
		}
	}
}
