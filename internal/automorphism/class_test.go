package automorphism_test

import (
	"math/bits"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
	"lightsout/internal/boardtest"
)

// Data sets that are published keep their parts: a hundred thousand classes are those of the first version.
func TestClassesAreFrozen(t *testing.T) {
	specs := append([]string{"5x5", "10x10", "star:20", "complete:9", "path:70", "torus:2x3,mod=5", "torus:2x2,mod=7,pattern=king"}, boardtest.Specs...)
	for _, spec := range specs {
		b := boardtest.Parse(t, spec)
		now, then := automorphism.NewClasses(b), newSlow(b)
		state := board.NewState(b.Lights(), b.States())
		random := uint64(len(spec))
		for range 1 + 100_000/len(specs) {
			for l := range b.Lights() {
				random = scramble(random)
				state.Set(l, int(random>>32)%b.States())
			}
			if got, want := now.Of(state), then.class(state); got != want {
				t.Fatalf("%s: the class of %v is %#x, and was %#x", spec, state, got, want)
			}
		}
	}
}

// Boards that are called otherwise have the same classes.
func TestClassesKnowNoNames(t *testing.T) {
	wide, high := classOf(t, "3x5"), classOf(t, "5x3")
	path := classOf(t, "path:15")
	row := classOf(t, "1x15")
	for state := range uint64(1 << 15) {
		turned := uint64(0)
		for l := range 15 {
			turned |= state >> l & 1 << (l%5*3 + l/5)
		}
		if wide(state) != high(turned) {
			t.Fatalf("%015b on 3x5 is %015b on 5x3, but of another class", state, turned)
		}
		if path(state) != row(state) {
			t.Fatalf("%015b on a path is in another class than on a grid of one row", state)
		}
	}
}

const frozenClass = 0x203882642f4cfd34

// A frozen value: data sets that are published keep their parts.
func TestClassIsFrozen(t *testing.T) {
	if got := classOf(t, "5x5")(1<<25 - 1); got != frozenClass {
		t.Errorf("the class of 5x5 all on is %#x, and was %#x", got, uint64(frozenClass))
	}
}

// classOf is the class of states whose lights are the bits of a word.
func classOf(t *testing.T, spec string) func(word uint64) uint64 {
	b := boardtest.Parse(t, spec)
	c, state := automorphism.NewClasses(b), b.Dark()
	return func(word uint64) uint64 {
		state.Bits().Words()[0] = word
		return c.Of(state)
	}
}

// slow is the function as it was first written: without places, chunks and padding.
type slow struct {
	flips            gf2.Lists // what each switch reaches
	adds             []uint8   // and what it adds; nil if it is always one
	lights, switches []uint64
	sums             []uint64
	fresh            []uint64 // the colours that lights begin with, by their states
}

func newSlow(b *board.Board) *slow {
	c := &slow{flips: gf2.NewLists(b.Switches(), 0), lights: make([]uint64, b.Lights()),
		switches: make([]uint64, b.Switches()), sums: make([]uint64, b.Lights())}
	plain := true
	for s := range b.Switches() {
		var list []int
		for l, amount := range b.Adds(s) {
			list = append(list, l)
			c.adds = append(c.adds, uint8(amount))
			plain = plain && amount == 1
		}
		gf2.Append(&c.flips, list)
	}
	if plain {
		c.adds = nil
	}
	for k := range uint64(b.States()) {
		c.fresh = append(c.fresh, scramble(1+k))
	}
	return c
}

// class is that of the state.
func (c *slow) class(state board.State) uint64 {
	if state.Mod() == 2 {
		words := state.Bits().Words()
		for l := range c.lights {
			c.lights[l] = c.fresh[words[l>>6]>>(l&63)&1]
		}
	} else {
		for l := range c.lights {
			c.lights[l] = c.fresh[state.At(l)]
		}
	}
	clear(c.switches)
	for range 6 {
		clear(c.sums)
		if c.adds != nil {
			c.refineAmounts()
		} else {
			for s, before := range c.switches {
				list, sum := c.flips.Of(s), bits.RotateLeft64(before, 17)
				for _, l := range list {
					sum += c.lights[l]
				}
				sum = scramble(sum)
				c.switches[s] = sum
				for _, l := range list {
					c.sums[l] += sum
				}
			}
		}
		for l, sum := range c.sums {
			c.lights[l] = scramble(sum + bits.RotateLeft64(c.lights[l], 29))
		}
	}
	sum := uint64(len(c.switches))<<32 + uint64(len(c.lights))
	for _, colour := range c.switches {
		sum += colour
	}
	for _, colour := range c.lights {
		sum += bits.RotateLeft64(colour, 41)
	}
	return scramble(sum)
}

// refineAmounts gives switches new colours, and adds these up at lights, where presses add different amounts.
func (c *slow) refineAmounts() {
	for s, before := range c.switches {
		from, to := c.flips.Bounds(s)
		list, sum := c.flips.Of(s), bits.RotateLeft64(before, 17)
		for i, amount := range c.adds[from:to] {
			sum += times(amount, c.lights[list[i]])
		}
		c.switches[s] = scramble(sum)
		for i, amount := range c.adds[from:to] {
			c.sums[list[i]] += times(amount, c.switches[s])
		}
	}
}

func times(amount uint8, colour uint64) uint64 {
	if amount == 1 {
		return colour
	}
	return scramble(colour + uint64(amount))
}

func scramble(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
