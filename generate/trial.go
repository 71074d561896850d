package generate

import (
	"bytes"

	"lightsout/board"
	"lightsout/gf2"
)

// cells is a number modulo K for each light or switch, as a [board.State] is, with its memory at hand: making a
// puzzle takes some of them a hundred nanoseconds.
type cells struct {
	bits   gf2.Vec // K = 2
	digits []uint8 // K > 2; else nil
	mod    int
}

func newCells(n, mod int) cells {
	if mod > 2 {
		return cells{digits: make([]uint8, n), mod: mod}
	}
	return cells{bits: gf2.NewVec(n), mod: mod}
}

// state shares memory with the cells.
func (c cells) state() board.State {
	if c.digits != nil {
		return board.Digits(c.digits, c.mod)
	}
	return board.Bits(c.bits)
}

func (c cells) clear() {
	c.bits.Clear()
	clear(c.digits)
}

func (c cells) copy(from cells) {
	if c.digits != nil {
		copy(c.digits, from.digits)
		return
	}
	c.bits.Copy(from.bits)
}

func (c cells) equal(d cells) bool {
	if c.digits != nil {
		return bytes.Equal(c.digits, d.digits)
	}
	return c.bits.Equal(d.bits)
}

// add adds one to a cell.
func (c cells) add(i int) {
	if c.digits != nil {
		c.digits[i] = uint8((int(c.digits[i]) + 1) % c.mod)
		return
	}
	c.bits.Flip(i)
}

// size is how many cells are not 0.
func (c cells) size() int {
	if c.digits != nil {
		return len(c.digits) - bytes.Count(c.digits, []byte{0})
	}
	return c.bits.Weight()
}

func (c cells) isZero() bool {
	if c.digits != nil {
		return c.size() == 0
	}
	return c.bits.IsZero()
}

// weight is the sum of all cells: of presses, how many there are.
func (c cells) weight() int {
	sum := 0
	for _, d := range c.digits {
		sum += int(d)
	}
	return sum + c.bits.Weight()
}

// trial is one attempt at a puzzle. Its memory is used again for the next one.
type trial struct {
	random stream

	state   cells // the candidate
	presses cells // if solved: presses that solve the state
	solved  bool
	motion  int // of variations: how the presses were moved

	answer cells  // the lightest answer, if weight is not -1
	weight int    // its presses
	ties   uint64 // how many answers have so few; 0 if not known
	// onlyWeight: the weight is asked for, and not the answer.
	onlyWeight bool

	image    cells  // scratch, for lights
	searched uint64 // how many answers searches for the lightest have weighed, since the trial was made
}

func newTrial(b *board.Board) *trial {
	lights, switches, k := b.Lights(), b.Switches(), b.States()
	return &trial{
		state: newCells(lights, k), image: newCells(lights, k),
		presses: newCells(switches, k), answer: newCells(switches, k), weight: -1,
	}
}

// begin makes the trial one without a candidate.
func (t *trial) begin(seed uint64, why purpose, index, attempt uint64) {
	t.random.restart(seed, why, index, attempt)
	t.solved, t.weight = false, -1
}
