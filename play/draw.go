package play

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"

	"lightsout/board"
	"lightsout/solve"
)

const (
	// climb is how many single presses are tried to reach the requested number, if all of them together take no more
	// than about a second. That counts work rather than time, so that a seed gives the same puzzle to everybody.
	climb = 1000
	// drawSteps is the answers that are compared in that second with two states, and modularSteps with more.
	drawSteps, modularSteps = 1 << 30, 1 << 25
	// searchSteps bounds each search; one over up to 2^26 answers always takes place.
	searchSteps = 1 << 26
)

// draw makes a puzzle that needs the given number of presses. It presses that many switches at random,
// finds the shortest answer, and while it is too short, adds presses that do not shorten it. Deep
// states are rare among random ones, but every state is close to a deeper one. Package generate draws
// uniformly among all states of a depth, but needs seconds to prepare, and a player wants a puzzle now.
//
// The steps depend only on the seed, so a seed gives the same puzzle everywhere, unless the context ends before them:
// then it is the best so far.
func (a *API) draw(ctx context.Context, b *board.Board, presses int, seed uint64) (*drawn, error) {
	if err := checkPresses(b, presses); err != nil {
		return nil, err
	}
	linear, err := solve.Analyse(ctx, b)
	if err != nil {
		return nil, err
	}
	d := sampling{
		board: b, order: linear.QuietOrder(), random: rand.New(rand.NewPCG(seed, 0)),
		solver: solve.Solver{Workers: 1, MaxMemory: a.limits.Memory, MaxSteps: searchSteps}.Remembering(),
	}
	best, err := d.lightest(ctx, d.times(presses))
	if err != nil {
		return nil, err
	}
	at, tries := best, d.tries()
	for step := 0; at.minimum && best.presses < presses && step < tries; step++ {
		// One more press makes the shortest answer longer by at most one, so it cannot overshoot. An occasional step
		// down leaves local maxima.
		times := at.times.Clone()
		s := d.random.IntN(b.Switches())
		times.Set(s, times.At(s)+1)
		next, err := d.lightest(ctx, times)
		if err != nil || !next.minimum {
			break // the time is over: what there is will do
		}
		if next.presses >= at.presses || d.random.IntN(8) == 0 {
			at = next
		}
		if at.presses > best.presses {
			best = at
		}
	}
	if best.presses == 0 {
		return nil, errNothingToDraw
	}
	p := &board.Puzzle{Board: b, On: d.solvedBy(best.times), Goal: b.Dark()}
	return &drawn{On: p.On.Indices(), Presses: best.presses, Minimum: best.minimum, board: p}, nil
}

type sampling struct {
	board  *board.Board
	order  *big.Int // how many presses change nothing
	random *rand.Rand
	solver solve.Solver
}

// answer is how often each switch is pressed.
type answer struct {
	times   board.State
	presses int
	minimum bool
}

// times spreads presses over the switches at random.
func (d sampling) times(presses int) board.State {
	var all []int // every press that there could be
	for s := range d.board.Switches() {
		all = append(all, slices.Repeat([]int{s}, d.board.States()-1)...)
	}
	times := board.NewState(d.board.Switches(), d.board.States())
	for _, i := range d.random.Perm(len(all))[:presses] {
		times.Set(all[i], times.At(all[i])+1)
	}
	return times
}

// tries is how many presses are tried.
func (d sampling) tries() int {
	if d.board.States() == 2 {
		return min(climb, drawSteps>>max(0, min(d.order.BitLen()-1, 26)-1))
	}
	if !d.order.IsInt64() || d.order.Int64() > modularSteps {
		return 0
	}
	n := int64(d.board.Switches())
	return int(min(climb, modularSteps/(n*(d.order.Int64()+n))))
}

// solvedBy is the state from which these presses lead to all off.
func (d sampling) solvedBy(times board.State) board.State {
	state := d.board.Dark()
	for s, n := range times.All() {
		d.board.Press(state, s, d.board.States()-n)
	}
	return state
}

// lightest is the shortest answer with the same effect as the given one, or that one if the search for it
// does not end in time.
func (d sampling) lightest(ctx context.Context, times board.State) (answer, error) {
	given := answer{times: times, presses: times.Weight()}
	p := &board.Puzzle{Board: d.board, On: d.solvedBy(times), Goal: d.board.Dark()}
	res, err := d.solver.Minimum(ctx, p)
	if _, gaveUp := errors.AsType[*solve.GaveUpError](err); gaveUp {
		return given, nil
	}
	if err != nil || !res.Proved() && res.PressCount() > given.presses {
		return given, err
	}
	return answer{times: res.Best, presses: res.PressCount(), minimum: res.Proved()}, nil
}
