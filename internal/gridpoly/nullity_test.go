package gridpoly

import (
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
)

// The first terms of OEIS A159257 (grids, n = 1…100) and A165738 (tori, n = 1…50).
func TestNullitiesOfTheLiterature(t *testing.T) {
	for i, want := range []int{
		0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10, 20, 0, 20,
		16, 4, 6, 0, 0, 0, 32, 0, 2, 0, 0, 4, 0, 0, 30, 0, 8, 8, 0, 0, 2, 4, 0, 0, 0, 0, 22, 0, 40, 24, 0,
		28, 42, 0, 32, 0, 8, 0, 14, 0, 0, 4, 0, 0, 2, 0, 64, 0, 0, 0, 6, 12, 0, 0, 0, 0, 10, 0, 0, 20, 0, 4,
		62, 0, 0, 20, 16, 0,
	} {
		if got := Nullity(Grid(i+1, i+1)); got != want {
			t.Errorf("grid of side %d: %d, want %d", i+1, got, want)
		}
	}
	for i, want := range []int{
		0, 0, 4, 0, 8, 8, 0, 0, 4, 16, 0, 16, 0, 0, 12, 0, 16, 8, 0, 32, 4, 0, 0, 32, 8, 0, 4, 0, 0, 24,
		40, 0, 44, 32, 8, 16, 0, 0, 4, 64, 0, 8, 0, 0, 12, 0, 0, 64, 0, 16,
	} {
		if got := Nullity(Torus(i+1, i+1)); got != want {
			t.Errorf("torus of side %d: %d, want %d", i+1, got, want)
		}
	}
}

// Formulas that OEIS gives without tables: T. Buchholz in A165738, and W. Boyles in A159257.
func TestNullitiesOfGridsAndToriAreRelated(t *testing.T) {
	for n := 1; n <= 400; n++ {
		grid, torus := Nullity(Grid(n, n)), Nullity(Torus(n+1, n+1))
		want := 2 * grid
		if n%3 == 2 {
			want += 4
		}
		if torus != want {
			t.Errorf("torus of side %d: %d, want %d", n+1, torus, want)
		}
		if double := Nullity(Torus(2*n+2, 2*n+2)); double != 2*torus {
			t.Errorf("torus of side %d: %d, want %d", 2*n+2, double, 2*torus)
		}
		for k := 2; k <= 4; k++ {
			if larger := Nullity(Grid(k*(n+1)-1, k*(n+1)-1)); larger < grid {
				t.Errorf("grid of side %d: %d, less than the %d of side %d", k*(n+1)-1, larger, grid, n)
			}
		}
	}
}

func TestNullityDoesNotMindTurningTheBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n := rapid.IntRange(1, 5000).Draw(t, "m"), rapid.IntRange(1, 300).Draw(t, "n")
		s := rapid.SampledFrom(shapes(m, n)).Draw(t, "shape")
		turned := board.Rectangle{Rows: s.Cols, Cols: s.Rows, WrapRows: s.WrapCols, WrapCols: s.WrapRows}
		if k := Nullity(s); NewSolver(s).Nullity() != k || NewSolver(turned).Nullity() != k {
			t.Fatalf("%+v: %d, turned %d, alone %d", s, NewSolver(s).Nullity(), NewSolver(turned).Nullity(), k)
		}
	})
}

func TestQuietPatternsAreABasis(t *testing.T) {
	for _, s := range []board.Rectangle{
		Grid(5, 5), Grid(9, 9), Grid(19, 19), Grid(4, 64), Grid(16, 16), Cylinder(6, 9), Cylinder(7, 15),
		Upright(9, 6), Torus(5, 5), Torus(6, 6), Torus(9, 12), Torus(12, 9), Torus(10, 15),
	} {
		quiet := NewSolver(s).Quiet()
		k := len(quiet)
		if k == 0 || k != Nullity(s) {
			t.Fatalf("%+v has %d quiet patterns", s, k)
		}
		basis := gf2.NewMatrix(k, s.Rows*s.Cols)
		for i, z := range quiet {
			if !press(s, z).IsZero() {
				t.Fatalf("%+v: quiet pattern %d is not quiet", s, i)
			}
			basis.Row(i).Add(z)
		}
		if r := basis.Rank(); r != k {
			t.Errorf("%+v: %d quiet patterns have rank %d", s, k, r)
		}
	}
}
