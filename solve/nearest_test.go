package solve

import (
	"context"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest/tier"
)

// nearestByForce is the least number of lights to change, by trying all sets of 0, 1, 2, … lights. A
// change counts as reachable if some way to flip the lights of free as well is.
func nearestByForce(linear bitAlgebra, change, free gf2.Vec) int {
	n := change.Len()
	var try func(at gf2.Vec, from, left int) bool
	try = func(at gf2.Vec, from, left int) bool {
		if left == 0 {
			for flips := range span(at, units(free)) {
				if _, _, ok := linear.Solve(flips); ok {
					return true
				}
			}
			return false
		}
		for l := from; l < n; l++ {
			at.Flip(l)
			found := try(at, l+1, left-1)
			at.Flip(l)
			if found {
				return true
			}
		}
		return false
	}
	for count := 0; ; count++ {
		if try(change.Clone(), 0, count) {
			return count
		}
	}
}

// units is a vector for each one of v.
func units(v gf2.Vec) []gf2.Vec {
	var list []gf2.Vec
	for i := range v.Ones() {
		list = append(list, gf2.VecOf(v.Len(), i))
	}
	return list
}

// On boards of every shape, no fewer lights would do, and the answer answers the changed puzzle.
func TestNearestIsNearest(t *testing.T) {
	specs := []string{
		"4x4", "5x5", "3x7", "grid:2x3x4", "torus:4x4", "torus:5x5", "cylinder:4x6", "mobius:4x5", "klein:4x5",
		"projective:4x4", "hypercube:3", "cube:2", "path:8", "cycle:9", "complete:6", "star:5", "petersen", "merlin",
		"5x5,pattern=king", "4x4,self=off", "5x5,mask=##_##/#####/_###_/#####/##_##",
	}
	rapid.Check(t, func(t *rapid.T) {
		b, err := board.Parse(rapid.SampledFrom(specs).Draw(t, "board"))
		if err != nil {
			t.Fatal(err)
		}
		p := board.NewPuzzle(b)
		for l := range b.Lights() {
			p.On.Bits().Set(l, rapid.Bool().Draw(t, "on"))
			p.Goal.Bits().Set(l, rapid.Bool().Draw(t, "goal"))
		}
		if rapid.Bool().Draw(t, "forbid") {
			p.Forbidden = gf2.VecOf(p.Board.Switches(), rapid.IntRange(0, b.Switches()-1).Draw(t, "forbidden"))
		}
		if rapid.Bool().Draw(t, "some do not matter") {
			free := rapid.SliceOfN(rapid.IntRange(0, b.Lights()-1), 1, 3).Draw(t, "don't care")
			p.DontCare = gf2.VecOf(b.Lights(), free...)
		}
		res, err := Solver{}.Nearest(context.Background(), p, NearestOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if res.Lights.Len() == p.DontCare.Len() && res.Lights.Overlap(p.DontCare) > 0 {
			t.Fatalf("%s: %v would change, and of those %v do not matter", b, res.Lights, p.DontCare)
		}
		sy, err := newSystem(context.Background(), p, Conditions{})
		if err != nil {
			t.Fatal(err)
		}
		linear, err := newSparse(context.Background(), sy)
		if err != nil {
			t.Fatal(err)
		}
		if want := nearestByForce(linear, p.On.Bits().Sum(p.Goal.Bits()), p.DontCare); !res.Proved || res.Count != want || res.Lower != want || res.Lights.Weight() != want {
			t.Fatalf("%s: %+v, want %d lights", b, res, want)
		}
		changed := *p
		changed.On = board.Bits(p.On.Bits().Sum(res.Lights))
		if v := Check(&changed, res.Answer.Best.Indices()); !v.Solved {
			t.Fatalf("%s: the answer leaves %v wrong and presses %v", b, v.Wrong, v.Forbidden)
		}
	})
}

// A random state of 79×79, whose nullity is 64 (OEIS A159257), comes with a bound that holds and an
// answer that was replayed; 64×64 (28) is proved.
func TestNearestOnLargeSquares(t *testing.T) {
	for _, c := range []struct {
		spec    string
		nullity int
		proved  bool
	}{{"64x64", 28, true}, {"79x79", 64, false}} {
		if !c.proved && !tier.All() { // it takes as many sums as are allowed, some seconds
			continue
		}
		b, err := board.Parse(c.spec)
		if err != nil {
			t.Fatal(err)
		}
		p := board.NewPuzzle(b)
		rng := rand.New(rand.NewPCG(1, 2))
		for l := range b.Lights() {
			p.On.Bits().Set(l, rng.Uint64()&1 != 0)
		}
		res, err := Solver{}.Nearest(context.Background(), p, NearestOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if res.Answer.Algebra.Nullity != c.nullity {
			t.Errorf("%s has nullity %d, want %d", b, res.Answer.Algebra.Nullity, c.nullity)
		}
		if c.proved && !res.Proved || res.Count > c.nullity || res.Lower > res.Count {
			t.Errorf("%s: %d lights, at least %d, proved %v", b, res.Count, res.Lower, res.Proved)
		}
		if v := Check(res.Answer.Puzzle, res.Answer.Best.Indices()); !v.Solved {
			t.Errorf("%s: the answer leaves %d lights wrong", b, len(v.Wrong))
		}
	}
}
