// Package gf2 is linear algebra over the field of two elements, 64 entries to a word: bit vectors,
// dense and sparse matrices, and polynomials. It knows nothing about puzzles.
//
// Most callers eliminate a matrix once and then solve for many right sides:
//
//	s, err := gf2.NewSystem(ctx, a)
//	x, witness, ok := s.Solve(b) // a·x = b, or witnessᵀ·a = 0 and witness·b = 1
//	quiet := s.RightNull()       // a basis of all x with a·x = 0
//
// What to use:
//
//	Vec            a vector of bits: [NewVec], [VecOf], [AllOnes]
//	Matrix         a dense matrix: [NewMatrix]; reduction, rank, null space, products with vectors
//	System         a dense matrix, eliminated once, for many right sides: [NewSystem]
//	SparseSystem   the same questions for a matrix with few ones, much faster if elimination keeps
//	               it sparse or small separators cut it into blocks, as on the graphs of boards:
//	               [NewSparseSystem]
//	Lists          lists of numbers: neighbours, the ones of each column: [NewLists], [Append]
//	Basis64        a basis of vectors of one word, for small eliminations: [NewBasis64]
//	SumTable       sums of vectors that are listed beforehand: [NewSumTable]
//	Poly           a polynomial: [PolyOf], [Poly.Trim]; products, division, greatest common divisors
//
// # Layout
//
// A [Vec] of n bits is ⌈n/64⌉ words. Bit i is bit i%64 of word i/64:
//
//	word 0                      word 1                      last word
//	[b63 … b2 b1 b0]            [b127 … b65 b64]            [0 0 0 … b(n-1) …]
//	          ▲ first bit                                    ▲ bits past the end
//
// Bits past the end are always zero. Every operation relies on that and preserves it: this is why
// equality, weight and products are plain loops over words. A [Matrix] is its rows one after
// another, each starting on a new word, so that a row is a Vec.
//
// # Conventions
//
// Indices count from 0. Addition is exclusive or, so there is no subtraction. Lengths that do not
// match are a programming error and panic, like an index out of range; no operation panics because
// of the entries of a matrix. Like slices, Vec and Matrix share memory when assigned: use Clone for
// a copy. Concurrent reading is safe, concurrent writing is not.
//
// Elimination uses all cores, and its results do not depend on how many there are.
//
// Dense elimination uses AVX2, and polynomial products the processor's carry-less
// multiplication, where there is one; the build tag purego switches that off. The results are the same.
package gf2
