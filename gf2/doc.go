// Package gf2 is linear algebra over the field of two elements, packed 64 to a word.
//
// It knows nothing of puzzles. Boards become matrices one floor above, and every question that
// parity alone can answer (is there an answer, how many, why not) is asked here.
//
// Most callers want to eliminate a matrix once and then ask about many right sides:
//
//	s := gf2.NewSystem(a)
//	x, witness, ok := s.Solve(b) // a·x = b, or witnessᵀ·a = 0 and witness·b = 1
//
// # Layout
//
// A [Vec] of n bits is ⌈n/64⌉ words, bit i being bit i%64 of word i/64:
//
//	word 0                      word 1                      last word
//	[b63 … b2 b1 b0]            [b127 … b65 b64]            [0 0 0 … b(n-1) …]
//	          ▲ first bit                                    ▲ bits past the end
//
// Bits past the end are always zero. Every operation may rely on that and must keep it so: it is
// why equality, weight and products are plain loops over words. A [Matrix] is its rows laid one
// after another, each starting on a word of its own, so that a row is a Vec.
//
// # Conventions
//
// Indices count from 0. Lengths that do not fit are a programming error and panic, as an index out
// of range does; nothing here panics because of what a matrix holds. Addition is exclusive or, so
// there is no subtraction. Vec and Matrix share memory when copied by assignment, like slices: use
// Clone for a copy. Nothing here is safe for concurrent writing; reading together is safe.
package gf2
