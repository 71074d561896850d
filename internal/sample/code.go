package sample

import (
	"math/bits"

	"lightsout/gf2"
)

// Code is the set of states that overlap every one of some sets of lights evenly: with the board's
// invariants, the solvable states. It is kept in the reduced form of its constraints, which is
// unique, so that what a seed means does not depend on how elimination is done:
//
//	each constraint's first light is its pivot, and no other constraint has that light.
//
// The lights that are not pivots are free: choose them, and each pivot follows as a parity.
type Code struct {
	lights int
	free   gf2.Vec // the free lights
	Order  []int   // the free lights, ascending: bit j of a number of the code is Order[j]
	checks []check
	table  *gf2.SumTable // from numbers to states; nil if too large
}

type check struct {
	constraint gf2.Vec
	first      uint64 // word of the constraint
	pivot      int
}

// NewCode is the code of some constraints, each the lights of which an even number is on.
func NewCode(lights int, constraints []gf2.Vec) *Code {
	c := &Code{lights: lights, free: gf2.AllOnes(lights)}
	rows, pivots := Reduced(constraints, lights)
	for i, row := range rows {
		c.free.Set(pivots[i], false)
		c.checks = append(c.checks, check{row, row.Words()[0], pivots[i]})
	}
	c.Order = c.free.Indices()
	if c.Dim() <= 64 {
		c.table = Tabulate(c.Basis())
	}
	return c
}

// Reduced is the reduced row echelon form of some vectors, and its pivots.
func Reduced(vectors []gf2.Vec, length int) (rows []gf2.Vec, pivots []int) {
	m := gf2.NewMatrix(len(vectors), length)
	for i, v := range vectors {
		m.Row(i).Add(v)
	}
	pivots = m.Reduce()
	for i := range pivots {
		rows = append(rows, m.Row(i).Clone())
	}
	return rows, pivots
}

// MaxTable bounds the table of a linear map, in words.
const MaxTable = 1 << 19

// Tabulate is the map that takes bit i to images[i]; nil if the table would be too large.
func Tabulate(images []gf2.Vec) *gf2.SumTable {
	if len(images) == 0 || 32*(len(images)+7)*len(images[0].Words()) > MaxTable {
		return nil
	}
	var rows []uint64
	for _, image := range images {
		rows = append(rows, image.Words()...)
	}
	return gf2.NewSumTable(rows, len(images[0].Words()))
}

// Dim is how many lights are free.
func (c *Code) Dim() int { return len(c.Order) }

// EndsFree reports whether the last so many lights are free.
func (c *Code) EndsFree(lights int) bool {
	return lights <= c.Dim() && (lights == 0 || c.Order[c.Dim()-lights] == c.lights-lights)
}

// Basis is the states with just one free light on, in the order of the free lights.
func (c *Code) Basis() []gf2.Vec {
	basis := make([]gf2.Vec, c.Dim())
	for j, light := range c.Order {
		basis[j] = gf2.VecOf(c.lights, light)
		c.complete(basis[j])
	}
	return basis
}

// complete keeps the free lights as they are and sets the pivots.
func (c *Code) complete(state gf2.Vec) {
	if words := state.Words(); len(words) == 1 { // as below, without loops over one word
		v := words[0] & c.free.Words()[0]
		for i := range c.checks {
			k := &c.checks[i]
			v |= uint64(bits.OnesCount64(v&k.first)&1) << (k.pivot & 63)
		}
		words[0] = v
		return
	}
	state.And(c.free)
	for i := range c.checks {
		k := &c.checks[i]
		state.Set(k.pivot, state.Dot(k.constraint)) // of the pivots, a constraint has its own only
	}
}

// Contains reports whether the state satisfies every check.
func (c *Code) Contains(state gf2.Vec) bool { return c.Broken(state).Len() == 0 }

// Broken is the first check that the state does not satisfy: lights of which an odd number is on. It is of length 0 if
// there is none, and not to be changed.
func (c *Code) Broken(state gf2.Vec) gf2.Vec {
	for i := range c.checks {
		if state.Dot(c.checks[i].constraint) {
			return c.checks[i].constraint
		}
	}
	return gf2.Vec{}
}

// Draw makes state one of the code's, all being equally likely.
func (c *Code) Draw(state gf2.Vec, s *Stream) {
	s.Fill(state.Words())
	c.complete(state)
}

// At makes state the one whose free lights are the bits of n. If the code has slices, the bits of n are the first
// free lights, so many of them, and the others are drawn.
func (c *Code) At(state gf2.Vec, n uint64, slices uint, s *Stream) {
	clear(state.Words())
	if c.table != nil && slices == 0 {
		c.table.AddTo(state.Words(), []uint64{n})
		return
	}
	set := c.Order
	if slices > 0 {
		s.Fill(state.Words())
		set = c.Order[:slices]
	}
	for j, light := range set {
		state.Set(light, n>>j&1 != 0)
	}
	c.complete(state)
}

// Checks is how many constraints there are that do not follow from others.
func (c *Code) Checks() int { return len(c.checks) }
