package solve

import (
	"lightsout/board"
	"lightsout/gf2"
)

// dense is the linear algebra of any board by elimination of its whole matrix.
type dense struct {
	system   *gf2.System
	switches int
	kept     []int // the switch of each column; nil: all, in order
}

func newDense(b *board.Board, without gf2.Vec) (*dense, error) {
	a, err := b.Matrix()
	if err != nil {
		return nil, err
	}
	d := &dense{switches: b.Switches()}
	if without.Len() > 0 && !without.IsZero() {
		d.kept = []int{}
		for s := range b.Switches() {
			if !without.Bit(s) {
				d.kept = append(d.kept, s)
			}
		}
		narrow := gf2.NewMatrix(b.Lights(), len(d.kept))
		for col, s := range d.kept {
			for _, l := range b.Toggles(s) {
				narrow.Set(l, col, true)
			}
		}
		a = narrow
	}
	d.system = gf2.NewSystem(a)
	return d, nil
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

// widen gives the switches that were left out their zeros back.
func (d *dense) widen(x gf2.Vec) gf2.Vec {
	if d.kept == nil {
		return x
	}
	wide := gf2.NewVec(d.switches)
	for col := range x.Ones() {
		wide.Set(d.kept[col], true)
	}
	return wide
}
