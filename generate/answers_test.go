package generate

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// wideBoard has more lights than a word has bits, and few switches.
func wideBoard(t *rapid.T) *board.Board {
	lights := rapid.IntRange(65, 130).Draw(t, "lights")
	toggles := rapid.SliceOfN(rapid.SliceOfNDistinct(rapid.IntRange(0, lights-1), 1, 4, rapid.ID), 1, 10).Draw(t, "toggles")
	b, err := board.FromToggles("wide", lights, toggles)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Answers solve their states and are the lightest also where a state takes several words, any of
// which may be zero. The oracle goes through all sets of presses.
func TestAnswersOnWideBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := wideBoard(t)
		g, err := planned(context.Background(), b, Options{AllowSolved: true})
		if err != nil {
			t.Fatal(err)
		}
		fewest := make(map[string]int)
		for x := range uint64(1) << b.Switches() {
			presses := gf2.VecOf(b.Switches(), ones(x)...)
			state := b.Apply(presses).String()
			if n, ok := fewest[state]; !ok || presses.Weight() < n {
				fewest[state] = presses.Weight()
			}
		}
		for x := range uint64(1) << b.Switches() {
			state := b.Apply(gf2.VecOf(b.Switches(), ones(x)...))
			try := g.newTrial()
			try.state.Bits().Copy(state)
			g.algebra.solve(try)
			if !b.Apply(try.answer.Bits()).Equal(state) {
				t.Fatalf("%v does not lead to %v", try.answer, state)
			}
			err := g.lightest(t.Context(), try, stepsPerPuzzle)
			n, answer := try.weight, try.answer.Bits()
			if err != nil || n != fewest[state.String()] || answer.Weight() != n || !b.Apply(answer).Equal(state) {
				t.Fatalf("%v, of %d presses: %v, want %d to reach %v", answer, n, err, fewest[state.String()], state)
			}
		}
	})
}

// An answer that does not solve its puzzle is never handed out.
func TestWrongAnswersEndTheBatch(t *testing.T) {
	for _, spec := range []string{"5x5", "9x9"} {
		g := newGenerator(t, boardtest.Parse(t, spec), Options{Seed: 1})
		words := (g.board.Switches() + 63) / 64
		g.algebra.(*binary).table = gf2.NewSumTable(make([]uint64, g.board.Lights()*words), words)
		if _, err := g.Puzzle(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "does not solve") {
			t.Errorf("%s: an answer out of a broken table: %v", spec, err)
		}
	}
}

// The answer that a state is given first presses no pivot of the quiet patterns, whatever algebra found it; and it is told
// whether the lightest answer is the only one.
func TestAnswersAreReducedAndCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Draw(t)
		if b.Switches() == 0 || b.Lights() == 0 || b.Switches() > 12 {
			t.Skip("too small, or too large to try everything")
		}
		g, err := planned(context.Background(), b, Options{AllowSolved: true})
		if err != nil {
			t.Skip(err)
		}
		state := b.Apply(boardtest.DrawVec(t, b.Switches(), "presses"))
		try := g.newTrial()
		try.state.Bits().Copy(state)
		g.algebra.solve(try)
		x := try.answer.Bits()
		if !b.Apply(x).Equal(state) {
			t.Fatalf("%v does not lead to %v", x, state)
		}
		for _, p := range g.algebra.(*binary).pivots {
			if x.Bit(p) {
				t.Fatalf("%v presses pivot %d", x, p)
			}
		}
		least, ties := b.Switches()+1, 0
		for set := range uint64(1) << b.Switches() {
			presses := gf2.VecOf(b.Switches(), ones(set)...)
			if n := presses.Weight(); n <= least && b.Apply(presses).Equal(state) {
				if n < least {
					least, ties = n, 0
				}
				ties++
			}
		}
		if err := g.lightest(t.Context(), try, stepsPerPuzzle); err != nil || try.ties != uint64(ties) {
			t.Fatalf("%d lightest answers, and %d are counted: %v", ties, try.ties, err)
		}
	})
}
