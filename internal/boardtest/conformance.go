package boardtest

import (
	"iter"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
)

// Engine is what [Conform] needs to know of an engine: one function for each question.
type Engine struct {
	// Takes reports whether the engine takes the question. Refusals have tests of their own.
	Takes func(*board.Puzzle, Restrictions) bool
	// Any finds an answer, Minimum one with the fewest presses.
	Any, Minimum func(*board.Puzzle, Restrictions) (Answer, error)
	// Count is how many answers there are, All lists them in any order.
	Count func(*board.Puzzle, Restrictions) (*big.Int, error)
	All   func(*board.Puzzle, Restrictions) iter.Seq2[board.State, error]
	// Refutation reads an error of Any or Minimum as a proof that there is no answer. The witness is
	// empty if the puzzle has answers and only the restrictions rule them out; ok is false if the
	// error is something else.
	Refutation func(error) (witness gf2.Vec, ok bool)
}

// Answer is what an engine claims of one answer.
type Answer struct {
	Presses    gf2.Vec
	Minimum    bool // no answer has fewer presses
	LowerBound int  // no answer has fewer presses than that
	Proof      string
}

// Conform asks an engine every question about random puzzles, with and without restrictions and lights
// that do not matter, and holds its answers against brute force. An engine for some boards only is asked about those.
func Conform(t *testing.T, e Engine) {
	var fitting []*board.Board
	for _, spec := range Specs {
		b := Parse(t, spec)
		if e.Takes(board.NewPuzzle(b), Restrictions{}) {
			fitting = append(fitting, b)
		}
	}
	taken, open := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		b := Draw(t)
		if len(fitting) < len(Specs) {
			b = rapid.SampledFrom(fitting).Draw(t, "fitting board")
		}
		p := DrawPuzzle(t, b)
		r := drawRestrictions(t, p)
		if e.Takes(p, r) {
			taken++
			if !p.DontCare.IsZero() {
				open++
			}
			conforms(t, e, p, r)
		}
	})
	if taken < 10 && !testing.Short() { // of 100, of which an engine for few questions takes about 25
		t.Errorf("the engine took only %d of the puzzles: the suite does not reach it", taken)
	}
	indifferent := board.NewPuzzle(fitting[0])
	indifferent.DontCare = gf2.AllOnes(fitting[0].Lights())
	takes := e.Takes(indifferent, Restrictions{})
	if takes && open == 0 && !testing.Short() || !takes && open > 0 { // 20 puzzles may have none
		t.Errorf("of the puzzles taken, %d have lights that do not matter", open)
	}
}

// drawRestrictions asks for more than an answer, half of the time.
func drawRestrictions(t *rapid.T, p *board.Puzzle) (r Restrictions) {
	if rapid.Bool().Draw(t, "free") {
		return r
	}
	for x := range p.Board.Switches() {
		switch rapid.IntRange(0, 15).Draw(t, "restriction") {
		case 0:
			p.Forbidden = gf2.VecOf(p.Board.Switches(), append(p.Forbidden.Indices(), x)...)
		case 1:
			r.Forbid = append(r.Forbid, x)
		case 2:
			r.Require = append(r.Require, x)
		}
	}
	r.Symmetric = rapid.SampledFrom(append(automorphism.Motions(), "", "", "", "")).Draw(t, "symmetric")
	if r.Symmetric != "" && r.Symmetric != "all" {
		if _, ok := Motion(p.Board, r.Symmetric); !ok {
			r.Symmetric = ""
		}
	}
	if rapid.IntRange(0, 2).Draw(t, "bounded above") == 0 {
		r.AtMost = new(rapid.IntRange(0, p.Board.Switches()+1).Draw(t, "at most"))
	}
	if rapid.IntRange(0, 2).Draw(t, "bounded below") == 0 {
		r.AtLeast = new(rapid.IntRange(0, p.Board.Switches()+1).Draw(t, "at least"))
	}
	return r
}

// conforms asks every question about one puzzle.
func conforms(t *rapid.T, e Engine, p *board.Puzzle, r Restrictions) {
	answers := Answers(p, r)
	one, err := e.Any(p, r)
	least, errLeast := e.Minimum(p, r)
	count, errCount := e.Count(p, r)
	if errCount != nil || count.Cmp(big.NewInt(int64(len(answers)))) != 0 {
		t.Fatalf("%s: counts %v answers (%v), there are %d", p.Board, count, errCount, len(answers))
	}
	if len(answers) == 0 {
		e.refutes(t, p, err)
		e.refutes(t, p, errLeast)
		return
	}
	if err != nil || errLeast != nil {
		t.Fatalf("%s has %d answers, but: %v, %v", p.Board, len(answers), err, errLeast)
	}
	fewest := bits.OnesCount64(slices.MinFunc(answers, func(a, b uint64) int {
		return bits.OnesCount64(a) - bits.OnesCount64(b)
	}))
	for _, a := range []Answer{one, least} {
		if _, ok := slices.BinarySearch(answers, Number(a.Presses)); !ok {
			t.Fatalf("%s: %v is not an answer", p.Board, a.Presses)
		}
		if a.LowerBound > fewest || a.Minimum && (a.Presses.Weight() != fewest ||
			a.LowerBound != fewest || a.Proof == "") {
			t.Fatalf("%s: %d presses (minimum %v, at least %d, %q), the fewest are %d", p.Board, a.Presses.Weight(),
				a.Minimum, a.LowerBound, a.Proof, fewest)
		}
	}
	if !least.Minimum {
		t.Fatalf("%s: %d presses are not proved to be the fewest", p.Board, least.Presses.Weight())
	}
	var all []uint64
	for presses, err := range e.All(p, r) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, Number(presses.Bits()))
	}
	slices.Sort(all)
	if !slices.Equal(all, answers) {
		t.Fatalf("%s: lists %d answers %b, there are %d: %b", p.Board, len(all), all, len(answers), answers)
	}
}

// refutes requires the error to be a proof: a witness if the puzzle is unsolvable, none if only the
// restrictions rule out its answers.
func (e Engine) refutes(t *rapid.T, p *board.Puzzle, err error) {
	free := *p
	free.Forbidden = gf2.Vec{}
	solvable := len(Answers(&free, Restrictions{})) > 0
	witness, ok := e.Refutation(err)
	switch {
	case !ok:
		t.Fatalf("%s has no answer within the restrictions, but the engine says: %v", p.Board, err)
	case solvable && witness.Len() > 0:
		t.Fatalf("%s is called unsolvable, but only the restrictions rule out its answers", p.Board)
	case !solvable && !isWitness(p, witness):
		t.Fatalf("%s: %v is not a witness of its unsolvability", p.Board, witness)
	}
}

// isWitness reports whether all of the lights matter, and every switch toggles an even number of them,
// of which an odd number must change.
func isWitness(p *board.Puzzle, lights gf2.Vec) bool {
	if lights.Len() != p.Board.Lights() {
		return false
	}
	w := Number(lights)
	if w&Number(p.DontCare) != 0 {
		return false
	}
	for _, f := range Flips(p.Board) {
		if bits.OnesCount64(f&w)%2 != 0 {
			return false
		}
	}
	return bits.OnesCount64((Number(p.On.Bits())^Number(p.Goal.Bits()))&w)%2 == 1
}
