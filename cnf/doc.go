// Package cnf handles formulas in conjunctive normal form, with parity constraints besides clauses:
// it builds them, reads and writes them as DIMACS, and solves them with gini. It knows nothing of
// puzzles, and nothing outside it knows of gini.
//
// # In short
//
//	s := cnf.NewSession()
//	a, b := s.NewVar(), s.NewVar()
//	s.Clause(a, b)                       // a or b
//	s.Clause(a.Neg(), b.Neg())           // not both
//	sat, err := s.Solve(ctx, a.Neg())    // is there a model with a false?
//	if sat {
//		m := s.Model()               // a copy; m.Value(b) is true
//	}
//
// # Literals and variables
//
// Variables are 1, 2, 3, …, and a [Lit] is a variable or its negation, v or −v, as in DIMACS. 0 is
// not a literal. A [Sink] allocates variables with NewVar and panics on a literal of any other
// variable, because that is a programming error. Nothing panics because of what a file contains.
//
// # Where formulas go
//
// An encoding writes to a [Sink] and does not care which:
//
//	                   ┌─▶ Counter         totals only
//	encoding ──▶ Sink ─┼─▶ WriteDIMACS's   text, in constant memory
//	                   ├─▶ Formula         kept: iterate, compare, copy to another Sink
//	                   └─▶ Session         solved (clauses only)
//
// [ReadDIMACS] makes a Formula from a file.
//
// A constraint is a clause (at least one literal is true) or an Xor (an odd, or an even, number of
// literals is true). Xors are for solvers that reason about parity. A Session does not: it accepts
// the call, and its Solve returns an error. Sinks read slices during the call and never keep them,
// so callers can reuse them.
//
// # The life of a Session
//
//	                NewVar, Clause: at any time
//	              ┌──────┐
//	              ▼      │        ┌── true ──▶ Model() is a copy           ──┐
//	NewSession ─▶ ready ─┴ Solve ─┼── false ─▶ Failed() blames assumptions ──┼─▶ ready
//	                              └── error ─▶ undecided, often ctx.Err()  ──┘
//
//	call      requires                        ensures
//	NewVar    fewer than MaxVar variables     the next number; costs nothing until it is used
//	Clause    literals of its variables       holds in every later Solve; Model, Failed unchanged
//	Xor       literals of its variables       every later Solve returns an error, unless it is empty
//	Solve     literals of its variables       true, false, or an error; assumptions are forgotten;
//	                                          nothing is left running
//	Model     -                               the model of the last Solve if true, else empty; a value
//	                                          for each variable there was then; never changes
//	Failed    -                               if the last Solve was false, assumptions of it that
//	                                          contradict the clauses; empty if the clauses have no
//	                                          model at all, and then every later Solve is false
//
// A Session is for one goroutine at a time. Sessions share nothing, so each goroutine can have one. A
// Model can be shared freely; a Formula as long as nobody writes to it.
//
// The same calls give the same answers, models included, unless a context interrupted one of them:
// gini uses neither random numbers nor clocks.
//
// # Text
//
// [ReadDIMACS] is strict and reports the first error as `file:line: what`. [WriteDIMACS] writes what
// it reads: one clause to a line, clauses and `x` lines counted together in the header. An `x` line
// is CryptoMiniSat's XOR clause: `x 1 2 -3 0` says that an odd number of 1, 2 and −3 is true.
package cnf
