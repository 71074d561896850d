package gridpoly

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"lightsout/gf2"
	"pgregory.net/rapid"
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

// stillLit is what the two checkers say, which must be the same.
func stillLit(t fataler, s Shape, presses, lights Lights) int {
	t.Helper()
	lit, err := Check(context.Background(), s, presses, lights)
	if err != nil {
		t.Fatal(err)
	}
	c := NewChecker(s, lights)
	rows := presses.From(0)
	buf := make([]uint64, s.words())
	for range s.Rows {
		row, err := rows(buf)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Add(row); err != nil {
			t.Fatal(err)
		}
	}
	if streamed, err := c.Finish(); err != nil || streamed != lit {
		t.Fatalf("%v: %d lights on by Check, %d (%v) by Checker", s, lit, streamed, err)
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
	system := gf2.NewSystem(a)
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

// Wherever the rows are cut, the answer is the same, and so is the witness.
func TestBlocksDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n := rapid.IntRange(1, 60).Draw(t, "rows"), rapid.IntRange(1, 200).Draw(t, "columns")
		s := rapid.SampledFrom(shapes(m, n)).Draw(t, "shape")
		seed := rapid.Uint64().Draw(t, "seed")
		lights := rapid.SampledFrom([]Lights{
			All(n), None(n), RandomLights(s, seed), RandomSolvableLights(s, seed),
		}).Draw(t, "lights")
		length := rapid.IntRange(1, m).Draw(t, "rows in a block")
		whole := newSolver(s, blocks{m, m})
		cut := newSolver(s, blocks{m, length})
		ctx := context.Background()
		a, err := whole.Solve(ctx, lights)
		if err != nil {
			t.Fatal(err)
		}
		b, err := cut.Solve(ctx, lights)
		if err != nil {
			t.Fatal(err)
		}
		if a.Solvable != b.Solvable {
			t.Fatal("solvable or not depends on the blocks")
		}
		p, q := a.Answer, b.Answer
		if !a.Solvable {
			p, q = a.Witness, b.Witness
		}
		if !slices.Equal(store(t, p).Words(), store(t, q).Words()) {
			t.Fatal("the presses depend on the blocks")
		}
	})
}

func TestQuietPatternsAreABasis(t *testing.T) {
	for _, s := range []Shape{
		Grid(5, 5), Grid(9, 9), Grid(19, 19), Grid(4, 64), Grid(16, 16), Cylinder(6, 9), Cylinder(7, 15),
		{9, 6, true, false}, Torus(5, 5), Torus(6, 6), Torus(9, 12), Torus(12, 9), Torus(10, 15),
	} {
		solver, err := NewSolver(s)
		if err != nil {
			t.Fatal(err)
		}
		k := solver.Nullity()
		if k == 0 {
			t.Fatalf("%v has no quiet patterns: a useless example", s)
		}
		basis := gf2.NewMatrix(k, s.Rows*s.Cols)
		for i := range k {
			quiet := store(t, solver.Quiet(i))
			if lit := stillLit(t, s, quiet, None(s.Cols)); lit != 0 {
				t.Fatalf("%v: quiet pattern %d lights %d lights", s, i, lit)
			}
			if !slices.Equal(quiet.Row(0), solver.QuietRow(i)) {
				t.Fatalf("%v: QuietRow(%d) is not the first row", s, i)
			}
			basis.Row(i).Add(vector(t, s, quiet))
		}
		if r := basis.Rank(); r != k {
			t.Errorf("%v: %d quiet patterns have rank %d", s, k, r)
		}
	}
}

// The first terms of OEIS A159257 (grids, n = 1…100) and A165738 (tori, n = 1…50).
func TestNullitiesOfTheLiterature(t *testing.T) {
	for i, want := range []int{
		0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0, 0, 0, 14, 4, 0, 0, 0, 0, 10, 20, 0, 20,
		16, 4, 6, 0, 0, 0, 32, 0, 2, 0, 0, 4, 0, 0, 30, 0, 8, 8, 0, 0, 2, 4, 0, 0, 0, 0, 22, 0, 40, 24, 0,
		28, 42, 0, 32, 0, 8, 0, 14, 0, 0, 4, 0, 0, 2, 0, 64, 0, 0, 0, 6, 12, 0, 0, 0, 0, 10, 0, 0, 20, 0, 4,
		62, 0, 0, 20, 16, 0,
	} {
		if got, _ := Nullity(Grid(i+1, i+1)); got != want {
			t.Errorf("grid of side %d: %d, want %d", i+1, got, want)
		}
	}
	for i, want := range []int{
		0, 0, 4, 0, 8, 8, 0, 0, 4, 16, 0, 16, 0, 0, 12, 0, 16, 8, 0, 32, 4, 0, 0, 32, 8, 0, 4, 0, 0, 24,
		40, 0, 44, 32, 8, 16, 0, 0, 4, 64, 0, 8, 0, 0, 12, 0, 0, 64, 0, 16,
	} {
		if got, _ := Nullity(Torus(i+1, i+1)); got != want {
			t.Errorf("torus of side %d: %d, want %d", i+1, got, want)
		}
	}
}

// Formulas that OEIS gives without tables: T. Buchholz in A165738, and W. Boyles in A159257.
func TestNullitiesOfGridsAndToriAreRelated(t *testing.T) {
	nullity := func(s Shape) int {
		k, err := Nullity(s)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	for n := 1; n <= 400; n++ {
		grid, torus := nullity(Grid(n, n)), nullity(Torus(n+1, n+1))
		want := 2 * grid
		if n%3 == 2 {
			want += 4
		}
		if torus != want {
			t.Errorf("torus of side %d: %d, want %d", n+1, torus, want)
		}
		if double := nullity(Torus(2*n+2, 2*n+2)); double != 2*torus {
			t.Errorf("torus of side %d: %d, want %d", 2*n+2, double, 2*torus)
		}
		for k := 2; k <= 4; k++ {
			if larger := nullity(Grid(k*(n+1)-1, k*(n+1)-1)); larger < grid {
				t.Errorf("grid of side %d: %d, less than the %d of side %d", k*(n+1)-1, larger, grid, n)
			}
		}
	}
}

func TestNullityDoesNotMindTurningTheBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n := rapid.IntRange(1, 5000).Draw(t, "m"), rapid.IntRange(1, 300).Draw(t, "n")
		s := rapid.SampledFrom(shapes(m, n)).Draw(t, "shape")
		solver, err := NewSolver(s)
		if err != nil {
			t.Fatal(err)
		}
		turned, err := NewSolver(Shape{s.Cols, s.Rows, s.WrapCols, s.WrapRows})
		if err != nil {
			t.Fatal(err)
		}
		k, err := Nullity(s)
		if err != nil {
			t.Fatal(err)
		}
		if solver.Nullity() != k || turned.Nullity() != k {
			t.Fatalf("%v: %d, turned %d, alone %d", s, solver.Nullity(), turned.Nullity(), k)
		}
	})
}

// Boards too large for elimination, of several blocks.
func TestLargeBoards(t *testing.T) {
	for _, s := range []Shape{
		Grid(3000, 2999), Grid(2, 100000), Grid(50000, 70), Cylinder(2500, 3001), Torus(3000, 2000), Torus(2047, 2049),
		{2000, 3000, true, false},
	} {
		solver, err := NewSolver(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, lights := range []Lights{All(s.Cols), RandomSolvableLights(s, 1)} {
			if ok, _ := verify(t, solver, lights); !ok {
				t.Errorf("%v: not solvable", s)
			}
		}
		ok, _ := verify(t, solver, RandomLights(s, 2))
		if !ok && solver.Nullity() == 0 {
			t.Errorf("%v: not solvable though every state is", s)
		}
	}
}

func TestStoredLightsAndSums(t *testing.T) {
	s := Grid(30, 100)
	bits := NewBits(30, 100)
	bits.Flip(3, 99)
	bits.Flip(29, 0)
	if !bits.Has(3, 99) || bits.Has(3, 98) {
		t.Fatal("Flip and Has disagree")
	}
	solver, err := NewSolver(s)
	if err != nil {
		t.Fatal(err)
	}
	ok, one := verify(t, solver, bits)
	if !ok {
		t.Fatal("not solvable, though grid:30x100 has nullity 0")
	}
	_, all := verify(t, solver, All(100))
	_, both := verify(t, solver, Sum(bits, All(100)))
	sum := vector(t, s, Sum(one, all))
	if !vector(t, s, both).Equal(sum) {
		t.Error("the answer to a sum is not the sum of the answers, though each is the only one")
	}
}

func TestCancelledContextStopsEverything(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := Grid(300, 300)
	solver, err := NewSolver(s)
	if err != nil {
		t.Fatal(err)
	}
	solution, err := solver.Solve(ctx, All(300))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := solver.Solve(ctx, RandomLights(s, 1)); err != context.Canceled {
		t.Errorf("Solve: %v", err)
	}
	if _, err := solution.Answer.Store(ctx); err != context.Canceled {
		t.Errorf("Store: %v", err)
	}
	if _, err := Check(ctx, s, All(300), All(300)); err != context.Canceled {
		t.Errorf("Check: %v", err)
	}
	if _, err := Overlap(ctx, s, All(300), All(300)); err != context.Canceled {
		t.Errorf("Overlap: %v", err)
	}
}

func TestShapesWithoutLightsAreRefused(t *testing.T) {
	for _, s := range []Shape{Grid(0, 5), Grid(5, 0), Torus(-1, 5)} {
		if _, err := NewSolver(s); err == nil {
			t.Errorf("%v: NewSolver accepts it", s)
		}
		if _, err := Nullity(s); err == nil {
			t.Errorf("%v: Nullity accepts it", s)
		}
		if _, err := Check(context.Background(), s, None(5), None(5)); err == nil {
			t.Errorf("%v: Check accepts it", s)
		}
	}
}

func TestCheckersNoticeEveryWrongPress(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n := rapid.IntRange(1, 20).Draw(t, "rows"), rapid.IntRange(1, 130).Draw(t, "columns")
		s := rapid.SampledFrom(shapes(m, n)).Draw(t, "shape")
		presses, lights := RandomLights(s, rapid.Uint64().Draw(t, "presses")), RandomLights(s, rapid.Uint64().Draw(t, "lights"))
		left := times(matrix(s), vector(t, s, presses)).Sum(vector(t, s, lights))
		if lit := stillLit(t, s, presses, lights); lit != left.Weight() {
			t.Fatalf("%d lights on, want %d", lit, left.Weight())
		}
	})
}
