package solve

import (
	"context"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/reserve"
)

// Replay is what replaying a list of presses showed.
type Replay struct {
	Solved bool
	// Wrong lists the lights that are not as the goal wants them; those that do not matter never are.
	Wrong []int
	// Lit lists the lights that are on in the end. With more than two states a light is repeated as often as
	// its state says.
	Lit []int
	// Forbidden lists the presses that the puzzle or the solver forbids.
	Forbidden []int
	// Missing lists the switches that the solver requires and that are not pressed, or so often that it
	// changes nothing.
	Missing []int
	// OutOfBounds: there are more presses than AtMost, or fewer than AtLeast.
	OutOfBounds bool
	// Err says that nothing was replayed: a press is not a switch of the board, or the puzzle does not fit its board.
	Err error
}

// Check replays presses one after another, in the order given, and reports what is left. It
// shares nothing with the engines: it asks the board what a switch flips, and keeps the state of each light.
// It is [Solver.Check] of the zero Solver.
func Check(p *board.Puzzle, presses []int) Replay { return Solver{}.Check(p, presses) }

// Check replays presses as the function Check does, and holds them against the solver's Forbid, Require,
// AtMost and AtLeast as well; all of them must be met for Solved. Every press counts towards the bounds.
func (s Solver) Check(p *board.Puzzle, presses []int) Replay {
	v, err := check(context.Background(), p, presses) // which never ends
	if err != nil {
		return Replay{Err: err}
	}
	if s.Forbid == nil && s.Require == nil && !s.counted() {
		return v
	}
	forbidden, times := map[int]bool{}, map[int]int{}
	for _, x := range s.Forbid {
		forbidden[x] = !p.Forbidden.Has(x) // those are listed already
	}
	for _, x := range presses {
		times[x]++
		if forbidden[x] {
			v.Forbidden = append(v.Forbidden, x)
		}
	}
	for _, x := range s.Require {
		if times[x]%p.Board.States() == 0 {
			v.Missing = append(v.Missing, x)
		}
	}
	v.OutOfBounds = !s.keepsBounds(len(presses))
	v.Solved = v.Solved && len(v.Forbidden) == 0 && len(v.Missing) == 0 && !v.OutOfBounds
	return v
}

// check is Check that stops when the context ends.
func check(ctx context.Context, p *board.Puzzle, presses []int) (Replay, error) {
	p, err := p.Checked()
	if err != nil {
		return Replay{}, err
	}
	ctx, end := reserve.Question(ctx)
	defer end()
	// A byte for each, and lists of those wrong and lit.
	if err := reserve.For(ctx, 20*int64(p.Board.Lights())); err != nil {
		return Replay{}, &board.TooLargeError{What: "a replay on " + p.Board.Spec(), Limit: err.Error(), Err: err}
	}
	k := p.Board.States()
	state := p.On.Digits() // a byte per light
	if k > 2 {
		state = slices.Clone(state) // else it is a copy already
	}
	v := Replay{Wrong: []int{}, Lit: []int{}, Forbidden: []int{}, Missing: []int{}}
	flips := make([]int, 0, 16)
	for n, s := range presses {
		if n%(1<<16) == 0 && ctx.Err() != nil {
			return Replay{}, ctx.Err()
		}
		if s < 0 || s >= p.Board.Switches() {
			return Replay{}, notASwitch(p.Board, s)
		}
		if p.Forbidden.Has(s) {
			v.Forbidden = append(v.Forbidden, s)
		}
		if k == 2 {
			flips = p.Board.AppendToggles(flips[:0], s)
			for _, l := range flips {
				state[l] ^= 1
			}
			continue
		}
		for l, amount := range p.Board.Adds(s) {
			state[l] = uint8((int(state[l]) + amount) % k)
		}
	}
	goal := p.Goal.Digits()
	for l, d := range state {
		for range d {
			v.Lit = append(v.Lit, l)
		}
		if d != goal[l] && !p.DontCare.Has(l) {
			v.Wrong = append(v.Wrong, l)
		}
	}
	v.Solved = len(v.Wrong) == 0 && len(v.Forbidden) == 0
	return v, nil
}

// CheckWitness reports whether lights, each as often as it counts, prove that a puzzle has no answer: what every press
// adds to them sums up to 0 modulo the states of a light, but what must change does not. It shares nothing with the
// engines.
func CheckWitness(p *board.Puzzle, lights []int) bool {
	p, err := p.Checked()
	if err != nil {
		return false
	}
	witness := p.Board.Dark()
	for _, l := range lights {
		if l < 0 || l >= p.Board.Lights() {
			return false
		}
		witness.Set(l, witness.At(l)+1)
	}
	return checkWitness(p, p.Forbidden, p.Change(), witness)
}

// leftWrong is how many lights are wrong after presses. It replays them one by one where that
// is quick, and otherwise lets the board press 64 at a time, if it can: an engine has no part in either.
func leftWrong(ctx context.Context, p *board.Puzzle, presses board.State) (int, error) {
	if shape := p.Board.Shape(); shape.Flips > quickToCheck && shape.ByWords {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		wrong := p.Board.Apply(presses.Bits())
		wrong.Add(p.On.Bits())
		wrong.Add(p.Goal.Bits())
		for l := range p.DontCare.Ones() {
			wrong.Set(l, false)
		}
		return wrong.Weight(), nil
	}
	v, err := check(ctx, p, presses.Indices())
	return len(v.Wrong), err
}

// checkWitness reports whether the lights, each as often as it counts, prove that change cannot be reached by the
// switches that are not in without (of length 0 if all may be pressed). What every such switch adds to them sums up
// to 0 modulo the states of a light, but what must change does not. All of these lights matter. With two states that
// is to say that every switch touches an even number of them, and an odd number of them must change.
func checkWitness(p *board.Puzzle, without gf2.Vec, change, witness board.State) bool {
	b, k := p.Board, p.Board.States()
	if witness.Len() != b.Lights() || overlap(witness, change)%k == 0 {
		return false
	}
	for l := range p.DontCare.Ones() {
		if witness.At(l) != 0 {
			return false
		}
	}
	if shape := b.Shape(); shape.Flips > quickToCheck && shape.ByWords {
		// The matrix is symmetric: what a set of presses flips is also which switches touch that set of lights oddly.
		touched := b.Apply(witness.Bits())
		for s := range without.Ones() {
			touched.Set(s, false)
		}
		return touched.IsZero()
	}
	counts := witness.Digits()
	for s := range b.Switches() {
		if without.Len() > 0 && without.Bit(s) {
			continue
		}
		sum := 0
		for l, amount := range b.Adds(s) {
			sum += amount * int(counts[l])
		}
		if sum%k != 0 {
			return false
		}
	}
	return true
}

// overlap is the sum of the products of two states, cell by cell.
func overlap(s, t board.State) int {
	if s.Mod() == 2 {
		return s.Bits().Overlap(t.Bits())
	}
	sum := 0
	for i, n := range s.All() {
		sum += n * t.At(i)
	}
	return sum
}
