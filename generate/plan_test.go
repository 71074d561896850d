package generate

import (
	"errors"
	"testing"

	"lightsout/internal/alike"
	"lightsout/internal/automorphism"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/sample"
	"lightsout/solve"
)

// The depth of 9x9 is 37 (census), and its states cannot be listed: what is too rare to be drawn is given up.
func TestHardestOfABoardThatIsNotListed(t *testing.T) {
	tier.Slow(t, "draws states of 9x9 in vain")
	var gaveUp *solve.GaveUpError
	if _, err := planned(t.Context(), boardtest.Parse(t, "9x9"), Options{Presses: &Range{37, 37}}); !errors.As(err, &gaveUp) {
		t.Errorf("37 presses, too rare to be drawn: %v", err)
	}
}

// A ramp without numbers goes to the hardest, also where states cannot be listed.
func TestRampToTheHardest(t *testing.T) {
	b := boardtest.Parse(t, "torus:6x6")
	g := newGenerator(t, b, Options{Seed: 1, Levels: "14"})
	for i := range uint64(14) {
		item, err := g.Puzzle(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if item.MinPresses != int(i)+1 {
			t.Errorf("puzzle %d needs %d presses", i, item.MinPresses)
		}
	}
}

// On boards too large to list, all puzzles of few presses are within reach, and no more.
func TestDistinctWithinReach(t *testing.T) {
	for _, test := range []struct {
		spec    string
		options Options
		want    uint64
	}{
		{"9x9", Options{Presses: &Range{3, 3}}, 81 * 80 * 79 / 6}, // no quiet pattern is that light
		{"9x9", Options{Presses: &Range{1, 8}}, 35_993_384_343},   // Σ C(81,k)
		{"hypercube:7", Options{Presses: &Range{2, 2}}, 128 * 127 / 2},
		{"torus:6x6", Options{Presses: &Range{2, 2}}, 36 * 35 / 2},
	} {
		test.options.Distinct = "states"
		b := boardtest.Parse(t, test.spec)
		g := newGenerator(t, b, test.options)
		if g.limit() != test.want {
			t.Errorf("%s, %v presses: %v within reach, want %d", test.spec, test.options.Presses, g.limit(), test.want)
		}
	}
}

// A board of few states and many answers: every light is flipped by every switch.
func TestManyAnswersFewStates(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "complete:40"), Options{Levels: "3"})
	item, err := g.Puzzle(t.Context(), 0)
	if err != nil || item.MinPresses != 1 || item.Presses.Weight() != 1 {
		t.Errorf("%+v, %v", item, err)
	}
}

// Sets of so few presses that they need not be weighed are the answers that are given.
func TestLightSetsAreTheAnswers(t *testing.T) {
	for _, spec := range []string{"hypercube:7", "39x39", "9x9"} {
		for _, distinct := range []string{"", "states"} {
			b := boardtest.Parse(t, spec)
			g := newGenerator(t, b, Options{Seed: 1, Presses: &Range{1, 2}, Distinct: distinct})
			for i := range uint64(50) {
				item, err := g.Puzzle(t.Context(), i)
				if err != nil {
					t.Fatal(err)
				}
				if item.MinPresses < 1 || item.MinPresses > 2 || item.Presses.Weight() != item.MinPresses || !b.Apply(item.Presses.Bits()).Equal(item.On.Bits()) {
					t.Fatalf("%s: puzzle %d needs %d presses, and has an answer of %d", spec, i, item.MinPresses, item.Presses.Weight())
				}
			}
		}
	}
}

// A ramp skips numbers of presses that no puzzle needs, also where states cannot be listed.
func TestRampSkipsWhatDoesNotExist(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "6x6"), Options{Seed: 1, Levels: "20", Presses: &Range{1, 8}, Lit: &Range{12, 20}})
	last := 0
	for i := range uint64(20) {
		item, err := g.Puzzle(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if lit := item.On.Weight(); lit < 12 || lit > 20 || item.MinPresses < last {
			t.Errorf("puzzle %d has %d lights on and needs %d presses, after %d", i, lit, item.MinPresses, last)
		}
		last = item.MinPresses
	}
	if last != 8 {
		t.Errorf("the hardest needs %d presses, want 8", last)
	}
}

// On boards of nullity 0 symmetric states come from symmetric sets of presses: all of them, and each
// once. 6x6 has 2^6 states that look the same after every motion, which can be listed too.
func TestSymmetricSets(t *testing.T) {
	for _, spec := range []string{"6x6", "3x3", "2x3", "hypercube:2", "torus:4x4"} {
		for _, symmetry := range []string{"all", "mirror", "turn"} {
			if spec == "hypercube:2" && symmetry != "all" {
				continue
			}
			b := boardtest.Parse(t, spec)
			g := newGenerator(t, b, Options{Symmetric: symmetry})
			space := g.algebra.(*binary).space
			if space.Dim() > 16 || len(quietOf(g)) > 0 {
				continue
			}
			want := make([]int, b.Switches()+1)
			try := g.newTrial()
			for n := range uint64(1) << space.Dim() {
				try.begin(0, toDraw, 0, 0)
				g.algebra.at(try, n)
				g.algebra.solve(try)
				want[try.answer.Weight()]++
			}
			for presses, count := range want[1:] {
				g.options.Presses = &Range{presses + 1, presses + 1}
				pools := allPools(t, g)
				sets := pools[len(pools)-1]
				if sets.name != "sets of presses" || sets.size.Int64() != int64(count) {
					t.Fatalf("%s, %s, %d presses: %v %s, want %d", spec, symmetry, presses+1, sets.size, sets.name, count)
				}
				seen := map[uint64]bool{}
				for n := range sets.size.Uint64() {
					sets.at(try, n)
					if !space.Contains(try.state.Bits()) || try.presses.Weight() != presses+1 {
						t.Fatalf("%s, %s: %v is not symmetric or has not %d presses", spec, symmetry, try.presses, presses+1)
					}
					seen[try.state.Bits().Words()[0]] = true
				}
				if len(seen) != count {
					t.Errorf("%s, %s: %d different states, want %d", spec, symmetry, len(seen), count)
				}
			}
		}
	}
	g := newGenerator(t, boardtest.Parse(t, "20x20"), Options{Symmetric: "all", Presses: &Range{8, 8}, Distinct: "states"})
	if got := g.limit(); got != 45+10*9/2 { // orbits of 8, and pairs of orbits of 4
		t.Errorf("20x20: %v symmetric puzzles of 8 presses", got)
	}
	var refused *NoSuchError
	if _, err := planned(t.Context(), boardtest.Parse(t, "20x20"), Options{Symmetric: "all", Presses: &Range{3, 3}}); !errors.As(err, &refused) {
		t.Errorf("three presses: %v", err)
	}
}

// Where every answer is the only one, every set of presses is a puzzle, however many.
func TestManyPressesWithoutQuietPatterns(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "6x6"), Options{Presses: &Range{30, 30}, Distinct: "states"})
	if got := g.limit(); got != 1_947_792 {
		t.Errorf("%v puzzles of 30 presses, want C(36,6)", got)
	}
	// With the symmetry of half a turn switches are pressed in pairs: 10 of the 32 of 8x8.
	g = newGenerator(t, boardtest.Parse(t, "8x8"), Options{Presses: &Range{20, 20}, Symmetric: "turn", Distinct: "states"})
	if got := g.limit(); got != 64_512_240 {
		t.Errorf("%v symmetric puzzles of 20 presses, want C(32,10)", got)
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
		{notDark: true}, {lit: &Range{1, 2}}, {solvable: &sample.Code{}}, {presses: &Range{1, 2}}, {unique: true}, {stands: true}, {refuted: true}, {alike: &alike.States{}},
	} {
		if w.open() {
			t.Errorf("question %d is not asked", i)
		}
	}
}
