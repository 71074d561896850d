package cosetleader

import (
	"math/bits"

	"lightsout/gf2"
)

// unary lays out some of the columns so that counting ones weighs: a column of cost c is c bits.
type unary struct {
	columns []int
	cost    []int
	length  int // bits
	words   int // a multiple of 4, which near requires
}

func newUnary(columns, cost []int) unary {
	u := unary{columns: columns, cost: cost}
	for _, c := range columns {
		u.length += cost[c]
	}
	u.words = max(1, (u.length+255)/256) * 4
	return u
}

func (u unary) row(v gf2.Vec) []uint64 {
	out := make([]uint64, u.words)
	at := 0
	for _, c := range u.columns {
		for range u.cost[c] {
			if v.Bit(c) {
				out[at/64] |= 1 << (at % 64)
			}
			at++
		}
	}
	return out
}

// onesIn is the number of ones of a row.
func onesIn(a []uint64) int {
	sum := 0
	for _, w := range a {
		sum += bits.OnesCount64(w)
	}
	return sum
}

// distance is the number of bits in which two rows differ.
func distance(a, b []uint64) int {
	sum := 0
	for i, w := range a {
		sum += bits.OnesCount64(w ^ b[i])
	}
	return sum
}
