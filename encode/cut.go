package encode

import "lightsout/cnf"

// cut:N breaks a long XOR into chunks of at most N literals, linked by auxiliary variables, and writes
// each chunk directly. Every chunk but the last replaces N-1 literals by one link that stands for
// their sum, so it makes the XOR shorter by N-2. For an XOR of n variables:
//
//	            n ≤ N       n > N, with k = ⌈(n-N)/(N-2)⌉
//	variables   0           k
//	clauses     2^(n-1)     k·2^(N-1) + 2^(n-k(N-2)-1)
//
// all of at most N literals. The chunks form a balanced tree: each takes N-1 literals from the front
// of a queue and puts its link at the end. For N = 4:
//
//	x1+x2+x3 = a1    x4+x5+x6 = a2    x7+x8+x9 = a3    a1+a2+a3 = odd
//
// When all variables but one are known, a tree propagates that in a number of steps logarithmic in n;
// a chain (chain.go), which has the same size, takes a linear number.
//
// Linking variables go back to Tseitin (1968). N is the "cutting number" of Bard, Courtois and
// Jefferson, "Efficient methods for conversion and solution of sparse systems of low-degree
// multivariate polynomials over GF(2) via SAT-solvers" (2007).

const (
	cutMin     = 3
	cutMax     = 8
	cutDefault = 4
)

// cutLinks is how many auxiliary variables an XOR of n variables takes.
func cutLinks(max, n int) int {
	if n <= max {
		return 0
	}
	return (n - 3) / (max - 2)
}

func cutXor(w *clauses, max int, lits []cnf.Lit, odd bool) {
	queue := append(w.queue[:0], lits...)
	head := 0
	for len(queue)-head > max {
		// The link follows its chunk only while the chunk is written.
		link := w.newVar()
		after := head + max - 1
		next := queue[after]
		queue[after] = link
		w.direct(queue[head:after+1], false)
		queue[after] = next
		queue = append(queue, link)
		head = after
	}
	w.direct(queue[head:], odd)
	w.queue = queue
}
