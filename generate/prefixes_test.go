package generate

import (
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// symmetricBoards have few symmetries and many, transitive and not, in one word and in several.
var symmetricBoards = []string{"5x5", "1x7", "2x2", "torus:6x6", "torus:4x6", "torus:9x9", "cylinder:3x5", "cube:2", "hypercube:4", "complete:6", "star:6", "petersen", "merlin", "grid:3x3x3", "torus:8x8"}

// What prefixes say of a state is what comparing all its images says, light by light.
func TestPrefixesTellTheFirst(t *testing.T) {
	for _, spec := range symmetricBoards {
		s, err := newSymmetries(t.Context(), boardtest.Parse(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		if s.prefixes == nil {
			t.Errorf("%s has no prefixes", spec)
			continue
		}
		plain := &symmetries{all: s.all}
		scarce := *s.prefixes // as on boards with very many symmetries
		scarce.ties, scarce.told = nil, 0
		without := &symmetries{all: s.all, prefixes: &scarce}
		lights := len(s.all[0])
		rapid.Check(t, func(t *rapid.T) {
			state, image := gf2.NewVec(lights), gf2.NewVec(lights)
			for _, l := range rapid.SliceOf(rapid.IntRange(0, lights-1)).Draw(t, "on") {
				state.Set(l, true)
			}
			if rapid.Bool().Draw(t, "first") { // of random states hardly any is
				best := state.Clone()
				for _, g := range s.all {
					if move(g, image, state); image.Compare(best) < 0 {
						best.Copy(image)
					}
				}
				state = best
				if !plain.isFirst(state, nil, image) {
					t.Fatalf("%s: %v is not the first of its class", spec, state)
				}
			}
			want := plain.isFirst(state, nil, image)
			if s.isFirst(state, nil, image) != want || without.isFirst(state, nil, image) != want {
				t.Fatalf("%s: %v is first: %v, and prefixes say otherwise", spec, state, want)
			}
		})
	}
}

// The screen passes the candidates that the filter passes, block by block.
func TestScreenAgreesWithTheFilter(t *testing.T) {
	for _, o := range []Options{{Seed: 3, Distinct: "symmetry"}, {Seed: 4, Distinct: "symmetry", AllowSolved: true}} {
		g := newGenerator(t, boardtest.Parse(t, "torus:6x6"), o)
		b, ok := g.levels[0].sampler.(*blocks)
		if !ok || b.screen() == nil {
			t.Fatalf("torus:6x6 is not screened: %T", g.levels[0].sampler)
		}
		trial := g.newTrial()
		for _, first := range []uint64{0, 1 << 20, 1<<28 - 5000} {
			passing := map[uint32]bool{}
			for _, i := range b.screen().passing(first, listRun) {
				passing[i] = true
			}
			for i := range uint32(listRun) {
				b.candidate(trial, 0, b.order.at(rank{0, first + uint64(i)}), 0)
				alike := &symmetries{all: g.alike.all}
				if got, want := passing[i], alike.isFirst(trial.state, nil, trial.image); got != want {
					t.Fatalf("candidate %d: %v, want %v", first+uint64(i), got, want)
				}
			}
		}
	}
}

// Puzzles of which a symmetry makes one the other have the same class, whatever the board is called.
func TestClassesKnowNoOrientation(t *testing.T) {
	for _, spec := range symmetricBoards {
		b := boardtest.Parse(t, spec)
		s, err := newSymmetries(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		c := newClassifier(b)
		rapid.Check(t, func(t *rapid.T) {
			state := board.RandomReachable(b, board.Bits(gf2.NewVec(b.Lights())), rapid.Uint64().Draw(t, "seed"), 0)
			image := gf2.NewVec(b.Lights())
			move(s.all[rapid.IntRange(0, len(s.all)-1).Draw(t, "symmetry")], image, state.Bits())
			if c.class(state.Bits().Words()) != c.class(image.Words()) {
				t.Fatalf("%s: %v and %v are alike, but not of one class", spec, state, image)
			}
		})
	}
	wide, high := newClassifier(boardtest.Parse(t, "3x5")), newClassifier(boardtest.Parse(t, "5x3"))
	path := newClassifier(boardtest.Parse(t, "path:15"))
	row := newClassifier(boardtest.Parse(t, "1x15"))
	for state := range uint64(1 << 15) {
		turned := uint64(0)
		for l := range 15 {
			turned |= state >> l & 1 << (l%5*3 + l/5)
		}
		if wide.class([]uint64{state}) != high.class([]uint64{turned}) {
			t.Fatalf("%015b on 3x5 is %015b on 5x3, but of another class", state, turned)
		}
		if path.class([]uint64{state}) != row.class([]uint64{state}) {
			t.Fatalf("%015b on a path is in another class than on a grid of one row", state)
		}
	}
}

// Classes are nearly as many as states up to symmetry: what is not alike is hardly ever taken for it.
func TestClassesTellPuzzlesApart(t *testing.T) {
	b := boardtest.Parse(t, "4x4")
	c, least := newClassifier(b), firstOfClass(t, b)
	classes, alike := map[uint64]bool{}, map[uint64]bool{}
	for state := range uint64(1 << 16) {
		classes[c.class([]uint64{state})] = true
		alike[least(state)] = true
	}
	if 100*len(classes) < 99*len(alike) || len(classes) > len(alike) {
		t.Errorf("%d classes of %d states up to symmetry", len(classes), len(alike))
	}
}

const frozenClass = 0x203882642f4cfd34

// A frozen value: data sets that are published keep their parts.
func TestClassIsFrozen(t *testing.T) {
	if got := newClassifier(boardtest.Parse(t, "5x5")).class([]uint64{1<<25 - 1}); got != frozenClass {
		t.Errorf("the class of 5x5 all on is %#x, and was %#x", got, uint64(frozenClass))
	}
}

// Prefixes are there to save work: a board with more lights than classes may be told apart by has none.
func TestNoPrefixesOfLargeOrbits(t *testing.T) {
	rotations := func(n int) [][]int32 {
		all := make([][]int32, n)
		for i := range all {
			for l := range n {
				all[i] = append(all[i], int32((l+i)%n))
			}
		}
		return all
	}
	for n, want := range map[int]bool{1: false, 2: true, 20: true, 300: false} {
		if p := newPrefixes(rotations(n)); (p != nil) != want {
			t.Errorf("%d rotations: %v", n, p != nil)
		} else if p != nil && p.length < 1 {
			t.Errorf("%d rotations: a prefix of %d lights", n, p.length)
		}
	}
}

// A filter is open if it asks nothing: any single question closes it.
func TestOpenFilters(t *testing.T) {
	if f := (filter{answers: &answers{}, apart: 3}); !f.open() {
		t.Error("a filter without questions is not open")
	}
	for i, f := range []filter{
		{notDark: true}, {lit: &Range{1, 2}}, {within: &code{}}, {presses: &Range{1, 2}}, {unique: true}, {stands: pressSets{}}, {alike: &symmetries{}},
	} {
		if f.open() {
			t.Errorf("question %d is not asked", i)
		}
	}
}
