package gridpoly

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestCheckNoticesEveryWrongPress(t *testing.T) {
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

// An error of the lights is an error of everything that reads them.
type broken struct{}

var errBroken = errors.New("broken")

func (broken) From(int) Rows {
	return func([]uint64) ([]uint64, error) { return nil, errBroken }
}

func TestErrorsOfTheLightsComeThrough(t *testing.T) {
	ctx, s := context.Background(), Torus(4, 4)
	solver, err := NewSolver(s)
	if err != nil {
		t.Fatal(err)
	}
	_, solveErr := solver.Solve(ctx, broken{})
	_, sumErr := solver.Solve(ctx, Sum(All(4), broken{}))
	_, _, checkErr := Check(ctx, s, All(4), broken{})
	_, _, pressErr := Check(ctx, s, broken{}, All(4))
	_, overlapErr := Overlap(ctx, s, All(4), broken{})
	_, storeErr := Store(s, broken{})
	for what, err := range map[string]error{
		"Solve": solveErr, "Sum": sumErr, "Check": checkErr, "Check of presses": pressErr, "Overlap": overlapErr,
		"Store": storeErr,
	} {
		if !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
