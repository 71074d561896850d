package generate

import (
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
		s, err := newSymmetries(t.Context(), boardtest.Parse(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		plain := &symmetries{all: s.all}
		lights := len(s.all[0])
		rapid.Check(t, func(t *rapid.T) {
			state, image := board.NewState(lights, 2), board.NewState(lights, 2)
			for _, l := range rapid.SliceOf(rapid.IntRange(0, lights-1)).Draw(t, "on") {
				state.Bits().Set(l, true)
			}
			if rapid.Bool().Draw(t, "first") { // of random states hardly any is
				best := state.Bits().Clone()
				for _, g := range s.all {
					if move(g, image, state); laterLights(best, image.Bits()) {
						best.Copy(image.Bits())
					}
				}
				state.Bits().Copy(best)
				if end := s.end(s.all[0], state); !plain.isFirst(state, image, nil) || s.least[end] != end {
					t.Fatalf("%s: %v is not the first of its class", spec, best)
				}
			}
			if want := plain.isFirst(state, image, nil); s.isFirst(state, image, nil) != want {
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

// Puzzles of which a symmetry makes one the other have the same class, whatever the board is called.
func TestClassesKnowNoOrientation(t *testing.T) {
	for _, spec := range symmetricBoards {
		b := boardtest.Parse(t, spec)
		s, err := newSymmetries(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		c := automorphism.NewClasses(b)
		rapid.Check(t, func(t *rapid.T) {
			state := boardtest.Random(b, rapid.Uint64().Draw(t, "seed"))
			image := board.NewState(b.Lights(), 2)
			move(s.all[rapid.IntRange(0, len(s.all)-1).Draw(t, "symmetry")], image, state)
			if c.Of(state) != c.Of(image) {
				t.Fatalf("%s: %v and %v are alike, but not of one class", spec, state, image)
			}
		})
	}
}

// Classes are nearly as many as states up to symmetry: what is not alike is hardly ever taken for it.
func TestClassesTellPuzzlesApart(t *testing.T) {
	b := boardtest.Parse(t, "4x4")
	c, least, on := automorphism.NewClasses(b), firstOfClass(t, b), b.Dark()
	classes, alike := map[uint64]bool{}, map[uint64]bool{}
	for state := range uint64(1 << 16) {
		on.Bits().Words()[0] = state
		classes[c.Of(on)] = true
		alike[least(state)] = true
	}
	if 100*len(classes) < 99*len(alike) || len(classes) > len(alike) {
		t.Errorf("%d classes of %d states up to symmetry", len(classes), len(alike))
	}
}

// What is wanted is open if it asks nothing: any single question closes it.
func TestOpenQuestions(t *testing.T) {
	if w := (wanted{}); !w.open() {
		t.Error("nothing is wanted, and not everything passes")
	}
	for i, w := range []wanted{
		{notDark: true}, {lit: &Range{1, 2}}, {solvable: &code{}}, {presses: &Range{1, 2}}, {unique: true}, {stands: true}, {alike: &symmetries{}},
	} {
		if w.open() {
			t.Errorf("question %d is not asked", i)
		}
	}
}
