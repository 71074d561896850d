package encode

import (
	"fmt"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/gf2"
)

// gauss:N eliminates over GF(2) first and encodes the reduced rows instead of the lights. Each
// reduced row has one switch of its own (the pivot) and some of the k free switches, k being the
// nullity; it is written by cut:N, so for a board of rank r with rows of n1, …, nr switches
//
//	variables   Σ those of cut:N for ni      all ni ≤ k+1
//	clauses     Σ those of cut:N for ni, and the empty clause if the puzzle is unsolvable
//
// Once the free switches are known, all others follow by propagation; with nullity 0 all clauses are
// units. CDCL solvers cannot eliminate cheaply themselves, since adding two rows takes a number of
// resolution steps exponential in their length. For solvers that can, see Laitinen, Junttila and
// Niemelä, "Extending clause learning DPLL with parity reasoning" (ECAI 2010).

// eliminated is an encoding of the reduced rows.
func eliminated(write func(r *reduced, w *clauses, max int)) func(p *board.Puzzle, max int) (func(*clauses), error) {
	return func(p *board.Puzzle, max int) (func(*clauses), error) {
		r, err := reduce(p, max)
		if err != nil {
			return nil, err
		}
		return func(w *clauses) { write(r, w, max) }, nil
	}
}

// writeRows writes every reduced row, cut to max, and the empty clause if there is no answer.
func (r *reduced) writeRows(w *clauses, max int) {
	if r.unsolvable {
		w.clause()
	}
	var lits []cnf.Lit
	for i := range r.pivots {
		var odd bool
		lits, odd = r.row(lits[:0], i)
		cutXor(w, max, lits, odd)
	}
}

// reduced is A·x = change in reduced row echelon form.
type reduced struct {
	m          *gf2.Matrix // a column per switch, then the right side
	pivots     []int       // the pivot of each non-zero row
	unsolvable bool        // some row is 0 = 1
}

// reduce eliminates the puzzle's system. It takes one bit per light and switch, 1 GiB at most. It
// returns an error if the rows, cut to max, do not fit into a formula.
func reduce(p *board.Puzzle, max int) (*reduced, error) {
	b := p.System()
	if b.Lights() > 0 && b.Switches() >= gf2.MaxBits/b.Lights() {
		return nil, &board.TooLargeError{
			What: fmt.Sprintf("eliminating the %d×%d matrix of %s", b.Lights(), b.Switches(), b.Spec()),
			Limit: fmt.Sprintf("dense elimination takes up to %d entries (1 GiB); use cut:4, or chase on grids",
				gf2.MaxBits),
		}
	}
	rhs := b.Switches()
	m := gf2.NewMatrix(b.Lights(), rhs+1)
	var list []int
	for s := range b.Switches() {
		list = b.AppendToggles(list[:0], s)
		for _, l := range list {
			m.Set(l, s, true)
		}
	}
	for l := range p.Change().Bits().Ones() {
		m.Set(l, rhs, true)
	}
	r := newReduced(m)
	vars := b.Switches()
	for i := range r.pivots {
		vars += cutLinks(max, m.Row(i).Weight())
	}
	if vars > cnf.MaxVar {
		return nil, tooManyVars(b, "eliminated rows")
	}
	return r, nil
}

// newReduced reduces m in place. The last column of m is the right side.
func newReduced(m *gf2.Matrix) *reduced {
	rhs := m.Cols() - 1
	r := &reduced{m: m, pivots: m.ReduceColumns(rhs)}
	for i := len(r.pivots); i < m.Rows() && !r.unsolvable; i++ {
		r.unsolvable = m.At(i, rhs)
	}
	return r
}

// row appends the switches of row i, the pivot first, and returns them with the row's right side.
func (r *reduced) row(dst []cnf.Lit, i int) (lits []cnf.Lit, odd bool) {
	rhs := r.m.Cols() - 1
	for s := range r.m.Row(i).Ones() {
		if s == rhs {
			return dst, true
		}
		dst = append(dst, switchLit(s))
	}
	return dst, false
}
