package generate

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/chance"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// solvableBy tells the states with an answer, by an elimination that shares nothing with the generator. Lights are at
// most 64.
func solvableBy(b *board.Board) func(state uint64) bool {
	var basis [65]uint64 // by the highest bit
	reduce := func(x uint64) uint64 {
		for x != 0 && basis[bits.Len64(x)] != 0 {
			x ^= basis[bits.Len64(x)]
		}
		return x
	}
	for s := range b.Switches() {
		flips := uint64(0)
		for _, l := range b.Toggles(s) {
			flips |= 1 << l
		}
		if flips = reduce(flips); flips != 0 {
			basis[bits.Len64(flips)] = flips
		}
	}
	return func(state uint64) bool { return reduce(state) == 0 }
}

// refuted reports whether every switch flips an even number of the lights, of which an odd number is on.
func refuted(b *board.Board, state uint64, lights []int) bool {
	witness := uint64(0)
	for _, l := range lights {
		witness |= 1 << l
	}
	for s := range b.Switches() {
		odd := false
		for _, l := range b.Toggles(s) {
			odd = odd != (witness>>l&1 != 0)
		}
		if odd {
			return false
		}
	}
	return bits.OnesCount64(witness&state)%2 == 1
}

// Puzzles that say that they have no answer have none, by an elimination of their own, and a witness that shows it; the
// others are those of the batch without them. The share is exact after every round, and the options hold for both.
func TestUnsolvablePuzzles(t *testing.T) {
	const share, round, count = 3, 10, 60
	for _, spec := range []string{"4x4", "5x5", "torus:5x5"} {
		b := boardtest.Parse(t, spec)
		solvable := solvableBy(b)
		for _, o := range []Options{
			{}, {Distinct: "states"}, {Distinct: "symmetry"}, {Lit: &Range{3, 6}}, {Lit: &Range{3, 10}, Distinct: "symmetry"},
			{Symmetric: "mirror"}, {Presses: &Range{1, 3}}, {Presses: &Range{2, 4}, Distinct: "states"}, {Minimum: true},
		} {
			o.Seed, o.Count = 3, count
			plain, err := Plan(t.Context(), []*board.Board{b}, o)
			if err != nil {
				t.Fatal(err)
			}
			o.Unsolvable = 0.3
			batch, err := Plan(t.Context(), []*board.Board{b}, o)
			if err != nil {
				t.Fatalf("%s %s: %v", spec, describe(o), err)
			}
			seen, ids, next := map[uint64]bool{}, map[string]bool{}, uint64(0)
			for i := range uint64(count) {
				p, err := batch.Puzzle(t.Context(), i)
				if err != nil {
					t.Fatalf("%s %s: puzzle %d: %v", spec, describe(o), i, err)
				}
				state := stateOf(p)
				switch {
				case solvable(state) != (p.Witness == nil):
					t.Fatalf("%s %s: puzzle %d, %v: witness %v", spec, describe(o), i, p.On, p.Witness)
				case p.Witness == nil:
					same, err := plain.Puzzle(t.Context(), next)
					if err != nil || !same.On.Equal(p.On) || same.ID != p.ID || !same.Presses.Equal(p.Presses) {
						t.Fatalf("%s %s: puzzle %d is %s, not %s: %v", spec, describe(o), i, p.ID, same.ID, err)
					}
					next++
				case !refuted(b, state, p.Witness) || !solve.CheckWitness(p.Puzzle, p.Witness):
					t.Fatalf("%s %s: puzzle %d, %v: %v is no witness", spec, describe(o), i, p.On, p.Witness)
				case p.MinPresses != -1 || p.Answers != "0" || !p.Presses.IsZero() || !o.Lit.holds(p.On.Size()):
					t.Fatalf("%s %s: puzzle %d: %+v", spec, describe(o), i, p)
				}
				if o.Distinct != "" && seen[state] || ids[p.ID] {
					t.Fatalf("%s %s: puzzle %d was there before", spec, describe(o), i)
				}
				seen[state], ids[p.ID] = true, true
				if done := i + 1; done%round == 0 && next != done/round*(round-share) {
					t.Fatalf("%s %s: %d of the first %d puzzles have an answer", spec, describe(o), next, done)
				}
			}
			if alone := batch.lists[1]; !alone.explain().Unsolvable || alone.weighs() {
				t.Errorf("%s %s: the plan is %v", spec, describe(o), alone.explain())
			}
		}
	}
}

// Every state without an answer is drawn equally often, no other ever, also with more than two states of a light; if
// distinct, all there are come, and no more are promised.
func TestUnsolvableDrawsEvenly(t *testing.T) {
	for _, spec := range []string{"path:5", "complete:4", "cycle:6", "1x8", "2x2,mod=3", "complete:3,mod=4"} {
		b := boardtest.Parse(t, spec)
		reached := map[string]bool{b.Dark().String(): true}
		for frontier := []board.State{b.Dark()}; len(frontier) > 0; frontier = frontier[1:] {
			for s := range b.Switches() {
				state := b.Dark()
				for l := range b.Lights() {
					state.Set(l, frontier[0].At(l))
				}
				for l, amount := range b.Adds(s) {
					state.Set(l, state.At(l)+amount)
				}
				if !reached[state.String()] {
					reached[state.String()] = true
					frontier = append(frontier, state)
				}
			}
		}
		all := 1
		for range b.Lights() {
			all *= b.States()
		}
		for _, distinct := range []string{"", "states"} {
			o := Options{Seed: 8, Unsolvable: 1, Distinct: distinct}
			batch, err := Plan(t.Context(), []*board.Board{b}, o)
			if err != nil {
				t.Fatalf("%s: %v", spec, err)
			}
			index, counts := map[string]int{}, make([]int, all-len(reached))
			n := uint64(40 * len(counts))
			if distinct != "" {
				n = uint64(len(counts))
			}
			for i := range n {
				p, err := batch.Puzzle(t.Context(), i)
				if err != nil {
					t.Fatalf("%s: puzzle %d: %v", spec, i, err)
				}
				key := p.On.String()
				if _, ok := index[key]; !ok {
					index[key] = len(index)
				}
				if reached[key] || index[key] >= len(counts) || !solve.CheckWitness(p.Puzzle, p.Witness) {
					t.Fatalf("%s: puzzle %d, %v, witness %v", spec, i, p.On, p.Witness)
				}
				counts[index[key]]++
			}
			if err := chance.Uneven(counts); distinct == "" && err != nil || distinct != "" && slices.Max(counts) != 1 {
				t.Errorf("%s %s: %v", spec, distinct, cmpErr(err, counts))
			}
			if limit := batch.lists[1].limit(); distinct != "" && limit != n {
				t.Errorf("%s: %d within reach of %d", spec, limit, n)
			}
		}
		few := Options{Unsolvable: 1, Distinct: "states", Count: uint64(all)}
		if _, err := Plan(t.Context(), []*board.Board{b}, few); err == nil || !strings.HasPrefix(err.Error(), "unsolvable: only ") {
			t.Errorf("%s: more than there are: %v", spec, err)
		}
	}
}

// cmpErr is the error, or else the counts.
func cmpErr(err error, counts []int) any {
	if err != nil {
		return err
	}
	return counts
}

// Any number of jobs writes the same bytes of a batch with puzzles without an answer, its parts join to the whole, a cut
// file is resumed, and every record reads back with its witness.
func TestUnsolvableInPieces(t *testing.T) {
	for _, format := range []string{"jsonl", "csv", "lo", "text"} {
		batch := newMixed(t, []string{"5x5", "torus:5x5"}, []uint64{2, 1}, format, Options{Seed: 4, Distinct: "symmetry", Unsolvable: 0.25})
		batch.count = 50
		whole := inPieces(t, batch, format)
		r := puzzlefile.NewReader(strings.NewReader(whole), puzzlefile.ReaderOptions{Name: "x"})
		for i := range batch.count {
			want, err := batch.Puzzle(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			rec, err := r.NextRecord()
			if err != nil || !rec.On.Equal(want.On) || rec.Board.Spec() != want.Board.Spec() {
				t.Fatalf("%s, puzzle %d: %v, want %v", format, i, err, want.On)
			}
			if format == "lo" || format == "text" {
				line := fmt.Sprintf("c puzzle %d, unsolvable, witness %s\n", i+1, strings.Join(fromOne(want.Witness), " "))
				if (want.Witness != nil) != strings.Contains(whole, line) {
					t.Errorf("%s, puzzle %d: %q", format, i, line)
				}
				continue
			}
			_, err = rec.Answer()
			if !slices.Equal(rec.Witness, want.Witness) || errors.Is(err, puzzlefile.ErrImpossible) != (want.Witness != nil) {
				t.Fatalf("%s, puzzle %d: witness %v, want %v; %v", format, i, rec.Witness, want.Witness, err)
			}
		}
	}
}

func fromOne(lights []int) (list []string) {
	for _, l := range lights {
		list = append(list, fmt.Sprint(l+1))
	}
	return list
}

// Boards that are alike share the puzzles without an answer too, each with a witness on its own board.
func TestUnsolvableOnBoardsThatAreAlike(t *testing.T) {
	for _, specs := range [][]string{{"3x5", "5x3"}, {"1x8", "path:8"}} {
		batch := newMixed(t, specs, []uint64{1, 1}, "jsonl", Options{Seed: 2, Distinct: "symmetry", Unsolvable: 0.5})
		if len(batch.lists) != 2 {
			t.Fatalf("%v: %d lists", specs, len(batch.lists))
		}
		kinds := map[string]int{}
		for i := range uint64(40) {
			p, err := batch.Puzzle(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			if p.Witness != nil && !refuted(p.Board, stateOf(p), p.Witness) || p.Witness == nil && !solve.Check(p.Puzzle, p.Presses.Indices()).Solved {
				t.Fatalf("%v: puzzle %d on %s: %+v", specs, i, p.Board.Spec(), p)
			}
			kinds[fmt.Sprint(p.Board.Spec(), p.Witness != nil)]++
		}
		for kind, n := range kinds {
			if n != 10 {
				t.Errorf("%v: %d of %s", specs, n, kind)
			}
		}
	}
}

// What a share cannot be, and boards on which every state has an answer, are refused with the field.
func TestUnsolvableRefusals(t *testing.T) {
	for want, o := range map[string]Options{
		"unsolvable -0.1: write a share":                     {Unsolvable: -0.1},
		"unsolvable 1.5: write a share":                      {Unsolvable: 1.5},
		"unsolvable 0.1234: write a share":                   {Unsolvable: 0.1234},
		"engine presses:3: only nullspace":                   {Unsolvable: 0.5, Engine: "presses:3"},
		"unsolvable: every state of grid:3x3 has an answer":  {Unsolvable: 0.001},
		"unsolvable: every state of grid:3x3 with the symme": {Unsolvable: 0.5, Symmetric: "turn"},
	} {
		_, err := Plan(context.Background(), []*board.Board{boardtest.Parse(t, "3x3")}, o)
		if field := (*FieldError)(nil); !errors.As(err, &field) || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", o, err, want)
		}
	}
	batch := newMixed(t, []string{"4x4"}, []uint64{1}, "jsonl", Options{Unsolvable: 0.5})
	for _, format := range []string{"bits", "flip"} {
		if err := batch.Check(Form{Format: format}); err == nil || !strings.HasPrefix(err.Error(), "format: ") {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// Prompts say what to answer if there is no answer only where that may be, and chats for training answer so.
func TestUnsolvablePrompts(t *testing.T) {
	for _, prompt := range puzzlefile.Prompts() {
		batch := newMixed(t, []string{"4x4"}, []uint64{1}, "jsonl", Options{Unsolvable: 0.5})
		batch.count, batch.form.Prompt = 10, prompt
		plain := newMixed(t, []string{"4x4"}, []uint64{1}, "jsonl", Options{})
		plain.count, plain.form.Prompt = 10, prompt
		if text := written(t, batch); strings.Count(text, "instead: Answer: impossible") != 10 || strings.Contains(text, "OTHERWISE") {
			t.Errorf("%s: %s", prompt, text)
		} else if answers := strings.Count(text, `"content":"Answer: impossible"`); answers != map[bool]int{true: 5}[prompt == "chat"] {
			t.Errorf("%s: %d answers", prompt, answers)
		}
		if text := written(t, plain); strings.Contains(text, "impossible") || strings.Contains(text, "OTHERWISE") {
			t.Errorf("%s: %s", prompt, text)
		}
	}
}
