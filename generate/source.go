package generate

import (
	"math/big"

	"lightsout/board"
	"lightsout/gf2"
)

// drawer makes random candidates.
type drawer interface {
	// draw makes t a candidate, from t.random.
	draw(t *trial)
	// even reports whether all puzzles among the candidates are equally likely, and none is missing.
	even() bool
}

// source is a set of candidates that are numbered. Of the sources below, every one holds each puzzle
// exactly once; the smallest is the best, since it loses the fewest candidates to the filter.
//
//	states       of a code            solvable by construction; filtered by presses and lights
//	pressSets    sets of presses      a set stands for its state if it is its lightest answer
//	orbitSets    symmetric such sets  where every answer is the only one
//	lightSets    sets of lights       of the right number; filtered by solvability
//	variations   some press sets      all lightest answers, but not every one there is (variations.go)
type source interface {
	drawer
	size() *big.Int
	// at makes t the candidate of that number, or one of that slice, drawn from t.random, if there are
	// too many (see sliceCount).
	at(t *trial, r rank)
}

// states is the states of a code, without the dark one if the goal does not count as a puzzle.
type states struct {
	code    *code
	notDark bool
	count   *big.Int
	sliced  bool
}

func newStates(c *code, notDark bool) *states {
	n := new(big.Int).Lsh(big.NewInt(1), uint(c.dim()))
	if notDark {
		n.Sub(n, big.NewInt(1))
	}
	return &states{code: c, notDark: notDark, count: n, sliced: isSliced(n)}
}

func (s *states) size() *big.Int { return s.count }
func (s *states) even() bool     { return true }

func (s *states) draw(t *trial) {
	for {
		s.code.draw(t.state, &t.random)
		if !s.notDark || !t.state.IsZero() {
			return
		}
	}
}

func (s *states) at(t *trial, r rank) {
	if !s.sliced {
		if s.notDark {
			r = r.plus(1)
		}
		s.code.scatter(t.state, r)
		return
	}
	for {
		s.code.drawFrom(t.state, r.lo, &t.random)
		if !s.notDark || !t.state.IsZero() {
			return
		}
	}
}

// lightSets is sets of lights of the right number.
type lightSets struct{ *subsets }

func (l lightSets) even() bool          { return true }
func (l lightSets) draw(t *trial)       { l.subsets.draw(t.state, &t.random) }
func (l lightSets) at(t *trial, r rank) { l.subsets.at(t.state, number(l.size(), r, &t.random)) }

// pressSets is sets of presses of the right number.
type pressSets struct {
	*subsets
	columns columns
}

// columns is what each switch of a board flips: vectors, or, on a large board, whatever the board says.
type columns struct {
	dense []gf2.Vec
	board *board.Board
}

func columnsOf(b *board.Board) columns {
	c := columns{board: b}
	if isLarge(b) {
		return c
	}
	for s := range b.Switches() {
		c.dense = append(c.dense, gf2.VecOf(b.Lights(), b.Toggles(s)...))
	}
	return c
}

func (p pressSets) even() bool { return true }

func (p pressSets) draw(t *trial) {
	p.subsets.draw(t.presses, &t.random)
	p.columns.press(t.state, t.presses)
}

func (p pressSets) at(t *trial, r rank) {
	p.subsets.at(t.presses, number(p.size(), r, &t.random))
	p.columns.press(t.state, t.presses)
}

func (p pressSets) stands(t *trial) bool { return t.answer.Equal(t.presses) }
func (p pressSets) standsCost() uint64   { return 1 }

// press sets the state that the presses reach from the dark.
func (c columns) press(state, presses gf2.Vec) {
	if c.dense == nil {
		pressOn(c.board, state, presses)
		return
	}
	if words := state.Words(); len(words) == 1 { // as below, without loops over one word
		sum := uint64(0)
		for s := range presses.Ones() {
			sum ^= c.dense[s].Words()[0]
		}
		words[0] = sum
		return
	}
	state.Clear()
	for s := range presses.Ones() {
		state.Add(c.dense[s])
	}
}

// orbitSets is sets of presses that look the same after some motions. Where every answer is the only
// one they lead to symmetric states, and to all of them.
type orbitSets struct {
	sets    *portions
	columns columns
}

func (o orbitSets) size() *big.Int      { return o.sets.size }
func (o orbitSets) even() bool          { return true }
func (o orbitSets) draw(t *trial)       { o.set(t, randomBelow(o.sets.size, &t.random)) }
func (o orbitSets) at(t *trial, r rank) { o.set(t, number(o.sets.size, r, &t.random)) }

func (o orbitSets) set(t *trial, which *big.Int) {
	t.presses.Clear()
	o.sets.at(which, func(s int) { t.presses.Set(s, true) })
	o.columns.press(t.state, t.presses)
}

// onlyAnswers is a source of presses each of which is the only lightest answer of its state, so that
// it need not be weighed.
type onlyAnswers struct{ source }

func (o onlyAnswers) draw(t *trial) {
	o.source.draw(t)
	o.answer(t)
}

func (o onlyAnswers) at(t *trial, r rank) {
	o.source.at(t, r)
	o.answer(t)
}

func (o onlyAnswers) answer(t *trial) {
	t.answer.Copy(t.presses)
	t.weight, t.ties = t.answer.Weight(), 1
}

// number is r itself, or a number that is drawn from slice r.
func number(size *big.Int, r rank, s *stream) *big.Int {
	if !isSliced(size) {
		return r.big()
	}
	low := new(big.Int).Mul(size, r.big())
	high := new(big.Int).Add(low, size)
	low.Rsh(low, 64)
	high.Rsh(high, 64)
	return low.Add(low, randomBelow(high.Sub(high, low), s))
}

// anyPresses presses every switch or not, at random. Linear maps carry the uniform distribution over,
// so every solvable state is equally likely, and no elimination is needed.
type anyPresses struct {
	board *board.Board
	every gf2.Vec // all switches
}

func newAnyPresses(b *board.Board) anyPresses { return anyPresses{b, gf2.AllOnes(b.Switches())} }

func (a anyPresses) even() bool { return true }

func (a anyPresses) draw(t *trial) {
	t.random.fill(t.presses.Words())
	t.presses.And(a.every)
	pressOn(a.board, t.state, t.presses)
}

// pressOn is press for boards whose columns are not kept.
func pressOn(b *board.Board, state, presses gf2.Vec) {
	state.Clear()
	var flips []int
	for s := range presses.Ones() {
		flips = b.AppendToggles(flips[:0], s)
		for _, l := range flips {
			state.Flip(l)
		}
	}
}
