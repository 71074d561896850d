package census

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/solve"
)

// maxSwitches bounds the words that are weighed.
const maxSwitches = 28

func listable(b *board.Board) bool { return b.Switches() <= maxSwitches && b.Lights() <= maxBits }

// words lists the states of a board with two states. They are the sums of a basis in reduced form: each basis state
// has a highest light that no other basis state has. So the lights at those places are the coefficients of a state,
// and the binary digits of its index.
type words struct {
	basis []basisState // by rising place
	flips []uint64     // of each switch
	toGo  []uint8
	next  []uint8 // the switch to press; noPress for the dark state
}

type basisState struct {
	place   int // its highest light, which no other basis state has
	lights  uint64
	presses uint64 // an answer, as a word: see wordOf
}

const noPress = 0xff

func listWords(ctx context.Context, b *board.Board, progress func(done, all int)) (numbering, []uint8, error) {
	if !listable(b) {
		return nil, nil, &board.TooLargeError{
			What: "the table of all states of " + b.Spec(),
			Limit: fmt.Sprintf("the board has %d switches and %d lights, and tables go up to %d and %d", b.Switches(),
				b.Lights(), maxSwitches, maxBits),
		}
	}
	patterns, err := solve.Solver{}.Quiet(ctx, b)
	if err != nil {
		return nil, nil, err
	}
	w := &words{}
	w.reduce(b)
	quiet := []uint64{0} // all quiet patterns, as words
	for _, q := range patterns {
		for _, word := range quiet[:len(quiet):len(quiet)] {
			quiet = append(quiet, word^bits.Reverse64(integer(q)))
		}
	}
	n := 1 << len(w.basis)
	w.toGo = make([]uint8, n)
	w.next = make([]uint8, n)
	return w, w.toGo, w.weigh(ctx, quiet, progress)
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

// reduce finds the basis.
func (w *words) reduce(b *board.Board) {
	var span gf2.Basis64
	var answers []uint64 // of the states that the span was made of
	for s := range b.Switches() {
		lights := b.Dark()
		b.Press(lights, s, 1)
		state := integer(lights.Bits())
		w.flips = append(w.flips, state)
		if span.Add(state) {
			answers = append(answers, wordOf(s))
		}
	}
	for _, lights := range span.Reduced() {
		state := basisState{place: bits.Len64(lights) - 1, lights: lights}
		sum, _ := span.Coordinates(lights)
		for ; sum != 0; sum &= sum - 1 {
			state.presses ^= answers[bits.TrailingZeros64(sum)]
		}
		w.basis = append(w.basis, state)
	}
}

// weigh fills the table block by block. Within a block, entry i+1 differs from entry i by the basis
// states at the trailing bits of i+1.
func (w *words) weigh(ctx context.Context, quiet []uint64, progress func(done, all int)) error {
	const block = 1 << 12
	n := len(w.toGo)
	var step [maxSwitches + 1]uint64 // step[j] = the sum of the presses of basis states 0…j
	sum := uint64(0)
	for j, b := range w.basis {
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
				presses := w.presses(from)
				for i := from; i < to; i++ {
					word := lightest(presses, quiet)
					w.toGo[i] = uint8(bits.OnesCount64(word))
					w.next[i] = lastOf(word)
					presses ^= step[bits.TrailingZeros(uint(i+1))]
				}
				finished := done.Add(int64(to - from))
				select {
				case turn <- struct{}{}:
					progress(int(finished), n)
					<-turn
				default: // another goroutine is calling it
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
func (w *words) presses(i int) (word uint64) {
	for j, b := range w.basis {
		if i>>j&1 != 0 {
			word ^= b.presses
		}
	}
	return word
}

func (w *words) state(i int) (state uint64) {
	for j, b := range w.basis {
		if i>>j&1 != 0 {
			state ^= b.lights
		}
	}
	return state
}

func (w *words) index(state uint64) (i int, ok bool) {
	for j, b := range w.basis {
		i |= int(state>>b.place&1) << j
	}
	return i, w.state(i) == state
}

func (w *words) after(state uint64, s int) uint64 { return state ^ w.flips[s] }

func (w *words) press(i int) int {
	if w.next[i] == noPress {
		return -1
	}
	return int(w.next[i])
}
