// Package generate makes solvable puzzles in batches: evenly drawn, of a wanted difficulty, distinct
// if wanted, and the same ones again from the same seed.
//
//	g, err := generate.New(ctx, b, generate.Options{Seed: 1, Presses: &generate.Range{Low: 15, High: 15}})
//	item, err := g.Puzzle(ctx, 7)                                  // puzzle 7, without those before it
//	w, err := puzzlefile.NewWriter("bits", b)
//	err = generate.Batch{Generator: g, Writer: w, Count: 1_000_000}.Write(ctx, out) // many, in order, on all cores
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
//     purpose); the purposes are numbered in random.go.
//   - The invariants are brought into reduced row echelon form, lights as columns in order. The
//     pivots are the lights that follow, all others are free.
//   - An attempt takes a word for each 64 lights and keeps the bits of the free lights. If that is
//     the goal, further words are drawn.
//   - With options that not every state meets, boards of up to 2^25 solvable states are listed:
//     states are numbered by their free lights, the first being the lowest bit, and word·n/2^64
//     (Lemire's method) picks one of the n that meet them. On larger boards attempts 0, 1, 2, … are
//     made until one does. They draw states, sets of presses or sets of lights, whichever are the
//     fewest: each holds every puzzle exactly once.
//   - On boards of more than 4096 lights or switches, unless an option needs their invariants (large.go),
//     an attempt takes a word for each 64 switches and presses those whose bit is set. Linear maps carry
//     the uniform distribution over, so this draws evenly too.
//
// No clock has a part in it: searches are bounded by steps. The method sat is the exception, since
// what it finds is up to the solver, which another version may change. So may, beyond a nullity of
// 20, which of several lightest sets of presses stands for a state, and the hardest state of a board
// too large to list, of which the hardest puzzles are variations.
//
// # Even and distinct
//
// All puzzles that meet the options are equally likely, also those with a wanted number of presses,
// except where [Generator.Uniform] says otherwise: with the methods presses and sat, and with numbers
// of presses that are so rare on a board too large to list that draws do not find them. Those are
// variations of a hardest state, which package census finds.
//
// Distinct puzzles come from a permutation of the candidates' numbers. If all candidates are puzzles,
// or all were tried one by one, every puzzle that exists is within reach. That is done with up to
// 2^23 candidates, and with up to 2^28 if puzzles are rare among them. Else the numbers are cut into
// equal blocks, each of which yields the same number of puzzles, and some puzzles are in no batch: a
// third or so, more where they are rare. [Generator.Limit] is how many are within reach. Puzzles that
// are distinct up to symmetry are the first of their class in dictionary order, shown in a random
// orientation.
//
// # Memory
//
// A listed board takes a bit for each solvable state and level, at most 4 MiB each. Everything else
// is the size of the board.
//
// # Where things are
//
//	options.go      what can be asked for
//	generator.go    New and Puzzle
//	large.go        boards that are eliminated only if an option needs it
//	plan.go         which sampler and which candidates are used, and why
//	sampler.go      what a sampler is, and the filter that candidates must pass
//	listed.go       samplers, one file each, with why they are even and what is within reach:
//	drawn.go        all candidates tried; candidates drawn until one passes;
//	blocks.go       distinct puzzles from blocks
//	source.go       candidates, all that there are: states, sets of presses, sets of lights
//	variations.go   candidates for numbers of presses that hardly any state needs
//	methods.go      candidates of the methods presses and sat
//	levels.go       ramps of difficulty, and how many distinct puzzles there are
//	depth.go        how many presses a puzzle can need
//	code.go         solvable states, numbered
//	answers.go      the lightest answers to states
//	symmetry.go     states that are symmetric, or alike
//	prefixes.go     telling quickly that a state is not the first of those that are alike
//	chased.go       how many presses light chasing takes
//	mix.go          batches of several boards
//	split.go        parts of a data set, by the classes of puzzles
//	sets.go         sets of things, numbered
//	random.go       Philox, and permutations of numbers
package generate
