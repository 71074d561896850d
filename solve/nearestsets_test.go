package solve

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// leastByForce tries every set of switches: the fewest wrong lights, of these those that weigh least, and of these the
// cheapest presses.
func leastByForce(p *board.Puzzle, s Solver) (least [2]int, possible bool) {
	flips := boardtest.Flips(p.Board)
	weight := func(set uint64, of []int) (sum int) {
		if of == nil {
			return bits.OnesCount64(set)
		}
		for ; set != 0; set &= set - 1 {
			sum += of[bits.TrailingZeros64(set)]
		}
		return sum
	}
	wrong := boardtest.Number(p.On.Bits()) ^ boardtest.Number(p.Goal.Bits())
	care := ^boardtest.Number(p.DontCare)
	keeps := boardtest.Restrictions{Forbid: s.Forbid, Require: s.Require, Symmetric: s.Symmetric}.Keeping(p)
	presses := uint64(0)
	for i := range uint64(1) << len(flips) {
		if i > 0 { // in the order of the Gray code
			x := bits.TrailingZeros64(i)
			presses ^= 1 << x
			wrong ^= flips[x]
		}
		left := wrong & care
		if possible && bits.OnesCount64(left) > least[0] || !keeps(presses) {
			continue
		}
		now := [2]int{bits.OnesCount64(left), weight(presses, s.Costs)}
		if !possible || slices.Compare(now[:], least[:]) < 0 {
			least, possible = now, true
		}
	}
	return least, possible
}

// agreesWithForce asks for the nearest lights and the fewest presses.
func agreesWithForce(t boardtest.TB, p *board.Puzzle, s Solver) {
	t.Helper()
	want, possible := leastByForce(p, s)
	res, err := s.Nearest(context.Background(), p, NearestOptions{Fewest: true})
	if !possible {
		if err == nil {
			t.Fatalf("%s: %v, but nothing helps", p.Board, res.Lights)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if p.DontCare.Len() > 0 && res.Lights.Overlap(p.DontCare) > 0 || res.Lights.Weight() != res.Count {
		t.Fatalf("%s: %d, %v would change, and of those %v do not matter", p.Board, res.Count, res.Lights, p.DontCare)
	}
	if v := Check(res.Answer.Puzzle, res.Answer.Best.Indices()); !v.Solved {
		t.Fatalf("%s: the answer leaves %v wrong and presses %v", p.Board, v.Wrong, v.Forbidden)
	}
	if got := [2]int{res.Count, res.Answer.Cost}; got != want || !res.Proved || !res.Answer.Proved() || res.Answer.Lower != want[1] || res.Least != want[1] {
		t.Fatalf("%s from %s: %v lights, cost; %+v, answer %+v; want %v", p.Board, p.On, got, res, res.Answer, want)
	}
}

// The fewest presses of all nearest sets of lights, not only of the first, from random states of boards that are too large
// to draw many of, with goals, forbidden switches and lights that do not matter.
func TestNearestHasTheFewestPressesOnLargerBoards(t *testing.T) {
	for _, c := range []struct {
		spec   string
		states int
	}{{"4x4", 40}, {"torus:4x4", 20}, {"toric:3", 10}, {"hexcolor:5", 10}, {"octcolor:5", 10}, {"4x5", 5}, {"5x5", 1},
		{"3x7", 4}, {"grid:2x3x3", 4}, {"cylinder:4x5", 4}, {"mobius:4x5", 4}, {"klein:4x5", 4}, {"projective:4x4", 4},
		{"hypercube:4", 4}, {"cycle:9", 9}, {"complete:6", 9}, {"star:5", 9}, {"petersen", 9}, {"merlin", 9},
		{"4x5,pattern=king", 4}, {"4x4,self=off", 20}, {"4x5,mask=##_##/#####/_###_/#####", 4}} {
		t.Run(c.spec, func(t *testing.T) {
			b := boardtest.Parse(t, c.spec)
			r := rand.New(rand.NewPCG(48, 2))
			for range c.states {
				p := board.NewPuzzle(b)
				p.On = board.Bits(boardtest.Vec(b.Lights(), r.Uint64()&(1<<b.Lights()-1)))
				if r.IntN(2) == 0 {
					p.Goal = board.Bits(boardtest.Vec(b.Lights(), r.Uint64()&(1<<b.Lights()-1)))
					p.Forbidden = gf2.VecOf(b.Switches(), r.IntN(b.Switches()))
					p.DontCare = gf2.VecOf(b.Lights(), r.IntN(b.Lights()))
				}
				agreesWithForce(t, p, Solver{})
			}
		})
	}
}

// A search that may not look at all sets of lights claims no more than holds for its own.
func TestNearestClaimsNoMoreThanItShows(t *testing.T) {
	b := boardtest.Parse(t, "4x4")
	for _, on := range []uint64{0x2265, 0x8001, 0x1234} {
		p := board.NewPuzzle(b)
		p.On = board.Bits(boardtest.Vec(16, on))
		res, err := Solver{}.Nearest(context.Background(), p, NearestOptions{Fewest: true, MaxSteps: 1})
		if err != nil {
			t.Fatal(err)
		}
		want, _ := leastByForce(p, Solver{})
		a := res.Answer
		if res.Count != want[0] || a.Lower > want[1] || a.Proved() != (a.Stopped == nil) || a.Proved() && a.Cost != want[1] || res.Least > a.Cost {
			t.Errorf("%#x: %+v, %+v; want %v", on, res, a, want)
		}
		if !a.Proved() && a.Stopped != errOtherLights {
			t.Errorf("%#x: stopped by %v", on, a.Stopped)
		}
	}
}
