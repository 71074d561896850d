// Package cnf holds formulas in conjunctive normal form, with parity constraints beside the
// clauses: building them, reading and writing them as DIMACS, and solving them with gini.
package cnf
