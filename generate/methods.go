package generate

import (
	"fmt"

	"lightsout/board"
	"lightsout/internal/sample"
)

// randomPresses presses some random switches of a dark board, as games do. The same switch may come
// twice, which cancels, and states are far from equally likely.
func randomPresses(b *board.Board, count int) candidates {
	return candidates{name: fmt.Sprintf("what %d random presses make", count), cost: 100, draw: func(t *trial) {
		t.presses.Bits().Clear()
		for range count {
			t.presses.Bits().Flip(int(t.random.Below(uint64(b.Switches()))))
		}
		t.state.Bits().Copy(b.Apply(t.presses.Bits()))
		t.solved = true
	}}
}

// satChoice is what a SAT solver chooses, with a disguise for each candidate.
func satChoice(b *board.Board, allowSolved bool) (candidates, error) {
	choose, err := sample.Chosen(b, allowSolved)
	return candidates{name: "what a SAT solver chooses", cost: 1 << 17, draw: func(t *trial) {
		choose(t.presses, t.state, t.random.For(toDisguise))
		t.solved = true
	}}, err
}
