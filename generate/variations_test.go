package generate

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/census"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
)

// The depth of 9x9 is 37 (census), and its states cannot be listed.
func TestHardestOfABoardThatIsNotListed(t *testing.T) {
	tier.Slow(t, "searches for the hardest states of 9x9")
	b := boardtest.Parse(t, "9x9")
	for _, presses := range []int{38, 42} {
		var refused *refusedError
		_, err := New(t.Context(), b, Options{Presses: &Range{presses, presses}})
		if !errors.As(err, &refused) || !strings.HasSuffix(refused.Reason, "the most is 37") {
			t.Errorf("%d presses: %v", presses, err)
		}
	}
	g := newGenerator(t, b, Options{Seed: 1, Presses: &Range{36, 60}, Distinct: "states"})
	if g.uniform() {
		t.Error("states that hard are not drawn evenly")
	}
	seen := map[string]bool{}
	for i := range uint64(20) {
		item, err := g.Puzzle(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if item.MinPresses != 36 && item.MinPresses != 37 || item.Presses.Weight() != item.MinPresses {
			t.Errorf("puzzle %d needs %d presses, and has an answer of %d", i, item.MinPresses, item.Presses.Weight())
		}
		seen[item.On.String()] = true
	}
	if len(seen) != 20 {
		t.Errorf("%d different puzzles of 20", len(seen))
	}
}

// A ramp without numbers goes to the hardest, also where states cannot be listed.
func TestRampToTheHardest(t *testing.T) {
	b := boardtest.Parse(t, "torus:6x6")
	g := newGenerator(t, b, Options{Seed: 1, Levels: 14})
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

// within reports whether the set presses no more of any region than the answer does.
func within(regions [][]int, answer, set gf2.Vec) bool {
	for _, cells := range regions {
		left := 0
		for _, s := range cells {
			if answer.Bit(s) {
				left++
			}
			if set.Bit(s) {
				left--
			}
		}
		if left < 0 {
			return false
		}
	}
	return true
}

// Variations are all sets of the right size that are within the regions' bounds, or were before they
// were moved, and each stands for its state once.
func TestVariationsCount(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var regions [][]int
		cell := 0
		for _, size := range rapid.SliceOfN(rapid.IntRange(1, 4), 1, 4).Draw(rt, "sizes") {
			var cells []int
			for range size {
				cells = append(cells, cell)
				cell++
			}
			regions = append(regions, cells)
		}
		answer := gf2.NewVec(cell)
		for s := range cell {
			answer.Set(s, rapid.Bool().Draw(rt, "pressed"))
		}
		low := rapid.IntRange(0, answer.Weight()).Draw(rt, "low")
		presses := Range{low, low + rapid.IntRange(0, 3).Draw(rt, "more")}
		var toggles [][]int // each switch flips its own light
		for s := range cell {
			toggles = append(toggles, []int{s})
		}
		b, err := board.FromToggles("alone", cell, toggles)
		if err != nil {
			rt.Fatal(err)
		}
		identity, reverse := make([]int, cell), make([]int, cell)
		for s := range cell {
			identity[s], reverse[s] = s, cell-1-s
		}
		v := newVariations(regions, answer, presses, [][]int{identity, reverse}, &binary{unreduced: unreduced{b}})
		want := 0
		for set := range uint64(1) << cell {
			word, back := gf2.NewVec(cell), gf2.NewVec(cell)
			word.Words()[0] = set
			for s := range word.Ones() {
				back.Set(reverse[s], true)
			}
			if presses.holds(word.Weight()) && (within(regions, answer, word) || within(regions, answer, back)) {
				want++
			}
		}
		seen := map[uint64]bool{}
		c := newTrial(b)
		for n := range v.size().Uint64() {
			v.at(c, n)
			if !presses.holds(c.presses.weight()) || !c.state.equal(c.presses) {
				rt.Fatalf("set %d is %v", n, c.presses)
			}
			set := c.presses.bits.Words()[0]
			if first := v.stands(c); first == seen[set] && c.motion == 0 {
				rt.Fatalf("set %d, %v, is there twice", n, c.presses)
			} else if first {
				seen[set] = true
			}
		}
		if len(seen) != want {
			rt.Fatalf("%d different sets, want %d", len(seen), want)
		}
	})
}

// What variations rest on: all sets within the regions' bounds are lightest answers.
func TestVariationsAreLightest(t *testing.T) {
	for _, spec := range []string{"5x5", "4x4", "torus:4x4", "torus:5x5", "6x8", "petersen"} {
		b := boardtest.Parse(t, spec)
		depth, err := census.FindDepth(t.Context(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		g := newGenerator(t, b, Options{})
		motions, err := g.motions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		v := newVariations(depth.Regions, depth.Presses.Bits(), Range{0, depth.Lower}, motions, g.algebra.(*binary))
		try := newTrial(b)
		for i := range uint64(200) {
			try.begin(1, toDraw, i, 0)
			v.draw(try)
			if err := g.algebra.lightest(t.Context(), try, stepsPerPuzzle); err != nil || try.weight != try.presses.weight() {
				t.Fatalf("%s: %d presses where %d are enough (%v)", spec, try.presses.weight(), try.weight, err)
			}
		}
	}
}

// On boards too large to list, all puzzles of few presses are within reach, and no more.
func TestDistinctWithinReach(t *testing.T) {
	for _, test := range []struct {
		spec    string
		options Options
		want    int64
	}{
		{"9x9", Options{Presses: &Range{3, 3}}, 81 * 80 * 79 / 6}, // no quiet pattern is that light
		{"9x9", Options{Presses: &Range{1, 8}}, 35_993_384_343},   // Σ C(81,k)
		{"hypercube:7", Options{Presses: &Range{2, 2}}, 128 * 127 / 2},
		{"torus:6x6", Options{Presses: &Range{2, 2}}, 36 * 35 / 2},
	} {
		test.options.Distinct = "states"
		b := boardtest.Parse(t, test.spec)
		g := newGenerator(t, b, test.options)
		if g.limit().Cmp(big.NewInt(test.want)) != 0 {
			t.Errorf("%s, %v presses: %v within reach, want %d", test.spec, test.options.Presses, g.limit(), test.want)
		}
	}
}

// Where the depth is not known exactly, a refusal gives what is proved of it.
func TestRefusalWithBounds(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "torus:6x6"), Options{})
	g.depth = &census.Depth{Lower: 10, Upper: 12}
	for presses, want := range map[int]string{
		11: "gave up: no puzzle on torus:6x6 is known to need 11 presses; the most is at least 10 and at most 12",
		13: "no puzzle on torus:6x6 needs 13 presses; the most is at least 10 and at most 12",
	} {
		if err := g.refusePresses(t.Context(), &Range{presses, presses}); err.Error() != want {
			t.Errorf("%d presses: %v, want %s", presses, err, want)
		}
	}
}

// Burnside's lemma counts the same classes as going through all states does.
func TestClasses(t *testing.T) {
	for _, spec := range []string{"3x3", "4x4", "3x4", "petersen", "torus:3x4", "cycle:9", "merlin"} {
		for _, solved := range []bool{false, true} {
			g := newGenerator(t, boardtest.Parse(t, spec), Options{Distinct: "symmetry", AllowSolved: solved})
			if _, ok := g.levels[0].drawing.(*listed); !ok {
				t.Fatalf("%s was not listed", spec)
			}
			if got, want := g.classes(g.algebra.(*binary)), g.limit(); got.Cmp(want) != 0 {
				t.Errorf("%s: %v classes, want %v", spec, got, want)
			}
		}
	}
	large := newGenerator(t, boardtest.Parse(t, "6x6"), Options{Distinct: "symmetry"})
	err := large.check(t.Context(), sum(0, 8_000_000_000))
	if want := "8590557311 such puzzles exist on grid:6x6 up to symmetry"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// On 5x5 the hardest states have four lightest answers each, and all of them press half of every
// region: 70·70·6 sets of presses stand for 7,350 states.
func TestVariationsDrawAStateInOneWay(t *testing.T) {
	b := boardtest.Parse(t, "5x5")
	depth, err := census.FindDepth(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := newGenerator(t, b, Options{})
	motions, err := g.motions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	v := newVariations(depth.Regions, depth.Presses.Bits(), Range{15, 15}, motions[:1], g.algebra.(*binary))
	try, first := g.newTrial(), map[uint64]bool{}
	for n := range v.size().Uint64() {
		v.at(try, n)
		if v.stands(try) {
			state := try.state.bits.Words()[0]
			if first[state] {
				t.Fatalf("state %x is drawn in two ways", state)
			}
			first[state] = true
		}
	}
	if v.size().Int64() != 29400 || len(first) != 7350 {
		t.Errorf("%v sets for %d states, want 29400 for 7350", v.size(), len(first))
	}
}

// A board of few states and many answers: every light is flipped by every switch.
func TestManyAnswersFewStates(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "complete:40"), Options{Levels: 3})
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
	g := newGenerator(t, boardtest.Parse(t, "6x6"), Options{Seed: 1, Levels: 20, Presses: &Range{1, 8}, Lit: &Range{12, 20}})
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
			if space.dim() > 16 || len(quietOf(g)) > 0 {
				continue
			}
			want := make([]int, b.Switches()+1)
			try := g.newTrial()
			for n := range uint64(1) << space.dim() {
				try.begin(0, toDraw, 0, 0)
				g.algebra.at(try, n)
				g.algebra.solve(try)
				want[try.answer.weight()]++
			}
			for presses, count := range want[1:] {
				g.options.Presses = &Range{presses + 1, presses + 1}
				pools := allPools(t, g)
				sets, ok := pools[len(pools)-1].candidates.(pressSets)
				if !ok || sets.size().Int64() != int64(count) {
					t.Fatalf("%s, %s, %d presses: %v sets of %T, want %d", spec, symmetry, presses+1, sets.size(), sets, count)
				}
				seen := map[uint64]bool{}
				for n := range sets.size().Uint64() {
					sets.at(try, n)
					if !g.algebra.contains(try.state) || try.presses.weight() != presses+1 {
						t.Fatalf("%s, %s: %v is not symmetric or has not %d presses", spec, symmetry, try.presses, presses+1)
					}
					seen[try.state.bits.Words()[0]] = true
				}
				if len(seen) != count {
					t.Errorf("%s, %s: %d different states, want %d", spec, symmetry, len(seen), count)
				}
			}
		}
	}
	g := newGenerator(t, boardtest.Parse(t, "20x20"), Options{Symmetric: "all", Presses: &Range{8, 8}, Distinct: "states"})
	if got := g.limit(); got.Int64() != 45+10*9/2 { // orbits of 8, and pairs of orbits of 4
		t.Errorf("20x20: %v symmetric puzzles of 8 presses", got)
	}
	var refused *refusedError
	if _, err := New(t.Context(), boardtest.Parse(t, "20x20"), Options{Symmetric: "all", Presses: &Range{3, 3}}); !errors.As(err, &refused) {
		t.Errorf("three presses: %v", err)
	}
}

// Where every answer is the only one, every set of presses is a puzzle, however many.
func TestManyPressesWithoutQuietPatterns(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "6x6"), Options{Presses: &Range{30, 30}, Distinct: "states"})
	if got := g.limit(); got.Cmp(new(big.Int).Binomial(36, 6)) != 0 {
		t.Errorf("%v puzzles of 30 presses, want C(36,6)", got)
	}
	// With the symmetry of half a turn switches are pressed in pairs: 10 of the 32 of 8x8.
	g = newGenerator(t, boardtest.Parse(t, "8x8"), Options{Presses: &Range{20, 20}, Symmetric: "turn", Distinct: "states"})
	if got := g.limit(); got.Cmp(new(big.Int).Binomial(32, 10)) != 0 {
		t.Errorf("%v symmetric puzzles of 20 presses, want C(32,10)", got)
	}
}

// There are variations where a hardest state is known, and it is no error if none is: 39x39 has 2^32 answers of each
// state.
func TestVariationsNeedAHardestState(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "4x4"), Options{Presses: &Range{6, 7}})
	p, ok, err := g.variations(t.Context(), Range{6, 7})
	if err != nil || !ok || p.size().Sign() <= 0 {
		t.Errorf("4x4: %v, %v", ok, err)
	}
	g = newGenerator(t, boardtest.Parse(t, "39x39"), Options{})
	if _, ok, err := g.variations(t.Context(), Range{100, 100}); ok || err != nil {
		t.Errorf("39x39: %v, %v", ok, err)
	}
}
