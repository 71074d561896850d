package gridpoly

import (
	"context"
	"testing"
)

// Boards too large for elimination.
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
	if _, _, err := Check(ctx, s, All(300), All(300)); err != context.Canceled {
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
		if _, _, err := Check(context.Background(), s, None(5), None(5)); err == nil {
			t.Errorf("%v: Check accepts it", s)
		}
	}
}

func TestShapesNameThemselves(t *testing.T) {
	for want, s := range map[string]Shape{"grid:3x4": Grid(3, 4), "cylinder:3x4": Cylinder(3, 4), "torus:3x4": Torus(3, 4)} {
		if got := s.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
