package generate

import (
	"context"
	"errors"
	"math/bits"

	"lightsout/gf2"
	"lightsout/internal/lightest"
	"lightsout/solve"
)

// maxEnumerated is the largest nullity at which all answers of a puzzle are weighed one by one.
// Beyond it the lightest is searched for by package lightest.
const maxEnumerated = 20

// maxAnswerTable bounds the table that turns a state into an answer, in bytes.
const maxAnswerTable = 1 << 22

// answers finds the answers of solvable states, fast: a linear map from state to one answer, tabled
// byte by byte where that is small, and the quiet patterns to add to it.
type answers struct {
	linear   solve.Linear
	lights   int
	switches int
	words    int
	quiet    []gf2.Vec // reduced, so that sums are unique
	pivots   []int     // of quiet
	table    []uint64  // for byte j of a state with value v, words at (256·j+v)·words; nil if too large
	sums     []uint64  // all sums of quiet patterns, if a word holds one and they are few
}

func newAnswers(linear solve.Linear, solvable *code, switches int) *answers {
	a := &answers{linear: linear, lights: solvable.lights, switches: switches, words: (switches + 63) / 64}
	basis := linear.Quiet()
	m := gf2.NewMatrix(len(basis), switches)
	for i, q := range basis {
		m.Row(i).Add(q)
	}
	a.pivots = m.Reduce()
	for i := range a.pivots {
		a.quiet = append(a.quiet, m.Row(i))
	}
	if solvable.words*8*256*a.words*8 <= maxAnswerTable {
		a.tabulate(solvable)
	}
	if a.words == 1 && len(a.quiet) <= 10 {
		a.sums = []uint64{0}
		for _, q := range a.quiet {
			for _, s := range a.sums {
				a.sums = append(a.sums, s^q.Words()[0])
			}
		}
	}
	return a
}

// tabulate solves the state of each free light, and sums them for every value of every byte.
func (a *answers) tabulate(solvable *code) {
	a.table = make([]uint64, solvable.words*8*256*a.words)
	single := make([][]uint64, solvable.lights)
	for _, light := range solvable.order {
		state := gf2.NewVec(solvable.lights)
		state.Set(light, true)
		solvable.complete(state.Words())
		single[light] = a.solve(state)
	}
	for j := range solvable.words * 8 {
		for v := 1; v < 256; v++ {
			to := a.row(j, v)
			copy(to, a.row(j, v&(v-1)))
			if light := 8*j + bits.TrailingZeros(uint(v)); light < solvable.lights {
				addTo(to, single[light])
			}
		}
	}
}

func (a *answers) row(j, v int) []uint64 {
	at := (256*j + v) * a.words
	return a.table[at : at+a.words]
}

func addTo(to, from []uint64) {
	for i, w := range from {
		to[i] ^= w
	}
}

// solve is the answer that presses no pivot of the quiet patterns: there is one such answer, so
// that it does not depend on how the linear algebra is done.
func (a *answers) solve(state gf2.Vec) []uint64 {
	x, _, ok := a.linear.Solve(state)
	if !ok {
		panic("generate: a state that keeps every invariant has no answer")
	}
	for i, p := range a.pivots {
		if x.Bit(p) {
			x.Add(a.quiet[i])
		}
	}
	return x.Words()
}

// any sets x to the answer of a solvable state that presses no pivot.
func (a *answers) any(x, state []uint64) {
	if a.table == nil {
		v := gf2.NewVec(a.lights)
		copy(v.Words(), state)
		copy(x, a.solve(v))
		return
	}
	if a.words == 1 {
		sum := uint64(0)
		for i, w := range state {
			for at := i * 8 * 256; w != 0; at += 256 {
				sum ^= a.table[at+int(w&255)]
				w >>= 8
			}
		}
		x[0] = sum
		return
	}
	clear(x)
	for i, w := range state {
		for j := 8 * i; w != 0; j++ {
			addTo(x, a.row(j, int(w&255)))
			w >>= 8
		}
	}
}

// lightest sets x to the answer with the fewest presses, of several the one that presses the
// lowest switch in which they differ. It returns the number of presses and of answers with so many.
// Beyond maxEnumerated the latter is 0, for not known, and the answer is the one that the search
// ends with: it too depends on the state alone.
func (a *answers) lightest(ctx context.Context, x, state []uint64) (weight int, ties uint64, err error) {
	a.any(x, state)
	switch {
	case len(a.quiet) == 0:
		return weightOf(x), 1, nil
	case a.sums != nil:
		weight, ties = a.lightestWord(x)
		return weight, ties, nil
	case len(a.quiet) <= maxEnumerated:
		weight, ties = a.enumerate(x)
		return weight, ties, nil
	}
	word := gf2.NewVec(a.switches)
	copy(word.Words(), x)
	r, err := lightest.Minimum(ctx, lightest.Problem{Word: word, Basis: a.quiet}, lightest.Options{Workers: 1})
	if err != nil {
		return 0, 0, err
	}
	if !r.Proved {
		return 0, 0, &solve.GaveUpError{Engine: "coset", Cause: r.Stopped}
	}
	copy(x, r.Word.Words())
	return r.Weight, 0, nil
}

// only reports whether no answer is as light as x, which is a lightest one.
func (a *answers) only(ctx context.Context, x []uint64) (bool, error) {
	word := gf2.NewVec(a.switches)
	copy(word.Words(), x)
	l, err := lightest.AllMinimum(ctx, lightest.Problem{Word: word, Basis: a.quiet}, lightest.Options{Workers: 1})
	if err != nil {
		return false, err
	}
	tooMany := l.Proved && errors.Is(l.Stopped, lightest.ErrMemory)
	if l.Count == nil && !tooMany {
		return false, &solve.GaveUpError{Engine: "coset", Cause: l.Stopped}
	}
	return l.Count != nil && l.Count.IsUint64() && l.Count.Uint64() == 1, nil
}

func (a *answers) lightestWord(x []uint64) (weight int, ties uint64) {
	first := x[0]
	best, weight := first, bits.OnesCount64(first)
	ties = 1
	for _, s := range a.sums[1:] {
		y := first ^ s
		n := bits.OnesCount64(y)
		if n > weight {
			continue
		}
		if n < weight {
			best, weight, ties = y, n, 1
			continue
		}
		ties++
		if d := best ^ y; d&-d&y != 0 {
			best = y
		}
	}
	x[0] = best
	return weight, ties
}

// enumerate walks through all answers in Gray code, from x.
func (a *answers) enumerate(x []uint64) (weight int, ties uint64) {
	walk := append(make([]uint64, 0, 16), x...) // on the stack up to 1024 switches
	weight, ties = weightOf(x), 1
	for n := uint64(1); n < 1<<len(a.quiet); n++ {
		addTo(walk, a.quiet[bits.TrailingZeros64(n)].Words())
		switch w := weightOf(walk); {
		case w > weight:
		case w < weight:
			weight, ties = w, 1
			copy(x, walk)
		default:
			ties++
			if comesFirst(walk, x) {
				copy(x, walk)
			}
		}
	}
	return weight, ties
}

func weightOf(w []uint64) int {
	n := 0
	for _, v := range w {
		n += bits.OnesCount64(v)
	}
	return n
}

// comesFirst reports whether the lowest index in which x and y differ is in x.
func comesFirst(x, y []uint64) bool {
	for i, w := range x {
		if d := w ^ y[i]; d != 0 {
			return d&-d&w != 0
		}
	}
	return false
}

func isZero(w []uint64) bool {
	for _, v := range w {
		if v != 0 {
			return false
		}
	}
	return true
}

func equal(v, w []uint64) bool {
	for i := range v {
		if v[i] != w[i] {
			return false
		}
	}
	return true
}
