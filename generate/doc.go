// Package generate makes solvable puzzles in batches: evenly drawn, of a wanted difficulty, distinct
// if wanted, and the same ones again from the same seed. For graders it adds a share of puzzles without an answer.
//
//	batch, err := generate.Plan(ctx, boards, generate.Options{Seed: 1, Count: 1_000_000, Distinct: "symmetry"})
//	p, err := batch.Puzzle(ctx, 7)                                 // puzzle 7, without those before it
//	for p, err := range batch.All(ctx) { … }                       // one after another
//	err = batch.Write(ctx, out, generate.Form{Format: "jsonl"})    // in order, on all cores
//
// A puzzle is solvable exactly if its lights overlap every invariant of the board evenly (the left
// null space of its matrix). So none is ever solved to find out: the free lights are drawn, and the
// others follow as parities. The goal is always all off, and it is not itself a puzzle unless
// Options.AllowSolved is set.
//
// # What a puzzle depends on
//
// Puzzle i is a function of the board, the options, the seed and i. That is why a batch can be cut
// into shards, made on any number of cores, and resumed. The function is frozen, and golden tests
// hold it:
//
//   - Random words are Philox4x64-10 of the counter (block, i, attempt, 0) under the key (seed,
//     purpose); the purposes are numbered in trial.go, and package sample draws.
//   - Lights on or off: the invariants are brought into reduced row echelon form, lights as columns in order. The
//     pivots are the lights that follow, all others are free. An attempt takes a word for each 64 lights and keeps the
//     bits of the free lights. If that is the goal, further words are drawn. Large boards: see binary.
//   - K states: see modular.
//   - With options that not every state meets, attempts 0, 1, 2, … are made until one does. They draw states, sets of
//     presses or sets of lights, whichever take the least effort: each holds every puzzle exactly once. Or all
//     candidates are tried once, and word·n/2^64 (Lemire's method) picks one of the n puzzles.
//
// No clock has a part in it: searches are bounded by steps. The engine sat is the exception, since
// what it finds is up to the solver, which another version may change. So may, beyond a nullity of
// 20, which of several lightest sets of presses stands for a state.
//
// # Without an answer
//
// A share of the puzzles may have no answer ([Options].Unsolvable). Candidates are all states, or all with the symmetry
// that is wanted, and pass if they break an invariant; at least half do, on a board that has one. The first invariant
// that is broken, of the reduced ones, is the witness of the record. The puzzles with an answer are those of the batch
// without that share, in order, and each kind has its own numbers in the ids.
//
// # Even and distinct
//
// All puzzles that meet the options are equally likely, also those with a wanted number of presses, except with the
// engines presses:K and sat ([BoardPlan].Uniform). Puzzles so rare that draws do not find them are refused.
//
// Distinct puzzles come from a permutation of the candidates' numbers. If all candidates are puzzles,
// or all were tried one by one, every puzzle that exists is within reach. Else the numbers are cut into
// equal blocks, each of which yields the same number of puzzles, and some puzzles are in no batch: a
// third or so, more where they are rare. [BoardPlan].Limit is how many are within reach. Puzzles that
// are distinct up to symmetry are the first of their class, shown in a random orientation.
//
// # Alike
//
// Puzzles are alike if an isomorphism of their boards makes one the other (package automorphism): a symmetry, or what
// turns 3x4 into 4x3. Distinct up to symmetry, boards that are alike share one list of puzzles. The parts of a data set
// go by a hash that no isomorphism changes. What exists is counted before anything is searched for (counts.go).
//
// # Where things are
//
//	batch.go        Plan, a batch, its parts and puzzles
//	write.go        records in order, on all cores
//	generator.go    the puzzles of one board: the four stations that each passes; in station 1, package batch says
//	                which level a puzzle is of: one, a ramp, or as many of each
//	options.go      what can be asked for
//	drawn.go        station 2, the kinds of drawing: candidates drawn until one passes,
//	listed.go       all candidates tried before the first puzzle, and those that passed drawn from,
//	blocks.go       distinct puzzles from blocks of a permutation
//	candidates.go   what is drawn: states, sets of presses, sets of lights,
//	methods.go      and those of the engines presses:K and sat
//	wanted.go       station 3, what a candidate must meet to be a puzzle
//	counts.go       what exists, counted
//	plan.go         the table of ways: which drawing is used, and why
//	explain.go      the plan in words, and how many distinct puzzles are within reach
//	algebra.go      what all this needs of a board's matrix: states, presses, answers;
//	binary.go       for lights that are on or off,
//	modular.go      and for lights with K states
//	trial.go        the memory of one attempt
package generate
