// Package bench compares encodings, engines and other solvers on the same puzzles in the same run.
//
// [Run] measures a suite: boards, questions and contestants ([Suites], [List]), from a file or as the
// options describe it. A contestant is either this program with an engine and an encoding, or another
// solver that reads the exported puzzle: a known one, called a peer, or any command. [Report] makes
// tables and plots of the results, and [Compare] sets two runs side by side.
//
//	sum, err := bench.Run(ctx, bench.Options{Suite: "quick", Self: "lightsout", Out: "results"})
//	file, gaps, err := bench.Report("results", "md", "")
//
// # How it measures
//
//	suite ──▶ instances × contestants ──▶ one child process each ──▶ checked ──▶ Result
//
// Each pair of instance and contestant runs as a child process in its own process group, with limits of
// CPU time and memory. Every process that it started ends with it. No answer is trusted: presses are replayed,
// witnesses checked, and the claims "there is no answer" and "no fewer presses" are compared with the results of
// elimination and of the search for the lightest word of a coset. CPU time is the figure to compare, since other load
// on the machine hardly affects it.
//
// # A folder of results
//
//	results.jsonl      a Result per line; runs append to it
//	results.jsonl.gz   earlier results, compressed; optional, only read
//	machine.jsonl      a line per run: machine, versions, limits
//	report.md, *.svg, *.pdf     written by Report
//
// If a pair was measured several times, the last result counts. To compress results, append them:
// gzip -c results.jsonl >> results.jsonl.gz && rm results.jsonl.
//
// # Adding to it
//
// A solver to compare with is a row of solvers.json. A suite is a file in the folder suites,
// in the form that docs/benchmarks.md describes for everybody's suites.
package bench
