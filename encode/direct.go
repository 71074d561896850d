package encode

import (
	"math/bits"

	"lightsout/cnf"
)

// direct forbids each wrong assignment by one clause. For an XOR of n variables half of all
// assignments are wrong:
//
//	variables  0
//	clauses    2^(n-1), of n literals each
//
// No clause can be left out or shortened: they are the prime implicates of parity, so every encoding
// without auxiliary variables is this one (Tseitin, "On the complexity of derivation in propositional
// calculus", 1968, uses it for his hard formulas).

// directLongest is the longest XOR accepted: half a million clauses.
const directLongest = 20

// native leaves each light to the sink, for solvers that reason about parity.
var native = Parity{xor: func(w *clauses, _ int, lits []cnf.Lit, odd bool) { w.sink.Xor(lits, odd) }}

func directXor(w *clauses, _ int, lits []cnf.Lit, odd bool) { w.direct(lits, odd) }

// direct enumerates the signs in Gray-code order. A clause forbids the assignment that makes all its
// literals false, which has as many trues as the clause has negations. So to get an odd sum the
// number of negations must be even. It stays even because each step changes two signs: the Gray
// code's and the last literal's.
func (w *clauses) direct(lits []cnf.Lit, odd bool) {
	w.proof.equation(lits, odd)
	w.buf = append(w.buf[:0], lits...)
	last := len(lits) - 1
	if !odd {
		w.buf[last] = w.buf[last].Neg()
	}
	w.sink.Clause(w.buf...)
	for i := uint(1); i < 1<<last; i++ {
		k := bits.TrailingZeros(i)
		w.buf[k], w.buf[last] = w.buf[k].Neg(), w.buf[last].Neg()
		w.sink.Clause(w.buf...)
	}
}
