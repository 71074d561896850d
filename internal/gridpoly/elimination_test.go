package gridpoly

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"lightsout/gf2"
)

// shapes are the four ways to join the edges of an m×n rectangle.
func shapes(m, n int) []Shape {
	return []Shape{Grid(m, n), Cylinder(m, n), {m, n, true, false}, Torus(m, n)}
}

// matrix is the board as a matrix, written from the rules alone.
func matrix(s Shape) *gf2.Matrix {
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

// fataler is what tests and properties have in common.
type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// vector is a set of cells as one long vector.
func vector(t fataler, s Shape, cells Lights) gf2.Vec {
	t.Helper()
	v := gf2.NewVec(s.Rows * s.Cols)
	rows := cells.From(0)
	buf := make([]uint64, s.words())
	for r := range s.Rows {
		row, err := rows(buf)
		if err != nil {
			t.Fatal(err)
		}
		if row[len(row)-1]&^s.lastWord() != 0 {
			t.Fatalf("%v: row %d has bits past its end", s, r)
		}
		for c := range s.Cols {
			v.Set(r*s.Cols+c, row[c/64]>>(c%64)&1 != 0)
		}
	}
	return v
}

func times(a *gf2.Matrix, x gf2.Vec) gf2.Vec {
	b := gf2.NewVec(a.Rows())
	for i := range a.Rows() {
		b.Set(i, a.Row(i).Dot(x))
	}
	return b
}

// store returns the cells of a pattern, after making sure that From yields the same ones.
func store(t fataler, p *Pattern) *Bits {
	t.Helper()
	cells, err := p.Store(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	buf := make([]uint64, p.Shape().words())
	for _, from := range []int{0, p.Shape().Rows / 3, p.Shape().Rows / 2, p.Shape().Rows - 1} {
		rows := p.From(from)
		for i := from; i < p.Shape().Rows; i++ {
			row, err := rows(buf)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(row, cells.Row(i)) {
				t.Fatalf("%v: row %d is stored differently from how it is read", p.Shape(), i)
			}
		}
	}
	return cells
}

// stillLit is what Check says.
func stillLit(t fataler, s Shape, presses, lights Lights) int {
	t.Helper()
	lit, pressed, err := Check(context.Background(), s, presses, lights)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := Overlap(context.Background(), s, presses, presses); err != nil || n != pressed {
		t.Fatalf("%v: %d presses, counted as %d: %v", s, n, pressed, err)
	}
	return lit
}

// verify solves lights with the given solver, checks the outcome by the matrix-free checkers and
// returns whether there was an answer.
func verify(t fataler, solver *Solver, lights Lights) (solvable bool, cells *Bits) {
	t.Helper()
	ctx, s := context.Background(), solver.Shape()
	solution, err := solver.Solve(ctx, lights)
	if err != nil {
		t.Fatal(err)
	}
	if solution.Solvable {
		if solution.Witness != nil {
			t.Fatalf("%v: solvable, with a witness", s)
		}
		cells = store(t, solution.Answer)
		if lit := stillLit(t, s, cells, lights); lit != 0 {
			t.Fatalf("%v: the answer leaves %d lights on", s, lit)
		}
		return true, cells
	}
	if solution.Answer != nil {
		t.Fatalf("%v: unsolvable, with an answer", s)
	}
	cells = store(t, solution.Witness)
	if lit := stillLit(t, s, cells, None(s.Cols)); lit != 0 {
		t.Fatalf("%v: the witness is not quiet, it lights %d", s, lit)
	}
	if n, err := Overlap(ctx, s, cells, lights); err != nil || n%2 == 0 {
		t.Fatalf("%v: the witness contains %d lights (%v)", s, n, err)
	}
	return false, cells
}

// agreeWithElimination compares all that the solver says about a shape with elimination.
func agreeWithElimination(t *testing.T, s Shape, seed uint64) {
	a := matrix(s)
	system, err := gf2.NewSystem(context.Background(), a)
	if err != nil {
		t.Fatal(err)
	}
	solver, err := NewSolver(s)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := Nullity(s)
	if err != nil {
		t.Fatal(err)
	}
	if k := system.Nullity(); solver.Nullity() != k || alone != k {
		t.Fatalf("%v has nullity %d by Solver and %d by Nullity, but %d by elimination", s, solver.Nullity(), alone, k)
	}
	for what, lights := range map[string]Lights{
		"all":             All(s.Cols),
		"random":          RandomLights(s, seed),
		"random solvable": RandomSolvableLights(s, seed),
	} {
		b := vector(t, s, lights)
		_, _, want := system.Solve(b)
		got, cells := verify(t, solver, lights)
		if got != want {
			t.Fatalf("%v, %s: solvable is %v, by elimination %v", s, what, got, want)
		}
		if what != "random" && !got {
			t.Fatalf("%v, %s: not solvable", s, what)
		}
		// The checkers vouched for the answer; the matrix vouches for the checkers.
		x := vector(t, s, cells)
		switch {
		case got && !times(a, x).Equal(b):
			t.Fatalf("%v, %s: A·x is not b", s, what)
		case !got && (!times(a, x).IsZero() || !x.Dot(b)):
			t.Fatalf("%v, %s: the witness is none", s, what)
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

// Cylinder is a grid whose right edge meets its left edge.
func Cylinder(m, n int) Shape { return Shape{Rows: m, Cols: n, WrapCols: true} }

// Grid is m rows of n lights with four edges.
func Grid(m, n int) Shape { return Shape{Rows: m, Cols: n} }

// Torus is a grid without edges.
func Torus(m, n int) Shape { return Shape{Rows: m, Cols: n, WrapRows: true, WrapCols: true} }

// String names the shape as a board specification does, where there is one: a cylinder that stands
// upright has none.
func (s Shape) String() string {
	name := "grid"
	switch {
	case s.WrapRows && s.WrapCols:
		name = "torus"
	case s.WrapCols:
		name = "cylinder"
	case s.WrapRows:
		name = "upright-cylinder"
	}
	return fmt.Sprintf("%s:%dx%d", name, s.Rows, s.Cols)
}
