package solve

import (
	"context"

	"lightsout/board"
	"lightsout/gf2"
)

// dense is the linear algebra of any board by elimination of its whole matrix.
type dense struct {
	system   *gf2.System
	switches int
	columns  [][]int // the switches of each column; nil: every switch for itself
}

// newDense eliminates the given columns of the board, each the sum of some switches; nil stands for
// every switch for itself.
func newDense(ctx context.Context, b *board.Board, columns [][]int) (*dense, error) {
	a, err := b.Matrix()
	if err != nil {
		return nil, err
	}
	if columns != nil {
		a = gf2.NewMatrix(b.Lights(), len(columns))
		for col, group := range columns {
			for _, s := range group {
				for _, l := range b.Toggles(s) {
					a.Flip(l, col)
				}
			}
		}
	}
	system, err := gf2.NewSystemContext(ctx, a)
	if err != nil {
		return nil, &GaveUpError{Engine: "gf2", Cause: context.Cause(ctx)}
	}
	return &dense{system: system, switches: b.Switches(), columns: columns}, nil
}

func (d *dense) Rank() int             { return d.system.Rank() }
func (d *dense) Nullity() int          { return d.system.Nullity() }
func (d *dense) Invariants() []gf2.Vec { return d.system.LeftNull() }

func (d *dense) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	x, witness, ok := d.system.Solve(change)
	if !ok {
		return gf2.Vec{}, witness, false
	}
	return d.widen(x), gf2.Vec{}, true
}

func (d *dense) Quiet() []gf2.Vec {
	basis := d.system.RightNull()
	for i, v := range basis {
		basis[i] = d.widen(v)
	}
	return basis
}

// widen turns a vector of columns into one of switches.
func (d *dense) widen(x gf2.Vec) gf2.Vec {
	if d.columns == nil {
		return x
	}
	wide := gf2.NewVec(d.switches)
	for col := range x.Ones() {
		for _, s := range d.columns[col] {
			wide.Flip(s)
		}
	}
	return wide
}
