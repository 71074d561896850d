package automorphism

import (
	"context"
	"errors"
	"maps"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
)

func symmetries(t interface{ Fatal(...any) }, b *board.Board) *Symmetries {
	g, err := Of(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func mustParse(t interface{ Fatal(...any) }, spec string) *board.Board {
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// dense is the board as a table: flips[s][l].
func dense(b *board.Board) [][]bool {
	flips := make([][]bool, b.Switches())
	for s := range flips {
		flips[s] = make([]bool, b.Lights())
		for _, l := range b.Toggles(s) {
			flips[s][l] = true
		}
	}
	return flips
}

func preserves(flips [][]bool, s Symmetry) bool {
	for i, row := range flips {
		for l, on := range row {
			if flips[s.Switches[i]][s.Lights[l]] != on {
				return false
			}
		}
	}
	return true
}

// permutations calls visit with every permutation of n things, in lexicographic order; visit must
// not keep the slice.
func permutations(n int, visit func([]int)) {
	p, used := make([]int, 0, n), make([]bool, n)
	var extend func()
	extend = func() {
		if len(p) == n {
			visit(p)
			return
		}
		for v := range n {
			if !used[v] {
				used[v] = true
				p = append(p, v)
				extend()
				p = p[:len(p)-1]
				used[v] = false
			}
		}
	}
	extend()
}

// bruteForce tries every renaming.
func bruteForce(b *board.Board) []Symmetry {
	flips := dense(b)
	var found []Symmetry
	keep := func(switches, lights []int) {
		if s := (Symmetry{switches, lights}); preserves(flips, s) {
			found = append(found, Symmetry{slices.Clone(switches), slices.Clone(lights)})
		}
	}
	permutations(b.Switches(), func(p []int) {
		if b.IsGraph() {
			keep(p, p)
			return
		}
		permutations(b.Lights(), func(q []int) { keep(p, q) })
	})
	return found
}

func sameSymmetry(a, b Symmetry) bool {
	return slices.Equal(a.Switches, b.Switches) && slices.Equal(a.Lights, b.Lights)
}

// orbitsByElements is Orbits read off the whole group.
func orbitsByElements(switches int, elements []Symmetry) [][]int {
	var orbits [][]int
	seen := make([]bool, switches)
	for s := range switches {
		if seen[s] {
			continue
		}
		var orbit []int
		for _, e := range elements {
			if to := e.Switches[s]; !seen[to] {
				seen[to] = true
				orbit = append(orbit, to)
			}
		}
		slices.Sort(orbit)
		orbits = append(orbits, orbit)
	}
	return orbits
}

func checkAgainstBruteForce(t *rapid.T, b *board.Board) {
	g, want := symmetries(t, b), bruteForce(b)
	if g.Order().Cmp(big.NewInt(int64(len(want)))) != 0 {
		t.Fatalf("order %v, there are %d symmetries", g.Order(), len(want))
	}
	got, ok := g.Elements(len(want))
	if !ok || !slices.EqualFunc(got, want, sameSymmetry) {
		t.Fatalf("elements %v, want %v", got, want)
	}
	if orbits := orbitsByElements(b.Switches(), want); !slices.EqualFunc(g.Orbits(), orbits, slices.Equal[[]int]) {
		t.Fatalf("orbits %v, want %v", g.Orbits(), orbits)
	}
	if _, ok := g.Elements(len(want) - 1); ok {
		t.Fatalf("listed %d elements though at most %d were wanted", len(want), len(want)-1)
	}
}

// Random directed graphs whose presses may or may not flip their own light, among them many with
// few kinds of nodes, so that symmetries occur.
func smallGraph(t *rapid.T) *board.Board {
	n := rapid.IntRange(0, 6).Draw(t, "nodes")
	if n == 6 && rapid.Bool().Draw(t, "seven") {
		n++
	}
	flips := make([][]bool, n)
	for u := range flips {
		flips[u] = make([]bool, n)
	}
	kinds := rapid.IntRange(1, 3).Draw(t, "kinds")
	arc := rapid.SliceOfN(rapid.Bool(), kinds*kinds, kinds*kinds).Draw(t, "arcs between kinds")
	changed := rapid.SliceOfN(rapid.IntRange(0, 5), n*n, n*n).Draw(t, "changed if 0")
	undirected := rapid.Bool().Draw(t, "undirected")
	for u := range n {
		for v := range n {
			has := arc[u%kinds*kinds+v%kinds] != (changed[u*n+v] == 0)
			switch {
			case !has:
			case !undirected || u == v:
				flips[u][v] = true
			case u < v:
				flips[u][v], flips[v][u] = true, true
			}
		}
	}
	return graphOf(t, flips)
}

func graphOf(t *rapid.T, flips [][]bool) *board.Board {
	toggles := make([][]int, len(flips))
	for s, row := range flips {
		for l, on := range row {
			if on {
				toggles[s] = append(toggles[s], l)
			}
		}
	}
	b, err := board.Listed{Name: "small", Lights: len(flips), Graph: true, Toggles: toggles}.Board()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSymmetriesOfSmallGraphsAreAllThereAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkAgainstBruteForce(t, smallGraph(t)) })
}

// Any number of switches and lights.
func smallMatrix(t *rapid.T) *board.Board {
	lights := rapid.IntRange(0, 5).Draw(t, "lights")
	toggles := make([][]int, rapid.IntRange(0, 5).Draw(t, "switches"))
	for s := range toggles {
		for l := range lights {
			if rapid.Bool().Draw(t, "flips") {
				toggles[s] = append(toggles[s], l)
			}
		}
	}
	b, err := board.FromToggles("small", lights, toggles)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSymmetriesOfSmallToggleBoardsAreAllThereAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { checkAgainstBruteForce(t, smallMatrix(t)) })
}

// Nodes on a ring, each with arcs to those at the same distances ahead, and now and then an arc
// changed: much symmetry or, for no reason that a look at the neighbours shows, little.
func TestSymmetriesOfRingsAreAllThereAre(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 9).Draw(t, "nodes")
		flips := make([][]bool, n)
		ahead := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "distances")
		change := rapid.IntRange(0, 2*n*n).Draw(t, "changed arc")
		for u := range n {
			flips[u] = make([]bool, n)
			for v := range n {
				flips[u][v] = u == v || ahead[(v-u+n)%n] != (u*n+v == change)
			}
		}
		b := graphOf(t, flips)
		if got, want := symmetries(t, b).Order(), countByExtension(dense(b)); got.Cmp(big.NewInt(want)) != 0 {
			t.Fatalf("order %v, there are %d symmetries", got, want)
		}
	})
}

// countByExtension counts the renamings of nodes that keep the arcs, node by node.
func countByExtension(flips [][]bool) int64 {
	image, used := make([]int, 0, len(flips)), make([]bool, len(flips))
	fits := func(w int) bool {
		for u, to := range image {
			if flips[u][len(image)] != flips[to][w] || flips[len(image)][u] != flips[w][to] {
				return false
			}
		}
		return flips[len(image)][len(image)] == flips[w][w]
	}
	var extend func() int64
	extend = func() int64 {
		if len(image) == len(flips) {
			return 1
		}
		var n int64
		for w := range flips {
			if !used[w] && fits(w) {
				used[w] = true
				image = append(image, w)
				n += extend()
				image = image[:len(image)-1]
				used[w] = false
			}
		}
		return n
	}
	return extend()
}

// A switch board that happens to be square is not a graph: its switches and lights are renamed
// apart.
func TestSwitchesAndLightsMoveApart(t *testing.T) {
	cycle, err := board.FromToggles("turned", 3, [][]int{{1}, {2}, {0}})
	if err != nil {
		t.Fatal(err)
	}
	if order := symmetries(t, cycle).Order(); order.Cmp(big.NewInt(6)) != 0 {
		t.Errorf("three switches with a light each: %v symmetries, not 3!", order)
	}
}

var middlingSpecs = []string{
	"5x5", "3x4", "2x2x3", "torus:3x3", "torus:4x4", "torus:2x5", "torus:3x4", "cylinder:4x3",
	"mobius:4x5", "klein:4x5", "projective:4x4", "hypercube:4", "cube:2", "petersen", "merlin",
	"complete:6", "star:6", "torus:5x5,pattern=knight", "5x5,pattern=##./.#./...",
	"4x4,mask=####/#__#/#__#/####", "torus:2x2", "klein:4x4,self=off",
}

// A symmetry carries presses and what they flip together.
func TestSymmetriesCarryAnswersOver(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := mustParse(t, rapid.SampledFrom(middlingSpecs).Draw(t, "spec"))
		presses := gf2.NewVec(b.Switches())
		for s := range b.Switches() {
			presses.Set(s, rapid.Bool().Draw(t, "pressed"))
		}
		for _, s := range symmetries(t, b).Generators() {
			if got, want := b.Apply(s.ApplyPresses(presses)), s.Apply(b.Apply(presses)); !got.Equal(want) {
				t.Fatalf("%s: renamed presses %v flip %v, renamed lights are %v", b, presses, got, want)
			}
		}
	})
}

func TestGeneratorsMakeTheWholeGroup(t *testing.T) {
	for _, spec := range middlingSpecs {
		b := mustParse(t, spec)
		g, flips := symmetries(t, b), dense(b)
		for _, s := range g.Generators() {
			if !preserves(flips, s) {
				t.Errorf("%s: generator %v is no symmetry", spec, s)
			}
		}
		const limit = 50_000
		elements, ok := g.Elements(limit)
		if !ok || g.Order().Cmp(big.NewInt(int64(len(elements)))) != 0 {
			t.Errorf("%s: order %v, but the generators make %d", spec, g.Order(), len(elements))
		}
		if !slices.IsSorted(elements[0].Switches) {
			t.Errorf("%s: the first element is %v, not the identity", spec, elements[0])
		}
		for i, e := range elements {
			if !preserves(flips, e) {
				t.Errorf("%s: element %v is no symmetry", spec, e)
			}
			if i > 0 && slices.Compare(elements[i-1].Switches, e.Switches) >= 0 {
				t.Errorf("%s: elements %d and %d out of order", spec, i-1, i)
			}
		}
	}
}

func TestSymmetriesEndWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, spec := range []string{"5x5", "torus:200x200"} {
		if _, err := Of(ctx, mustParse(t, spec)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v, want the context's", spec, err)
		}
	}
	// Interrupted in the middle: the context ends after so many looks at it.
	b := mustParse(t, "torus:40x40")
	for looks := range 20 {
		if _, err := Of(&countdown{Context: context.Background(), left: looks}, b); !errors.Is(err, context.Canceled) {
			t.Errorf("after %d looks: error %v, want the context's", looks, err)
		}
	}
}

// countdown is a context that ends once it has been asked a number of times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left == 0 {
		return context.Canceled
	}
	c.left--
	return nil
}

func TestSymmetriesRefuseWhatIsTooLarge(t *testing.T) {
	for _, spec := range []string{
		"2000x2000,pattern=king", "complete:2000000", "star:1000000000",
		"torus:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", "klein:2000x2000,pattern=x",
	} {
		_, err := Of(context.Background(), mustParse(t, spec))
		if tooLarge := (*board.TooLargeError)(nil); !errors.As(err, &tooLarge) {
			t.Errorf("%s: error %v, want a TooLargeError", spec, err)
		}
	}
	nodes, err := board.FromEdges("nodes", maxSearchNodes+1, nil)
	if err != nil {
		t.Fatal(err)
	}
	lights, err := board.FromToggles("lights", maxSearchNodes, [][]int{{1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range []*board.Board{nodes, lights} {
		_, err := Of(context.Background(), b)
		if tooLarge := (*board.TooLargeError)(nil); !errors.As(err, &tooLarge) {
			t.Errorf("%s: error %v, want a TooLargeError", b, err)
		}
	}
}

func TestOrdersOfKnownBoards(t *testing.T) {
	for spec, want := range map[string]int64{
		"5x5":                          8, // the square's
		"5x7":                          4,
		"merlin":                       8,
		"cube:3":                       48, // the cube's
		"3x3x3x3":                      384,
		"petersen":                     120,         // the permutations of 5 things: Holton, Sheehan, The Petersen graph, 1993
		"complete:9":                   362880,      // 9!
		"star:9":                       40320,       // 8!
		"torus:2x2":                    24,          // four lights on their own
		"torus:4x4":                    384,         // the hypercube of dimension 4
		"torus:3x3":                    72,          // the rook's graph: 2·3!²
		"torus:5x5":                    200,         // 8·25
		"torus:2x7":                    2 * 14 * 14, // two cycles
		"mobius:2x3":                   72,          // the complete bipartite graph on 3 and 3
		"4x4,mask=####/####/__##/__##": 2,           // an L of three squares
		// Signed permutations of d things: 2^d·d!, OEIS A000165.
		// The solids, with reflections: Coxeter, Regular Polytopes, 1973.
		"platonic:tetrahedron": 24, "platonic:cube": 48, "platonic:octahedron": 48, "platonic:dodecahedron": 120, "platonic:icosahedron": 120,
		// Motions of the drawing, and of surfaces: a Möbius strip of C columns has 2C shifts and their reflections, a Klein
		// bottle with an even number of rows may turn by half of them.
		"hex:4": 12, "hexgrid:4x5": 2, "triangle:5,self=off": 6, "trigrid:4x5": 4, "trigrid:5x5": 2, "cube:30": 48,
		"cylinder:60x70": 2 * 140, "60x70": 4, "torus:64x64": 8 * 64 * 64, "mobius:5x7": 28, "mobius:64x64": 256, "klein:6x5": 40,
		"klein:5x6": 24, "projective:6x6": 8, "projective:5x7": 4, "mobius:601x1": 2, "klein:1x600,self=off": 1200,
		"torus:4x2x4": 2 * 384 * 384, "grid:2x2x4x4": 2 * 4 * 2 * 4, "grid:4x5x5": 16, "torus:3x3x3x3": 6 * 6 * 6 * 6 * 24,
		"hypercube:3": 48, "hypercube:7": 645120, "hypercube:10": 3715891200,
		// A pattern that leads round the corner takes the reflections away.
		"torus:5x5,pattern=.#./.##/...": 50,
	} {
		if got := symmetries(t, mustParse(t, spec)).Order(); got.Cmp(big.NewInt(want)) != 0 {
			t.Errorf("%s: order %v, want %d", spec, got, want)
		}
	}
}

func BenchmarkSymmetries(b *testing.B) {
	for _, spec := range []string{"5x5", "100x100", "torus:100x100", "hypercube:12", "cube:40"} {
		b.Run(spec, func(b *testing.B) {
			game := mustParse(b, spec)
			for b.Loop() {
				symmetries(b, game)
			}
		})
	}
}

// The symmetries of a puzzle are those of its board that leave its lights and switches alone.
func TestSymmetriesOfPuzzles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := smallGraph(t)
		if rapid.Bool().Draw(t, "matrix") {
			b = smallMatrix(t)
		}
		set := func(n int, name string) gf2.Vec {
			v := gf2.NewVec(n)
			for i := range n {
				v.Set(i, rapid.IntRange(0, 3).Draw(t, name) == 0)
			}
			return v
		}
		p := board.NewPuzzle(b)
		if rapid.Bool().Draw(t, "lights") {
			p.On, p.Goal, p.DontCare = board.Bits(set(b.Lights(), "on")), board.Bits(set(b.Lights(), "goal")), set(b.Lights(), "don't care")
		}
		if rapid.Bool().Draw(t, "switches") {
			p.Forbidden = set(b.Switches(), "forbidden")
		}
		kept := set(b.Switches(), "kept")
		want := slices.DeleteFunc(bruteForce(b), func(g Symmetry) bool {
			moves := func(v gf2.Vec, apply func(gf2.Vec) gf2.Vec) bool { return v.Len() > 0 && !apply(v).Equal(v) }
			return moves(p.Change().Bits(), g.Apply) || moves(p.DontCare, g.Apply) || moves(p.Forbidden, g.ApplyPresses) || moves(kept, g.ApplyPresses)
		})
		g, err := OfPuzzle(context.Background(), p, kept)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := g.Elements(len(want)); !ok || !slices.EqualFunc(got, want, sameSymmetry) {
			t.Fatalf("%d symmetries %v, want %v", g.Order(), got, want)
		}
		n := 0
		for range g.All(t.Context()) {
			n++
		}
		if n != len(want) {
			t.Fatalf("%d symmetries one by one, want %d", n, len(want))
		}
	})
}

// The group is the set of all permutations that keep amounts, counted one by one.
func TestSymmetriesKeepAmounts(t *testing.T) {
	for _, spec := range []string{"2x3,mod=3", "torus:2x3,mod=3", "torus:2x2,mod=3", "torus:2x2,mod=2", "cycle:2,mod=3", "cycle:6,mod=4", "star:5,mod=3", "torus:1x5,mod=3", "torus:1x5,mod=4", "complete:5,mod=3"} {
		b := mustParse(t, spec)
		group, err := Of(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		adds := make([]map[int]int, b.Switches())
		for s := range adds {
			adds[s] = maps.Collect(b.Adds(s))
		}
		count := 0
		permutations(b.Switches(), func(image []int) {
			for s := range image {
				for l, amount := range adds[s] {
					if adds[image[s]][image[l]] != amount {
						return
					}
				}
			}
			count++
		})
		if group.Order().Cmp(big.NewInt(int64(count))) != 0 {
			t.Errorf("%s has %d symmetries, not %v", spec, count, group.Order())
		}
		elements, ok := group.Elements(1000)
		if !ok || len(elements) != count {
			t.Errorf("%s: %d elements listed, want %d", spec, len(elements), count)
		}
		for _, e := range elements {
			if len(e.Lights) != b.Lights() || !keepsFlips(b, e.Lights) {
				t.Errorf("%s: %v is not a symmetry", spec, e.Lights)
			}
		}
	}
	// A switch that adds 1 and 2 is not one that adds 2 and 1 to the same lights, but to exchanged ones.
	b, err := board.Listed{Name: "two", Lights: 2, States: 3, Toggles: [][]int{{0, 1, 1}, {0, 0, 1}}}.Board()
	if err != nil {
		t.Fatal(err)
	}
	if group, err := Of(context.Background(), b); err != nil || group.Order().Int64() != 2 {
		t.Errorf("exchanging both switches and lights is the one symmetry, %v", err)
	}
}
