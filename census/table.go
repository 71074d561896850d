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

// MaxSwitches is how many switches a board may have for its states to be listed one by one: a Table
// takes up to two bytes for each of 2^28 states.
const MaxSwitches = 28

// MaxLights is how many lights such a board may have: a state is an integer that SQLite can hold.
const MaxLights = 63

// NoPress is the press of the goal, which needs none.
const NoPress = -1

// Table knows, for every state of a board that can be made dark, how many presses that takes and
// one press that brings it a step closer. Make one with NewTable. It does not change, and may be
// used by many goroutines together.
//
// The states are the sums of a basis in reduced form, each basis state having a highest light that
// no other has. So the coefficients of a state are its lights at those places, and counting the
// coefficients up counts the states up: entry i is the i-th state in order of its integer, whose
// least significant bit is the first light.
type Table struct {
	board *board.Board
	basis []basisState // by rising place
	flips []uint64     // of each switch
	toGo  []uint8
	press []uint8 // the switch, or noPress
}

type basisState struct {
	place   int    // its highest light, which no other basis state has
	state   uint64 // the lights
	presses uint64 // an answer
}

const noPress = 0xff

// Entry is one state of a Table.
type Entry struct {
	State uint64
	ToGo  int    // the fewest presses to dark
	Press int    // a switch that brings it closer, or NoPress
	Next  uint64 // the state after that press; the state itself if there is none
}

// TooLargeError says that a board has too many states to list.
type TooLargeError struct {
	Board            string
	Switches, Lights int
}

func (e *TooLargeError) Error() string {
	if e.Switches > MaxSwitches {
		return fmt.Sprintf("%s has %d switches; states are listed one by one up to %d", e.Board, e.Switches, MaxSwitches)
	}
	return fmt.Sprintf("%s has %d lights; states are listed as integers of up to %d", e.Board, e.Lights, MaxLights)
}

// NewTable weighs every answer of every solvable state, on all cores: 2^switches words in all.
// progress, if not nil, is told how many states are done, from one goroutine at a time.
func NewTable(ctx context.Context, b *board.Board, progress func(done, all int)) (*Table, error) {
	if b.Switches() > MaxSwitches || b.Lights() > MaxLights {
		return nil, &TooLargeError{b.Spec(), b.Switches(), b.Lights()}
	}
	linear, err := solve.Analyse(ctx, b)
	if err != nil {
		return nil, err
	}
	t := &Table{board: b}
	for s := range b.Switches() {
		state := gf2.NewVec(b.Lights())
		b.Press(state, s)
		t.flips = append(t.flips, integer(state))
	}
	t.reduce()
	var quiet []uint64
	for _, q := range linear.Quiet() {
		quiet = append(quiet, integer(q))
	}
	n := 1 << len(t.basis)
	t.toGo = make([]uint8, n)
	t.press = make([]uint8, n)
	return t, t.weigh(ctx, span(quiet), progress)
}

func integer(v gf2.Vec) uint64 {
	if v.Len() == 0 {
		return 0
	}
	return v.Words()[0]
}

// reduce finds the basis: what the switches flip, eliminated from the highest light down.
func (t *Table) reduce() {
	for s, state := range t.flips {
		presses := uint64(1) << s
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
	var step [MaxSwitches + 1]uint64 // step[j] = the sum of the presses of basis states 0…j
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
					t.press[i] = uint8(bits.Len64(word) - 1) // noPress for the empty word
					presses ^= step[bits.TrailingZeros(uint(i+1))]
				}
				finished := done.Add(int64(to - from))
				if progress != nil {
					select {
					case turn <- struct{}{}:
						progress(int(finished), n)
						<-turn
					default: // another goroutine is telling it
					}
				}
			}
			return context.Cause(ctx)
		})
	}
	return group.Wait()
}

// lightest is the lightest of the words presses + q; of equals the one that is the largest integer,
// so that the table does not depend on the order of the quiet patterns.
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

// Board is the board whose states these are.
func (t *Table) Board() *board.Board { return t.board }

// Square is the size of a plain square grid, the only kind of board that a table with nothing but a
// size can tell apart.
func Square(b *board.Board) (n int, ok bool) {
	d := b.Shape().Dims
	if len(d) != 2 || d[0] != d[1] {
		return 0, false
	}
	return d[0], b.Spec() == fmt.Sprintf("grid:%dx%d", d[0], d[0])
}

// Square is that of the table's board.
func (t *Table) Square() (n int, ok bool) { return Square(t.board) }

// Rank is how many switches it takes to reach all states of the table: there are 2^Rank.
func (t *Table) Rank() int { return len(t.basis) }

// Flips is the integer of the lights that a switch flips.
func (t *Table) Flips(s int) uint64 { return t.flips[s] }

// Len is how many states the table has: all that can be made dark.
func (t *Table) Len() int { return len(t.toGo) }

// At is entry i, in order of the states' integers.
func (t *Table) At(i int) Entry {
	e := Entry{State: t.state(i), ToGo: int(t.toGo[i]), Press: NoPress}
	e.Next = e.State
	if t.press[i] != noPress {
		e.Press = int(t.press[i])
		e.Next ^= t.flips[e.Press]
	}
	return e
}

// Index is the entry of a state; ok is false if the state cannot be made dark.
func (t *Table) Index(state uint64) (i int, ok bool) {
	for j, b := range t.basis {
		i |= int(state>>b.place&1) << j
	}
	return i, t.state(i) == state
}

// Distribution counts the states by the presses they need: entry w is how many need w.
func (t *Table) Distribution() []*big.Int {
	var tally [MaxSwitches + 1]int64
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

// Path is the way from a state to dark: the entries on it, the dark state's last. It is empty if
// there is no way.
func (t *Table) Path(state uint64) []Entry {
	i, ok := t.Index(state)
	if !ok {
		return nil
	}
	path := []Entry{t.At(i)}
	for path[len(path)-1].Press != NoPress {
		i, _ = t.Index(path[len(path)-1].Next)
		path = append(path, t.At(i))
	}
	return path
}
