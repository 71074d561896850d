// Package asm is the home of the programs that write the assembly of this project, one for each group of kernels.
//
// It is a module of its own, so that the code generator (avo) is not a dependency of the library.
// `make generate` runs all programs; `make check-generate` fails if that changes a file. Assembly needs a factor of ten
// on a whole command (fewest presses by Walsh transforms, polynomials), or a rival outside to beat (dense elimination).
//
// Every package with assembly has the same five files, where X is what the kernels are for:
//
//	X.go               the kernels in Go, and the choice between them and the assembly
//	X_amd64.go         which processors can run the assembly
//	X_amd64.s          the assembly, generated
//	X_stubs_amd64.go   its declarations, generated
//	X_generic.go       what replaces the assembly elsewhere
//
// The build tag purego switches all assembly off. Tests compare every kernel with its form in Go.
package asm
