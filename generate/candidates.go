package generate

import (
	"context"
	"math/big"

	"lightsout/internal/alike"
	"lightsout/internal/sample"
)

// candidates are states, of which those that meet the options are puzzles. Of the first three kinds below, each holds
// every puzzle exactly once; so the one that takes the least effort in all is the best.
//
//	states          all solvable ones                   filtered by presses and lights
//	pressSets       by presses of the right number      a set stands for its state if it is its lightest answer
//	lightSets       by lights of the right number       filtered by solvability
//	randomPresses   what random presses make, not evenly (methods.go)
//	satChoice       what a SAT solver chooses, not evenly (methods.go)
type candidates struct {
	name string
	size *big.Int // how many there are; nil if they are not numbered
	cost uint64   // about how many nanoseconds a candidate takes
	// draw makes t a random candidate, from t.random, and at the one of that number, or one of that slice (see
	// sliceBits).
	draw func(t *trial)
	at   func(t *trial, n uint64)
	// whole: they are all states that can be drawn, or the first of those that are alike. only: each is a set of
	// presses that is known to be the only lightest answer to its state, so that it is not weighed.
	whole, only bool
}

// states is all solvable states, without the goal if that does not count as a puzzle. If of states that are alike only
// the first is wanted, those are left out whose last lights tell that they are not.
func (g *generator) states(sym *alike.States) candidates {
	a, notDark := g.algebra, !g.options.AllowSolved
	name := map[bool]string{true: "states", false: "solvable states"}[g.unsolvable()]
	c := candidates{name: name, cost: g.drawCost, whole: true}
	c.draw = func(t *trial) {
		for a.draw(t); notDark && t.state.IsZero(); a.draw(t) {
		}
	}
	if g.facts.states == nil {
		return c
	}
	sliced, rest := sample.SliceBits(g.facts.states) > 0, 0
	var ends []uint32 // what the last lights may have, after the rest; nil: anything
	c.size = new(big.Int).Set(g.facts.states)
	if narrows(sym, a) {
		ends, rest = sym.Ends, a.(*binary).space.Dim()-sym.Last
		c.size.Lsh(big.NewInt(int64(len(ends))), uint(rest))
	}
	if notDark {
		c.size.Sub(c.size, big.NewInt(1))
	}
	c.at = func(t *trial, n uint64) {
		if notDark && !sliced {
			n++ // the first is the goal
		}
		if ends != nil {
			n = uint64(ends[n>>rest])<<rest | n&(1<<rest-1)
		}
		for a.at(t, n); notDark && sliced && t.state.IsZero(); a.at(t, n) {
		}
	}
	return c
}

// lightSets is states of the right number of lights, solvable or not.
func lightSets(s sample.Sets) candidates {
	return candidates{
		name: "sets of lights", size: s.Size(), cost: 100,
		draw: func(t *trial) { s.Draw(t.state, &t.random) },
		at:   func(t *trial, n uint64) { s.At(t.state, n, &t.random) },
	}
}

// pressSets is states by presses of the right number.
func pressSets(a algebra, s sample.Sets, only bool) candidates {
	press := func(t *trial) {
		a.press(context.Background(), t.state, t.presses)
		if t.solved = true; only {
			t.take(t.presses)
			t.weight, t.ties = t.answer.Weight(), 1
		}
	}
	return candidates{
		name: "sets of presses", size: s.Size(), cost: 200, only: only,
		draw: func(t *trial) {
			s.Draw(t.presses, &t.random)
			press(t)
		},
		at: func(t *trial, n uint64) {
			s.At(t.presses, n, &t.random)
			press(t)
		},
	}
}

// narrows reports whether states are left out by their last lights: those must be free.
func narrows(s *alike.States, a algebra) bool {
	b, ok := a.(*binary)
	return s != nil && ok && b.slices == 0 && b.space.EndsFree(s.Last)
}
