package gf2_test

import (
	"fmt"

	"lightsout/gf2"
)

// cells is a path of n cells in a row: pressing one flips it and its neighbours.
func cells(n int) *gf2.Matrix {
	a := gf2.Identity(n)
	for i := 1; i < n; i++ {
		a.Set(i, i-1, true)
		a.Set(i-1, i, true)
	}
	return a
}

// One elimination answers for many right sides, and says why where there is no answer.
func ExampleSystem() {
	s := gf2.NewSystem(cells(5))
	fmt.Println("nullity", s.Nullity(), "quiet", s.RightNull())
	for _, b := range []gf2.Vec{gf2.AllOnes(5), gf2.VecOf(5, 0)} {
		if x, witness, ok := s.Solve(b); ok {
			fmt.Println(b, "is reached by", x.Indices())
		} else {
			fmt.Println(b, "is not: every column meets", witness.Indices(), "evenly, it oddly")
		}
	}
	// Output:
	// nullity 1 quiet [11011]
	// 11111 is reached by [0 3]
	// 10000 is not: every column meets [0 1 3 4] evenly, it oddly
}

func ExampleSolve() {
	x, _, ok := gf2.Solve(cells(3), gf2.AllOnes(3))
	fmt.Println(x, ok)
	// Output: 010 true
}

func ExampleMatrix_Reduce() {
	m := cells(5)
	pivots := m.Reduce()
	fmt.Print(m)
	fmt.Println(pivots)
	// Output:
	// 10001
	// 01001
	// 00100
	// 00011
	// 00000
	// [0 1 2 3]
}

// An inverse comes from reducing [A|I] in the columns of A.
func ExampleMatrix_ReduceColumns() {
	a := cells(3)
	joined := gf2.NewMatrix(3, 6)
	for i := range 3 {
		for j := range 3 {
			joined.Set(i, j, a.At(i, j))
		}
		joined.Set(i, 3+i, true)
	}
	pivots := joined.ReduceColumns(3)
	fmt.Print(joined)
	fmt.Println(pivots)
	// Output:
	// 100011
	// 010111
	// 001110
	// [0 1 2]
}

func ExampleMatrix_Mul() {
	a := cells(3)
	fmt.Print(a.Mul(a))
	fmt.Println(a.MulVec(gf2.VecOf(3, 0, 1)), a.Rank())
	// Output:
	// 001
	// 010
	// 100
	// 001 3
}
