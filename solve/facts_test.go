package solve

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

func nullity(t testing.TB, spec string) int {
	t.Helper()
	linear, err := Analyse(context.Background(), boardtest.Parse(t, spec))
	if err != nil {
		t.Fatal(err)
	}
	return linear.Nullity()
}

// OEIS A159257.
func TestNullityOfSquares(t *testing.T) {
	for i, want := range []int{0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0} {
		if got := nullity(t, fmt.Sprintf("grid:%dx%d", i+1, i+1)); got != want {
			t.Errorf("%d×%d has nullity %d, want %d", i+1, i+1, got, want)
		}
	}
}

// OEIS A165738, from n = 3.
func TestNullityOfTori(t *testing.T) {
	for i, want := range []int{4, 0, 8, 8, 0, 0, 4, 16, 0, 16} {
		if got := nullity(t, fmt.Sprintf("torus:%dx%d", i+3, i+3)); got != want {
			t.Errorf("torus %d×%d has nullity %d, want %d", i+3, i+3, got, want)
		}
	}
}

// With A the adjacency of the d-cube, A² = dI over GF(2), so A + I is invertible for even d and has
// half rank for odd d.
func TestNullityOfHypercubes(t *testing.T) {
	for d := 1; d <= 11; d++ {
		want := 0
		if d%2 == 1 {
			want = 1 << (d - 1)
		}
		if got := nullity(t, fmt.Sprintf("hypercube:%d", d)); got != want {
			t.Errorf("hypercube:%d has nullity %d, want %d", d, got, want)
		}
	}
}

// Chlond, Shedding Light on Higher Dimensions, 2015.
func TestChlondsHypergridHasOneAnswer(t *testing.T) {
	res, err := Any(context.Background(), board.NewPuzzle(boardtest.Parse(t, "grid:3x3x3x3")))
	if err != nil {
		t.Fatal(err)
	}
	if res.Algebra.Nullity != 0 || !res.Proved() || res.Algebra.Answers.Int64() != 1 {
		t.Errorf("nullity %d, minimum %v, answers %v", res.Algebra.Nullity, res.Proved(), res.Algebra.Answers)
	}
}

// OEIS A075464.
func TestFewestPressesOfSquaresFromAllOn(t *testing.T) {
	for i, want := range []int{1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72} {
		res, err := Minimum(context.Background(), board.NewPuzzle(boardtest.Parse(t, fmt.Sprintf("grid:%dx%d", i+1, i+1))))
		if err != nil {
			t.Fatal(err)
		}
		if !res.Proved() || res.Best.Weight() != want {
			t.Errorf("%d×%d: %d presses (minimum %v), want %d", i+1, i+1, res.Best.Weight(), res.Proved(), want)
		}
	}
}

// Gawalt's search: on 3×3 the longest game is state 341 (corners and centre) with 9 presses.
func TestHardestStateOf3x3(t *testing.T) {
	b := boardtest.Parse(t, "3x3")
	p := board.NewPuzzle(b)
	var err error
	if p.On, err = b.ParseState("0x155"); err != nil {
		t.Fatal(err)
	}
	for _, e := range engines {
		if e.name == "hypercube" {
			continue // a grid of 3×3 is none
		}
		res, err := by(e.name).Minimum(context.Background(), p)
		if err != nil || res.Best.Weight() != 9 {
			t.Errorf("engine %s: %v, %v, want 9 presses", e.name, res, err)
		}
	}
}

// Fazakas, Keresztes and Groza: the null vectors of 5×5, and four answers X, X+N1, X+N2, X+N1+N2.
func TestQuietPatternsOf5x5(t *testing.T) {
	b := boardtest.Parse(t, "5x5")
	n1, _ := b.ParseState("01110/10101/11011/10101/01110")
	n2, _ := b.ParseState("10101/10101/00000/10101/10101")
	quiet, err := Solver{}.Quiet(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for v := range span(gf2.NewVec(25), quiet) {
		got = append(got, v.String())
	}
	want := []string{gf2.NewVec(25).String(), n1.String(), n2.String(), n1.Bits().Sum(n2.Bits()).String()}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("quiet patterns %v, want %v", got, want)
	}
}

// Sutner: on every undirected graph whose nodes flip themselves, all-on is solvable.
func TestSutnersTheorem(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "nodes")
		var edges [][2]int
		for u := range n {
			for v := range u {
				if rapid.Bool().Draw(t, "edge") {
					edges = append(edges, [2]int{v, u})
				}
			}
		}
		b, err := board.FromEdges("random", n, edges)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Any(context.Background(), board.NewPuzzle(b)); err != nil {
			t.Fatalf("%d nodes, %v: %v", n, edges, err)
		}
	})
}

// Check must be able to fail.
func TestCheckSaysWhatIsWrong(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "3x3"))
	p.Forbidden = gf2.VecOf(p.Board.Switches(), 8)
	v := Check(p, []int{0, 2, 4, 6})
	if v.Solved || fmt.Sprint(v.Wrong) != "[5 7 8]" {
		t.Errorf("without the last corner, lights 5 7 8 stay on; got %+v", v)
	}
	v = Check(p, []int{0, 2, 4, 6, 8})
	if v.Solved || len(v.Wrong) != 0 || fmt.Sprint(v.Forbidden) != "[8]" {
		t.Errorf("switch 8 is forbidden; got %+v", v)
	}
}
