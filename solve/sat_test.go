package solve

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/internal/boardtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Every XOR encoding with every counting encoding and both searches: the same fewest presses as
// elimination finds, with and without symmetry breaking.
func TestEncodingsAgreeOnTheFewestPresses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := boardtest.DrawPuzzle(t, boardtest.Draw(t))
		var xors []string
		for _, x := range encode.Parities() {
			xors = append(xors, x.Name)
			for arg := x.Min; arg <= x.Max && x.Max > 0; arg++ {
				xors = append(xors, fmt.Sprintf("%s:%d", x.Name, arg))
			}
		}
		s := Solver{
			Engine: "sat",
			Xor:    rapid.SampledFrom(xors).Draw(t, "xor"),
			Card:   rapid.SampledFrom(encode.Countings()).Draw(t, "card").Name,
		}
		want, errWant := Minimum(context.Background(), p)
		got, err := s.Minimum(context.Background(), p)
		if shape := p.Board.Shape(); s.Xor == "chase" && (!shape.Cross || shape.Kind != "grid" && shape.Kind != "cylinder" || !p.DontCare.IsZero()) {
			return // refused, as package encode's tests require
		}
		if (err == nil) != (errWant == nil) {
			t.Fatalf("%s: %v by elimination, %v by %+v", p.Board, errWant, err, s)
		}
		if err == nil && got.Best.Weight() != want.Best.Weight() {
			t.Fatalf("%s: %d presses by elimination, %d by %+v", p.Board, want.Best.Weight(), got.Best.Weight(), s)
		}
	})
}

func TestConditionsAreToldFromUnsolvable(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "3x3"))
	for _, tc := range []struct {
		solver Solver
		want   string
	}{
		{Solver{Engine: "sat", Conditions: Conditions{AtMost: new(3)}}, "solvable, but not with at most 3 presses"},
		{Solver{Conditions: Conditions{AtMost: new(3)}}, "solvable, but not with at most 3 presses"},
		{Solver{Conditions: Conditions{AtMost: new(6), AtLeast: new(6)}}, "solvable, but not with exactly 6 presses"},
		{Solver{Conditions: Conditions{AtLeast: new(7)}}, "solvable, but not with at least 7 presses"},
		{Solver{Engine: "sat", Conditions: Conditions{Forbid: []int{4}}}, "solvable, but not without pressing switch 5"},
		{Solver{Engine: "sat", Conditions: Conditions{Forbid: []int{4}, AtMost: new(8)}}, "solvable, but not with at most 8 presses, without pressing switch 5"},
	} {
		_, err := tc.solver.Any(context.Background(), p)
		var unsolvable *UnsolvableError
		if !errors.As(err, &unsolvable) || unsolvable.Condition == "" || err.Error() != tc.want {
			t.Errorf("%+v: %v, want %q", tc.solver, err, tc.want)
		}
	}
	if _, err := (Solver{Conditions: Conditions{AtMost: new(2), AtLeast: new(3)}}).Any(context.Background(), p); err == nil || !strings.Contains(err.Error(), "at least 3 and at most 2") {
		t.Errorf("contradictory bounds: %v", err)
	}
}

// A search that is stopped gives its best answer and what it has proved. It is stopped as soon as it
// has an answer, however long that takes.
func TestSATStopsWithItsBestAnswer(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "torus:20x20")) // nullity 32: far beyond SAT
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	res, err := Solver{Engine: "sat", Xor: "kernel", Progress: func(int, int) { cancel() }}.Minimum(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	if res.Proved() || !errors.Is(res.Stopped, context.Canceled) || res.Lower < 80 || res.Lower >= res.Best.Weight() {
		t.Errorf("minimum %v, stopped by %v, between %d and %d presses", res.Proved(), res.Stopped, res.Lower, res.Best.Weight())
	}
}

func TestSATKeepsToItsMemory(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "torus:20x20"))
	_, err := Solver{Engine: "sat", Xor: "direct", MaxMemory: 1 << 16}.Any(context.Background(), p)
	if !errors.Is(err, errMemory) {
		t.Errorf("%v, want the memory limit", err)
	}
}

// The record of an answer by SAT, or of a refutation, tells the size of the formula, as the encoding has
// it, and the time that it took. Other engines tell neither.
func TestEffortIsTold(t *testing.T) {
	for _, parity := range encode.Parities() {
		for _, on := range []string{"all", "1"} {
			p := board.NewPuzzle(boardtest.Parse(t, "5x5"))
			if err := p.SetLights(on, "", 1); err != nil {
				t.Fatal(err)
			}
			var size cnf.Counter
			if err := encode.Puzzle(&size, p, encode.Options{Xor: parity.String()}); err != nil {
				t.Fatal(err)
			}
			a := record(t, Solver{Engine: "sat", Xor: parity.String()}, p)
			if a.Solvable != (on == "all") || a.Formula == nil || a.Variables != size.Vars() || a.Clauses != size.Clauses || a.Literals != size.Literals ||
				a.AuxiliaryVariables != size.Vars()-25 || a.EncodeSeconds <= 0 || a.SolveSeconds <= 0 {
				t.Errorf("%s, %s on: %+v, but the formula has %d variables, %d clauses, %d literals", parity, on, a, size.Vars(), size.Clauses, size.Literals)
			}
		}
	}
	if a := record(t, Solver{Engine: "gf2"}, board.NewPuzzle(boardtest.Parse(t, "5x5"))); a.Formula != nil {
		t.Errorf("elimination has no formula: %+v", a)
	}
}

// record is the answer or the refutation as a record.
func record(t *testing.T, s Solver, p *board.Puzzle) Answer {
	t.Helper()
	res, err := s.Any(t.Context(), p)
	no, unsolvable := errors.AsType[*UnsolvableError](err)
	switch {
	case unsolvable:
		return no.Answer(p, -1)
	case err != nil:
		t.Fatal(err)
	}
	return res.Answer(-1)
}

// What SAT proves, and what a limit leaves, is said as with other engines.
func TestSATSaysWhatItKnows(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	s := Solver{Engine: "sat"}
	_, err := s.Minimum(ended, board.NewPuzzle(boardtest.Parse(t, "30x30")))
	if gaveUp, ok := errors.AsType[*GaveUpError](err); !ok || gaveUp.Engine != "sat" {
		t.Errorf("%v", err)
	}
	p := board.NewPuzzle(boardtest.Parse(t, "3x3"))
	res, err := s.Any(context.Background(), p)
	if err != nil || res.Lower == 0 || res.Why.Method == "" || res.Words() == "" {
		t.Errorf("any: %+v, %v", res, err)
	}
	seven := 7 // of a coset whose lightest answer has fewer
	s.AtLeast = &seven
	if res, err = s.Minimum(context.Background(), board.NewPuzzle(boardtest.Parse(t, "4x4"))); err != nil || !res.Proved() || res.Words() == byFlips.Proof {
		t.Errorf("at least 7: %+v, %v", res, err)
	}
}
