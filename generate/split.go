package generate

import (
	"math/big"
	"math/bits"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/batch"
)

// Share is a part of a data set, such as train or test: how much of it, relative to the other parts.
type Share = batch.Share

// splitter assigns puzzles to the parts of a data set by their class: what no symmetry changes. So
// puzzles that are alike are in the same part, in every batch with the same shares, whatever its seed and
// options.
//
// The class of a puzzle is a hash of its board and lights that no renaming of switches and lights changes:
// colours are refined as in the first step of Weisfeiler and Leman (1968). Every light begins with its
// state; then, some times over, every switch takes a new colour from the lights it flips, and every
// light from the switches that flip it. In the end the colours are added up. That needs no list of the
// symmetries, of which some boards have too many, and it covers different boards too: 3x5 and 5x3, or a
// path and a grid of one row. Puzzles that are not alike may share a class, which does no harm.
//
// The function is frozen: changing it moves puzzles from train to test.
type splitter struct {
	shares []Share
	bounds []uint64 // a class below bounds[k], and not below the one before, is of part k; the last has no bound
}

const refinements = 6

func newSplitter(shares []Share) *splitter {
	if len(shares) == 0 {
		return nil
	}
	s := &splitter{shares: shares}
	all, sum := new(big.Int), new(big.Int)
	for _, p := range shares {
		all.Add(all, new(big.Int).SetUint64(p.Weight))
	}
	for _, p := range shares[:len(shares)-1] {
		sum.Add(sum, new(big.Int).SetUint64(p.Weight))
		bound := new(big.Int).Lsh(sum, 64)
		s.bounds = append(s.bounds, bound.Quo(bound, all).Uint64())
	}
	return s
}

// part is the name of the part that a class belongs to.
func (s *splitter) part(class uint64) string {
	for k, bound := range s.bounds {
		if class < bound {
			return s.shares[k].Name
		}
	}
	return s.shares[len(s.shares)-1].Name
}

// classifier finds classes of puzzles on one board. It is not safe for concurrent use.
type classifier struct {
	flips            gf2.Lists // what each switch reaches
	adds             []uint8   // and what it adds; nil if it is always one
	lights, switches []uint64
	sums             []uint64
	fresh            []uint64 // the colours that lights begin with, by their states
}

func newClassifier(b *board.Board) *classifier {
	c := &classifier{flips: gf2.NewLists(b.Switches(), 0), lights: make([]uint64, b.Lights()),
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
func (c *classifier) class(state board.State) uint64 {
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
	for range refinements {
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
func (c *classifier) refineAmounts() {
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

// times is a colour where a press adds an amount.
func times(amount uint8, colour uint64) uint64 {
	if amount == 1 {
		return colour
	}
	return scramble(colour + uint64(amount))
}

// scramble is the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
// generators", 2014) after a step of its sequence.
func scramble(x uint64) uint64 {
	x += 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}
