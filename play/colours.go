package play

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"

	"lightsout/board"
	"lightsout/internal/drawing"
	"lightsout/solve"
)

// What the methods do on boards whose lights have K states, K > 2. In requests and results a list repeats a
// light as often as its state says, and a switch as often as it is pressed.

// algebraOfColours is algebra with K states. All answers of a state press switch s some number modulo d, a divisor
// of K, each such number equally often: on average at most d−1 + (K−d)/2 times. The lightest presses no
// more than the average.
func (v *view) algebraOfColours(ctx context.Context, b *board.Board) error {
	algebra, err := solve.Analyse(ctx, b)
	if err != nil {
		return err
	}
	words, err := algebra.Quiet(ctx)
	if err != nil {
		return err
	}
	k, twice := b.States(), 0
	for s := range b.Switches() {
		d := k
		for _, word := range words {
			d = divisor(d, word.At(s))
		}
		twice += k + d - 2
	}
	v.Hardest, v.Colours = twice/2, drawing.StateColours(k)
	_, v.Nullity, v.QuietOrder = rankOf(b, algebra)
	return nil
}

// divisor is the greatest that two numbers have in common.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// rankOf is the rank and the nullity if the number of states is prime, otherwise the order of the quiet group.
func rankOf(b *board.Board, algebra solve.Linear) (rank, nullity *int, quietOrder string) {
	if big.NewInt(int64(b.States())).ProbablyPrime(0) {
		return new(algebra.Rank()), new(algebra.Nullity()), ""
	}
	return nil, nil, algebra.QuietOrder().String()
}

// colourSteps bounds the work of drawing a puzzle, as drawSteps does: the answers that are compared.
const colourSteps = 1 << 25

// drawColours is draw with K states. A press takes K−1 presses to undo, so that one more press may shorten the answer
// by more than one, but never makes it longer by more.
func (a *API) drawColours(ctx context.Context, b *board.Board, presses int, seed uint64) (*drawn, error) {
	if err := checkPresses(b, presses); err != nil {
		return nil, err
	}
	algebra, err := solve.Analyse(ctx, b)
	if err != nil {
		return nil, err
	}
	d := colourDrawing{api: a, board: b, random: rand.New(rand.NewPCG(seed, 0))}
	ctx, cancel := context.WithTimeout(ctx, a.limits.Time/2)
	defer cancel()
	best, err := d.lightest(ctx, d.times(presses))
	if err != nil {
		return nil, err
	}
	at, tries := best, 0
	if order := algebra.QuietOrder(); order.IsInt64() && order.Int64() <= colourSteps {
		n := int64(b.Switches())
		tries = int(min(climb, colourSteps/(n*(order.Int64()+n))))
	}
	for step := 0; at.minimum && best.presses < presses && step < tries; step++ {
		times := slices.Clone(at.times)
		s := d.random.IntN(b.Switches())
		times[s] = uint8((int(times[s]) + 1) % b.States())
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
	return &drawn{On: d.solvedBy(best.times).Indices(), Presses: best.presses, Minimum: best.minimum}, nil
}

type colourDrawing struct {
	api    *API
	board  *board.Board
	random *rand.Rand
}

// answer is how often each switch is pressed.
type answer struct {
	times   []uint8
	presses int
	minimum bool
}

// times spreads presses over the switches at random.
func (d colourDrawing) times(presses int) []uint8 {
	var all []int // every press that there could be
	for s := range d.board.Switches() {
		all = append(all, slices.Repeat([]int{s}, d.board.States()-1)...)
	}
	times := make([]uint8, d.board.Switches())
	for _, i := range d.random.Perm(len(all))[:presses] {
		times[all[i]]++
	}
	return times
}

// solvedBy is the state from which these presses lead to all off.
func (d colourDrawing) solvedBy(times []uint8) board.State {
	state := d.board.Dark()
	for s, n := range times {
		d.board.Press(state, s, d.board.States()-int(n))
	}
	return state
}

// lightest is the shortest answer with the same effect as the given one, or that one if the search for it
// does not end in time.
func (d colourDrawing) lightest(ctx context.Context, times []uint8) (answer, error) {
	given := answer{times: times}
	for _, n := range times {
		given.presses += int(n)
	}
	p := &board.Puzzle{Board: d.board, On: d.solvedBy(times), Goal: d.board.Dark()}
	res, err := solve.Solver{Workers: 1, MaxMemory: d.api.limits.Memory}.Minimum(ctx, p)
	if _, gaveUp := errors.AsType[*solve.GaveUpError](err); gaveUp {
		return given, nil
	}
	if err != nil {
		return answer{}, err
	}
	if !res.Minimum && res.PressCount() > given.presses {
		return given, nil
	}
	return answer{times: res.Presses.Digits(), presses: res.PressCount(), minimum: res.Minimum}, nil
}
