package board

import (
	"math/rand/v2"

	"lightsout/gf2"
)

// The streams of a seed: a random start and a random goal are independent.
const (
	onStream   = 0
	goalStream = 1
)

// randomReachable is a state of the lights from which the given one can be reached, every such state being
// equally likely: the presses between them are uniform, and a linear map takes the uniform
// distribution to the uniform distribution on its image. Presses can be undone, so reaching works both ways.
//
// What a seed means is frozen. The random source is PCG seeded with (seed, stream). Where lights have two states, a
// switch takes one bit, from the low end of each word; on a [Rectangle] of 2^22 lights and more the words are those of
// [Rectangle.random] instead. With K states a switch takes its next word modulo K, passing over words from the largest
// multiple of K on. Different streams of one seed are independent.
func randomReachable(b *Board, from State, seed, stream uint64) (State, error) {
	if err := b.CheckSize(); err != nil {
		return State{}, err
	}
	p := Puzzle{Board: b, On: from}
	return p.After(randomPresses(b, seed, stream)).On, nil
}

// drawnByRows is the number of lights from which the presses on a rectangle are drawn row by row. It is part of what a
// seed means.
const drawnByRows = 1 << 22

func randomPresses(b *Board, seed, stream uint64) State {
	if r, ok := b.Rectangle(); ok && b.lights >= drawnByRows {
		return Bits(r.random(seed ^ stream<<63))
	}
	source := rand.NewPCG(seed, stream)
	presses := NewState(b.switches, b.States())
	if b.states > 2 {
		states := uint64(b.states)
		tooLarge := -(-states % states) // the largest multiple of states; 0 stands for 2^64
		for s := range presses.digits {
			word := source.Uint64()
			for tooLarge != 0 && word >= tooLarge {
				word = source.Uint64()
			}
			presses.digits[s] = uint8(word % states)
		}
		return presses
	}
	w := presses.bits.Words()
	for i := range w {
		w[i] = source.Uint64()
	}
	if tail := b.switches % 64; tail != 0 {
		w[len(w)-1] &= 1<<tail - 1
	}
	return presses
}

// random is cells that are each in the set with probability one half. Every row begins with a word of its own; the
// words are numbered, and take SplitMix64's output at those numbers (Steele, Lea and Flood, Fast Splittable
// Pseudorandom Number Generators, OOPSLA 2014). The seed is mixed once, so that neighbouring seeds share no sequence of
// words.
func (r Rectangle) random(seed uint64) gf2.Vec {
	const golden = 0x9e3779b97f4a7c15
	cells, row := gf2.NewVec(r.Rows*r.Cols), gf2.NewVec(r.Cols)
	words := row.Words()
	at := mix64(seed + golden)
	for i := range r.Rows {
		for j := range words {
			at += golden
			words[j] = mix64(at)
		}
		words[len(words)-1] &= ^uint64(0) >> (-r.Cols & 63)
		cells.AddAt(i*r.Cols, row)
	}
	return cells
}

func mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
