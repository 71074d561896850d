package generate

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/cosetleader"
	"lightsout/solve"
)

// maxEnumerated is the largest nullity at which all answers of a puzzle are weighed one by one.
// Beyond it the lightest is searched for by package cosetleader.
const maxEnumerated = 20

// maxEnumeratedWords is how many words of answers may be gone through for that. Only large boards have more.
const maxEnumeratedWords = 1 << 26

// enumerable reports whether all answers of a puzzle are weighed one by one.
func (a *answers) enumerable() bool {
	return len(a.quiet) <= maxEnumerated && len(a.empty.Words())<<len(a.quiet) <= maxEnumeratedWords
}

// maxAnswerTable bounds the table that turns a state into an answer, in bytes.
const maxAnswerTable = 1 << 22

// answers finds the answers of solvable states, fast: a linear map from state to one answer, tabled
// byte by byte where that is small, and the quiet patterns to add to it.
type answers struct {
	linear solve.Linear
	spec   string // of the board
	lights int
	empty  gf2.Vec   // no presses
	quiet  []gf2.Vec // reduced, so that sums are unique
	pivots []int     // of quiet
	table  *byteMap  // from states to answers; nil if too large
	sums   []uint64  // all sums of quiet patterns, if a word holds one and they are few

	progress func(format string, args ...any)

	// Sets of up to near presses are known to be the only lightest answers of their states; of sets of far
	// presses that is not known, though it was tried.
	near, far int
}

func (g *Generator) newAnswers(linear solve.Linear, basis []gf2.Vec, solvable *code) *answers {
	switches := g.board.Switches()
	a := &answers{linear: linear, spec: g.board.Spec(), lights: solvable.lights, empty: gf2.NewVec(switches), progress: g.progress, far: switches + 1}
	m := gf2.NewMatrix(len(basis), switches)
	for i, q := range basis {
		m.Row(i).Add(q)
	}
	a.pivots = m.Reduce()
	for i := range a.pivots {
		a.quiet = append(a.quiet, m.Row(i))
	}
	words := len(a.empty.Words())
	if len(solvable.free.Words())*8*256*words*8 <= maxAnswerTable {
		a.tabulate(solvable)
	}
	if words == 1 && len(a.quiet) <= 10 {
		a.sums = []uint64{0}
		for _, q := range a.quiet {
			for _, s := range a.sums {
				a.sums = append(a.sums, s^q.Words()[0])
			}
		}
	}
	return a
}

// tabulate solves the state of each free light. The others follow from these, so they add nothing.
func (a *answers) tabulate(solvable *code) {
	images := make([]gf2.Vec, a.lights)
	for light := range images {
		images[light] = a.empty
	}
	for j, state := range solvable.basis() {
		images[solvable.order[j]] = a.solve(state)
	}
	a.table = newByteMap(images, a.empty.Len())
}

// solve is the answer that presses no pivot of the quiet patterns. There is just one such answer, so
// it does not depend on how the linear algebra is done.
func (a *answers) solve(state gf2.Vec) gf2.Vec {
	presses, _, ok := a.linear.Solve(board.Bits(state))
	if !ok {
		panic("generate: a state that keeps every invariant has no answer")
	}
	x := presses.Bits()
	for i, p := range a.pivots {
		if x.Bit(p) {
			x.Add(a.quiet[i])
		}
	}
	return x
}

// any sets x to the answer of a solvable state that presses no pivot.
func (a *answers) any(x, state gf2.Vec) {
	if a.table == nil {
		x.Copy(a.solve(state))
		return
	}
	a.table.apply(x, state.Words()...)
}

// weigh finds the answer to the trial's state with the fewest presses, of several the one that presses the
// lowest switch in which they differ, the number of its presses and that of answers with so many.
// Beyond maxEnumerated the latter is 0, for not known, and the answer is the one that the search
// ends with: it too depends on the state alone. A search is refused if it would take more than the given
// steps, of about a nanosecond, by its own estimate.
func (a *answers) weigh(ctx context.Context, t *trial, steps int64) error {
	a.any(t.answer, t.state)
	switch {
	case len(a.quiet) == 0:
		t.weight, t.ties = t.answer.Weight(), 1
	case a.sums != nil:
		t.weight, t.ties = a.lightestWord(&t.answer.Words()[0])
	case a.enumerable():
		t.weight, t.ties = a.enumerate(t.answer)
	default:
		r, err := cosetleader.Minimum(ctx, cosetleader.Problem{Word: t.answer.Clone(), Basis: a.quiet}, a.weighing(steps))
		if err != nil {
			return err
		}
		if !r.Proved {
			return a.unproved(r.Stopped)
		}
		t.answer.Copy(r.Word)
		t.weight, t.ties = r.Weight, 0
		for _, part := range append(r.Proof.Parts, r.Proof) {
			words := part.Words
			if part.Method == "trellis" {
				words *= 8 // a state takes as long as so many words of other methods
			}
			t.searched += words
		}
	}
	return nil
}

// A search for the lightest answer may take a quarter of an hour, where it is the answer to a puzzle, and some
// seconds, where it tells whether a candidate is one: many are tried. More steps than that take for ever,
// as often as not.
const (
	stepsPerPuzzle    = 1 << 40
	stepsPerCandidate = 1 << 33
)

func (a *answers) weighing(steps int64) cosetleader.Options {
	return cosetleader.Options{Workers: 1, MaxSteps: steps, Progress: func(best, lower int) {
		a.progress("weighing the 2^%d answers of a puzzle: the lightest has %d to %d presses", len(a.quiet), lower, best)
	}}
}

// unproved is the error if a search was stopped.
func (a *answers) unproved(stopped error) error {
	if errors.Is(stopped, cosetleader.ErrSize) {
		return refusef("finding the fewest presses of puzzles on %s would take too long: each has 2^%d answers; ask for fewer presses, for puzzles of any number of presses, or for a board with fewer quiet patterns", a.spec, len(a.quiet))
	}
	return &solve.GaveUpError{Engine: "gf2", Cause: stopped}
}

// only reports whether no answer is as light as x, which is a lightest one.
func (a *answers) only(ctx context.Context, x gf2.Vec, steps int64) (bool, error) {
	l, err := cosetleader.AllMinimum(ctx, cosetleader.Problem{Word: x.Clone(), Basis: a.quiet}, a.weighing(steps))
	if err != nil {
		return false, err
	}
	tooMany := l.Proved && errors.Is(l.Stopped, cosetleader.ErrMemory)
	if l.Count == nil && !tooMany {
		return false, a.unproved(l.Stopped)
	}
	return l.Count != nil && l.Count.IsUint64() && l.Count.Uint64() == 1, nil
}

// lightestWord is enumerate where a word holds an answer, and all sums of quiet patterns are at hand.
func (a *answers) lightestWord(x *uint64) (weight int, ties uint64) {
	first := *x
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
	*x = best
	return weight, ties
}

// enumerate walks through all answers in Gray code, from x, and makes x the lightest.
func (a *answers) enumerate(x gf2.Vec) (weight int, ties uint64) {
	walk := x.Clone()
	weight, ties = x.Weight(), 1
	for n := uint64(1); n < 1<<len(a.quiet); n++ {
		switch w := walk.AddWeight(a.quiet[bits.TrailingZeros64(n)]); {
		case w > weight:
		case w < weight:
			weight, ties = w, 1
			x.Copy(walk)
		default:
			ties++
			if walk.Compare(x) > 0 {
				x.Copy(walk)
			}
		}
	}
	return weight, ties
}

// maxApartSets bounds the sets of presses that are compared where quiet patterns are too many to
// weigh.
const maxApartSets = 1 << 21

// apart reports whether every set of up to that many presses is the only lightest answer of its
// state, which is so exactly if every quiet pattern presses more than twice as many. False may also
// mean that it is not known.
func (a *answers) apart(presses int, columns columns) bool {
	if a.enumerable() {
		return 2*presses < a.lightestQuiet()
	}
	sets := newSubsets(a.empty.Len(), 0, presses).size()
	return sets.Cmp(big.NewInt(maxApartSets)) <= 0 && a.statesDiffer(presses, columns, int(sets.Int64()))
}

// maxApartSteps bounds the search for light quiet patterns, in steps of about a nanosecond.
const maxApartSteps = 1 << 33

// knownApart is apart where quiet patterns are too many to weigh, and tells up to how many presses, at most
// those of the range, sets are known to be the only lightest answers of their states. That saves weighing
// such a set, and changes nothing else.
func (a *answers) knownApart(ctx context.Context, presses Range) (int, error) {
	for _, p := range []int{presses.Low, presses.High, (presses.Low + presses.High) / 2} {
		if p > a.near && p < a.far {
			a.progress("looking for quiet patterns of up to %d presses", 2*p)
			heavier, err := cosetleader.Heavier(ctx, cosetleader.Problem{Word: a.empty, Basis: a.quiet}, 2*p, cosetleader.Options{MaxSteps: maxApartSteps})
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return 0, err
			}
			if heavier {
				a.near = p
			} else {
				a.far = p
			}
		}
		if p > a.near && p == presses.Low || p == a.near && p == presses.High {
			break
		}
	}
	return a.near, nil
}

// lightestQuiet is the fewest presses of a quiet pattern; more than twice as many as there are
// switches if there is no pattern.
func (a *answers) lightestQuiet() int {
	least := 2*a.empty.Len() + 1
	walk := a.empty.Clone()
	for n := uint64(1); n < 1<<len(a.quiet); n++ {
		least = min(least, walk.AddWeight(a.quiet[bits.TrailingZeros64(n)]))
	}
	return least
}

// statesDiffer reports whether no two of the sets of up to that many presses lead to the same state.
// It compares fingerprints: each light has a random word, and a state is the sum of those of its
// lights. So "no" may be wrong, once in 2^23 boards or so, or on a board made for it, but "yes" is not;
// after "no" answers are weighed.
func (a *answers) statesDiffer(presses int, columns columns, sets int) bool {
	marks := make([]uint64, a.empty.Len())
	random := newStream(0, fingerprinting, 0, 0)
	lights := make([]uint64, a.lights)
	for l := range lights {
		lights[l] = random.word()
	}
	var flips []int
	for s := range marks {
		flips = columns.board.AppendToggles(flips[:0], s)
		for _, l := range flips {
			marks[s] ^= lights[l]
		}
	}
	found := make([]uint64, 0, sets)
	var grow func(from, left int, mark uint64)
	grow = func(from, left int, mark uint64) {
		found = append(found, mark)
		if left == 0 {
			return
		}
		for s := from; s < len(marks); s++ {
			grow(s+1, left-1, mark^marks[s])
		}
	}
	grow(0, presses, 0)
	slices.Sort(found)
	return len(slices.Compact(found)) == sets
}
