package encode

import "lightsout/cnf"

// arith is the integer model of the puzzle: the presses around a light are added as numbers:
//
//	x1 + x2 + … + xn = rhs + 2·d1 + 4·d2 + 8·d3 + …
//
// with rhs 1 if the light must change and 0 if not, and dummy bits d. Adders compute the sum in
// binary (binary.go). Its lowest bit is fixed to rhs, and the others are the dummies. With c running over n, ⌊n/2⌋,
// ⌊n/4⌋, … as long as c ≥ 2, an XOR of n ≥ 2 variables takes
//
//	variables   Σ 2·⌊c/2⌋, less 1
//	clauses     Σ (14·⌊(c-1)/2⌋ + 7 if c is even), less 4 if n is odd, 2 if n is even
//
// of at most 4 literals. Parity needs only the lowest column. The encoding is here because this is the
// model people write down first. Source: Chlond, "Shedding light on higher dimensions" (INFORMS
// Transactions on Education, 2015), who split the dummy of his integer program into the bits d1 and d2
// for MiniSat; with more bits it fits lights of any degree.

func arithXor(w *clauses, _ int, lits []cnf.Lit, odd bool) {
	carries := w.fixedColumn(lits, odd)
	w.proof.light(noLight) // the carries tell nothing about parity
	for len(carries) > 1 {
		_, carries = w.column(carries)
	}
}
