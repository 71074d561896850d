package gf2_test

import (
	"context"
	"fmt"

	"lightsout/gf2"
)

// cells is a path of n cells in a row: pressing one flips it and its neighbours.
func cells(n int) *gf2.Matrix {
	a := gf2.NewMatrix(n, n)
	for i := range n {
		for j := max(i-1, 0); j <= min(i+1, n-1); j++ {
			a.Set(i, j, true)
		}
	}
	return a
}

// One elimination answers many right sides, with a witness where there is no answer.
func ExampleSystem() {
	s, err := gf2.NewSystem(context.Background(), cells(5))
	if err != nil {
		panic(err)
	}
	fmt.Println("nullity", s.Nullity(), "quiet", s.RightNull())
	for _, b := range []gf2.Vec{gf2.AllOnes(5), gf2.VecOf(5, 0)} {
		if x, witness, ok := s.Solve(b); ok {
			fmt.Println(b, "is reached by", x.Indices())
		} else {
			fmt.Println(b, "is not: it overlaps", witness.Indices(), "oddly, and every column evenly")
		}
	}
	// Output:
	// nullity 1 quiet [11011]
	// 11111 is reached by [0 3]
	// 10000 is not: it overlaps [0 1 3 4] oddly, and every column evenly
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

func ExamplePoly_Bezout() {
	p, q := gf2.PolyOf(0, 1, 2), gf2.PolyOf(0, 1, 3) // 1 + x + x² and 1 + x + x³
	g, inverse := p.Bezout(q)
	fmt.Println(g, "=", inverse, "·", p, "modulo", q)
	// Output:
	// 1 = x^2 · x^2 + x + 1 modulo x^3 + x + 1
}
