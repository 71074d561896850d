package solve

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// piecesBound is the bound of a puzzle by pieces, whatever its nullity, and the fewest presses known.
func piecesBound(t boardtest.TB, p *board.Puzzle, s Solver) (bound int, presses gf2.Vec) {
	ctx := context.Background()
	pr, err := Solver{}.restrict(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	res, err := s.Minimum(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	linear, err := Analyse(ctx, p.Board)
	if err != nil {
		t.Fatal(err)
	}
	quiet, err := quietPatterns(p.Board, linear)
	if err != nil {
		t.Fatal(err)
	}
	return pr.byPieces(ctx, s, res.Presses.Bits(), quiet, res.Cost, &news{}), res.Presses.Bits()
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
		bound, _ := piecesBound(t, p, Solver{})
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
		bound, presses := piecesBound(t, p, Solver{})
		if bound < test.least || presses.Weight() != test.most {
			t.Errorf("%s: %d to %d presses, want %d to %d", test.spec, bound, presses.Weight(), test.least, test.most)
		}
	}
}

// torus:12x12x12 has 2^224 answers. From all on it needs eight times as many presses as torus:6x6x6, that is 64
// times as many as torus:3x3x3, which is 5. Counting lights says 247. The result says what the bound rests on.
func TestPiecesOfALargeTorus(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "torus:12x12x12"))
	lower, stages := 0, 0
	s := Solver{MaxSteps: 1, Stage: func(_ string, _, all int) { stages = max(stages, all) }, Progress: func(_, least int) {
		if least < lower {
			t.Errorf("at least %d after at least %d", least, lower)
		}
		lower = least
	}}
	res, err := s.Minimum(context.Background(), p)
	if lower != 320 || stages != 64 {
		t.Errorf("at least %d was reported, and %d pieces", lower, stages)
	}
	if err != nil || res.Minimum || res.Bound != boundByPieces || res.LowerBound != 320 {
		t.Fatalf("minimum %v, %d to %d presses by %q, %v", res.Minimum, res.LowerBound, res.Cost, res.Bound, err)
	}
	c := &Certificate{Cost: 320, Minimum: true, Proof: boundByPieces}
	presses := gf2.NewVec(p.Board.Switches())
	pattern, err := Minimum(context.Background(), board.NewPuzzle(boardtest.Parse(t, "torus:3x3x3")))
	if err != nil {
		t.Fatal(err)
	}
	for cell := range presses.Len() {
		x, y, z := cell/144, cell/12%12, cell%12
		presses.Set(cell, pattern.Presses.Bits().Bit(x%3*9+y%3*3+z%3))
	}
	if !Check(p, presses.Indices()).Solved || presses.Weight() != 320 {
		t.Fatalf("%d presses do not solve it", presses.Weight())
	}
	pr, err := Solver{}.restrict(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	linear, err := Analyse(context.Background(), p.Board)
	if err != nil {
		t.Fatal(err)
	}
	for cost, want := range map[int]Verdict{320: Holds, 321: Fails} {
		c.Cost = cost
		if got := c.verifyProof(context.Background(), pr, Solver{MaxSteps: 1}, presses, linear.Quiet())[0].Verdict; got != want {
			t.Errorf("that %d is the minimum: %v, want %v", cost, got, want)
		}
	}
}

// From all on, all answers of hypercube:9 have as many presses modulo 4: adding the cross of a light adds 10
// presses and takes away an odd number twice. With the two facts of docs/records.md this proves 64.
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
