package solve

import (
	"context"

	"lightsout/gf2"
	"lightsout/internal/zmod"
)

// modularTwo is the engine modular on lights with two states: the Howell form over Z/2. It is much slower than
// elimination over GF(2), with which it shares no code, and is there so that each checks the other.
type modularTwo struct {
	system     *zmod.System
	quiet      []gf2.Vec
	invariants []gf2.Vec
	switches   int
	columns    [][]int // the switches of each column
}

func byModular(ctx context.Context, pr *problem) (Linear, error) {
	b := pr.system
	m := &modularTwo{switches: b.Switches(), columns: pr.columns()}
	if m.columns == nil {
		for s := range b.Switches() {
			m.columns = append(m.columns, []int{s})
		}
	}
	columns := make([][]zmod.Entry, len(m.columns))
	lights := make([][]zmod.Entry, b.Lights()) // the same by its rows, for the left null space
	for i, group := range m.columns {
		for _, s := range group {
			for _, l := range b.Toggles(s) {
				columns[i] = append(columns[i], zmod.Entry{Row: l, Value: 1})
				lights[l] = append(lights[l], zmod.Entry{Row: i, Value: 1})
			}
		}
	}
	gaveUp := func(err error) error { return &GaveUpError{Engine: modular, Cause: err} }
	var err error
	if m.system, err = zmod.NewSystem(ctx, 2, b.Lights(), columns); err != nil {
		return nil, gaveUp(err)
	}
	quiet, err := m.system.Kernel(ctx)
	if err != nil {
		return nil, gaveUp(err)
	}
	for _, x := range quiet.Words {
		m.quiet = append(m.quiet, m.widen(x))
	}
	transposed, err := zmod.NewSystem(ctx, 2, len(columns), lights)
	if err != nil {
		return nil, gaveUp(err)
	}
	left, err := transposed.Kernel(ctx)
	if err != nil {
		return nil, gaveUp(err)
	}
	for _, y := range left.Words {
		m.invariants = append(m.invariants, bitsOf(y))
	}
	return m, nil
}

func (m *modularTwo) Rank() int             { return m.system.Rank() }
func (m *modularTwo) Nullity() int          { return len(m.quiet) }
func (m *modularTwo) Quiet() []gf2.Vec      { return clones(m.quiet) }
func (m *modularTwo) Invariants() []gf2.Vec { return clones(m.invariants) }

func (m *modularTwo) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	needed := make([]uint8, change.Len())
	for l := range change.Ones() {
		needed[l] = 1
	}
	x, y, ok := m.system.Solve(needed)
	if !ok {
		return gf2.Vec{}, bitsOf(y), false
	}
	return m.widen(x), gf2.Vec{}, true
}

func (m *modularTwo) widen(x []uint8) gf2.Vec {
	wide := gf2.NewVec(m.switches)
	for i, group := range m.columns {
		for _, s := range group {
			wide.Set(s, x[i] == 1)
		}
	}
	return wide
}

// bitsOf is numbers modulo 2 as bits.
func bitsOf(x []uint8) gf2.Vec {
	v := gf2.NewVec(len(x))
	for i, d := range x {
		v.Set(i, d == 1)
	}
	return v
}
