package gridpoly

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
)

// shapes are the four ways to join the edges of an m×n rectangle.
func shapes(m, n int) []board.Rectangle {
	return []board.Rectangle{Grid(m, n), Cylinder(m, n), Upright(m, n), Torus(m, n)}
}

// matrix is the board as a matrix, written from the rules alone.
func matrix(s board.Rectangle) *gf2.Matrix {
	a := gf2.NewMatrix(s.Rows*s.Cols, s.Rows*s.Cols)
	for r := range s.Rows {
		for c := range s.Cols {
			for _, d := range [][2]int{{0, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}} {
				y, x := r+d[0], c+d[1]
				if s.WrapRows {
					y = (y + s.Rows) % s.Rows
				}
				if s.WrapCols {
					x = (x + s.Cols) % s.Cols
				}
				if y >= 0 && y < s.Rows && x >= 0 && x < s.Cols {
					a.Flip(y*s.Cols+x, r*s.Cols+c)
				}
			}
		}
	}
	return a
}

func times(a *gf2.Matrix, x gf2.Vec) gf2.Vec {
	b := gf2.NewVec(a.Rows())
	for i := range a.Rows() {
		b.Set(i, a.Row(i).Dot(x))
	}
	return b
}

// press is what presses flip, row by row and from the rules alone.
func press(s board.Rectangle, presses gf2.Vec) gf2.Vec {
	flipped, n := presses.Clone(), s.Cols
	for r := range s.Rows {
		row := gf2.NewVec(n)
		row.AddAt(-r*n, presses)
		for _, d := range []int{-1, 1} {
			if y := r + d; s.WrapRows || y >= 0 && y < s.Rows {
				flipped.AddAt((y+s.Rows)%s.Rows*n, row)
			}
			aside := gf2.NewVec(n)
			aside.AddAt(d, row)
			if s.WrapCols {
				aside.AddAt(d-d*n, row)
			}
			flipped.AddAt(r*n, aside)
		}
	}
	return flipped
}

// random is a vector of n bits.
func random(n int, seed uint64) gf2.Vec {
	v, rng := gf2.NewVec(n), rand.New(rand.NewPCG(seed, 0))
	row := gf2.NewVec(64)
	for i := 0; i < n; i += 64 {
		row.Words()[0] = rng.Uint64()
		v.AddAt(i, row)
	}
	return v
}

// verify solves for a change, checks the outcome and returns the presses or the witness.
func verify(t testing.TB, s board.Rectangle, solver *Solver, change gf2.Vec) (cells gf2.Vec, solvable bool) {
	t.Helper()
	presses, witness, ok := solver.Solve(change)
	switch {
	case ok && (witness.Len() > 0 || !press(s, presses).Equal(change)):
		t.Fatalf("%+v: the answer is none", s)
	case !ok && (presses.Len() > 0 || !press(s, witness).IsZero() || !witness.Dot(change)):
		t.Fatalf("%+v: the witness is none", s)
	case ok:
		return presses, true
	}
	return witness, false
}

// agreeWithElimination compares all that the solver says about a shape with elimination.
func agreeWithElimination(t *testing.T, s board.Rectangle, seed uint64) {
	a, n := matrix(s), s.Rows*s.Cols
	system, err := gf2.NewSystem(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	solver := NewSolver(s)
	if k := system.Nullity(); solver.Nullity() != k || solver.Rank() != n-k || Nullity(s) != k {
		t.Fatalf("%+v has nullity %d and rank %d by Solver and %d by Nullity, but %d by elimination", s, solver.Nullity(), solver.Rank(), Nullity(s), k)
	}
	for what, change := range map[string]gf2.Vec{
		"all": gf2.AllOnes(n), "none": gf2.NewVec(n), "random": random(n, seed), "random solvable": press(s, random(n, seed)),
	} {
		_, _, want := system.Solve(change)
		cells, got := verify(t, s, solver, change)
		if got != want || what != "random" && !got {
			t.Fatalf("%+v, %s: solvable is %v, by elimination %v", s, what, got, want)
		}
		// The presses that press makes vouched for the answer; the matrix vouches for them.
		if product := times(a, cells); got && !product.Equal(change) || !got && !product.IsZero() {
			t.Fatalf("%+v, %s: A·x is not b", s, what)
		}
	}
}

func TestGridsUpTo40AgreeWithElimination(t *testing.T) {
	for m := 1; m <= 40; m++ {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			t.Parallel()
			for n := 1; n <= 40; n++ {
				agreeWithElimination(t, Grid(m, n), uint64(100*m+n))
			}
		})
	}
}

func TestJoinedEdgesAgreeWithElimination(t *testing.T) {
	for m := 1; m <= 18; m++ {
		t.Run(fmt.Sprint(m), func(t *testing.T) {
			t.Parallel()
			for n := 1; n <= 18; n++ {
				for _, s := range shapes(m, n)[1:] {
					agreeWithElimination(t, s, uint64(100*m+n))
				}
			}
		})
	}
	for _, size := range [][2]int{{3, 70}, {70, 3}, {4, 64}, {64, 5}, {20, 66}, {33, 30}, {30, 33}, {40, 40}} {
		for _, s := range shapes(size[0], size[1])[1:] {
			agreeWithElimination(t, s, 7)
		}
	}
}

// Grid is m rows of n lights with four edges.
func Grid(m, n int) board.Rectangle { return board.Rectangle{Rows: m, Cols: n} }

// Cylinder is a grid whose right edge meets its left edge.
func Cylinder(m, n int) board.Rectangle { return board.Rectangle{Rows: m, Cols: n, WrapCols: true} }

// Upright is a grid whose bottom edge meets its top edge.
func Upright(m, n int) board.Rectangle { return board.Rectangle{Rows: m, Cols: n, WrapRows: true} }

// Torus is a grid without edges.
func Torus(m, n int) board.Rectangle {
	return board.Rectangle{Rows: m, Cols: n, WrapRows: true, WrapCols: true}
}
