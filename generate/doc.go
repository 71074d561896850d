// Package generate makes puzzles that can be solved, in batches: evenly drawn, of a wanted
// difficulty, distinct if so wished, and the same ones again from the same seed.
//
//	g, err := generate.New(ctx, b, generate.Options{Seed: 1, Presses: &generate.Range{Low: 15, High: 15}})
//	item, err := g.Puzzle(ctx, 7)                                  // puzzle 7, without those before it
//	w, err := board.NewWriter("bits", b)
//	err = generate.Batch{Generator: g, Writer: w, Count: 1_000_000}.Write(ctx, out) // many, in order, on all cores
//
// A puzzle is solvable exactly if its lights overlap every invariant of the board evenly (the left
// null space of its matrix). So none is ever solved to find out: the lights that are free are drawn,
// and the others follow as parities (code.go). The goal is always all off, and it is no puzzle
// itself unless asked for.
//
// # What a puzzle depends on
//
// Puzzle i is a function of the board, the options, the seed and i. That is what lets a batch be
// cut into shards, made on any number of cores, and resumed. The function is frozen, and golden
// tests hold it:
//
//   - Random words are Philox4x64-10 of the counter (block, i, attempt, 0) under the key (seed,
//     purpose); the purposes are numbered in philox.go.
//   - The invariants are brought into reduced row echelon form, lights as columns in order. The
//     pivots are the lights that follow, all others are free.
//   - An attempt takes a word for each 64 lights and keeps the bits of the free lights. If that is
//     the goal, further words are drawn.
//   - With options that not every state meets, boards of up to 2^25 solvable states are listed:
//     states are numbered by their free lights, the first being the lowest bit, and word·n/2^64
//     (Lemire's method) picks one of the n that meet them. On larger boards attempts 0, 1, 2, … are
//     made until one does. They draw states, sets of presses or sets of lights, whichever are the
//     fewest: each holds every puzzle exactly once (sampler.go, base.go).
//   - Boards of more than [MaxEliminated] lights or switches are not eliminated. There an attempt
//     takes a word for each 64 switches and presses those whose bit is set; linear maps carry the
//     uniform distribution over, so this draws evenly too.
//
// The method sat is the exception: what it finds is up to the solver, which another version may
// change. So may, beyond a nullity of 20, which of several lightest sets of presses stands for a
// state, and the hardest state of a board too large to list, of which the hardest puzzles are
// variations.
//
// # Even, distinct, alike
//
// All puzzles that meet the options are equally likely, also those with a wanted number of presses,
// except where [Generator.Uniform] says otherwise: with the methods presses and sat, and with numbers
// of presses that are so rare on a board too large to list that draws do not meet them. Those are
// variations of a hardest state, which package census finds (hard.go).
//
// Distinct puzzles come from a permutation of the candidates' numbers (rank.go). If all candidates are
// puzzles, or all were put to the question one by one, every puzzle that exists is within reach; the
// latter is done with up to 2^23 candidates, and with up to 2^28 if puzzles are rare among them. Else the numbers are cut into blocks that give as many puzzles each (blocks.go), and
// some puzzles are in no batch: a third or so, more where they are rare. How long a block has to be
// is told by a pilot that does not depend on the seed, and nothing of a batch is remembered but the
// blocks at hand. Puzzles that are distinct up to symmetry are the first of their class in dictionary
// order, shown in a random orientation.
//
// # Memory
//
// A listed board takes a bit for each solvable state and level, at most 4 MiB each. Everything else
// is the size of the board.
package generate
