package play

import (
	"context"
	"math/rand/v2"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/lightest"
	"lightsout/solve"
)

// climb is how many presses are tried, one by one, to bring a puzzle up to what is wished.
const climb = 1000

// draw makes a puzzle that needs the presses wished: press so many switches at random, find the
// shortest answer, and while it is too short add presses that do not shorten it. Deep states are
// rare among random ones, but no state is far from a deeper one. Package generate draws evenly
// among all states of a depth; that takes seconds to prepare, and a player wants one puzzle now.
//
// The steps depend on the seed alone, so that a seed means the same puzzle everywhere, unless the
// call's time ends the search.
func (a *API) draw(ctx context.Context, b *board.Board, presses int, seed uint64) (*Drawn, error) {
	if err := checkWish(b, presses); err != nil {
		return nil, err
	}
	linear, err := solve.Analyse(ctx, b)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, a.limits.Time/2)
	defer cancel()
	d := drawing{ctx: ctx, quiet: linear.Quiet(), random: rand.New(rand.NewPCG(seed, 0)), memory: a.limits.Memory}
	best, err := d.lightest(gf2.VecOf(b.Switches(), d.random.Perm(b.Switches())[:presses]...))
	at := best
	for step := 0; err == nil && at.Proved && best.Weight < presses && step < climb; step++ {
		// A press more changes the fewest presses by at most one: it cannot overshoot. A step down now
		// and then leads off hills that are too low.
		word := at.Word.Clone()
		word.Flip(d.random.IntN(b.Switches()))
		var next lightest.Result
		if next, err = d.lightest(word); err != nil || !next.Proved {
			break
		}
		if next.Weight >= at.Weight || d.random.IntN(8) == 0 {
			at = next
		}
		if at.Weight > best.Weight {
			best = at
		}
	}
	if err != nil {
		return nil, err
	}
	if best.Weight == 0 {
		return nil, errNothingToDraw
	}
	return &Drawn{On: b.Apply(best.Word).Indices(), Presses: best.Weight, Minimum: best.Proved}, nil
}

type drawing struct {
	ctx    context.Context
	quiet  []gf2.Vec
	random *rand.Rand
	memory int64
}

// lightest is the shortest of the answers that do what the given one does.
func (d drawing) lightest(answer gf2.Vec) (lightest.Result, error) {
	return lightest.Minimum(d.ctx, lightest.Problem{Word: answer, Basis: d.quiet}, lightest.Options{Workers: 1, MaxMemory: d.memory})
}
