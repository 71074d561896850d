package distribution

import (
	"math/bits"

	"lightsout/internal/covering"
)

// A word of lanes is eight numbers of presses, a byte each and less than 128, the first in the low byte.
// Additions and minima of words work on all lanes at once.

const (
	laneOnes = 0x0101010101010101
	laneHigh = 0x80 * laneOnes
	// mostLanePresses is the most that a lane holds.
	mostLanePresses = 127
)

// leastLanes is the lesser of each two lanes.
func leastLanes(a, b uint64) uint64 {
	mask := ((b | laneHigh) - a) & laneHigh // the high bit says whether a ≤ b
	mask |= mask - mask>>7
	return a&mask | b&^mask
}

// leastLane is the least of the eight lanes.
func leastLane(a uint64) uint64 {
	a = leastLanes(a, a>>32|a<<32)
	a = leastLanes(a, a>>16|a<<48)
	a = leastLanes(a, a>>8|a<<56)
	return a & 0xff
}

// lanesWith has the high bit of every lane with the given number, and nothing else.
func lanesWith(a, presses uint64) uint64 {
	return ^((a ^ presses*laneOnes) + mostLanePresses*laneOnes) & laneHigh
}

// swapLanes moves lane p to lane p xor t. It does not branch, as t is mostly unpredictable.
func swapLanes(a uint64, t int) uint64 {
	a = bits.RotateLeft64(a, t<<3&32)
	const words, bytes = 0x0000ffff0000ffff, 0x00ff00ff00ff00ff
	swap := (a ^ a>>16) & words & -uint64(t>>1&1)
	a ^= swap | swap<<16
	swap = (a ^ a>>8) & bytes & -uint64(t&1)
	return a ^ (swap | swap<<8)
}

// standardLanes is the least of the words of lanes that quiet patterns make of this one and that begin with
// the least lane.
func standardLanes(a, least uint64) uint64 {
	ties := lanesWith(a, least)
	best := swapLanes(a, bits.TrailingZeros64(ties)>>3)
	for ties &= ties - 1; ties != 0; ties &= ties - 1 {
		best = min(best, swapLanes(a, bits.TrailingZeros64(ties)>>3))
	}
	return best
}

// lanes is what the region adds to each of 8·n lanes if so many of its switches are pressed.
func (o other) lanes(pressed, n int) []uint64 {
	words := make([]uint64, n)
	for p := range 8 * n {
		presses := pressed
		if covering.Parity(o.column, uint64(p)) != 0 {
			presses = o.size - pressed
		}
		words[p/8] |= uint64(presses) << (p % 8 * 8)
	}
	return words
}
