// Package fewest finds the lightest word of a coset of a binary linear code, and proves it.
//
// It knows nothing about boards. A coset is given in one of two ways:
//
//	// by words: any word, and a basis of what may be added to it (an answer and the quiet patterns)
//	r, err := fewest.Minimum(ctx, fewest.Problem{Word: answer, Basis: quiet}, fewest.Options{})
//
//	// by checks: all x with Checks·x = Syndrome (the lights to change so that invariants hold)
//	r, err := fewest.Minimum(ctx, fewest.Problem{Checks: invariants, Syndrome: odd}, fewest.Options{})
//
// Either way r.Word is the lightest word found, and if r.Proved, no word is lighter.
//
// The problem is NP-hard, and no single method wins everywhere. Both forms are first reduced: cells
// with equal columns form regions (package disjoint), and a code that is a direct sum is solved part
// by part (code.go). What is left is searched over words or over syndromes.
//
// # Searching words
//
// A part with k coefficients has 2^k words. A region of cells that change together becomes one column with a cost
// (form.go). decide.go decides for the way with the lowest estimate among the rows of plan.go, and run.go runs it:
//
//	regions   nothing left to decide: at most half of every region is pressed       form.go
//	walsh     every word, 2^14 at a time by a Walsh–Hadamard transform              walsh.go
//	tree      dynamic programming over the columns, for narrow codes                trellis.go
//	split     two independent halves, listed separately, their light pairs tested   split.go
//	mitm      words of weight w as two halves that meet in the middle              meet.go
//
// Rows that work on the whole come before them: only, matching, packing; tree also does so. Branch is the row where
// numbers count modulo K, and sat and bfs are rows that package solve hands in when they are asked for.
//
// Light words to start from come from leebrickell.go and anneal.go, the classes for split from the caller. The
// innermost loops are in kernels.go and, for amd64, in assembly.
//
// # Searching syndromes
//
// A part with k independent checks has 2^k syndromes, and the lightest word is the fewest columns
// that add up to the given one (part.go, checks.go). This suits few checks on many cells, where there
// are far too many words to enumerate:
//
//	mitm      sets of 1, 2, 3, … columns as two halves that meet in the middle      meet.go
//
// Meet in the middle is one search for both, since a word of weight w is a set of columns of the checks that add up to
// the syndrome, however the problem was given: meet.go raises the lower bound as it excludes one size after another;
// sums.go has the tables, which are cut to fit the cache. A column of cost c is c columns that change together. All
// words up to a weight can be listed.
//
// A problem given by words is searched over words. One given by checks is searched over syndromes, unless it has costs
// or its code has no more coefficients than there are checks.
//
// # Words
//
// A cell is an index into a word of the caller. Inside, a column is a region of cells after merging,
// and a word of the form has a one at each column that pays its cost. Coefficients say which basis
// rows are added.
//
// # Promises
//
// The word returned depends on the problem, the method and the limits, never on the number of
// workers or their timing, unless the context ended the search. Lower is always a proved bound. All
// functions are safe for concurrent use; none changes its arguments.
package fewest
