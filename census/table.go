package census

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"lightsout/board"
)

// Limits on the boards whose states are listed: a Table takes a byte or two for each of up to 2^28 states,
// and a state is an integer that SQLite can hold.
const (
	maxStates = 1 << 28
	maxBits   = 63
)

// Table lists every solvable state of a board, the fewest presses that solve it, and the next press of
// such an answer. Make one with [NewTable]. It is immutable and safe for concurrent use.
//
// A state is an integer: with two states its least significant bit is the first light, and with K its least
// significant digit in base K.
//
// With two states, entries are in increasing order of these integers. If several answers have the fewest presses, the
// table goes by the first of them in dictionary order, each written as its switches in increasing order, and the next
// press is the last switch of that answer. Breadth-first search from dark finds the same presses if it tries the
// switches in order, as B. Gawalt's does: its queue holds the states of equal distance in dictionary order of their
// answers. With K states, the next press is the first switch that leads nearer to dark.
//
// The zero Table has no board, and its methods panic: [NewTable] makes one.
type Table struct {
	board *board.Board
	toGo  []uint8
	list  numbering
}

// numbering says which state an entry of a table is.
type numbering interface {
	state(i int) uint64
	index(state uint64) (i int, ok bool)
	// press is the next switch to press in state i; -1 if the state is dark.
	press(i int) int
	// after is the state that a press of s makes of one.
	after(state uint64, s int) uint64
}

// Entry is one state of a Table.
type Entry struct {
	State uint64
	ToGo  int    // the fewest presses to dark
	Press int    // the next switch to press; -1 if the state is dark
	Next  uint64 // the state after that press; 0 if the state is dark
}

// NewTable lists the states of a board with two states, at most 28 switches and 63 lights, on all cores, or of one
// with K states and up to 2^28 solvable ones, if K^lights is below 2^63; larger
// boards give a *[board.TooLargeError]. With two states it weighs every answer of every state, 2^switches words in
// all; with more, it searches from dark. progress, if not nil, is called with how many states are done, from one
// goroutine at a time.
func NewTable(ctx context.Context, b *board.Board, progress func(done, all int)) (*Table, error) {
	if err := board.Check(b); err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	t := &Table{board: b}
	var err error
	if b.States() == 2 {
		t.list, t.toGo, err = listWords(ctx, b, progress)
	} else {
		t.list, t.toGo, err = listResidues(ctx, b, progress)
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Board is the board whose states the table lists.
func (t *Table) Board() *board.Board { return t.board }

// Square is the side of the table's board if that is a plain square grid, which a size alone
// identifies.
func (t *Table) Square() (n int, ok bool) {
	if dims := t.board.Shape().Dims; len(dims) > 0 {
		n = dims[0]
	}
	return n, t.board.Spec() == fmt.Sprintf("grid:%dx%d", n, n)
}

// Len is the number of states in the table.
func (t *Table) Len() int { return len(t.toGo) }

// At is the i-th entry, from 0.
func (t *Table) At(i int) Entry {
	e := Entry{State: t.list.state(i), ToGo: int(t.toGo[i]), Press: t.list.press(i)}
	e.Next = e.State
	if e.Press >= 0 {
		e.Next = t.list.after(e.State, e.Press)
	}
	return e
}

// Index is the index of a state; ok is false if the state is not solvable.
func (t *Table) Index(state uint64) (i int, ok bool) { return t.list.index(state) }

// Hardest is the first entry that needs the most presses.
func (t *Table) Hardest() int { return slices.Index(t.toGo, slices.Max(t.toGo)) }

// Flips is the state that a press of switch s makes of the dark one.
func (t *Table) Flips(s int) uint64 { return t.list.after(0, s) }

// Lights is a state as the lights of the board.
func (t *Table) Lights(state uint64) board.State {
	return stateOf(state, t.board.Lights(), t.board.States())
}

// stateOf is the state with the digits of a number, in base k.
func stateOf(number uint64, lights, k int) board.State {
	state := board.NewState(lights, k)
	for l := range lights {
		state.Set(l, int(number%uint64(k)))
		number /= uint64(k)
	}
	return state
}

// numberOf is the number whose digits are a state.
func numberOf(state board.State) (number uint64) {
	for l := state.Len() - 1; l >= 0; l-- {
		number = number*uint64(state.Mod()) + uint64(state.At(l))
	}
	return number
}

// Distribution counts the states by the presses they need: entry w is how many need w.
func (t *Table) Distribution() []*big.Int {
	var tally [256]int64
	for _, w := range t.toGo {
		tally[w]++
	}
	depth := slices.Max(t.toGo)
	counts := make([]*big.Int, int(depth)+1)
	for w := range counts {
		counts[w] = big.NewInt(tally[w])
	}
	return counts
}

// Path lists the entries from a state to the dark one, both included. It is empty if the state is not
// solvable.
func (t *Table) Path(state uint64) []Entry {
	i, ok := t.Index(state)
	if !ok {
		return nil
	}
	path := []Entry{t.At(i)}
	for path[len(path)-1].Press >= 0 {
		i, _ = t.Index(path[len(path)-1].Next)
		path = append(path, t.At(i))
	}
	return path
}
