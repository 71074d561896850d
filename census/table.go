package census

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"runtime"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/solve"
)

// Limits on the boards whose states are listed: a Table takes two bytes for each of up to 2^28 states,
// and a state is an integer that SQLite can hold.
const (
	maxSwitches = 28
	maxLights   = 63
)

func listable(b *board.Board) bool { return b.Switches() <= maxSwitches && b.Lights() <= maxLights }

// Table lists every solvable state of a board, the fewest presses that solve it, and the next press of
// such an answer. Make one with [NewTable]. It is immutable and safe for concurrent use.
//
// If several answers have the fewest presses, the table goes by the first of them in dictionary order,
// each written as its switches in increasing order, and the next press is the last switch of that
// answer. Breadth-first search from dark finds the same presses if it tries the switches in order, as
// B. Gawalt's does: its queue holds the states of equal distance in dictionary order of their answers.
//
// A state is an integer whose least significant bit is the first light. Entries are in increasing order
// of these integers.
//
// The states are the sums of a basis in reduced form: each basis state has a highest light that no
// other basis state has. So the lights at those places are the coefficients of a state, and the binary
// digits of its index.
type Table struct {
	board *board.Board
	basis []basisState // by rising place
	flips []uint64     // of each switch
	toGo  []uint8
	press []uint8 // the switch; noPress for the dark state
}

type basisState struct {
	place   int    // its highest light, which no other basis state has
	state   uint64 // the lights
	presses uint64 // an answer, as a word: see wordOf
}

const noPress = 0xff

// Entry is one state of a Table.
type Entry struct {
	State uint64
	ToGo  int    // the fewest presses to dark
	Press int    // the next switch to press; -1 if the state is dark
	Next  uint64 // the state after that press; 0 if the state is dark
}

// NewTable lists the states of a board with at most 28 switches and 63 lights, on all cores; larger
// boards give a *[board.TooLargeError], and those with more than two states [board.ErrTwoStates]. It weighs every answer of every state, 2^switches words in all.
// progress, if not nil, is called with how many states are done, from one goroutine at a time.
func NewTable(ctx context.Context, b *board.Board, progress func(done, all int)) (*Table, error) {
	if err := b.TwoStates(); err != nil {
		return nil, err
	}
	if !listable(b) {
		return nil, &board.TooLargeError{
			What:  "the table of all states of " + b.Spec(),
			Limit: fmt.Sprintf("the board has %d switches and %d lights, and tables go up to %d and %d", b.Switches(), b.Lights(), maxSwitches, maxLights),
		}
	}
	linear, err := solve.Analyse(ctx, b)
	if err != nil {
		return nil, err
	}
	t := &Table{board: b}
	for s := range b.Switches() {
		state := gf2.NewVec(b.Lights())
		b.Press(board.Bits(state), s, 1)
		t.flips = append(t.flips, integer(state))
	}
	t.reduce()
	quiet := []uint64{0} // all quiet patterns, as words
	for _, q := range linear.Quiet() {
		for _, word := range quiet[:len(quiet):len(quiet)] {
			quiet = append(quiet, word^bits.Reverse64(integer(q)))
		}
	}
	n := 1 << len(t.basis)
	t.toGo = make([]uint8, n)
	t.press = make([]uint8, n)
	return t, t.weigh(ctx, quiet, progress)
}

// Switches pressed together are a word whose highest bit is the first switch. So of two words of equal
// weight the larger one comes first in dictionary order.
func wordOf(s int) uint64 { return 1 << (63 - s) }

// lastOf is the last switch of a word; noPress if it has none.
func lastOf(word uint64) uint8 { return uint8(63 - bits.TrailingZeros64(word)) }

func integer(v gf2.Vec) uint64 {
	if v.Len() == 0 {
		return 0
	}
	return v.Words()[0]
}

// reduce finds the basis, eliminating from the highest light down.
func (t *Table) reduce() {
	for s, state := range t.flips {
		presses := wordOf(s)
		for _, b := range t.basis {
			if state>>b.place&1 != 0 {
				state ^= b.state
				presses ^= b.presses
			}
		}
		if state == 0 {
			continue
		}
		add := basisState{bits.Len64(state) - 1, state, presses}
		for i := range t.basis {
			if t.basis[i].state>>add.place&1 != 0 {
				t.basis[i].state ^= state
				t.basis[i].presses ^= presses
			}
		}
		t.basis = append(t.basis, add)
	}
	slices.SortFunc(t.basis, func(a, b basisState) int { return a.place - b.place })
}

// weigh fills the table block by block. Within a block, entry i+1 differs from entry i by the basis
// states at the trailing bits of i+1.
func (t *Table) weigh(ctx context.Context, quiet []uint64, progress func(done, all int)) error {
	const block = 1 << 12
	n := len(t.toGo)
	var step [maxSwitches + 1]uint64 // step[j] = the sum of the presses of basis states 0…j
	sum := uint64(0)
	for j, b := range t.basis {
		sum ^= b.presses
		step[j] = sum
	}
	var next, done atomic.Int64
	turn := make(chan struct{}, 1)
	group, ctx := errgroup.WithContext(ctx)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			for ctx.Err() == nil {
				from := int(next.Add(1)-1) * block
				if from >= n {
					return nil
				}
				to := min(from+block, n)
				presses := t.presses(from)
				for i := from; i < to; i++ {
					word := lightest(presses, quiet)
					t.toGo[i] = uint8(bits.OnesCount64(word))
					t.press[i] = lastOf(word)
					presses ^= step[bits.TrailingZeros(uint(i+1))]
				}
				finished := done.Add(int64(to - from))
				if progress != nil {
					select {
					case turn <- struct{}{}:
						progress(int(finished), n)
						<-turn
					default: // another goroutine is calling it
					}
				}
			}
			return context.Cause(ctx)
		})
	}
	return group.Wait()
}

// lightest is the lightest of the words presses + q, and of those the first in dictionary order.
func lightest(presses uint64, quiet []uint64) uint64 {
	best, weight := presses, bits.OnesCount64(presses)
	for _, q := range quiet[1:] {
		word := presses ^ q
		if w := bits.OnesCount64(word); w < weight || w == weight && word > best {
			best, weight = word, w
		}
	}
	return best
}

// presses is an answer of entry i.
func (t *Table) presses(i int) (word uint64) {
	for j, b := range t.basis {
		if i>>j&1 != 0 {
			word ^= b.presses
		}
	}
	return word
}

func (t *Table) state(i int) (state uint64) {
	for j, b := range t.basis {
		if i>>j&1 != 0 {
			state ^= b.state
		}
	}
	return state
}

// Board is the board whose states the table lists.
func (t *Table) Board() *board.Board { return t.board }

// Square is the side of the table's board if that is a plain square grid, which a size alone
// identifies.
func (t *Table) Square() (n int, ok bool) {
	n, _, ok = t.board.Shape().CrossRows("grid")
	return n, ok && t.board.Spec() == fmt.Sprintf("grid:%dx%d", n, n)
}

// Rank is the rank of the board: the table has 2^Rank states.
func (t *Table) Rank() int { return len(t.basis) }

// Flips is the lights that switch s flips, as an integer.
func (t *Table) Flips(s int) uint64 { return t.flips[s] }

// Len is the number of states in the table.
func (t *Table) Len() int { return len(t.toGo) }

// At is the i-th entry, from 0.
func (t *Table) At(i int) Entry {
	e := Entry{State: t.state(i), ToGo: int(t.toGo[i]), Press: -1}
	e.Next = e.State
	if t.press[i] != noPress {
		e.Press = int(t.press[i])
		e.Next ^= t.flips[e.Press]
	}
	return e
}

// Index is the index of a state; ok is false if the state is not solvable.
func (t *Table) Index(state uint64) (i int, ok bool) {
	for j, b := range t.basis {
		i |= int(state>>b.place&1) << j
	}
	return i, t.state(i) == state
}

// Distribution counts the states by the presses they need: entry w is how many need w.
func (t *Table) Distribution() []*big.Int {
	var tally [maxSwitches + 1]int64
	for _, w := range t.toGo {
		tally[w]++
	}
	depth := slices.Max(t.toGo)
	counts := make([]*big.Int, depth+1)
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
