package encode

import "lightsout/cnf"

// order adds up what the presses around a light add, without reducing it, and excludes the sums that differ
// from what the light needs modulo K. Numbers are in unary, the order encoding: the j-th literal says "at
// least j". The literals of a switch are such a number already, those of a switch that adds a are they, each
// a times, and two numbers are added as in a totalizer (totalizer.go). With N the largest sum, a light takes
//
//	variables   at most N·⌈log2 n⌉
//	clauses     2((p+1)(q+1)−1) for each addition of numbers up to p and q, and one for each sum from 0 to N
//	            that is not what is needed modulo K
//
// of at most 3 literals. Source of the numbers: Crawford and Baker, "Experimental results on the application
// of satisfiability algorithms to scheduling problems" (AAAI 1994), and Tamura et al., "Compiling finite linear
// CSP into SAT" (Constraints 2009); of the additions: Bailleux and Boufkhad (CP 2003).

// orderLongest bounds the largest sum: additions take as many clauses as its square.
const orderLongest = 1 << 10

func orderFits(k int, amounts []uint8) bool { return total(k, amounts) <= orderLongest }

func orderSum(w *clauses, k int, terms []term, want int) {
	sum := w.unarySum(terms)
	for n := range len(sum) + 1 { // the sum is not n
		if n%k == want {
			continue
		}
		w.buf = w.buf[:0]
		if n > 0 {
			w.buf = append(w.buf, sum[n-1].Neg())
		}
		if n < len(sum) {
			w.buf = append(w.buf, sum[n])
		}
		w.sink.Clause(w.buf...)
	}
}

func (w *clauses) unarySum(terms []term) []cnf.Lit {
	if len(terms) == 1 {
		t := terms[0]
		if t.amount == 1 {
			return t.times
		}
		var list []cnf.Lit
		for _, l := range t.times {
			for range t.amount {
				list = append(list, l)
			}
		}
		return list
	}
	left, right := w.unarySum(terms[:len(terms)/2]), w.unarySum(terms[len(terms)/2:])
	return w.mergeUnary(left, right, len(left)+len(right))
}
