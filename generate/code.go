package generate

import (
	"math/bits"

	"lightsout/gf2"
)

// code is the set of states that overlap every one of some sets of lights evenly: with the board's
// invariants, the solvable states. It is kept in the reduced form of its constraints, which is
// unique, so that what a seed means does not depend on how elimination is done:
//
//	each constraint's first light is its pivot, and no other constraint has that light.
//
// The lights that are not pivots are free: choose them, and each pivot follows as a parity.
type code struct {
	lights int
	free   gf2.Vec // the free lights
	order  []int   // the free lights, ascending: bit j of a number of the code is order[j]
	checks []check
	table  *byteMap // from numbers to states; nil if too large
}

type check struct {
	constraint gf2.Vec
	first      uint64 // word of the constraint
	pivot      int
}

func newCode(lights int, constraints []gf2.Vec) *code {
	m := gf2.NewMatrix(len(constraints), lights)
	for i, c := range constraints {
		m.Row(i).Add(c)
	}
	c := &code{lights: lights, free: gf2.AllOnes(lights)}
	for i, p := range m.Reduce() {
		c.free.Set(p, false)
		c.checks = append(c.checks, check{m.Row(i).Clone(), m.Row(i).Words()[0], p})
	}
	c.order = c.free.Indices()
	if rows := 256 * ((c.dim() + 7) / 8); c.dim() <= 64 && rows*len(c.free.Words()) <= maxByteMap {
		c.table = newByteMap(c.basis(), lights)
	}
	return c
}

func (c *code) dim() int { return len(c.order) }

// endsFree reports whether the last so many lights are free.
func (c *code) endsFree(lights int) bool {
	return lights <= c.dim() && (lights == 0 || c.order[c.dim()-lights] == c.lights-lights)
}

// basis is the states with just one free light on, in the order of the free lights.
func (c *code) basis() []gf2.Vec {
	basis := make([]gf2.Vec, c.dim())
	for j, light := range c.order {
		basis[j] = gf2.VecOf(c.lights, light)
		c.complete(basis[j])
	}
	return basis
}

// complete keeps the free lights as they are and sets the pivots.
func (c *code) complete(state gf2.Vec) {
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

// contains reports whether the state satisfies every check.
func (c *code) contains(state gf2.Vec) bool {
	for i := range c.checks {
		if state.Dot(c.checks[i].constraint) {
			return false
		}
	}
	return true
}

// draw makes state one of the code's, all being equally likely.
func (c *code) draw(state gf2.Vec, s *stream) {
	s.fill(state.Words())
	c.complete(state)
}

// at makes state the one whose free lights are the bits of n. If the code has slices, the bits of n are the first
// free lights, so many of them, and the others are drawn.
func (c *code) at(state gf2.Vec, n uint64, slices uint, s *stream) {
	if c.table != nil && slices == 0 {
		c.table.apply(state, n)
		return
	}
	set := c.order
	if state.Clear(); slices > 0 {
		s.fill(state.Words())
		set = c.order[:slices]
	}
	for j, light := range set {
		state.Set(light, n>>j&1 != 0)
	}
	c.complete(state)
}

// byteMap is a linear map on bits, tabulated byte by byte: row 256·j+v is the image of a vector whose
// byte j is v and whose other bytes are 0.
type byteMap struct {
	rows  *gf2.Matrix
	words []uint64 // the rows, if each is a word
}

// maxByteMap bounds the table of a map, in words.
const maxByteMap = 1 << 19

// newByteMap is the map that takes bit i to images[i], of the given length.
func newByteMap(images []gf2.Vec, length int) *byteMap {
	bytes := (len(images) + 7) / 8
	m := &byteMap{rows: gf2.NewMatrix(256*bytes, length)}
	for j := range bytes {
		for v := 1; v < 256; v++ {
			row := m.rows.Row(256*j + v)
			row.Copy(m.rows.Row(256*j + v&(v-1)))
			if bit := 8*j + bits.TrailingZeros(uint(v)); bit < len(images) {
				row.Add(images[bit])
			}
		}
	}
	for i := 0; length <= 64 && i < m.rows.Rows(); i++ {
		m.words = append(m.words, m.rows.Row(i).Words()...)
	}
	return m
}

// apply makes to the image of the given words.
func (m *byteMap) apply(to gf2.Vec, from ...uint64) {
	if m.words != nil { // as below, without loops over one word
		sum := uint64(0)
		for i, w := range from {
			for j := 256 * 8 * i; w != 0; j += 256 {
				sum ^= m.words[j+int(w&255)]
				w >>= 8
			}
		}
		to.Words()[0] = sum
		return
	}
	to.Clear()
	for i, w := range from {
		for j := 8 * i; w != 0; j++ {
			to.Add(m.rows.Row(256*j + int(w&255)))
			w >>= 8
		}
	}
}
