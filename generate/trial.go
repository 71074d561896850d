package generate

import (
	"lightsout/board"
	"lightsout/internal/sample"
)

// A purpose is the second word of the key of random words. The numbers are frozen: a seed keeps its meaning.
const (
	toDraw     = 0  // candidates
	toPilot    = 2  // measuring how often candidates are puzzles
	toTurn     = 3  // which of the alike states is shown
	toDisguise = 5  // the formulas of the method sat
	toMix      = 7  // which board is next
	toEven     = 8  // which number of presses is next
	toRefute   = 9  // candidates without an answer
	toShare    = 10 // whether the next puzzle has an answer
)

// trial is one attempt at a puzzle. Its memory is used again for the next one.
type trial struct {
	random sample.Stream

	state   board.State // the candidate
	presses board.State // if solved: presses that solve the state
	solved  bool

	answer board.State // the lightest answer, if weight is not -1
	weight int         // its presses
	ties   uint64      // how many answers have so few; 0 if not known

	image board.State // scratch, for lights
}

func (g *generator) newTrial() *trial {
	lights, switches, k := g.board.Lights(), g.board.Switches(), g.board.States()
	return &trial{
		state: board.NewState(lights, k), image: board.NewState(lights, k),
		presses: board.NewState(switches, k), answer: board.NewState(switches, k), weight: -1,
	}
}

// begin makes the trial one without a candidate.
func (t *trial) begin(seed, why, index, attempt uint64) {
	t.random.Restart(seed, why, index, attempt)
	t.solved, t.weight = false, -1
}

// take makes the answer these presses.
func (t *trial) take(presses board.State) {
	if presses.Mod() > 2 {
		copy(t.answer.Digits(), presses.Digits())
		return
	}
	t.answer.Bits().Copy(presses.Bits())
}
