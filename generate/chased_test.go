package generate

import (
	"math/rand/v2"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// The fast count of the presses of light chasing is that of the lesson, with and without its table: also where the
// switches end at, before or after the end of a word, and what the first chase leaves lies in two of them.
func TestChasedPresses(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for _, spec := range []string{"5x5", "4x8", "8x8", "7x9", "9x7", "6x10", "10x6", "9x8", "13x5", "16x4", "31x2", "cylinder:9x7"} {
		b := boardtest.Parse(t, spec)
		c := newChased(b)
		if c == nil || c.table == nil {
			t.Fatalf("%s has no table for light chasing", spec)
		}
		slow := *c
		slow.table = nil
		for range 30 {
			on := randomState(r, b)
			want := chasedByHand(t, b, on)
			if got := c.presses(on, c.scratch()); got != want {
				t.Fatalf("%s: %v takes %d presses, want %d", spec, on, got, want)
			}
			memory := c.scratch()
			memory.Flip(0) // of an earlier count
			if got := slow.presses(on, memory); got != want {
				t.Fatalf("%s: without a table %v takes %d presses, want %d", spec, on, got, want)
			}
		}
	}
}

// randomState is what random presses make of the dark board.
func randomState(r *rand.Rand, b *board.Board) gf2.Vec {
	on := gf2.NewVec(b.Lights())
	for s := range b.Switches() {
		if r.IntN(2) == 0 {
			b.Press(board.Bits(on), s, 1)
		}
	}
	return on
}
