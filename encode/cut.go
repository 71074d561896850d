package encode

import "lightsout/cnf"

// The cut encodings break a long XOR into chunks of at most N literals, linked by auxiliary
// variables, and write each chunk directly. Every chunk but the last takes up some literals and
// stands for their sum from then on, so it makes the XOR shorter by N-2. For an XOR of n variables:
//
//	            n ≤ N       n > N, with k = ⌈(n-N)/(N-2)⌉
//	variables   0           k
//	clauses     2^(n-1)     k·2^(N-1) + 2^(n-k(N-2)-1)
//
// all of at most N literals. Which literals a chunk takes is the difference between chain:N and
// tree:N. Plain cut:N is tree:N: the two are of equal size, and when all variables but one are known
// a tree carries that over in a number of steps that is logarithmic in n, a chain in a linear one.
//
// Linking variables go back to Tseitin (1968). N is the "cutting number" of Bard, Courtois and
// Jefferson, "Efficient methods for conversion and solution of sparse systems of low-degree
// multivariate polynomials over GF(2) via SAT-solvers" (2007).

const (
	cutMin     = 3
	cutMax     = 8
	cutDefault = 4
)

func cutSize(max, n int) (vars, clauses int) {
	if n <= max {
		return directSize(0, n)
	}
	links := (n - max + max - 3) / (max - 2)
	_, full := directSize(0, max)
	_, last := directSize(0, n-links*(max-2))
	return links, links*full + last
}

func cutXor(w *clauses, max int, lits []cnf.Lit, odd bool) { w.tree(max, lits, odd) }
