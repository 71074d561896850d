package solve

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
)

// Whatever a large board makes slow, be it a formula, a group of symmetries or a basis, ends soon after the time is
// over. The bound is generous, for machines that are busy, and grows with the time that the puzzle takes to make.
func TestDeadlinesAreKept(t *testing.T) {
	const limit = 300 * time.Millisecond
	fewest := func(ctx context.Context, p *board.Puzzle) error {
		_, err := Minimum(ctx, p)
		return err
	}
	classes := func(ctx context.Context, p *board.Puzzle) error {
		_, err := Solver{}.CountUpToSymmetry(ctx, p)
		return err
	}
	for _, c := range []struct {
		spec string
		name string
		ask  func(context.Context, *board.Puzzle) error
		slow bool
	}{
		{"torus:45x45,mod=3", "fewest", fewest, false},
		{"torus:45x45,mod=6", "fewest", fewest, true},
		{"torus:99x99", "classes", classes, false},
		{"3000x3000", "fewest", fewest, true},
		{"100000x100000", "fewest", fewest, true},
	} {
		if c.slow && !tier.All() {
			continue
		}
		making := time.Now()
		p, running := board.NewPuzzle(boardtest.Parse(t, c.spec)), runtime.NumGoroutine()
		bound := 20 * (limit + time.Since(making))
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		begun := time.Now()
		err := c.ask(ctx, p)
		cancel()
		took := time.Since(begun)
		t.Logf("%s, %s: %v: %v", c.spec, c.name, took, err)
		if took > bound {
			t.Errorf("%s, %s: took %v, the time limit was %v", c.spec, c.name, took, limit)
		}
		for runtime.NumGoroutine() > running && time.Since(begun) < time.Minute { // what is left to itself ends as well
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// A formula that takes longer to write than there is time is left unfinished, and no question is asked about it.
func TestFormulasStopWithTheContext(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "torus:12x12,mod=3"))
	pr, err := Solver{Engine: "sat"}.classify(t.Context(), p, fewestPresses)
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newSATSession(ended, pr); !errors.As(err, new(*GaveUpError)) {
		t.Errorf("the formula: %v", err)
	}
	s, err := newSATSession(t.Context(), pr)
	if err != nil {
		t.Fatal(err)
	}
	before, most := s.spent().Clauses, 200
	if _, _, err := s.ask(ended, nil, &most); !errors.As(err, new(*GaveUpError)) || s.spent().Clauses > before+4096 {
		t.Errorf("the count: %v after %d clauses", err, s.spent().Clauses-before)
	}
}
