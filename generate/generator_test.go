package generate

import (
	"context"
	"errors"
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
	"lightsout/internal/batch"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/chance"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/sample"
	"lightsout/solve"
)

func newGenerator(t testing.TB, b *board.Board, o Options) *generator {
	t.Helper()
	g, err := planned(t.Context(), b, o)
	if err != nil {
		t.Fatalf("%s %+v: %v", b.Spec(), o, err)
	}
	return g
}

// planned is the generator of a batch on one board.
func planned(ctx context.Context, b *board.Board, o Options) (*generator, error) {
	batch, err := Plan(ctx, []*board.Board{b}, o)
	if err != nil {
		return nil, err
	}
	return batch.lists[0], nil
}

// batch is that of the generator alone.
func (g *generator) batch() *Batch {
	return &Batch{options: g.options, members: []member{{board: g.board}}, lists: []*generator{g}, share: batch.Single(), order: batch.Single(),
		turn: []uint32{0}, split: partsOf(g.options.Split)}
}

// Puzzle is a puzzle of the generator's batch.
func (g *generator) Puzzle(ctx context.Context, i uint64) (Puzzle, error) {
	return g.batch().Puzzle(ctx, i)
}

// fewest is the fewest presses of every solvable state, by breadth-first search: an oracle that shares
// nothing with the generator. Lights are at most 64.
func fewestPresses(b *board.Board) map[uint64]int {
	flips := make([]uint64, b.Switches())
	for s := range flips {
		for _, l := range b.Toggles(s) {
			flips[s] |= 1 << l
		}
	}
	distance := map[uint64]int{0: 0}
	for frontier := []uint64{0}; len(frontier) > 0; {
		var next []uint64
		for _, state := range frontier {
			for _, f := range flips {
				if _, ok := distance[state^f]; !ok {
					distance[state^f] = distance[state] + 1
					next = append(next, state^f)
				}
			}
		}
		frontier = next
	}
	return distance
}

// answersOf counts the answers with the fewest presses to every state, by going through all sets of
// presses.
func answersOf(b *board.Board) map[uint64]int {
	distance, count := fewestPresses(b), map[uint64]int{}
	for x := range uint64(1) << b.Switches() {
		state := b.Apply(gf2.VecOf(b.Switches(), ones(x)...)).Words()[0]
		if bits.OnesCount64(x) == distance[state] {
			count[state]++
		}
	}
	return count
}

func ones(x uint64) []int {
	var list []int
	for ; x != 0; x &= x - 1 {
		list = append(list, bits.TrailingZeros64(x))
	}
	return list
}

// everyShape is a small board of each shape, and boards that are neither square nor symmetric.
func everyShape(t testing.TB) []*board.Board {
	var list []*board.Board
	for _, spec := range []string{
		"2x3", "3x3", "4x4", "2x5,pattern=x", "3x4,pattern=king,self=off", "3x3,pattern=knight", "grid:2x2x3", "3x3,mask=###/#_#/###",
		"torus:3x3", "torus:3x4", "cylinder:3x4", "mobius:3x4", "klein:3x4", "projective:3x3", "hypercube:3", "cube:1",
		"path:8", "cycle:6", "complete:4", "star:6", "petersen", "merlin",
	} {
		list = append(list, boardtest.Parse(t, spec))
	}
	for _, toggles := range [][][]int{
		{{0}, {0, 1}, {1, 2}, {0, 2}, {0, 1, 2}, {3}, {3, 4}}, // more switches than lights
		{{0, 1, 2, 3}, {2, 3, 4, 5}, {5, 6, 0}},               // fewer
		{{1}, {2}, {3}, {0, 1}, {}},                           // one-way, and a switch that does nothing
	} {
		b, err := board.FromToggles("listed", 7, toggles)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, b)
	}
	return list
}

func stateOf(item Puzzle) uint64 { return item.On.Bits().Words()[0] }

// Every solvable state is drawn equally often, no other state ever, and the goal only if allowed.
func TestDrawsEvenly(t *testing.T) {
	for _, b := range everyShape(t) {
		for _, solved := range []bool{false, true} {
			all := fewestPresses(b)
			index := make(map[uint64]int)
			for state := range all {
				if state != 0 || solved {
					index[state] = len(index)
				}
			}
			g := newGenerator(t, b, Options{Seed: 11, AllowSolved: solved})
			counts := make([]int, len(index))
			for i := range uint64(40 * len(index)) {
				item, err := g.Puzzle(t.Context(), i)
				if err != nil {
					t.Fatal(err)
				}
				at, ok := index[stateOf(item)]
				if !ok {
					t.Fatalf("%s: puzzle %d, %v, is not solvable or solved", b.Spec(), i, item.On)
				}
				counts[at]++
			}
			if err := chance.Uneven(counts); err != nil {
				t.Errorf("%s: %v", b.Spec(), err)
			}
		}
	}
}

// Boards that are not eliminated are drawn evenly too; here small ones are drawn from in that way.
func TestDrawsEvenlyWithoutElimination(t *testing.T) {
	for _, b := range everyShape(t) {
		index := make(map[uint64]int)
		for state := range fewestPresses(b) {
			index[state] = len(index)
		}
		counts := make([]int, len(index))
		g := &generator{board: b}
		g.beUnreduced()
		trial := g.newTrial()
		for i := range uint64(40 * len(index)) {
			trial.begin(5, toDraw, i, 0)
			g.algebra.draw(trial)
			counts[index[trial.state.Bits().Words()[0]]]++
		}
		if err := chance.Uneven(counts); err != nil {
			t.Errorf("%s: %v", b.Spec(), err)
		}
	}
}

// The states that meet the options are drawn equally often, whichever source they come from.
func TestDrawsEvenlyWhatIsWanted(t *testing.T) {
	for _, spec := range []string{"4x4", "torus:3x4", "petersen", "3x3", "cycle:9"} {
		b := boardtest.Parse(t, spec)
		distance, answers := fewestPresses(b), answersOf(b)
		for _, o := range []Options{
			{Presses: &Range{3, 3}}, {Presses: &Range{2, 4}}, {Lit: &Range{4, 6}}, {Unique: true},
			{Presses: &Range{1, 4}, Lit: &Range{3, 9}, Unique: true},
		} {
			o.Seed = 5
			index := make(map[uint64]int)
			for state, presses := range distance {
				if state != 0 && o.Presses.holds(presses) && o.Lit.holds(bits.OnesCount64(state)) && (!o.Unique || answers[state] == 1) {
					index[state] = len(index)
				}
			}
			generators := []*generator{newGenerator(t, b, o)}
			for _, p := range allPools(t, generators[0]) {
				g := newGenerator(t, b, o)
				g.levels = []level{{drawing: &drawn{p, attemptsUntested}}}
				generators = append(generators, g)
			}
			for way, g := range generators {
				counts := make([]int, len(index))
				for i := range uint64(40 * len(index)) {
					item, err := g.Puzzle(t.Context(), i)
					if err != nil {
						t.Fatal(err)
					}
					at, ok := index[stateOf(item)]
					if !ok {
						t.Fatalf("%s %+v, way %d: puzzle %d, %v, does not meet the options", spec, o, way, i, item.On)
					}
					counts[at]++
				}
				if err := chance.Uneven(counts); err != nil {
					t.Errorf("%s %+v, way %d: %v", spec, o, way, err)
				}
			}
		}
	}
}

// allPools are all pools of candidates for the whole range of presses.
func allPools(t testing.TB, g *generator) []pool {
	t.Helper()
	p := &planner{generator: g, presses: g.options.Presses}
	ranges, err := g.ranges(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	pools, err := p.pools(t.Context(), ranges[0])
	if err != nil {
		t.Fatal(err)
	}
	return pools
}

func quietOf(g *generator) []gf2.Vec { return g.algebra.(*binary).quiet }

// Gawalt's census: 5x5 needs at most 15 presses, and 7,350 states need that many.
func TestHardestOfTheClassic(t *testing.T) {
	b := boardtest.Parse(t, "5x5")
	g := newGenerator(t, b, Options{Seed: 3, Presses: &Range{15, 15}, Distinct: "states"})
	if g.limit() != 7350 || !g.explain().Uniform {
		t.Fatalf("limit %v, uniform %v", g.limit(), g.explain().Uniform)
	}
	seen := make(map[uint64]bool)
	for i := range uint64(7350) {
		item, err := g.Puzzle(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if item.MinPresses != 15 || item.Presses.Weight() != 15 || !b.Apply(item.Presses.Bits()).Equal(item.On.Bits()) {
			t.Fatalf("puzzle %d: %+v", i, item)
		}
		seen[stateOf(item)] = true
	}
	if len(seen) != 7350 || !seen[1<<25-1] {
		t.Errorf("%d states, all on among them: %v", len(seen), seen[1<<25-1])
	}
	if err := g.check(7351); err == nil || !strings.Contains(err.Error(), "7350") {
		t.Errorf("one too many: %v", err)
	}
	var refused *NoSuchError
	_, err := planned(t.Context(), b, Options{Presses: &Range{16, 20}})
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "none needs more than 15") {
		t.Errorf("16 presses: %v", err)
	}
}

// Puzzles meet the options, on any board: solvable, as hard, as lit, as unique and as
// symmetric; the answer solves it and is the first of the lightest.
func TestPuzzlesMeetTheOptions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := randomBoard(t)
		o := Options{Seed: rapid.Uint64().Draw(t, "seed"), AllowSolved: rapid.Bool().Draw(t, "solved"), Unique: rapid.Bool().Draw(t, "unique")}
		if rapid.Bool().Draw(t, "presses") {
			low := rapid.IntRange(0, 4).Draw(t, "low")
			o.Presses = &Range{low, low + rapid.IntRange(0, 3).Draw(t, "more")}
		}
		if rapid.Bool().Draw(t, "lit") {
			low := rapid.IntRange(0, 4).Draw(t, "from")
			o.Lit = &Range{low, low + rapid.IntRange(0, 3).Draw(t, "to")}
		}
		o.Distinct = rapid.SampledFrom([]string{"none", "states", "symmetry"}).Draw(t, "distinct")
		if rapid.IntRange(0, 3).Draw(t, "symmetric") == 0 {
			o.Symmetric = "all"
		}
		g, err := planned(context.Background(), b, o)
		var refused *NoSuchError
		if errors.As(err, &refused) {
			if n := countWanted(b, o); n > 0 {
				t.Fatalf("refused (%v), but there are %d", err, n)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		n := countWanted(b, o)
		if limit := g.limit(); o.Distinct == "states" && limit != uint64(n) {
			t.Fatalf("limit %v, but there are %d", limit, n)
		}
		distance, answers := fewestPresses(b), answersOf(b)
		seen := make(map[uint64]bool)
		for i := range uint64(20) {
			if limit := g.limit(); limit <= i {
				break
			}
			item, err := g.Puzzle(context.Background(), i)
			if err != nil {
				t.Fatal(err)
			}
			state := stateOf(item)
			if !meets(b, o, state, distance, answers) {
				t.Fatalf("puzzle %d, %v, does not meet the options", i, item.On)
			}
			p := board.NewPuzzle(b)
			p.On = item.On
			if !solve.Check(p, item.Presses.Indices()).Solved || item.Presses.Weight() != distance[state] || item.MinPresses != distance[state] {
				t.Fatalf("puzzle %d: %v is not a lightest answer of %v", i, item.Presses, item.On)
			}
			if o.Distinct != "none" && seen[state] {
				t.Fatalf("puzzle %d: %v once more", i, item.On)
			}
			seen[state] = true
		}
	})
}

func randomBoard(t *rapid.T) *board.Board {
	lights := rapid.IntRange(1, 7).Draw(t, "lights")
	toggles := rapid.SliceOfN(rapid.Uint64Range(0, 1<<lights-1), 1, 8).Draw(t, "toggles")
	lists := make([][]int, len(toggles))
	for s, x := range toggles {
		lists[s] = ones(x)
	}
	b, err := board.FromToggles("random", lights, lists)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func meets(b *board.Board, o Options, state uint64, distance, answers map[uint64]int) bool {
	presses, solvable := distance[state]
	if !solvable || state == 0 && !o.AllowSolved || !o.Presses.holds(presses) || !o.Lit.holds(bits.OnesCount64(state)) || o.Unique && answers[state] != 1 {
		return false
	}
	if o.Symmetric == "" {
		return true
	}
	group, err := automorphism.Of(context.Background(), b)
	if err != nil {
		panic(err)
	}
	v := gf2.VecOf(b.Lights(), ones(state)...)
	for _, g := range group.Generators() {
		if !g.Apply(v).Equal(v) {
			return false
		}
	}
	return true
}

func countWanted(b *board.Board, o Options) int {
	distance, answers := fewestPresses(b), answersOf(b)
	n := 0
	for state := range distance {
		if meets(b, o, state, distance, answers) {
			n++
		}
	}
	return n
}

// Distinct puzzles up to symmetry: as many as there are classes, and no two alike.
func TestDistinctUpToSymmetry(t *testing.T) {
	for _, b := range everyShape(t) {
		g := newGenerator(t, b, Options{Seed: 2, Distinct: "symmetry"})
		classes := make(map[uint64]bool)
		least := firstOfClass(t, b)
		for state := range fewestPresses(b) {
			if state != 0 {
				classes[least(state)] = true
			}
		}
		if g.limit() != uint64(len(classes)) {
			t.Errorf("%s: %v classes, want %d", b.Spec(), g.limit(), len(classes))
		}
		for i := range uint64(len(classes)) {
			item, err := g.Puzzle(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			class := least(stateOf(item))
			if !classes[class] {
				t.Fatalf("%s: puzzle %d, %v, is like one before", b.Spec(), i, item.On)
			}
			delete(classes, class)
		}
	}
}

// firstOfClass names the class of a state, by moving it with all symmetries.
func firstOfClass(t testing.TB, b *board.Board) func(uint64) uint64 {
	group, err := automorphism.Of(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	all, ok := group.Elements(1 << 20)
	if !ok {
		t.Fatalf("%s has too many symmetries", b.Spec())
	}
	return func(state uint64) uint64 {
		least := state
		for _, g := range all {
			image := uint64(0)
			for _, l := range ones(state) {
				image |= 1 << g.Lights[l]
			}
			least = min(least, image)
		}
		return least
	}
}

// Boards too large to list: distinct puzzles come from blocks of a permutation.
func TestDistinctOnLargeBoards(t *testing.T) {
	for _, c := range []struct {
		spec string
		o    Options
		n    uint64
	}{
		{"6x6", Options{Distinct: "states"}, 2000},
		{"20x20", Options{Distinct: "states"}, 200},
		{"9x9", Options{Distinct: "symmetry"}, 500},
		{"torus:6x6", Options{Distinct: "symmetry"}, 200},
		{"20x20", Options{Distinct: "symmetry"}, 100},
		{"6x6", Options{Distinct: "states", Presses: &Range{2, 3}}, 1000},
		{"6x6", Options{Distinct: "symmetry", Presses: &Range{3, 3}}, 50},
		{"9x9", Options{Distinct: "states", Presses: &Range{3, 5}, Unique: true}, 100},
		{"20x20", Options{Distinct: "states", Presses: &Range{200, 200}}, 20},
		{"7x7", Options{Distinct: "states", Lit: &Range{5, 6}}, 200},
		{"9x9", Options{Distinct: "symmetry", Lit: &Range{5, 8}}, 20},
		{"8x8", Options{Distinct: "symmetry", Symmetric: "mirror"}, 100},
		{"9x9", Options{Distinct: "states", Presses: &Range{1, 2}}, 81 + 81*80/2},
	} {
		b := boardtest.Parse(t, c.spec)
		c.o.Seed = 4
		g := newGenerator(t, b, c.o)
		group, err := automorphism.Of(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		all, _ := group.Elements(1 << 12)
		seen := make(map[string]uint64)
		for i := range c.n {
			item, err := g.Puzzle(t.Context(), i)
			if err != nil {
				t.Fatalf("%s %+v: puzzle %d: %v", c.spec, c.o, i, err)
			}
			if w := item.On.Weight(); w == 0 || !c.o.Lit.holds(w) || !c.o.Presses.holds(item.MinPresses) || !b.Apply(item.Presses.Bits()).Equal(item.On.Bits()) {
				t.Fatalf("%s %+v: puzzle %d: %+v", c.spec, c.o, i, item)
			}
			if at, ok := seen[item.On.String()]; ok {
				t.Fatalf("%s %+v: puzzle %d is like puzzle %d", c.spec, c.o, i, at)
			}
			seen[item.On.String()] = i
			if c.o.Distinct == "symmetry" {
				for _, s := range all {
					seen[s.Apply(item.On.Bits()).String()] = i
				}
			}
		}
	}
}

// With a permutation that covers everything, a filtered board gives each of its states at most once
// and few blocks go without: 6x6 with one press is 36 states.
func TestBlocksRunOut(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "6x6"), Options{Seed: 1, Distinct: "states", Presses: &Range{1, 2}})
	if got, want := g.limit(), uint64(36+36*35/2); got != want {
		t.Errorf("6x6 has %d puzzles of one or two presses, want %d", got, want)
	}
}

// A ramp goes through every number of presses, from few to many, and starts over.
func TestLevelsRise(t *testing.T) {
	b := boardtest.Parse(t, "4x4")
	for _, o := range []Options{{Levels: "50"}, {Levels: "50", Presses: &Range{2, 5}}, {Levels: "3"}, {Levels: "50", Distinct: "states"}} {
		g := newGenerator(t, b, o)
		last, seen := 0, make(map[uint64]bool)
		for i := range uint64(150) {
			if limit := g.limit(); limit <= i {
				break
			}
			item, err := g.Puzzle(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			if i%o.ramp() == 0 {
				if want := 1; o.Presses == nil && item.MinPresses != want {
					t.Errorf("%+v: the ramp begins with %d presses", o, item.MinPresses)
				}
				last = 0
			}
			if item.MinPresses < last || !o.Presses.holds(item.MinPresses) {
				t.Errorf("%+v: puzzle %d has %d presses, the one before %d", o, i, item.MinPresses, last)
			}
			last = item.MinPresses
			if i == 49 && o.ramp() == 50 && o.Presses == nil && last != 7 {
				t.Errorf("%+v: the ramp ends with %d presses, the most on 4x4 is 7", o, last)
			}
			if o.Distinct != "" && seen[stateOf(item)] {
				t.Errorf("%+v: puzzle %d once more", o, i)
			}
			seen[stateOf(item)] = true
		}
	}
}

func TestSymmetricStatesLookSymmetric(t *testing.T) {
	for spec, names := range map[string][]string{"5x5": automorphism.Motions(), "6x6": automorphism.Motions(), "torus:4x6": {"mirror", "turn"}, "20x20": automorphism.Motions()} {
		b := boardtest.Parse(t, spec)
		rows, cols := b.Layout().Size()
		for _, name := range names {
			g := newGenerator(t, b, Options{Symmetric: name})
			for i := range uint64(20) {
				item, err := g.Puzzle(t.Context(), i)
				if err != nil {
					t.Fatal(err)
				}
				for l := range b.Lights() {
					r, c := l/cols, l%cols
					images := map[string][2]int{"mirror": {r, cols - 1 - c}, "turn": {rows - 1 - r, cols - 1 - c}, "quarter": {c, rows - 1 - r}, "all": {c, r}}
					if at := images[name]; item.On.Bits().Bit(l) != item.On.Bits().Bit(at[0]*cols+at[1]) {
						t.Fatalf("%s %s: puzzle %d, %v", spec, name, i, item.On)
					}
				}
			}
		}
	}
}

// The other methods give solvable puzzles as well, if not evenly.
func TestOtherMethods(t *testing.T) {
	for _, engine := range []string{"presses:3", "sat"} {
		for _, b := range everyShape(t) {
			distance := fewestPresses(b)
			g := newGenerator(t, b, Options{Engine: engine, Seed: 1})
			different := make(map[uint64]bool)
			for i := range uint64(30) {
				item, err := g.Puzzle(t.Context(), i)
				if err != nil {
					t.Fatal(err)
				}
				if presses, ok := distance[stateOf(item)]; !ok || presses == 0 || engine == "presses" && presses > 3 || item.MinPresses != presses {
					t.Fatalf("%s %s: puzzle %d, %+v", b.Spec(), engine, i, item)
				}
				different[stateOf(item)] = true
			}
			if len(distance) > 16 && len(different) < 4 || g.explain().Uniform {
				t.Errorf("%s %s: %d different states in 30, uniform %v", b.Spec(), engine, len(different), g.explain().Uniform)
			}
		}
	}
}

// A board of nullity 32 has too many answers to weigh: light sets of presses are proved lightest
// one by one.
func TestHighNullity(t *testing.T) {
	b := boardtest.Parse(t, "39x39")
	g := newGenerator(t, b, Options{Seed: 1, Presses: &Range{4, 4}})
	item, err := g.Puzzle(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if !g.explain().Uniform || item.MinPresses != 4 || !b.Apply(item.Presses.Bits()).Equal(item.On.Bits()) {
		t.Errorf("uniform %v, %d presses", g.explain().Uniform, item.MinPresses)
	}
	plain := newGenerator(t, b, Options{Seed: 1})
	if item, err = plain.Puzzle(t.Context(), 0); err != nil || item.MinPresses != -1 || !plain.explain().Uniform || !b.Apply(item.Presses.Bits()).Equal(item.On.Bits()) {
		t.Errorf("%d presses, %v", item.MinPresses, err)
	}
}

// Where answers are too many to weigh one by one, too, just one set of presses stands for a state.
// Every switch has a twin here, so a state with n lights on has 2^n lightest answers.
func TestDistinctAtHighNullity(t *testing.T) {
	var toggles [][]int
	for l := range 30 {
		toggles = append(toggles, []int{l}, []int{l})
	}
	b, err := board.FromToggles("twins", 30, toggles)
	if err != nil {
		t.Fatal(err)
	}
	pairs := uint64(30 * 29 / 2)
	for _, o := range []Options{{Lit: &Range{2, 2}}, {Presses: &Range{2, 2}}} {
		o.Distinct = "states"
		g := newGenerator(t, b, o)
		if g.limit() != pairs || !g.explain().Uniform {
			t.Errorf("%+v: limit %v, uniform %v", o, g.limit(), g.explain().Uniform)
		}
		seen := make(map[uint64]bool)
		for i := range pairs {
			item, err := g.Puzzle(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			if item.On.Weight() != 2 {
				t.Fatalf("%+v: %v", o, item.On)
			}
			seen[stateOf(item)] = true
		}
		if len(seen) != int(pairs) {
			t.Errorf("%+v: %d different states, want %d", o, len(seen), pairs)
		}
	}
	if _, err := planned(t.Context(), b, Options{Unique: true}); err == nil {
		t.Error("no puzzle has just one lightest answer here")
	}
}

// Where quiet patterns are too many to weigh, a set of fewer presses than half of the lightest pattern has
// needs no search; what a search would say of it is the same.
func TestFewPressesNeedNoSearch(t *testing.T) {
	for _, spec := range []string{"hypercube:7", "torus:30x30", "39x39"} {
		b := boardtest.Parse(t, spec)
		g := newGenerator(t, b, Options{})
		near := apartUpTo(t, g, 6)
		if near < 1 {
			t.Fatalf("%s: apart up to %d presses", spec, near)
		}
		try, presses := g.newTrial(), board.NewState(b.Switches(), 2)
		random := sample.NewStream(1, toDraw, 0, 0)
		for range 5 {
			sample.Subsets(b.Switches(), near, near).Draw(presses, &random)
			try.begin(0, toDraw, 0, 0)
			try.state.Bits().Copy(b.Apply(presses.Bits()))
			if err := g.lightest(t.Context(), try, stepsPerPuzzle); err != nil || !try.answer.Equal(presses) {
				t.Errorf("%s: %v leads where %v does (%v)", spec, presses.Bits().Indices(), try.answer.Bits().Indices(), err)
			}
		}
		if again := apartUpTo(t, g, 6); again != near {
			t.Errorf("%s: %d presses the second time, not %d", spec, again, near)
		}
	}
	// A plaquette of the toric code is quiet and has four edges, so two of its edges do what the others do.
	if near := apartUpTo(t, newGenerator(t, boardtest.Parse(t, "toric:5"), Options{}), 6); near != 1 {
		t.Errorf("toric:5: apart up to %d presses", near)
	}
}

// apartUpTo is the most presses, up to a number, of which every set is known to be the only lightest answer.
func apartUpTo(t *testing.T, g *generator, most int) int {
	for n := most; n > 0; n-- {
		if apart, err := g.apart(t.Context(), n); apart || err != nil {
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	return 0
}

// On boards of many quiet patterns every request ends: with a puzzle, or with the reason why there is none.
func TestHighNullityEndsWithAReason(t *testing.T) {
	tier.Slow(t, "tries boards of high nullity")
	const tooLong = "would take too long"
	for _, c := range []struct {
		spec string
		o    Options
		want string // "" for a puzzle
	}{
		{"hypercube:9", Options{Presses: &Range{2, 2}}, ""},
		{"hypercube:9", Options{Presses: &Range{40, 40}}, tooLong},
		{"hypercube:9", Options{Minimum: true}, tooLong},
		{"hypercube:9", Options{Unique: true}, tooLong},
		{"hypercube:9", Options{Distinct: "states"}, ""},
		{"hypercube:9", Options{Levels: "2", Presses: &Range{1, 2}}, ""},
		{"torus:66x66", Options{Presses: &Range{2, 2}}, ""},
		{"torus:66x66", Options{Presses: &Range{30, 40}}, ""},
		{"torus:66x66", Options{Presses: &Range{2, 2}, Distinct: "states"}, ""},
		{"torus:66x66", Options{Levels: "3", Presses: &Range{8, 10}}, ""},
		{"torus:66x66", Options{Minimum: true}, tooLong},
		{"torus:66x66", Options{Unique: true}, tooLong},
		{"torus:33x66", Options{Presses: &Range{200, 300}}, tooLong},
		{"toric:21", Options{Presses: &Range{1, 1}}, ""},
		{"toric:21", Options{Minimum: true}, ""},
	} {
		b := boardtest.Parse(t, c.spec)
		var item Puzzle
		g, err := planned(t.Context(), b, c.o)
		if err == nil {
			item, err = g.Puzzle(t.Context(), 0)
		}
		switch {
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s %+v: %v, want %q", c.spec, c.o, err, c.want)
		case c.want == "" && err != nil:
			t.Errorf("%s %+v: %v", c.spec, c.o, err)
		case c.want == "" && (!b.Apply(item.Presses.Bits()).Equal(item.On.Bits()) || c.o.Presses != nil && !c.o.Presses.holds(item.MinPresses)):
			t.Errorf("%s %+v: %d presses", c.spec, c.o, item.MinPresses)
		}
	}
}

func TestLargeBoards(t *testing.T) {
	b := boardtest.Parse(t, "torus:100x70")
	g := newGenerator(t, b, Options{Seed: 1})
	item, err := g.Puzzle(t.Context(), 5)
	if err != nil || item.MinPresses != -1 || item.On.IsZero() || !b.Apply(item.Presses.Bits()).Equal(item.On.Bits()) {
		t.Errorf("%v %d", err, item.MinPresses)
	}
	var tooLarge *board.TooLargeError
	for _, o := range []Options{{Symmetric: "all"}, {Levels: "3"}, {Engine: "sat"}} {
		if _, err := planned(t.Context(), b, o); !errors.As(err, &tooLarge) {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// Boards beyond maxEliminated, without a quiet pattern and with some, keep to every option, and the fewest
// presses are those that package solve finds.
func TestLargeBoardsKeepToTheOptions(t *testing.T) {
	for _, spec := range []string{"path:5001", "path:5000", "torus:100x70", "grid:65x64"} {
		b := boardtest.Parse(t, spec)
		plain := newGenerator(t, b, Options{Seed: 3})
		for _, o := range []Options{
			{Seed: 3, Minimum: true},
			{Seed: 3, Presses: &Range{2, 4}},
			{Seed: 3, Presses: &Range{3, 3}, Distinct: "states"},
			{Seed: 3, Distinct: "states"},
			{Seed: 3, Presses: &Range{1, 3}, Levels: "3"},
			{Seed: 3, Unique: true, Presses: &Range{2, 2}},
			{Seed: 3, Presses: &Range{0, b.Switches()}},
		} {
			g := newGenerator(t, b, o)
			seen := map[string]bool{}
			for i := range uint64(3) {
				item, err := g.Puzzle(t.Context(), i)
				if err != nil {
					t.Fatalf("%s %s: %v", spec, describe(o), err)
				}
				p := board.NewPuzzle(b)
				p.On = item.On
				seen[item.On.String()] = true
				if o.Distinct == "" && o.Presses == nil {
					if same, err := plain.Puzzle(t.Context(), i); err != nil || !same.On.Equal(item.On) {
						t.Errorf("%s %s: puzzle %d is another one if the fewest presses are asked for (%v)", spec, describe(o), i, err)
					}
				}
				if item.MinPresses < 0 {
					continue
				}
				if !o.Presses.holds(item.MinPresses) || o.leveled() && item.MinPresses != int(i)+1 {
					t.Errorf("%s %s: puzzle %d needs %d presses", spec, describe(o), i, item.MinPresses)
				}
				res, err := solve.Minimum(t.Context(), p)
				if err != nil || !res.Proved() || res.PressCount() != item.MinPresses {
					t.Errorf("%s %s: puzzle %d needs %d presses, says generate; %v (%v)", spec, describe(o), i, item.MinPresses, res, err)
				}
			}
			if !g.weighs() && (o.Minimum || o.Presses != nil) || o.Distinct != "" && len(seen) != 3 || !g.explain().Uniform {
				t.Errorf("%s %s: %d different puzzles of 3", spec, describe(o), len(seen))
			}
		}
	}
	b := boardtest.Parse(t, "path:5001") // every state is solvable
	item, err := newGenerator(t, b, Options{Lit: &Range{3, 4}}).Puzzle(t.Context(), 0)
	if n := item.On.Weight(); err != nil || n < 3 || n > 4 {
		t.Errorf("%d lights on (%v)", n, err)
	}
	if _, err := planned(t.Context(), boardtest.Parse(t, "hypercube:17"), Options{Distinct: "states"}); err == nil || !strings.Contains(err.Error(), "65536 quiet patterns") {
		t.Errorf("hypercube:17: %v", err)
	}
}

// refusal is what a generator says of options that it does not take.
type refusal struct {
	spec string
	o    Options
	want string
}

func refuses(t *testing.T, list []refusal) {
	t.Helper()
	for _, c := range list {
		_, err := planned(t.Context(), boardtest.Parse(t, c.spec), c.o)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %+v: %v, want %q", c.spec, c.o, err, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	refuses(t, []refusal{
		{"5x5", Options{Presses: &Range{0, 0}}, "only for the goal"},
		{"5x5", Options{Presses: &Range{5, 4}}, "not a range"},
		{"6x6", Options{Presses: &Range{37, 40}}, "none needs more than 36"},
		{"4x4", Options{Presses: &Range{9, 9}, Engine: "presses:20"}, "none needs more than 7"},
		{"4x4", Options{Presses: &Range{7, 7}, Symmetric: "all"}, "with the symmetry all needs 7 presses; the most is 6"},
		{"100x100", Options{Symmetric: "mirror"}, "for symmetric is too large"},
		{"20x20", Options{Lit: &Range{401, 500}}, "lit 401-500: grid:20x20 has only 400 lights"},
		{"100x100", Options{Lit: &Range{10001, 10002}}, "only 10000 lights"},
		{"5x5", Options{Engine: "presses", Distinct: "states"}, "engine presses:6: only nullspace"},
		{"5x5", Options{Engine: "guess"}, "engine guess: it is nullspace, presses:K"},
		{"hypercube:3", Options{Symmetric: "mirror"}, "no rows and columns"},
		{"3x4", Options{Symmetric: "quarter"}, "as many rows as columns"},
		{"3x3,mask=##_/###/###", Options{Symmetric: "mirror"}, "does not look the same"},
		{"complete:12,self=off", Options{Symmetric: "all", Presses: &Range{2, 3}}, "all candidates were tried"},
		{"4x4", Options{Lit: &Range{15, 15}}, "all candidates were tried, 16 in all (sets of lights)"},
		{"4x4", Options{Distinct: "lights"}, "distinct lights: choose one of"},
		{"4x4", Options{Symmetric: "half"}, "symmetric half: choose one of"},
		{"4x4", Options{Engine: "presses:-1"}, "it is nullspace, presses:K"},
		{"complete:30", Options{Distinct: "symmetry"}, "too many"},
		{"torus:2x2,self=off", Options{}, "but the goal is solvable"},
	})
}

// These are refused after a search, or after all states were tried.
func TestRefusalsThatTakeASearch(t *testing.T) {
	refuses(t, []refusal{
		{"9x9", Options{Presses: &Range{70, 80}}, "none needs more than"},
		{"39x39", Options{Presses: &Range{1000, 1000}}, "none needs more than"},
		{"5x5", Options{Presses: &Range{16, 16}, Engine: "sat"}, "none needs more than 15"},
		{"5x5", Options{Lit: &Range{26, 30}}, "only 25 lights"},
		{"39x39", Options{Levels: "10"}, "not known"},
	})
}

func TestStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := planned(ctx, boardtest.Parse(t, "5x5"), Options{Presses: &Range{3, 3}}); !errors.Is(err, context.Canceled) {
		t.Errorf("New: %v", err)
	}
	g := newGenerator(t, boardtest.Parse(t, "9x9"), Options{Presses: &Range{34, 34}})
	if _, err := g.Puzzle(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("Puzzle: %v", err)
	}
}

// Rare puzzles are looked for where they are least rare, and few candidates are not all tried if each
// takes long to weigh.
func TestRarePuzzles(t *testing.T) {
	b := boardtest.Parse(t, "19x19") // nullity 16
	for _, o := range []Options{{Lit: &Range{3, 3}}, {Presses: &Range{2, 2}}} {
		g := newGenerator(t, b, o)
		item, err := g.Puzzle(t.Context(), 0)
		if err != nil || !o.Lit.holds(item.On.Weight()) || !o.Presses.holds(item.MinPresses) {
			t.Errorf("%+v: %+v, %v", o, item, err)
		}
		if s, ok := g.levels[0].drawing.(*drawn); !ok {
			t.Errorf("%+v: puzzles are not drawn but %T", o, s)
		}
	}
}

// Every pool holds each puzzle exactly once, so the smallest is the best.
func TestPoolsHoldTheSamePuzzles(t *testing.T) {
	for _, spec := range []string{"4x4", "torus:3x4", "petersen", "3x3", "cycle:9"} {
		for _, o := range []Options{{Presses: &Range{2, 4}}, {Lit: &Range{4, 6}}, {Presses: &Range{1, 4}, Lit: &Range{3, 9}, Unique: true}} {
			g := newGenerator(t, boardtest.Parse(t, spec), o)
			want := uint64(countWanted(g.board, o))
			for i, p := range allPools(t, g) {
				lists, _, err := g.list(t.Context(), p, []Range{{0, g.board.Switches()}})
				if err != nil {
					t.Fatalf("%s %+v, pool %d: %v", spec, o, i, err)
				}
				if o.Presses != nil && p.wanted.weighs() {
					lists, _, err = g.list(t.Context(), p, []Range{*o.Presses})
				}
				if got := uint64(len(lists[0])); got != want || err != nil {
					t.Errorf("%s %+v, pool %d: %d puzzles, want %d (%v)", spec, o, i, got, want, err)
				}
			}
		}
	}
}

// Making a puzzle allocates nothing.
func TestMakingAllocatesNothing(t *testing.T) {
	for _, o := range []Options{{}, {Distinct: "states"}, {Presses: &Range{3, 9}}} {
		g := newGenerator(t, boardtest.Parse(t, "4x4"), o)
		trial, i := g.newTrial(), uint64(0)
		if n := testing.AllocsPerRun(100, func() {
			if err := g.make(t.Context(), trial, i, true); err != nil {
				t.Fatal(err)
			}
			i++
		}); n != 0 {
			t.Errorf("%+v: %v allocations for a puzzle", o, n)
		}
	}
}

// Whether the fewest presses are found depends on how many answers a puzzle has, on whether they are asked for, and
// not at all on boards too large to be eliminated.
func TestWeighs(t *testing.T) {
	for _, c := range []struct {
		spec string
		o    Options
		want bool
	}{
		{"5x5", Options{}, true},
		{"complete:40", Options{}, false}, // 2^39 answers
		{"complete:40", Options{Minimum: true}, true},
		{"complete:40", Options{Presses: &Range{1, 1}}, true},
		{"complete:40", Options{Levels: "2"}, true},
		{"complete:20,mod=3", Options{}, false}, // 3^19
		{"complete:20,mod=3", Options{Minimum: true}, true},
		{"2x2,mod=3", Options{}, true},
		{"400x400", Options{Engine: "presses"}, false}, // not eliminated
	} {
		g := newGenerator(t, boardtest.Parse(t, c.spec), c.o)
		if got := g.weighs(); got != c.want {
			t.Errorf("%s, %s: %v", c.spec, describe(c.o), got)
		}
	}
}

// A puzzle that is drawn up to symmetry is turned at random, and its answer with it.
func TestAnswersAreTurnedWithTheirPuzzles(t *testing.T) {
	for _, presses := range []Range{{1, 4}, {6, 6}} {
		g := newGenerator(t, boardtest.Parse(t, "7x7"), Options{Distinct: "symmetry", Presses: &presses})
		for i := range uint64(40) {
			item, err := g.Puzzle(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range item.Presses.Indices() {
				g.board.Press(item.On, s, 1)
			}
			if !item.On.IsZero() || item.MinPresses != item.Presses.Weight() || !presses.holds(item.MinPresses) {
				t.Errorf("puzzle %d, of %v presses: %d lights are left after %d, and %d are said", i, presses, item.On.Weight(), item.Presses.Weight(), item.MinPresses)
			}
		}
	}
}

// Listing files every state by its fewest presses, and knows the most that any needs, whichever run of states has it.
func TestListedStates(t *testing.T) {
	for _, spec := range []string{"3x5", "4x4", "2x8", "torus:4x4", "star:14"} {
		b := boardtest.Parse(t, spec)
		want, most := map[int]uint64{}, 0
		for _, n := range fewestPresses(b) {
			want[n]++
			most = max(most, n)
		}
		for _, workers := range []int{1, 3} {
			g := newGenerator(t, b, Options{Work: Work{Jobs: workers}, AllowSolved: true, Presses: &Range{0, most}})
			var levels []Range
			for n := range most {
				levels = append(levels, Range{n, n}) // all but those that need the most
			}
			lists, got, err := g.list(t.Context(), g.statesPool(&Range{0, most}), levels)
			if err != nil || got != most {
				t.Fatalf("%s: the most is %d, want %d; %v", spec, got, most, err)
			}
			for n, l := range lists {
				if uint64(len(l)) != want[n] {
					t.Errorf("%s: %d states need %d presses, want %d", spec, len(l), n, want[n])
				}
			}
		}
	}
}
