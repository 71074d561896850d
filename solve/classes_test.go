package solve

import (
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
	"lightsout/internal/boardtest"
)

// keeping are the symmetries of the board that leave the puzzle alone.
func keeping(p *board.Puzzle, elements []automorphism.Symmetry) []automorphism.Symmetry {
	moves := func(v gf2.Vec, apply func(gf2.Vec) gf2.Vec) bool { return v.Len() > 0 && !apply(v).Equal(v) }
	return slices.DeleteFunc(slices.Clone(elements), func(g automorphism.Symmetry) bool {
		return moves(p.Change().Bits(), g.Apply) || moves(p.DontCare, g.Apply) || moves(p.Forbidden, g.ApplyPresses)
	})
}

// leastImage stands for the class of an answer.
func leastImage(x gf2.Vec, elements []automorphism.Symmetry) uint64 {
	least := boardtest.Number(x)
	for _, g := range elements {
		least = min(least, boardtest.Number(g.ApplyPresses(x)))
	}
	return least
}

// Classes agree with those by listing the images of every answer under every symmetry: their number, and
// the lists, which have one answer of each.
func TestClassesAgreeWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := boardtest.DrawPuzzle(t, boardtest.Draw(t))
		group, err := automorphism.Of(t.Context(), p.Board)
		if err != nil {
			t.Fatal(err)
		}
		elements, ok := group.Elements(1000)
		if !ok {
			t.Skip("too many symmetries for brute force")
		}
		elements = keeping(p, elements)
		all, fewest, weight := map[uint64]bool{}, map[uint64]bool{}, p.Board.Switches()+1
		for _, x := range boardtest.Answers(p, boardtest.Restrictions{}) {
			presses := boardtest.Vec(p.Board.Switches(), x)
			least := leastImage(presses, elements)
			all[least] = true
			if presses.Weight() < weight {
				weight = presses.Weight()
				clear(fewest)
			}
			if presses.Weight() == weight {
				fewest[least] = true
			}
		}
		got, err := Solver{}.CountUpToSymmetry(t.Context(), p)
		if err != nil || got.Cmp(big.NewInt(int64(len(all)))) != 0 {
			t.Fatalf("%s: %v classes, want %d (%v)", p.Board.Spec(), got, len(all), err)
		}
		if len(all) == 0 {
			return
		}
		listed := func(want map[uint64]bool, answers iter.Seq2[board.State, error]) {
			for x, err := range (Solver{}).UpToSymmetry(t.Context(), p, answers) {
				if err != nil {
					t.Fatal(err)
				}
				if least := leastImage(x.Bits(), elements); !want[least] {
					t.Fatalf("%s: %v is of no class, or the second of one", p.Board.Spec(), x)
				} else {
					delete(want, least)
				}
			}
			if len(want) > 0 {
				t.Fatalf("%s: %d classes are not listed", p.Board.Spec(), len(want))
			}
		}
		listed(all, Solver{}.All(t.Context(), p))
		res, err := Solver{}.AllMinimum(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		listed(fewest, res.EachLightest)
	})
}

// Counting by symmetries and listing the answers agree.
func TestTwoWaysToCountClasses(t *testing.T) {
	for _, spec := range []string{"5x5", "9x9", "torus:4x4", "hypercube:3", "complete:7", "star:8,self=off", "toric:3", "petersen,self=off", "torus:3x3x3,self=off"} {
		p := board.NewPuzzle(boardtest.Parse(t, spec))
		p.On = board.Bits(gf2.NewVec(p.Board.Lights())) // dark: solvable everywhere
		quiet, err := Solver{}.Quiet(t.Context(), p.Board)
		if err != nil {
			t.Fatal(err)
		}
		group, err := automorphism.Of(t.Context(), p.Board)
		if err != nil {
			t.Fatal(err)
		}
		mean, err := burnside(t.Context(), gf2.NewVec(p.Board.Switches()), quiet, group)
		if err != nil {
			t.Fatal(err)
		}
		listed, err := countList(Solver{}.UpToSymmetry(t.Context(), p, Solver{}.All(t.Context(), p)))
		if err != nil || mean.Cmp(listed) != 0 {
			t.Errorf("%s: %v classes by symmetries, %v by answers (%v)", spec, mean, listed, err)
		}
	}
}

// The published terms of OEIS A075463: the answers of all-on n×n up to turning and reflecting.
var squareClasses = []int64{
	1, 1, 1, 5, 1, 1, 1, 1, 43, 1, 10, 1, 1, 5, 1, 43, 1, 1, 8356, 1, 1, 1, 2080, 5, 1, 1, 1, 1, 136, 131720, 1, 131720, 8356, 5, 10,
	1, 1, 1, 536911936, 1, 1, 1, 1, 5, 1, 1, 134225920, 1, 43, 43, 1, 1, 1, 5, 1, 1, 1, 1, 524800, 1, 137439609088, 2099728, 1, 33564704,
	549756338176, 1, 536911936, 1, 43, 1, 2080, 1, 1, 5, 1, 1, 1, 1, 2305843011898064896,
}

// Up to 17 a separate program that lists every answer and its eight images gives the same numbers, and
// those of the lightest answers.
func TestAnswersOfSquaresUpToSymmetry(t *testing.T) {
	lightest := []int{1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 3, 1, 1, 1, 1, 1, 1}
	for i, want := range squareClasses {
		p := board.NewPuzzle(boardtest.Parse(t, fmt.Sprintf("grid:%dx%d", i+1, i+1)))
		got, err := Solver{}.CountUpToSymmetry(t.Context(), p)
		if err != nil || got.Int64() != want {
			t.Errorf("%s: %v classes, want %d (%v)", p.Board.Spec(), got, want, err)
		}
		if i >= len(lightest) {
			continue
		}
		res, err := Solver{}.AllMinimum(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for range (Solver{}).UpToSymmetry(t.Context(), p, res.EachLightest) {
			n++
		}
		if n != lightest[i] {
			t.Errorf("%s: %d classes of lightest answers, want %d", p.Board.Spec(), n, lightest[i])
		}
	}
}

func TestClassesAreRefused(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "hypercube:9"))
	if _, err := (Solver{}).CountUpToSymmetry(t.Context(), p); !isTooLarge(err) {
		t.Errorf("2^256 answers and 185794560 symmetries: %v", err)
	}
	p = board.NewPuzzle(boardtest.Parse(t, "4x4"))
	if _, err := (Solver{Conditions: Conditions{Symmetric: "turn"}}).CountUpToSymmetry(t.Context(), p); err == nil {
		t.Error("symmetric answers up to symmetry")
	}
	// Switches that are forbidden and required, and costs, stay where they are: without a corner, only
	// the reflection in its diagonal is left.
	mirrored := map[uint64]bool{}
	for _, x := range boardtest.Answers(p, boardtest.Restrictions{Forbid: []int{0}}) {
		image := gf2.NewVec(16)
		for s := range boardtest.Vec(16, x).Ones() {
			image.Set(s%4*4+s/4, true)
		}
		mirrored[min(x, boardtest.Number(image))] = true
	}
	if n, err := (Solver{Conditions: Conditions{Forbid: []int{0}}}).CountUpToSymmetry(t.Context(), p); err != nil || n.Int64() != int64(len(mirrored)) {
		t.Errorf("4x4 without its corner: %v classes, want %d (%v)", n, len(mirrored), err)
	}
}

func isTooLarge(err error) bool {
	_, ok := errors.AsType[*board.TooLargeError](err)
	return ok
}
