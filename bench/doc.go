// Package bench measures encodings, engines and peers against one another, on the same boards in
// the same run, so that every figure has its baseline beside it.
//
//	suite (a table) ──▶ instances × contestants ──▶ one child process each ──▶ judged ──▶ Result
//	                                                                                        │
//	                             Report: tables and plots  ◀── results.jsonl, results.csv ◀─┘
//
// A suite says which families of boards, in which sizes, are asked which questions, and who answers
// ([Suites]). A contestant is this program itself with an engine and an encoding, or a peer: somebody
// else's solver, found on the PATH and fed the exported puzzle. Each pair runs as a child process in a
// process group of its own, within a limit of CPU time and memory ([Run]). No contestant is believed:
// presses are replayed, witnesses checked, and claims of "none" or "no fewer" held against what
// elimination and the search of the coset say.
//
//	kept, err := bench.Run(ctx, bench.Options{Suite: "quick", Self: os.Args[0], Out: "results"})
//	file, err := bench.Report("results")
//
// CPU time is the figure to look at: it hardly suffers from what else the machine does. The rest of
// the package's files are graphs to measure on and micro-benchmarks (go test -bench).
package bench
