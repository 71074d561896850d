package encode

import (
	"math/bits"

	"lightsout/cnf"
)

// binary adds up what the presses around a light add in binary, with full adders (binary.go), and excludes
// the sums that differ from what the light needs modulo K. The lowest bits of the sum, as many as K has factors
// of 2, are fixed; then a clause excludes each value of the other bits that is not right. With N the largest sum,
// a light takes
//
//	variables   fewer than 2N
//	clauses     at most 14N for the adders, and at most N+1 of about log2 N literals
//
// It is the counterpart of arith, and of the adders of Eén and Sörensson (JSAT 2006): the smallest for many
// states, and it propagates least.

// binaryLongest bounds the largest sum.
const binaryLongest = 1 << 20

func binaryFits(k int, amounts []uint8) bool { return total(k, amounts) <= binaryLongest }

func binarySum(w *clauses, k int, terms []term, want int) {
	var column, sum []cnf.Lit
	largest := 0
	for _, t := range terms {
		for _, l := range t.times {
			for range t.amount {
				column = append(column, l)
			}
		}
		largest += t.amount * len(t.times)
	}
	for len(column) > 0 {
		var bit cnf.Lit
		bit, column = w.column(column)
		sum = append(sum, bit)
	}
	fixed := bits.TrailingZeros(uint(k))
	for i := range fixed {
		switch odd := want>>i&1 == 1; {
		case i >= len(sum):
			if odd {
				w.clause()
			}
		case odd:
			w.clause(sum[i])
		default:
			w.clause(sum[i].Neg())
		}
	}
	low := 1<<fixed - 1
	if k == low+1 {
		return
	}
	for n := want & low; n <= largest; n += low + 1 {
		if n%k == want {
			continue
		}
		w.buf = w.buf[:0]
		for i := fixed; i < len(sum); i++ {
			if n>>i&1 == 1 {
				w.buf = append(w.buf, sum[i].Neg())
			} else {
				w.buf = append(w.buf, sum[i])
			}
		}
		w.sink.Clause(w.buf...)
	}
}
