package encode

import "lightsout/cnf"

// bdd is the binary decision diagram of the XOR, with one variable per node. It has two nodes per
// level: the variables from there on have an odd sum, or an even one.
//
//	            x1         the root: the sum is as wanted
//	          ╱    ╲
//	  odd2  x2      x2  even2
//	          ╲╱  ╲╱
//	          ╱╲  ╱╲
//	  odd3  x3      x3  even3        on the last level these are the literals x3 and ¬x3
//
// Each node is an if-then-else on its variable. Four clauses define it; two implied clauses propagate
// when both branches agree. The implied ones are left out where they are tautologies (before the last
// level). The root is true, which leaves three of its six clauses. For an XOR of n variables:
//
//	            n ≤ 2       n ≥ 3
//	variables   0           2n - 4
//	clauses     n           12n - 25
//
// of at most 3 literals. Source: Eén and Sörensson, "Translating pseudo-Boolean constraints into
// SAT" (JSAT 2006).

func bddXor(w *clauses, _ int, lits []cnf.Lit, odd bool) {
	n := len(lits)
	if n <= 2 {
		w.direct(lits, odd)
		return
	}
	isOdd, isEven := lits[n-1], lits[n-1].Neg()
	for i := n - 2; i > 0; i-- {
		x := lits[i]
		oddHere, evenHere := w.newVar(), w.newVar()
		w.proof.watch()
		w.ifThenElse(oddHere, x, isEven, isOdd)
		w.ifThenElse(evenHere, x, isOdd, isEven)
		w.proof.level(oddHere, evenHere, x, isOdd)
		isOdd, isEven = oddHere, evenHere
	}
	node := isOdd
	if !odd {
		isOdd, isEven = isEven, isOdd
	}
	root := lits[0]
	w.proof.watch()
	w.clause(root.Neg(), isEven)
	w.clause(root, isOdd)
	w.clause(isEven, isOdd)
	w.proof.root(root, node, odd)
}

// ifThenElse makes node equal to yes if x is true, and to no if x is false.
func (w *clauses) ifThenElse(node, x, yes, no cnf.Lit) {
	w.clause(node.Neg(), x.Neg(), yes)
	w.clause(node.Neg(), x, no)
	w.clause(node, x.Neg(), yes.Neg())
	w.clause(node, x, no.Neg())
	if yes != no.Neg() {
		w.clause(node.Neg(), yes, no)
		w.clause(node, yes.Neg(), no.Neg())
	}
}
