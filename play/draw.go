package play

import (
	"context"
	"math/rand/v2"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/cosetleader"
	"lightsout/solve"
)

const (
	// climb is how many single presses are tried to reach the requested number, if all of them together
	// take no more than about drawSteps steps.
	climb     = 1000
	drawSteps = 1 << 30 // about a second
	// searchSteps bounds each search; one over up to 2^26 answers always takes place.
	searchSteps = 1 << 26
)

// tries is how many presses are tried on a board with that nullity. It counts work rather than time, so
// that a seed gives the same puzzle to everybody.
func tries(nullity int) int {
	return min(climb, drawSteps>>max(0, min(nullity, 26)-1))
}

// draw makes a puzzle that needs the given number of presses. It presses that many switches at random,
// finds the shortest answer, and while it is too short, adds presses that do not shorten it. Deep
// states are rare among random ones, but every state is close to a deeper one. Package generate draws
// uniformly among all states of a depth, but needs seconds to prepare, and a player wants a puzzle now.
//
// The steps depend only on the seed, so a seed gives the same puzzle everywhere. The time limit is for
// machines so slow that the player would wait too long.
func (a *API) draw(ctx context.Context, b *board.Board, presses int, seed uint64) (*drawn, error) {
	if err := checkPresses(b, presses); err != nil {
		return nil, err
	}
	quiet, err := solve.Solver{}.Quiet(ctx, b)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, a.limits.Time/2)
	defer cancel()
	d := sampling{ctx: ctx, quiet: quiet, random: rand.New(rand.NewPCG(seed, 0)), memory: a.limits.Memory}
	best, err := d.lightest(gf2.VecOf(b.Switches(), d.random.Perm(b.Switches())[:presses]...))
	at := best
	for step := 0; err == nil && at.Proved && best.Weight < presses && step < tries(len(d.quiet)); step++ {
		// One more press changes the minimum by at most one, so it cannot overshoot. An occasional step
		// down leaves local maxima.
		word := at.Word.Clone()
		word.Flip(d.random.IntN(b.Switches()))
		var next cosetleader.Result
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
	return &drawn{On: b.Apply(best.Word).Indices(), Presses: best.Weight, Minimum: best.Proved}, nil
}

type sampling struct {
	ctx    context.Context
	quiet  []gf2.Vec
	random *rand.Rand
	memory int64
}

// lightest is the shortest answer with the same effect as the given one.
func (d sampling) lightest(answer gf2.Vec) (cosetleader.Result, error) {
	return cosetleader.Minimum(d.ctx, cosetleader.Problem{Word: answer, Basis: d.quiet}, cosetleader.Options{Workers: 1, MaxMemory: d.memory, MaxSteps: searchSteps})
}
