package pieces

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/solve"
)

// boundOf is the bound of a puzzle by pieces, and the fewest presses known.
func boundOf(t boardtest.TB, p *board.Puzzle, s solve.Solver) (bound, cost int) {
	ctx := context.Background()
	res, err := s.Minimum(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	quiet, err := s.Quiet(ctx, p.Board)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	bound = Lower(ctx, p.Board, res.Presses.Bits(), quiet, func(lower int) {
		if lower < last {
			t.Fatal("a bound falls", last, lower)
		}
		last = lower
	})
	return bound, res.Cost
}

// The bound never exceeds the fewest presses, on any board and from any state.
func TestPiecesAreBelowTheMinimum(t *testing.T) {
	several := 0
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.DrawCopies(t)
		drawn := rapid.Bool().Draw(t, "drawn on paper")
		if drawn { // with motions, which map answers from all on to answers
			b = boardtest.Parse(t, rapid.SampledFrom([]string{"4x4", "3x5", "2x7", "torus:3x4", "cylinder:3x5"}).Draw(t, "board"))
		}
		p := board.NewPuzzle(b)
		if !drawn || rapid.Bool().Draw(t, "any state") {
			p.On = board.Bits(b.Apply(boardtest.DrawVec(t, b.Switches(), "presses")))
		}
		bound, _ := boundOf(t, p, solve.Solver{})
		if fewest := boardtest.Distances(b)[boardtest.Number(p.On.Bits())]; bound > fewest {
			t.Fatalf("at least %d, but %d are enough", bound, fewest)
		}
		if bound > 0 {
			several++
		}
	})
	if several == 0 {
		t.Error("no board had pieces")
	}
}

// All on, the odd rows and columns of 2n+1 by 2n+1 must be pressed as the n×n board from all on: that is what
// the square of the matrix says. So each of the four classes of 39×39 has at least some presses of its own:
// A075464(19) = 59 on one of them. Tori of even sides are four tori of half the sides, so from all on the
// bound is the minimum: four times 12 for torus:12x12.
func TestPiecesOfGridsAndTori(t *testing.T) {
	for _, test := range []struct {
		spec        string
		least, most int
	}{{"39x39", 521, 561}, {"torus:12x12", 48, 48}, {"torus:24x24", 192, 192}} {
		p := board.NewPuzzle(boardtest.Parse(t, test.spec))
		bound, cost := boundOf(t, p, solve.Solver{})
		if bound < test.least || cost != test.most {
			t.Errorf("%s: %d to %d presses, want %d to %d", test.spec, bound, cost, test.least, test.most)
		}
	}
}

// torus:12x12x12 has 2^224 answers. From all on it needs eight times as many presses as torus:6x6x6, that is 64
// times as many as torus:3x3x3, which is 5. Counting lights says 247.
func TestPiecesOfALargeTorus(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "torus:12x12x12"))
	if bound, _ := boundOf(t, p, solve.Solver{MaxSteps: 1}); bound != 320 {
		t.Errorf("at least %d presses, not 320", bound)
	}
}

// From all on, all answers of hypercube:9 have as many presses modulo 4: adding the cross of a light adds 10
// presses and takes away an odd number twice. With the two facts of records.md this proves 64.
func TestAnswersOfHypercube9AreEqualModulo4(t *testing.T) {
	b := boardtest.Parse(t, "hypercube:9")
	rapid.Check(t, func(t *rapid.T) {
		presses := gf2.NewVec(512)
		for _, corner := range []int{0, 128, 256, 384} {
			for word := range 128 {
				check := 0 // the Hamming code: the numbers of the ones, from 1, add up to 0
				for i := range 7 {
					if word>>i&1 != 0 {
						check ^= i + 1
					}
				}
				presses.Set(corner+word, check == 0)
			}
		}
		for _, light := range rapid.SliceOf(rapid.IntRange(0, 511)).Draw(t, "lights") {
			presses.Add(b.Apply(unitVec(512, light)))
		}
		if !b.Apply(presses).Equal(gf2.AllOnes(512)) {
			t.Fatal("not an answer")
		}
		if presses.Weight()%4 != 0 {
			t.Fatalf("%d presses", presses.Weight())
		}
	})
}

func unitVec(n, at int) gf2.Vec {
	v := gf2.NewVec(n)
	v.Set(at, true)
	return v
}
