// Package lrat writes proofs that a formula has no model, and checks them. A [Prover] writes those of parity equations
// that contradict each other (parity.go).
//
// A proof is a list of steps. Each adds a clause that every model of the clauses before it satisfies, or
// that a model can be changed to satisfy, and the last one adds the empty clause. Steps that delete
// clauses keep the memory of a checker small. In both formats the clauses of the formula count from 1 in
// the order of the file, and the added ones follow.
//
// LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, "Efficient certified RAT verification",
// CADE 2017) gives with each clause the clauses to use, the hints, so that checking needs no search:
//
//	17 1 -2 0 3 9 12 0      clause 17 is 1 or not 2; after 3 and 9 clause 12 is violated
//	18 -7 1 0 -16 0         pivot -7: the only clause with 7 is 16, and it resolves to a tautology
//	18 d 3 9 0              clauses 3 and 9 are deleted
//
// DRAT is the same without numbers and hints, for checkers that search, such as drat-trim and [CheckDRAT]. The binary form
// of both is that of drat-trim: a or d for a step that adds or deletes, then each number n as 2n, or as
// 2|n|+1 if it is negative, seven bits to a byte, lowest first, and a byte 0 where text has a 0. A
// deletion has no number of its own there.
package lrat
