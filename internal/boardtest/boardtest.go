// Package boardtest has what the tests of several packages share: boards to try things on, answers
// by brute force, and the conformance suite that every engine passes.
//
// Brute force here asks a board for nothing but the lights that each switch toggles. It shares no
// code with the engines, their restrictions or the search for symmetries, so that a fault in one of
// those cannot hide in the expected result as well.
package boardtest

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
)

// TB is what *testing.T, *testing.B and *rapid.T have in common.
type TB interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// Parse is the board of a SPEC; the test fails if there is none.
func Parse(t TB, spec string) *board.Board {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Graph is the board of a graph by what each node flips, its own light included if it is in its list.
func Graph(t TB, toggles [][]int) *board.Board {
	t.Helper()
	b, err := board.Listed{Name: "drawn", Lights: len(toggles), Graph: true, Toggles: toggles}.Board()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Random is a state from which all lights can be put out.
func Random(b *board.Board, seed uint64) board.State {
	p := board.NewPuzzle(b)
	if err := p.SetLights("random", "", seed); err != nil {
		panic(err) // no board refuses that
	}
	return p.On
}

// FromToggles is the board of a list of toggles; the test fails if there is none.
func FromToggles(t TB, lights int, toggles [][]int) *board.Board {
	t.Helper()
	b, err := board.FromToggles("drawn", lights, toggles)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Most is the largest number of switches on the boards of [Specs] and [Draw], few enough to try all
// sets of them.
const Most = 12

// Specs are boards of every shape, pattern and option with at most [Most] switches.
var Specs = []string{
	"1x1", "1x2", "2x2", "2x3", "3x3", "3x4", "2x6", "4x3", "1x9", "grid:2x2x2", "grid:2x2x3", "grid:7",
	"torus:2x2", "torus:3x3", "torus:3x4", "torus:1x5", "torus:5x1", "torus:2x5", "torus:2x2x3", "torus:2x2x3,self=off",
	"cylinder:3x4", "cylinder:4x3", "cylinder:1x6", "cylinder:6x1", "cylinder:2x2", "cylinder:3x3,self=off",
	"mobius:3x4", "mobius:2x5", "klein:3x4", "klein:3x3", "projective:3x3", "projective:2x4",
	"hypercube:1", "hypercube:2", "hypercube:3", "hypercube:3,self=off", "cube:1",
	"path:1", "path:5", "path:8", "cycle:3", "cycle:6", "cycle:2", "complete:5", "complete:6,self=off", "star:6",
	"star:7,self=off",
	"petersen", "petersen,self=off", "merlin", "3x3,self=off", "3x4,pattern=x", "3x4,pattern=king",
	"3x4,pattern=knight", "3x3,pattern=.#./#.#/..#", "torus:3x3,pattern=king,self=off",
	"3x4,mask=##_#/####/#_##", "hex:1", "hex:2", "hex:2,self=off", "hex:2,mask=##/#_#/##", "hexgrid:3x4", "hexgrid:4x2",
	"hexgrid:2x3,mask=##_/###",
	"triangle:2", "triangle:3", "triangle:3,self=off", "trigrid:2x5", "trigrid:4x3", "trigrid:3x3,mask=#_#/###/_##",
	"platonic:tetrahedron", "platonic:cube", "platonic:octahedron", "platonic:icosahedron",
	"platonic:icosahedron,self=off", "hexcolor:3", "octcolor:3", "toric:1", "toric:2",
	"regular:3x8", "regular:2x7,seed=3,self=off", "regular:3x8,seed=2,switches=edges",
}

// Draw is a random board with at most [Most] switches: any shape with any options, a tree, a graph
// with one-way edges, or any number of switches and lights.
func Draw(t *rapid.T) *board.Board {
	kind := rapid.SampledFrom([]string{
		"grid2", "grid3", "torus2", "torus3", "cylinder", "mobius", "klein", "projective", "hypercube", "cube",
		"path", "cycle", "complete", "star", "petersen", "merlin", "mask", "tiles", "platonic", "code", "toggles",
		"tree", "arcs", "regular",
	}).Draw(t, "kind")
	self := rapid.SampledFrom([]string{"", ",self=off"}).Draw(t, "self")
	pattern := rapid.SampledFrom([]string{"", "", ",pattern=x", ",pattern=king", ",pattern=knight",
		",pattern=##./.#./..#"}).Draw(t, "pattern")
	switch kind {
	case "grid2", "torus2":
		return Parse(t, kind[:len(kind)-1]+":"+drawSides(t, 2)+pattern+self)
	case "grid3", "torus3":
		return Parse(t, kind[:len(kind)-1]+":"+drawSides(t, 3)+self)
	case "cylinder", "mobius", "klein", "projective":
		return Parse(t, kind+":"+drawSides(t, 2)+pattern+self)
	case "hypercube":
		return Parse(t, fmt.Sprintf("hypercube:%d%s", rapid.IntRange(1, 3).Draw(t, "dimensions"), self))
	case "cube":
		return Parse(t, "cube:1"+self)
	case "path", "cycle", "complete", "star":
		return Parse(t, fmt.Sprintf("%s:%d%s", kind, rapid.IntRange(1, Most).Draw(t, "nodes"), self))
	case "petersen", "merlin":
		return Parse(t, kind+self)
	case "mask":
		return Parse(t, "grid:3x4,mask="+rapid.StringMatching("[#_]{3}#/[#_]{4}/[#_]{4}").Draw(t, "mask"))
	case "tiles":
		spec := rapid.SampledFrom([]string{"hex:1", "hex:2", "hexgrid:", "triangle:2", "triangle:3",
			"trigrid:"}).Draw(t, "tiles")
		if strings.HasSuffix(spec, ":") {
			spec += drawSides(t, 2)
		}
		return Parse(t, spec+self)
	case "platonic":
		return Parse(t, "platonic:"+rapid.SampledFrom([]string{"tetrahedron", "cube", "octahedron",
			"icosahedron"}).Draw(t, "solid")+self)
	case "code":
		return Parse(t, rapid.SampledFrom([]string{"hexcolor:3", "octcolor:3", "toric:1", "toric:2"}).Draw(t, "code"))
	case "regular":
		return Parse(t, fmt.Sprintf("regular:2x%d,seed=%d%s", rapid.IntRange(4, Most).Draw(t, "nodes"),
			rapid.Uint64().Draw(t, "seed"), self))
	case "tree":
		return drawTree(t)
	case "arcs":
		return drawArcs(t)
	default:
		return DrawToggles(t, Most)
	}
}

// drawSides draws the sides of a box of at most Most cells.
func drawSides(t *rapid.T, axes int) string {
	room, sides := Most, make([]string, axes)
	for i := range sides {
		d := rapid.IntRange(1, room).Draw(t, "side")
		sides[i] = fmt.Sprint(d)
		room /= d
	}
	return strings.Join(sides, "x")
}

// DrawToggles is a random board of up to most switches and up to most lights.
func DrawToggles(t *rapid.T, most int) *board.Board {
	lights := rapid.IntRange(0, most).Draw(t, "lights")
	toggles := make([][]int, rapid.IntRange(0, most).Draw(t, "switches"))
	for s := range toggles {
		for l := range DrawVec(t, lights, "toggles").Ones() {
			toggles[s] = append(toggles[s], l)
		}
	}
	return FromToggles(t, lights, toggles)
}

func drawTree(t *rapid.T) *board.Board {
	n := rapid.IntRange(2, Most).Draw(t, "nodes")
	var edges [][2]int
	for v := 1; v < n; v++ {
		edges = append(edges, [2]int{rapid.IntRange(0, v-1).Draw(t, "parent"), v})
	}
	b, err := board.FromEdges("drawn", n, edges)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func drawArcs(t *rapid.T) *board.Board {
	n := rapid.IntRange(1, 10).Draw(t, "nodes")
	toggles := make([][]int, n)
	for u := range n {
		for v := range n {
			if u != v && rapid.IntRange(0, 3).Draw(t, "arc") == 0 {
				toggles[u] = append(toggles[u], v)
			}
		}
		if rapid.IntRange(0, 4).Draw(t, "self off") > 0 {
			toggles[u] = append(toggles[u], u)
		}
	}
	return Graph(t, toggles)
}

// DrawVec is a random vector of n bits.
func DrawVec(t *rapid.T, n int, name string) gf2.Vec {
	v := gf2.NewVec(n)
	for from := 0; from < n; from += 64 {
		word := rapid.Uint64Range(0, 1<<min(n-from, 64)-1).Draw(t, name)
		for ; word != 0; word &= word - 1 {
			v.Set(from+bits.TrailingZeros64(word), true)
		}
	}
	return v
}

// DrawPuzzle is a random puzzle on the board. At least two in three are solvable, some forbid a switch,
// and in one of three some lights do not matter.
func DrawPuzzle(t *rapid.T, b *board.Board) *board.Puzzle {
	p := board.NewPuzzle(b)
	p.Goal = board.Bits(DrawVec(t, b.Lights(), "goal"))
	if rapid.IntRange(0, 2).Draw(t, "solvable") > 0 {
		p.On = p.Goal.Plus(board.Bits(b.Apply(DrawVec(t, b.Switches(), "hidden answer"))))
	} else {
		p.On = board.Bits(DrawVec(t, b.Lights(), "on"))
	}
	if b.Switches() > 0 && rapid.IntRange(0, 3).Draw(t, "forbid") == 0 {
		p.Forbidden = gf2.VecOf(p.Board.Switches(), rapid.IntRange(0, b.Switches()-1).Draw(t, "forbidden"))
	}
	if rapid.IntRange(0, 2).Draw(t, "cares") == 0 {
		p.DontCare = DrawVec(t, b.Lights(), "don't care")
	}
	return p
}

// AddSeeds gives the fuzzer of a property texts that are long enough to draw from.
func AddSeeds(f *testing.F) {
	rng := rand.NewChaCha8([32]byte{1})
	for range 8 {
		text := make([]byte, 1<<13)
		_, _ = rng.Read(text) // which never fails
		f.Add(text)
	}
}

// Vec is the low n bits of a number as a vector.
func Vec(n int, number uint64) gf2.Vec {
	v := gf2.NewVec(n)
	for ; number != 0; number &= number - 1 {
		v.Set(bits.TrailingZeros64(number), true)
	}
	return v
}

// Number is a vector of up to 64 bits as a number: the reverse of [Vec].
func Number(v gf2.Vec) uint64 {
	var n uint64
	for i := range v.Ones() {
		n |= 1 << i
	}
	return n
}
