package generate

import (
	"math/big"
	"math/bits"

	"lightsout/board"
	"lightsout/gf2"
)

// A base is a set of candidates that can be drawn from evenly and counted through. Puzzles are
// the candidates that a sampler's filter lets pass; the base that loses the fewest is the one to
// use.
//
//	codeBase    states of a code       solvable by construction; filtered by presses and lights
//	pressBase   sets of presses        a set stands for its state if it is its lightest answer
//	hardBase    some such sets         all lightest answers, but not all that there are (hard.go)
//	orbitBase   such sets          symmetric ones, where every answer is the only one (symmetry.go)
//	lightBase   sets of lights         of the right number; filtered by solvability
//	boardBase   sets of any presses    for boards too large to eliminate
type base interface {
	// size is how many candidates there are, or nil if they cannot be counted through.
	size() *big.Int
	// draw makes c any candidate, all states among them being equally likely.
	draw(c *candidate, s *stream)
	// at makes c the candidate of that number, or of that slice if there are too many (see sliceCount).
	at(c *candidate, r rank, s *stream)
}

// candidate is a state and, where the base comes from presses, an answer to it.
type candidate struct {
	state   []uint64
	presses []uint64
	motion  int // how a hardBase moved the presses
}

// codeBase is the states of a code, without the dark one if the goal is no puzzle.
type codeBase struct {
	code     *code
	skipDark bool
	count    *big.Int
	sliced   bool
}

func newCodeBase(c *code, skipDark bool) *codeBase {
	n := new(big.Int).Lsh(big.NewInt(1), uint(c.dim()))
	if skipDark {
		n.Sub(n, big.NewInt(1))
	}
	return &codeBase{code: c, skipDark: skipDark, count: n, sliced: isSliced(n)}
}

func (b *codeBase) size() *big.Int { return b.count }

func (b *codeBase) draw(c *candidate, s *stream) {
	for {
		b.code.draw(c.state, s)
		if !b.skipDark || !isZero(c.state) {
			return
		}
	}
}

func (b *codeBase) at(c *candidate, r rank, s *stream) {
	if !b.sliced {
		if b.skipDark {
			r = r.plus(1)
		}
		b.code.scatter(c.state, r)
		return
	}
	for {
		b.code.drawFrom(c.state, r.lo, s)
		if !b.skipDark || !isZero(c.state) {
			return
		}
	}
}

// pressBase is sets of presses of the right number.
type pressBase struct {
	sets    *subsets
	columns [][]uint64 // what each switch flips
}

// columnsOf is what each switch of a board flips.
func columnsOf(b *board.Board) [][]uint64 {
	columns := make([][]uint64, b.Switches())
	for s := range columns {
		columns[s] = gf2.VecOf(b.Lights(), b.Toggles(s)...).Words()
	}
	return columns
}

func (b *pressBase) size() *big.Int { return b.sets.size() }

func (b *pressBase) draw(c *candidate, s *stream) {
	b.sets.draw(c.presses, s)
	press(c, b.columns)
}

func (b *pressBase) at(c *candidate, r rank, s *stream) {
	b.sets.at(c.presses, number(b.size(), r, s))
	press(c, b.columns)
}

// press makes the state the one that the presses reach from the dark.
func press(c *candidate, columns [][]uint64) {
	clear(c.state)
	eachOne(c.presses, func(s int) { addTo(c.state, columns[s]) })
}

// lightBase is sets of lights of the right number.
type lightBase struct{ sets *subsets }

func (b lightBase) size() *big.Int                     { return b.sets.size() }
func (b lightBase) draw(c *candidate, s *stream)       { b.sets.draw(c.state, s) }
func (b lightBase) at(c *candidate, r rank, s *stream) { b.sets.at(c.state, number(b.size(), r, s)) }

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

// boardBase presses every switch or not, at random. Linear maps carry the uniform distribution over,
// so every solvable state is equally likely, and no elimination is needed.
type boardBase struct{ board *board.Board }

func (b boardBase) size() *big.Int { return nil }

func (b boardBase) draw(c *candidate, s *stream) {
	s.fill(c.presses)
	if tail := b.board.Switches() % 64; tail != 0 {
		c.presses[len(c.presses)-1] &= 1<<tail - 1
	}
	applyPresses(b.board, c)
}

func (b boardBase) at(*candidate, rank, *stream) { panic("generate: not counted through") }

// applyPresses is press for boards whose columns are not kept.
func applyPresses(b *board.Board, c *candidate) {
	clear(c.state)
	var flips []int
	eachOne(c.presses, func(s int) {
		flips = b.AppendToggles(flips[:0], s)
		for _, l := range flips {
			c.state[l/64] ^= 1 << (l % 64)
		}
	})
}

func eachOne(w []uint64, do func(int)) {
	for i, v := range w {
		for ; v != 0; v &= v - 1 {
			do(64*i + bits.TrailingZeros64(v))
		}
	}
}
