// Package cnf holds formulas in conjunctive normal form with parity constraints beside the clauses:
// building them, reading and writing them as DIMACS, and solving them with gini. It knows nothing of
// puzzles; nothing outside it knows of gini.
//
// # In short
//
//	s := cnf.NewSession()
//	a, b := s.NewVar(), s.NewVar()
//	s.Clause(a, b)                             // a or b
//	s.Clause(a.Neg(), b.Neg())                 // not both
//	status, err := s.Solve(ctx, a.Neg())       // is there a model with a false?
//	if err == nil && status == cnf.Sat {
//		m := s.Model()                     // a copy; m.Value(b) is true
//	}
//
// # Literals and variables
//
// Variables are 1, 2, 3, …, and a [Lit] is a variable or its negation, v or −v, as in DIMACS. 0 is
// no literal. Variables come from one place, the NewVar of the Sink, and a Sink turns away a literal
// of any other variable: that is an error of the program, and panics. Nothing panics because of what
// a file holds.
//
// # Where formulas go
//
// An encoding writes to a [Sink] and does not care which:
//
//	                   ┌─▶ Counter     totals only
//	encoding ──▶ Sink ─┼─▶ Writer      DIMACS text, in constant memory
//	                   ├─▶ Formula     kept: iterate, compare, WriteDIMACS, CopyTo another Sink
//	                   └─▶ Session     solved (clauses only)
//
// and [ReadDIMACS] makes a Formula from a file.
//
// A constraint is a clause (at least one literal is true) or an Xor (an odd, or an even, number of
// literals is true). Xors are for solvers that reason about parity. A Session does not: it takes the
// call and returns [ErrXor] from Solve. Slices are read during the call and never kept, so callers
// reuse them.
//
// # The life of a Session
//
//	                NewVar, Clause: at any time
//	              ┌──────┐
//	              ▼      │        ┌── Sat ─────▶ Model() is a copy     ──┐
//	NewSession ─▶ ready ─┴ Solve ─┼── Unsat ───▶ Failed() is the blame ──┼─▶ ready
//	                              └── Unknown ─▶ err is ctx.Err()      ──┘
//
//	call      requires                        ensures
//	NewVar    fewer than MaxVar variables     the next number; costs nothing until it is used
//	Clause    literals of its variables       holds in every later Solve; Model, Failed unchanged
//	Xor       literals of its variables       every later Solve returns ErrXor, unless it is empty
//	Solve     literals of its variables       Sat, Unsat, or Unknown with an error; assumptions are
//	                                          forgotten; nothing is left running
//	Model     -                               the model of the last Solve if Sat, else empty; a value
//	                                          for each variable there was then; never changes
//	Failed    -                               assumptions of the last Solve if Unsat, which clash with
//	                                          the clauses; empty if the clauses clash by themselves,
//	                                          and then every later Solve is Unsat
//
// A Session is for one goroutine at a time. Sessions share nothing, so there may be one for each
// goroutine. A Model may be shared freely; a Formula as long as nobody writes to it.
//
// The same calls give the same answers, models included, unless a context cut one of them short:
// gini uses neither chance nor clocks.
//
// # Text
//
// [ReadDIMACS] is strict and says `file:line: what` of the first fault. [Writer] and [WriteDIMACS]
// write what it reads: one clause to a line, clauses and `x` lines counted together in the header. An
// `x` line is CryptoMiniSat's XOR clause: `x1 2 -3 0` says that an odd number of 1, 2 and −3 is true.
package cnf
