package solve

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
)

// Symmetric answers are those that look the same after the motion.
func TestSymmetricInColour(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "2x2,self=off,mod=6"))
	want := 0
	for x := range boardtest.AnswersInColour(p, nil, nil) {
		if x[0] == x[1] && x[2] == x[3] {
			want++
		}
	}
	n, err := Solver{Conditions: Conditions{Symmetric: "mirror"}}.Count(t.Context(), p)
	if err != nil || want < 2 || n.Cmp(big.NewInt(int64(want))) != 0 {
		t.Errorf("%v symmetric answers, error %v, want %d", n, err, want)
	}
	all, err := Solver{}.Count(t.Context(), p)
	if err != nil || all.Cmp(n) <= 0 {
		t.Errorf("%v answers, %v of them symmetric, error %v", all, n, err)
	}
}

// With two states the algebra over Z/2 agrees with the two-state core everywhere.
func TestRingsOfTwoStatesAgree(t *testing.T) {
	for _, spec := range append(slices.Clone(boardtest.Specs), "5x5", "torus:6x6", "9x9", "cube:3") {
		b := boardtest.Parse(t, spec)
		ring, err := newRing(t.Context(), wholeBoard(b))
		if err != nil {
			t.Fatal(err)
		}
		linear, err := Analyse(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		if ring.Rank() != linear.Rank() || ring.Nullity() != linear.Nullity() || ring.QuietOrder().Cmp(linear.QuietOrder()) != 0 {
			t.Errorf("%s modulo 2: rank %d, nullity %d; over GF(2) %d and %d", spec, ring.Rank(), ring.Nullity(), linear.Rank(), linear.Nullity())
		}
		quiet, err := ring.Quiet(t.Context())
		if err != nil || len(quiet) != linear.Nullity() {
			t.Errorf("%s: %d quiet patterns, error %v, want %d", spec, len(quiet), err, linear.Nullity())
		}
		for _, q := range quiet {
			if !b.Apply(q.Bits()).IsZero() {
				t.Errorf("%s: %v is not quiet", spec, q)
			}
		}
	}
}

// The products of invariants with what presses change are 0, for every number of states.
func TestInvariantsOfRings(t *testing.T) {
	for _, spec := range []string{"4x4,mod=3", "4x4,mod=4", "torus:4x4,mod=6", "5x5,self=off,mod=9"} {
		b := boardtest.Parse(t, spec)
		linear, err := Analyse(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		invariants, err := linear.Invariants(t.Context())
		if err != nil || len(invariants) == 0 {
			t.Fatalf("%s: %d invariants, error %v", spec, len(invariants), err)
		}
		for _, y := range invariants {
			for s := range b.Switches() {
				made := board.NewState(b.Lights(), b.States())
				b.Press(made, s, 1)
				if overlap(y, made)%b.States() != 0 {
					t.Errorf("%s: switch %d changes the invariant %v", spec, s+1, y)
				}
			}
		}
	}
}

func TestColouredFacts(t *testing.T) {
	for _, tc := range []struct {
		spec    string
		nullity int // 0: K is not prime
		order   string
	}{
		{"5x5,mod=3", 3, "27"},
		{"2x2,mod=3", 1, "3"},
		{"4x4,mod=4", 0, "64"},
		{"torus:4x4,mod=4", 0, ""},
	} {
		c, err := Analyse(t.Context(), boardtest.Parse(t, tc.spec))
		if err != nil {
			t.Fatal(err)
		}
		if c.Nullity() != tc.nullity || tc.order != "" && c.QuietOrder().String() != tc.order {
			t.Errorf("%s: nullity %d, order %v", tc.spec, c.Nullity(), c.QuietOrder())
		}
	}
}

// What counts in bits refuses lights with more states, and names the engine that takes them.
func TestColoursAreRefused(t *testing.T) {
	b := boardtest.Parse(t, "4x4,mod=3")
	p := board.NewPuzzle(b)
	ctx := t.Context()
	if _, err := Nullity(ctx, b); !errors.Is(err, board.ErrTwoStates) {
		t.Errorf("Nullity: %v", err)
	}
	if _, err := (Solver{}).Nearest(ctx, p, NearestOptions{}); !errors.Is(err, board.ErrTwoStates) {
		t.Errorf("Nearest: %v", err)
	}
	if _, err := (Solver{}).Quiet(ctx, b); !errors.Is(err, board.ErrTwoStates) {
		t.Errorf("Quiet: %v", err)
	}
	if _, err := (Solver{}).CountUpToSymmetry(ctx, p); !errors.Is(err, board.ErrTwoStates) {
		t.Errorf("CountUpToSymmetry: %v", err)
	}
	for _, err := range (Solver{}).UpToSymmetry(ctx, p, (Solver{}).All(ctx, p)) {
		if !errors.Is(err, board.ErrTwoStates) {
			t.Errorf("UpToSymmetry: %v", err)
		}
	}
	for _, engine := range []string{"gf2", "polynomial", "chase", "hypercube"} {
		_, err := by(engine).Any(ctx, p)
		if refused, ok := errors.AsType[*RefusedError](err); !ok || refused.Needs != "auto" {
			t.Errorf("engine %s: %v", engine, err)
		}
	}
	for _, s := range []Solver{{Engine: "gauss"}, {Engine: "walsh"}, {Engine: "bfs", Xor: "order"}, {Conditions: Conditions{Forbid: []int{16}}}, {Conditions: Conditions{Costs: []int{1}}}, {Engine: "sat", Conditions: Conditions{Costs: slices.Repeat([]int{1}, 16)}}} {
		if _, err := s.Minimum(ctx, p); err == nil {
			t.Errorf("%+v was taken", s)
		}
	}
	var large *board.TooLargeError
	if _, err := Any(ctx, board.NewPuzzle(boardtest.Parse(t, "100x100,mod=3"))); !errors.As(err, &large) {
		t.Errorf("100x100: %v", err)
	}
}

// A wrong witness and wrong presses are noticed.
func TestWrongWeightsAreRefused(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "2x2,mod=3"))
	_, err := Any(t.Context(), p)
	no, ok := errors.AsType[*UnsolvableError](err)
	if !ok || !no.proves(p) {
		t.Fatalf("%v", err)
	}
	for l := range no.Witness.Len() {
		wrong := *no
		wrong.Witness = no.Witness.Clone()
		wrong.Witness.Set(l, wrong.Witness.At(l)+1)
		if wrong.proves(p) {
			t.Errorf("light %d weighs one more, and it still passes", l)
		}
	}
	if a := no.Answer(p, -1); a.Solvable || len(a.Witness) < no.Size() {
		t.Errorf("%+v", a)
	}
}

// A search that is stopped keeps the best answer and a bound.
func TestColouredSearchStops(t *testing.T) {
	tier.Slow(t, "searches 39x39 with four states")
	p := board.NewPuzzle(boardtest.Parse(t, "39x39,mod=4"))
	ctx, cancel := context.WithCancelCause(t.Context())
	enough := errors.New("enough")
	res, err := Solver{Engine: "branch", Progress: func(int, int) { cancel(enough) }}.Minimum(ctx, p)
	if err != nil || res.Proved() || !errors.Is(res.Stopped, enough) || res.Lower >= res.Cost {
		t.Errorf("%+v, error %v", res, err)
	}
	// Too many answers to go through, and yet no other method is nearer to an end.
	ctx, cancel = context.WithCancelCause(t.Context())
	res, err = Solver{Progress: func(int, int) { cancel(enough) }}.Minimum(ctx, p)
	if err != nil || res.Proved() || !errors.Is(res.Stopped, enough) || res.Engine != "modular" || res.Lower < 5 {
		t.Errorf("%+v, error %v", res, err)
	}
	if res, err = (Solver{}).Any(t.Context(), p); err != nil || res.Algebra.QuietOrder.String() != "281474976710656" {
		t.Errorf("%+v, error %v", res, err)
	}
	a := res.Answer(-1)
	if a.Nullity != nil || a.QuietOrder != "281474976710656" || len(a.Presses) != *a.PressCount {
		t.Errorf("%+v", a)
	}
}
