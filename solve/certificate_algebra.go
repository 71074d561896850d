package solve

import (
	"context"
	"errors"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
)

// quietSpace is what checking needs of the linear algebra of some columns of a board.
type quietSpace struct {
	nullity int
	basis   func() []gf2.Vec // nullity of them, over the switches
	how     string           // the way it was found
}

const (
	// quickChase bounds the words that light chasing goes over: some seconds.
	quickChase = 1 << 32
	// quickDense bounds the entries of a matrix whose elimination takes some seconds; a full check
	// goes up to fullDense, some minutes.
	quickDense = 1 << 26
	fullDense  = 1 << 30
)

// errLongElimination is why a nullity is not verified, unless the check is a full one, and errLargeElimination why it
// is not even then.
var (
	errLongElimination  = fmt.Errorf("eliminating so large a matrix again %w", errLong)
	errLargeElimination = errors.New("the matrix is too large to be eliminated again")
)

// algebra is the linear algebra of some columns of a board (nil: every switch), in another way than the
// engine named: by light chasing, or by dense elimination. (If the certificate names the wrong one, no harm is done.)
// The elimination that the solver itself uses verifies nothing.
func (v Verifier) algebra(ctx context.Context, b *board.Board, columns [][]int, engine string) (quietSpace, error) {
	shape, rectangle := rectangle(b)
	// Rows and columns may change places where both have ends, or neither has.
	rows, cols, turn := shape.Rows, shape.Cols, false
	if rows < cols && shape.WrapRows == shape.WrapCols {
		rows, cols, turn = cols, rows, true
	}
	if rectangle && columns == nil && engine != "chase" && float64(cols)*float64(cols)*float64(rows+cols)/64 <= quickChase && chases(b) == nil {
		return byTurnedChase(ctx, b, rows, cols, turn)
	}
	n := b.Switches()
	if columns != nil {
		n = len(columns)
	}
	switch entries := float64(n) * float64(b.Lights()); {
	case entries <= quickDense || entries <= fullDense && v.Full:
		return byDense(ctx, b, columns)
	case entries <= fullDense:
		return quietSpace{}, errLongElimination
	}
	return quietSpace{}, errLargeElimination
}

// byTurnedChase chases lights along the shorter side: if turn, on the board with rows and columns
// exchanged.
func byTurnedChase(ctx context.Context, b *board.Board, rows, cols int, turn bool) (quietSpace, error) {
	var err error
	if turn {
		if b, err = board.Parse(fmt.Sprintf("%s:%dx%d", b.Shape().Kind, rows, cols)); err != nil {
			return quietSpace{}, err
		}
	}
	c, err := newChaser(ctx, b)
	if err != nil {
		return quietSpace{}, err
	}
	basis := func() []gf2.Vec {
		list := c.Quiet()
		for i, v := range list {
			if turn {
				list[i] = gf2.NewVec(v.Len())
				for x := range v.Ones() {
					list[i].Set(x%cols*rows+x/cols, true)
				}
			}
		}
		return list
	}
	return quietSpace{c.Nullity(), basis, "light chasing"}, nil
}

func byDense(ctx context.Context, b *board.Board, columns [][]int) (quietSpace, error) {
	d := &sparse{switches: b.Switches(), columns: columns}
	n := b.Switches()
	if columns != nil {
		n = len(columns)
	}
	m := gf2.NewMatrix(b.Lights(), n)
	for col := range n {
		group := []int{col}
		if columns != nil {
			group = columns[col]
		}
		for _, x := range group {
			for _, l := range b.Toggles(x) {
				m.Flip(l, col)
			}
		}
	}
	system, err := gf2.NewSystem(ctx, m)
	if err != nil {
		return quietSpace{}, err
	}
	basis := func() []gf2.Vec {
		list := system.RightNull()
		for i, x := range list {
			list[i] = d.widen(x)
		}
		return list
	}
	return quietSpace{system.Nullity(), basis, "dense elimination"}, nil
}
