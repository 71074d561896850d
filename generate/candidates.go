package generate

import (
	"math/big"

	"lightsout/board"
)

// candidates are states, of which those that meet the options are puzzles. Of the first three kinds below, each holds
// every puzzle exactly once; so the one that takes the least effort in all is the best.
//
//	states          all solvable ones                   filtered by presses and lights
//	pressSets       by presses of the right number      a set stands for its state if it is its lightest answer
//	lightSets       by lights of the right number       filtered by solvability
//	randomPresses   what random presses make, not evenly (methods.go)
//	satChoice       what a SAT solver chooses, not evenly (methods.go)
type candidates interface {
	String() string
	// size is how many there are, nil if they are not numbered.
	size() *big.Int
	// draw makes t a random candidate, from t.random.
	draw(t *trial)
	// at makes t the candidate of that number, or one of that slice (see sliceBits).
	at(t *trial, n uint64)
	// cost is about how many nanoseconds a candidate takes.
	cost() uint64
}

// states is all solvable states, without the goal if that does not count as a puzzle. If of states that are alike only
// the first is wanted, those are left out whose last lights tell that they are not.
type states struct {
	algebra algebra
	notDark bool
	count   *big.Int // nil: not known
	sliced  bool

	ends []uint32 // what the last lights may have; nil: anything
	rest int      // how many free lights come before those
}

func newStates(a algebra, notDark bool, alike *symmetries) *states {
	s := &states{algebra: a, notDark: notDark}
	n := a.facts().states
	if n == nil {
		return s
	}
	s.sliced = sliceBits(n) > 0
	s.count = new(big.Int).Set(n)
	if b, ok := a.(*binary); ok && alike != nil && !s.sliced && b.space.endsFree(alike.last) {
		s.ends, s.rest = alike.ends, b.space.dim()-alike.last
		s.count = new(big.Int).Lsh(big.NewInt(int64(len(s.ends))), uint(s.rest))
	}
	if notDark {
		s.count.Sub(s.count, big.NewInt(1))
	}
	return s
}

func (s *states) String() string { return "solvable states" }
func (s *states) size() *big.Int { return s.count }
func (s *states) cost() uint64   { return s.algebra.facts().drawCost }

func (s *states) draw(t *trial) {
	for {
		s.algebra.draw(t)
		if !s.notDark || !t.state.IsZero() {
			return
		}
	}
}

func (s *states) at(t *trial, n uint64) {
	if s.notDark && !s.sliced {
		n++ // the first is the goal
	}
	if s.ends != nil {
		n = uint64(s.ends[n>>s.rest])<<s.rest | n&(1<<s.rest-1)
	}
	for {
		s.algebra.at(t, n)
		if !s.notDark || !t.state.IsZero() {
			return
		}
	}
}

// numbered is sets that are numbered.
type numbered struct {
	sets   sets
	slices uint
}

func newNumbered(s sets) numbered {
	if s.size().Sign() == 0 {
		return numbered{sets: s}
	}
	return numbered{s, sliceBits(s.size())}
}

func (s numbered) size() *big.Int { return s.sets.size() }

func (s numbered) set(c board.State, n uint64, random *stream) {
	s.sets.at(c, element(s.sets.size(), s.slices, n, random))
}

// lightSets is states of the right number of lights, solvable or not.
type lightSets struct{ numbered }

func (l lightSets) String() string        { return "sets of lights" }
func (l lightSets) cost() uint64          { return 100 }
func (l lightSets) draw(t *trial)         { l.sets.draw(t.state, &t.random) }
func (l lightSets) at(t *trial, n uint64) { l.set(t.state, n, &t.random) }

// pressSets is states by presses of the right number.
type pressSets struct {
	numbered
	algebra algebra
	// only: each set is known to be the only lightest answer to its state, so that it is not weighed.
	only bool
}

func (p pressSets) String() string { return "sets of presses" }
func (p pressSets) cost() uint64   { return 200 }

func (p pressSets) draw(t *trial) {
	p.sets.draw(t.presses, &t.random)
	p.press(t)
}

func (p pressSets) at(t *trial, n uint64) {
	p.set(t.presses, n, &t.random)
	p.press(t)
}

func (p pressSets) press(t *trial) {
	p.algebra.press(t.state, t.presses)
	t.solved = true
	if p.only {
		t.take(t.presses)
		t.weight, t.ties = t.answer.Weight(), 1
	}
}
