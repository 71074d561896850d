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

// swapLanes moves lane p to lane p xor t.
func swapLanes(a uint64, t int) uint64 {
	if t&4 != 0 {
		a = a>>32 | a<<32
	}
	if t&2 != 0 {
		const low = 0x0000ffff0000ffff
		a = a>>16&low | a&low<<16
	}
	if t&1 != 0 {
		const low = 0x00ff00ff00ff00ff
		a = a>>8&low | a&low<<8
	}
	return a
}

// lanePair is sixteen lanes, or eight and a second word of 0.
type lanePair [2]uint64

// standard is the least of the pairs of lanes that quiet patterns make of this one and that begin with the
// least lane.
func (l lanePair) standard(wide bool) lanePair {
	if !wide {
		least := l[0] // its first lane, the lowest byte, is the least one of several
		first := true
		for ties := lanesWith(l[0], leastLane(l[0])); ties != 0; ties &= ties - 1 {
			if x := swapLanes(l[0], bits.TrailingZeros64(ties)>>3); first || x < least {
				least, first = x, false
			}
		}
		return lanePair{least}
	}
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
