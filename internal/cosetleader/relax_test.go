package cosetleader

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// relaxationOf is the problem of turning a state off.
func relaxationOf(b *board.Board, on gf2.Vec) Relaxation {
	p := Relaxation{Switches: b.Switches(), Lights: make([][]int32, b.Lights()), Change: make([]bool, b.Lights())}
	for s := range b.Switches() {
		for _, l := range b.Toggles(s) {
			p.Lights[l] = append(p.Lights[l], int32(s))
		}
	}
	for l := range on.Ones() {
		p.Change[l] = true
	}
	return p
}

// The bound never exceeds the fewest presses, on any board and from any state.
func TestLowerIsBelowTheMinimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.DrawCopies(t)
		presses := gf2.NewVec(b.Switches())
		for s := range b.Switches() {
			presses.Set(s, rapid.Bool().Draw(t, "pressed"))
		}
		on := b.Apply(presses)
		state := uint64(0)
		for l := range on.Ones() {
			state |= 1 << l
		}
		if got, fewest := relaxationOf(b, on).Lower(context.Background()), boardtest.Distances(b)[state]; got > fewest {
			t.Fatalf("at least %d, but %d are enough", got, fewest)
		}
	})
}

// All on, every press of a hypercube of dimension 7 flips 8 of its 128 lights, and the Hamming code shows
// that 16 presses are enough. From one light on, the lights that must not change count too: one press
// could flip it, but no answer is that short unless it is the press's own cross.
func TestLowerIsSharp(t *testing.T) {
	b := boardtest.Parse(t, "hypercube:7")
	if got := relaxationOf(b, gf2.AllOnes(128)).Lower(context.Background()); got != 16 {
		t.Errorf("hypercube:7 from all on: at least %d, want 16", got)
	}
	b = boardtest.Parse(t, "path:9")
	on := gf2.NewVec(9)
	on.Set(0, true)
	// The answer is the only one, of 6 presses, and 1 is what counting lights says.
	if got := relaxationOf(b, on).Lower(context.Background()); got < 2 {
		t.Errorf("path:9 from its end: at least %d", got)
	}
}

// Nothing is proved after the end of the context, or about nothing.
func TestLowerEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b := boardtest.Parse(t, "hypercube:9")
	if got := relaxationOf(b, gf2.AllOnes(512)).Lower(ctx); got != 0 {
		t.Errorf("at least %d", got)
	}
	if got := (Relaxation{}).Lower(context.Background()); got != 0 {
		t.Errorf("of nothing: at least %d", got)
	}
}

// No answer has fewer presses than there are lights without a switch in common.
func TestPackingIsABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Relaxation{Switches: 8}
		presses := rapid.SliceOfN(rapid.Bool(), 8, 8).Draw(t, "presses")
		for range rapid.IntRange(0, 8).Draw(t, "lights") {
			light, odd := []int32{}, false
			for s := range int32(8) {
				if rapid.Bool().Draw(t, "joined") {
					light, odd = append(light, s), odd != presses[s]
				}
			}
			p.Lights, p.Change = append(p.Lights, light), append(p.Change, odd)
		}
		count := 0
		for _, pressed := range presses {
			if pressed {
				count++
			}
		}
		if least := p.Packing(); least > count {
			t.Fatalf("%d lights without a switch in common, but %d presses are enough", least, count)
		}
	})
}
