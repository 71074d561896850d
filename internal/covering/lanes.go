package covering

import "math/bits"

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

// packLanes writes the seven lanes after the first, of at most mostPacked, into 42 bits.
func packLanes(a uint64) uint64 {
	a >>= 8
	a = a&0x003f003f003f003f | a&0x3f003f003f003f00>>(8-packedBits)
	a = a&0x00000fff00000fff | a&0x0fff00000fff0000>>(16-2*packedBits)
	return a&0x00ffffff | a&0x00ffffff00000000>>(32-4*packedBits)
}

const (
	packedBits = 6
	mostPacked = 1<<packedBits - 1
)

// lanePair is sixteen lanes.
type lanePair [2]uint64

// standard is the least of the pairs of lanes that quiet patterns make of this one and that begin with the
// least lane.
func (l lanePair) standard() lanePair {
	presses := leastLane(leastLanes(l[0], l[1]))
	least, first := l, true
	for k, word := range l {
		for ties := lanesWith(word, presses); ties != 0; ties &= ties - 1 {
			t := bits.TrailingZeros64(ties) >> 3
			x := lanePair{swapLanes(word, t), swapLanes(l[1-k], t)}
			if first || x[0] < least[0] || x[0] == least[0] && x[1] < least[1] {
				least, first = x, false
			}
		}
	}
	return least
}

// lanes is what the region adds to each of 8·n lanes if so many of its switches are pressed.
func (o other) lanes(pressed, n int) []uint64 {
	words := make([]uint64, n)
	for p := range 8 * n {
		presses := pressed
		if parity(o.column, uint64(p)) != 0 {
			presses = o.size - pressed
		}
		words[p/8] |= uint64(presses) << (p % 8 * 8)
	}
	return words
}
