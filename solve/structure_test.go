package solve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/gridpoly"
)

// agrees holds the linear algebra of a structured engine against elimination: nullity, rank, quiet
// patterns, and some states that are solvable and some that need not be.
func agrees(t boardtest.TB, b *board.Board, mine bitAlgebra) {
	t.Helper()
	whole, err := newSparse(context.Background(), wholeBoard(b))
	if err != nil {
		t.Fatal(err)
	}
	if mine.Nullity() != whole.Nullity() || mine.Rank() != whole.Rank() {
		t.Fatalf("%s: rank %d and nullity %d, elimination finds %d and %d", b, mine.Rank(), mine.Nullity(), whole.Rank(), whole.Nullity())
	}
	quiet := mine.Quiet()
	span := gf2.NewMatrix(len(quiet), b.Switches())
	for i, z := range quiet {
		if !b.Apply(z).IsZero() {
			t.Fatalf("%s: quiet pattern %d is not quiet", b, i)
		}
		span.Row(i).Add(z)
	}
	if rank := len(span.Reduce()); rank != whole.Nullity() {
		t.Fatalf("%s: its %d quiet patterns span %d dimensions, not %d", b, len(quiet), rank, whole.Nullity())
	}
	random := rand.New(rand.NewPCG(1, uint64(b.Lights())))
	for attempt := range 6 {
		state := gf2.NewVec(b.Lights())
		for l := range b.Lights() {
			state.Set(l, attempt == 0 || random.Uint64()&1 == 1)
		}
		if attempt%2 == 1 {
			state = b.Apply(state)
		}
		presses, witness, ok := mine.Solve(state)
		_, _, solvable := whole.Solve(state)
		switch {
		case ok != solvable:
			t.Fatalf("%s: solvable is %v, elimination says %v", b, ok, solvable)
		case ok && !b.Apply(presses).Equal(state):
			t.Fatalf("%s: the answer is not one", b)
		case !ok && (!b.Apply(witness).IsZero() || !witness.Dot(state)):
			t.Fatalf("%s: the witness does not hold", b)
		}
	}
}

// byLines is the linear algebra of a board by polynomials, if they take it, or by light chasing.
func byLines(t boardtest.TB, b *board.Board, chased bool) bitAlgebra {
	t.Helper()
	if polynomialTakes(b) != nil || chased {
		c, err := newChaser(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	rectangle, _ := b.Rectangle()
	return gridpoly.NewSolver(rectangle)
}

var (
	lineKinds     = []string{"grid", "cylinder", "torus", "mobius", "klein"}
	crossPatterns = []string{"", ",self=off"}
)

func TestLinesAgreeWithEliminationOnSmallBoards(t *testing.T) {
	for _, kind := range lineKinds {
		for _, pattern := range crossPatterns {
			t.Run(kind+pattern, func(t *testing.T) {
				t.Parallel()
				for rows := 1; rows <= 8; rows++ {
					for cols := 1; cols <= 8; cols++ {
						b := boardtest.Parse(t, fmt.Sprintf("%s:%dx%d%s", kind, rows, cols, pattern))
						agrees(t, b, byLines(t, b, false))
						agrees(t, b, byLines(t, b, true))
						if r, ok := b.Rectangle(); ok {
							agrees(t, b, onItsSide{gridpoly.NewSolver(turned(r)), turned(r)})
						}
					}
				}
			})
		}
	}
}

// Rows longer than a word, and sizes at which gcds are of every kind.
func TestLinesAgreeWithEliminationOnLongRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(lineKinds).Draw(t, "kind")
		rows, cols := rapid.IntRange(1, 12).Draw(t, "rows"), rapid.OneOf(rapid.IntRange(20, 140), rapid.SampledFrom([]int{63, 64, 65, 127, 128, 129})).Draw(t, "cols")
		if rapid.Bool().Draw(t, "upright") {
			rows, cols = cols, rows
		}
		b := boardtest.Parse(t, fmt.Sprintf("%s:%dx%d%s", kind, rows, cols, rapid.SampledFrom(crossPatterns).Draw(t, "pattern")))
		agrees(t, b, byLines(t, b, rapid.Bool().Draw(t, "chased")))
	})
}

// Boards that structure takes from elimination get the same verdict and the same number of answers.
func TestAutoKnowsStructure(t *testing.T) {
	for spec, engine := range map[string]string{
		"mobius:70x71": "chase", "klein:64x65,self=off": "chase", "projective:65x65": "gf2", "projective:65x65,pattern=x": "gf2", "mobius:1000x5": "gf2", "mobius:10x500": "chase", "65x65,pattern=king": "gf2",
		"hypercube:12": "hypercube", "2x2x2x2x2x2x2x2x2x2x2x2": "hypercube", "16x16x17": "gf2", "torus:16x16x17,self=off": "gf2",
		"100x100,pattern=knight": "gf2", "mobius:20x20": "gf2", "hypercube:11": "gf2", "12x12x12": "gf2", "16x16x17,pattern=king": "gf2", "65x65": "polynomial", "5x5": "polynomial",
	} {
		b := boardtest.Parse(t, spec)
		p := board.NewPuzzle(b)
		p.On = boardtest.Random(b, 1)
		res, err := Any(t.Context(), p)
		if err != nil || res.Engine != engine {
			t.Errorf("%s: %v by %v, want %s", spec, err, res, engine)
			continue
		}
		by, err := Solver{Engine: "gf2"}.Any(t.Context(), p)
		if err != nil || by.Algebra.Nullity != res.Algebra.Nullity || by.Algebra.Answers.Cmp(res.Algebra.Answers) != 0 {
			t.Errorf("%s: nullity %d by %s, elimination says %v (%v)", spec, res.Algebra.Nullity, res.Engine, by, err)
		}
		if k, err := Nullity(t.Context(), b); err != nil || k != res.Algebra.Nullity {
			t.Errorf("%s: Nullity is %d (%v), the solver says %d", spec, k, err, res.Algebra.Nullity)
		}
		// A forbidden switch is a matter of elimination, whatever the structure.
		if free, err := (Solver{Conditions: Conditions{Forbid: []int{b.Switches() - 1}}}).Any(t.Context(), p); err == nil && free.Engine != "gf2" {
			t.Errorf("%s: %s takes a forbidden switch", spec, free.Engine)
		}
	}
}

// Boards whose answers come row by row have their quiet patterns too, with a memory and without.
func TestQuietPatternsOfLargeBoards(t *testing.T) {
	for spec, want := range map[string]int{"363x363": 0, "torus:400x400": -1, "cycle:131072": 0, "cycle:131073": 2} {
		b := boardtest.Parse(t, spec)
		if want < 0 {
			var err error
			if want, err = Nullity(t.Context(), b); err != nil || want == 0 {
				t.Fatalf("%s: nullity %d: %v", spec, want, err)
			}
		}
		for name, s := range map[string]Solver{"plain": {}, "remembering": Solver{}.Remembering()} {
			quiet, err := s.Quiet(t.Context(), b)
			if err != nil || len(quiet) != want {
				t.Errorf("%s, %s: %d quiet patterns, want %d: %v", spec, name, len(quiet), want, err)
			}
			if len(quiet) > 0 && !b.Apply(quiet[0]).IsZero() {
				t.Errorf("%s, %s: a quiet pattern changes lights", spec, name)
			}
		}
	}
}

// An answer that a large board's engine is still working on is given up when the context ends.
func TestLargeBoardsStopWithTheContext(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "mobius:1500x1500"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Any(ctx, p); !errors.As(err, new(*GaveUpError)) {
		t.Errorf("an ended context: %v", err)
	}
}

func TestHypercubesAgreeWithElimination(t *testing.T) {
	for axes := 1; axes <= 8; axes++ {
		for _, self := range []string{"", ",self=off"} {
			b := boardtest.Parse(t, fmt.Sprintf("hypercube:%d%s", axes, self))
			agrees(t, b, newHypercube(b))
		}
	}
	for _, spec := range []string{"grid:2", "grid:2x2", "grid:2x2x2,self=off", "grid:2x2x2x2x2x2x2"} {
		b := boardtest.Parse(t, spec)
		if err := hypercubeTakes(b); err != nil {
			t.Fatal(err)
		}
		agrees(t, b, newHypercube(b))
	}
}
