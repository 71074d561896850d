package fewest

import (
	"math/bits"

	"lightsout/gf2"
)

// unary lays out some of the columns so that counting ones weighs: a column of cost c is c bits.
type unary struct {
	columns []int
	cost    []int
	length  int // bits
	words   int
}

func newUnary(columns, cost []int) unary {
	u := unary{columns: columns, cost: cost}
	for _, c := range columns {
		u.length += cost[c]
	}
	u.words = max(1, (u.length+63)/64)
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

// distance is the number of bits in which two rows differ.
func distance(a, b []uint64) int {
	sum := 0
	b = b[:len(a)]
	for i, w := range a {
		sum += bits.OnesCount64(w ^ b[i])
	}
	return sum
}

// near returns the number of the first row that differs from a in at most limit bits, or how many rows there are.
// Rows lie one after another, each of a's length. A plain loop is quicker than one that stops in the middle of a row
// or counts ones by carry-save adders (0.8, 1.0 and 1.3 ns a word).
func near(a, rows []uint64, limit int) int {
	n := len(rows) / len(a)
	for i := range n {
		if distance(a, rows[i*len(a):][:len(a)]) <= limit {
			return i
		}
	}
	return n
}
