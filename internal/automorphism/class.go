package automorphism

import (
	"math/bits"
	"slices"

	"lightsout/board"
)

// Classes hash puzzles on a board by what no renaming of switches and lights changes, so that puzzles that are alike have
// the same class. Puzzles that are not alike may share one. Colours are refined as in the first step of Weisfeiler and
// Leman (1968): every light begins with its state; then, some times over, every switch takes a new colour from the
// lights it flips, and every light from the switches that flip it. In the end the colours are added up. That needs no
// list of the symmetries, of which some boards have too many, and it covers different boards too: 3x5 and 5x3, or a
// path and a grid of one row.
//
// The function is frozen: changing it moves puzzles from train to test. A Classes is not safe for concurrent use.
type Classes struct {
	lights, switches side
	fresh            []uint64 // the colours that lights begin with, by their states
}

// side is the lights or the switches.
type side struct {
	count   int
	amounts []uint8
	// colours are those of the things; then, for each amount but 1 that presses add, those where they add it; then 0.
	colours []uint64
	from    []five // what gives things new colours, in their order
}

// five is what gives a thing new colours: places in the colours of the other side. A thing with fewer is padded with the
// place of the 0, one with more has more fives: most boards need no loop, which halves the time.
type five struct {
	places [5]uint32
	more   uint32 // how many fives of the same thing follow
}

const refinements = 6

// NewClasses prepares hashing puzzles on a board.
func NewClasses(b *board.Board) *Classes {
	amounts := []uint8{}
	for s := range b.Switches() {
		for _, amount := range b.Adds(s) {
			if a := uint8(amount); a != 1 && !slices.Contains(amounts, a) {
				amounts = append(amounts, a)
			}
		}
	}
	newSide := func(n int) side {
		return side{count: n, amounts: amounts, colours: make([]uint64, n*(1+len(amounts))+1)}
	}
	c := &Classes{lights: newSide(b.Lights()), switches: newSide(b.Switches())}
	by := make([][]uint32, b.Lights())
	for s := range b.Switches() {
		var to []uint32
		for l, amount := range b.Adds(s) {
			k := 1 + slices.Index(amounts, uint8(amount))
			to = append(to, uint32(k*c.lights.count+l))
			by[l] = append(by[l], uint32(k*c.switches.count+s))
		}
		c.switches.take(to, &c.lights)
	}
	for _, list := range by {
		c.lights.take(list, &c.switches)
	}
	for k := range uint64(b.States()) {
		c.fresh = append(c.fresh, scramble(1+k))
	}
	return c
}

// take gives the next thing the places that it takes colours from.
func (s *side) take(list []uint32, other *side) {
	none := uint32(len(other.colours) - 1)
	for fives := max(1, (len(list)+4)/5); fives > 0; fives-- {
		f := five{[5]uint32{none, none, none, none, none}, uint32(fives - 1)}
		list = list[copy(f.places[:], list):]
		s.from = append(s.from, f)
	}
}

// Of is the class of the state.
func (c *Classes) Of(state board.State) uint64 {
	lights, switches := c.lights.colours[:c.lights.count], c.switches.colours[:c.switches.count]
	if state.Mod() == 2 {
		words := state.Bits().Words()
		for l := range lights {
			lights[l] = c.fresh[words[l>>6]>>(l&63)&1]
		}
	} else {
		for l := range lights {
			lights[l] = c.fresh[state.At(l)]
		}
	}
	clear(switches)
	for range refinements {
		c.switches.refine(&c.lights, 17)
		c.lights.refine(&c.switches, 29)
	}
	sum := uint64(len(switches))<<32 + uint64(len(lights))
	for _, colour := range switches {
		sum += colour
	}
	for _, colour := range lights {
		sum += bits.RotateLeft64(colour, 41)
	}
	return scramble(sum)
}

// refine gives things new colours, from their own and those of the others.
func (s *side) refine(other *side, turn int) {
	for k, amount := range other.amounts {
		for i, colour := range other.colours[:other.count] {
			other.colours[(k+1)*other.count+i] = scramble(colour + uint64(amount))
		}
	}
	colours, from, others, n := s.colours[:s.count], s.from, other.colours, 0
	for i, colour := range colours {
		first := &from[n]
		sum := bits.RotateLeft64(colour, turn) + first.sum(others)
		n++
		for more := first.more; more > 0; more-- {
			sum += from[n].sum(others)
			n++
		}
		colours[i] = scramble(sum)
	}
}

// sum adds the colours up.
func (f *five) sum(colours []uint64) uint64 {
	p := &f.places
	return colours[p[0]] + colours[p[1]] + colours[p[2]] + colours[p[3]] + colours[p[4]]
}

// scramble is the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators", 2014) after a step of its sequence.
func scramble(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
