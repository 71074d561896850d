package gf2

// RightNull returns a basis of all x with m·x = 0: one vector for each column f that has no pivot
// in the reduced form of m, in ascending order. It is the only vector of the basis with a one at f,
// and its other ones are at pivot columns before f.
func (m *Matrix) RightNull() []Vec {
	r := m.Clone()
	pivots := r.Reduce()
	return r.nullOfReduced(pivots)
}

// nullOfReduced is RightNull of a matrix in reduced form. What it holds in its pivot columns is not
// looked at.
func (m *Matrix) nullOfReduced(pivots []int) []Vec {
	free := AllOnes(m.cols)
	for _, c := range pivots {
		free.Set(c, false)
	}
	basis := make([]Vec, 0, m.cols-len(pivots))
	number := make([]int, m.cols) // of the basis vector, for each free column
	for f := range free.Ones() {
		number[f] = len(basis)
		basis = append(basis, VecOf(m.cols, f))
	}
	for i, pivot := range pivots {
		row := m.Row(i).Clone()
		row.And(free)
		for f := range row.Ones() {
			basis[number[f]].Set(pivot, true)
		}
	}
	return basis
}
