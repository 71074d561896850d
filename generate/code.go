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
// The lights that are no pivot are free: choose them, and each pivot follows as a parity.
type code struct {
	lights int
	words  int
	free   []uint64 // mask of the free lights
	order  []int    // the free lights, ascending: bit j of a number of the code is order[j]
	checks []check
	table  []uint64 // for byte j of a number with value v, the state at (256·j+v)·words; nil if too large
}

type check struct {
	pivot int
	rest  []uint64 // the constraint without its pivot
	first uint64   // rest[0]
}

func newCode(lights int, constraints []gf2.Vec) *code {
	m := gf2.NewMatrix(len(constraints), lights)
	for i, c := range constraints {
		m.Row(i).Add(c)
	}
	pivots := m.Reduce()
	free := gf2.AllOnes(lights)
	c := &code{lights: lights, words: len(free.Words()), free: free.Words()}
	for i, p := range pivots {
		free.Set(p, false)
		rest := m.Row(i).Clone()
		rest.Flip(p)
		c.checks = append(c.checks, check{p, rest.Words(), rest.Words()[0]})
	}
	c.order = free.Indices()
	c.tabulate()
	return c
}

// maxScatterTable bounds the table that turns numbers into states, in words.
const maxScatterTable = 1 << 17

// tabulate sums, for every value of every byte of a number, the states of its bits.
func (c *code) tabulate() {
	bytes := (c.dim() + 7) / 8
	if c.dim() > 128 || bytes*256*c.words > maxScatterTable {
		return
	}
	table := make([]uint64, bytes*256*c.words)
	row := func(j, v int) []uint64 { return table[(256*j+v)*c.words:][:c.words] }
	for j := range bytes {
		for v := 1; v < 256; v++ {
			bit := 8*j + bits.TrailingZeros(uint(v))
			if bit >= c.dim() {
				continue
			}
			w := row(j, v)
			light := c.order[bit]
			w[light/64] |= 1 << (light % 64)
			c.complete(w)
			addTo(w, row(j, v&(v-1)))
		}
	}
	c.table = table
}

func (c *code) dim() int { return len(c.order) }

// complete takes the free lights from w, as they are, and sets the pivots.
func (c *code) complete(w []uint64) {
	if len(w) == 1 { // as below, without loops over one word
		v := w[0] & c.free[0]
		for i := range c.checks {
			k := &c.checks[i]
			v |= uint64(bits.OnesCount64(v&k.first)&1) << (k.pivot & 63)
		}
		w[0] = v
		return
	}
	for i, mask := range c.free {
		w[i] &= mask
	}
	for i := range c.checks {
		k := &c.checks[i]
		odd := uint64(0)
		for j, r := range k.rest {
			odd ^= w[j] & r
		}
		w[k.pivot/64] |= uint64(bits.OnesCount64(odd)&1) << (k.pivot % 64)
	}
}

// contains reports whether the state w satisfies every check.
func (c *code) contains(w []uint64) bool {
	for i := range c.checks {
		k := &c.checks[i]
		odd := w[k.pivot/64] >> (k.pivot % 64) & 1
		for j, r := range k.rest {
			odd ^= uint64(bits.OnesCount64(w[j] & r))
		}
		if odd&1 != 0 {
			return false
		}
	}
	return true
}

// draw sets w to a state, all being equally likely.
func (c *code) draw(w []uint64, s *stream) {
	s.fill(w)
	c.complete(w)
}

// scatter sets w to the state whose free lights are the bits of r.
func (c *code) scatter(w []uint64, r rank) {
	clear(w)
	if c.table != nil {
		c.scatterBytes(w, 0, r.lo)
		c.scatterBytes(w, 8, r.hi)
		return
	}
	for j, light := range c.order {
		bit := r.lo >> j
		if j >= 64 {
			bit = r.hi >> (j - 64)
		}
		w[light/64] |= bit & 1 << (light % 64)
	}
	c.complete(w)
}

// scatterBytes adds the states of the bytes of v, the first being byte j of a number.
func (c *code) scatterBytes(w []uint64, j int, v uint64) {
	for ; v != 0; v >>= 8 {
		at := (256*j + int(v&255)) * c.words
		addTo(w, c.table[at:at+c.words])
		j++
	}
}

// drawFrom sets w to a state whose first 64 free lights are the bits of slice, the others being
// drawn. The code has at least 64 dimensions.
func (c *code) drawFrom(w []uint64, slice uint64, s *stream) {
	s.fill(w)
	for j, light := range c.order[:64] {
		w[light/64] = w[light/64]&^(1<<(light%64)) | slice>>j&1<<(light%64)
	}
	c.complete(w)
}
