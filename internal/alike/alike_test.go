package alike

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
	"lightsout/internal/boardtest"
)

// symmetricBoards have few symmetries and many, transitive and not, in one word and in several.
var symmetricBoards = []string{"5x5", "1x7", "2x2", "torus:6x6", "torus:4x6", "torus:9x9", "cylinder:3x5", "cube:2", "hypercube:4", "complete:6", "star:6", "petersen", "merlin", "grid:3x3x3", "torus:8x8"}

// What is told by the ends of a state is what comparing all its images says, light by light; and the first state of each
// class has an end that is least.
func TestEndsTellTheFirst(t *testing.T) {
	for _, spec := range symmetricBoards {
		s, err := New(t.Context(), boardtest.Parse(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		plain := &States{All: s.All}
		lights := len(s.All[0])
		rapid.Check(t, func(t *rapid.T) {
			state, image := board.NewState(lights, 2), board.NewState(lights, 2)
			for _, l := range rapid.SliceOf(rapid.IntRange(0, lights-1)).Draw(t, "on") {
				state.Bits().Set(l, true)
			}
			if rapid.Bool().Draw(t, "first") { // of random states hardly any is
				best := state.Bits().Clone()
				for _, g := range s.All {
					if Move(g, image, state); laterLights(best, image.Bits()) {
						best.Copy(image.Bits())
					}
				}
				state.Bits().Copy(best)
				if end := s.end(s.All[0], state); !plain.IsFirst(state, image, nil) || s.least[end] != end {
					t.Fatalf("%s: %v is not the first of its class", spec, best)
				}
			}
			if want := plain.IsFirst(state, image, nil); s.IsFirst(state, image, nil) != want {
				t.Fatalf("%s: %v is first: %v, and its ends say otherwise", spec, state.Bits(), want)
			}
		})
	}
}

// laterLights reports whether a comes after b: from the last light on, the first one that differs is on in a.
func laterLights(a, b gf2.Vec) bool {
	for l := a.Len() - 1; l >= 0; l-- {
		if a.Bit(l) != b.Bit(l) {
			return a.Bit(l)
		}
	}
	return false
}

// Sets of presses that are not alike, counted by Burnside's lemma and one by one.
func TestCountsUpToSymmetry(t *testing.T) {
	for _, spec := range []string{"3x3", "2x4", "torus:3x3", "hypercube:3", "merlin", "path:5", "2x2,mod=3", "3x2,mod=4"} {
		b := boardtest.Parse(t, spec)
		s, err := New(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		most := b.Switches() * (b.States() - 1)
		want := make([]int64, most+1)
		state := board.NewState(b.Switches(), b.States())
		sym, err := automorphism.Of(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		all, _ := sym.Elements(1 << 20)
		for more := true; more; {
			if !slices.ContainsFunc(all, func(g automorphism.Symmetry) bool { return comesBefore(narrow(g.Switches), state) }) {
				want[state.Weight()]++
			}
			more = false
			for i := 0; i < state.Len() && !more; i++ { // count up
				state.Set(i, (state.At(i)+1)%b.States())
				more = state.At(i) != 0
			}
		}
		if got := fmt.Sprint(s.Types.Sets(most, b.States())); got != fmt.Sprint(want) {
			t.Errorf("%s: %s, want %v", spec, got, want)
		}
	}
}

// Puzzles of which a symmetry makes one the other have the same class, whatever the board is called.
func TestClassesKnowNoOrientation(t *testing.T) {
	for _, spec := range symmetricBoards {
		b := boardtest.Parse(t, spec)
		s, err := New(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		c := automorphism.NewClasses(b)
		rapid.Check(t, func(t *rapid.T) {
			state := boardtest.Random(b, rapid.Uint64().Draw(t, "seed"))
			image := board.NewState(b.Lights(), 2)
			Move(s.All[rapid.IntRange(0, len(s.All)-1).Draw(t, "symmetry")], image, state)
			if c.Of(state) != c.Of(image) {
				t.Fatalf("%s: %v and %v are alike, but not of one class", spec, state, image)
			}
		})
	}
}
