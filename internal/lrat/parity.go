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
// The equations are added up in halves. They are split so that the halves share few variables, each half
// is added up in the same way, and the two sums are added. A sum has only the variables that occur in an
// odd number of its equations, so on a plane board a sum of m lights has about √m of them, and a proof
// for N lights takes a number of steps proportional to N; at worst it is the size of all equations times
// log N. (Added up one by one, N equations with a frontier of w variables would take N·log w steps, and
// that only if the sum is kept as a balanced tree.)
//
// Parity reasoning by definitions in DRAT proofs: T. Philipp and A. Rebola-Pardo, "DRAT proofs for XOR
// reasoning" (JELIA 2016).
