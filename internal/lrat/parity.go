package lrat

// Prover and Equation prove, clause by clause, that parity equations contradict each other.
//
// An equation says that an odd number of some literals is true. Written directly it is 2^(n-1) clauses, so
// adding up long equations as they are takes exponentially many. New variables avoid that (extended
// resolution): a sum of many variables is kept as a chain
//
//	s1 = x1    s2 = s1 + x2    s3 = s2 + x3    …    a constant = s(n-1) + xn
//
// in which every link is an equation of three variables, of four clauses. Adding two chains walks along
// both, and keeps the invariant that the new chain's variable is the sum of the two old ones: a constant
// number of short clauses for each variable. Where only one of the two chains has begun, or only one has
// not ended, the new chain shares its links.
//
// The equations are added up in halves, in the order of a breadth-first search: each half is added up in the same
// way, and the two sums are added. A sum has only the variables that occur in an odd number of its equations, so on a
// board of n×n lights no sum has more than about 4n of them, the two fronts of the search, and a proof takes about
// n²·log n steps; at worst it is the size of all equations times the logarithm of their number.
//
// Parity reasoning by definitions in DRAT proofs: T. Philipp and A. Rebola-Pardo, "DRAT proofs for XOR
// reasoning" (JELIA 2016).
