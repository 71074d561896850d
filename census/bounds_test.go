package census

import (
	"context"
	"math/big"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/internal/disjoint"
	"lightsout/solve"
)

// everyKind has boards of every shape, with each option: first those whose states can all be listed.
var everyKind = struct{ small, large []string }{
	small: []string{
		"4x4", "grid:3x5", "grid:2x2x3", "grid:2x2x2x2", "torus:3x3", "torus:3x5", "cylinder:3x5", "mobius:3x5", "klein:3x4",
		"projective:3x5", "hypercube:3", "hypercube:4", "path:11", "cycle:12", "complete:9", "star:9", "petersen", "hex:3",
		"hexgrid:3x4", "triangle:4", "trigrid:3x5", "platonic:cube", "platonic:octahedron", "platonic:icosahedron",
		"cube:1", "merlin", "mini", "hexcolor:3", "octcolor:3", "toric:2", "toric:3", "regular:3x12", "regular:3x8,seed=2,switches=edges",
		"4x4,self=off", "torus:4x4,self=off", "4x4,pattern=king", "torus:4x4,pattern=king,self=off", "4x4,pattern=knight",
		"torus:4x4,pattern=x", "4x4,pattern=.#./#.#/...", "4x4,mask=##_#/####/#_##/####", "torus:5x3,pattern=##./.../...",
	},
	large: []string{
		"9x9", "19x19", "39x39", "grid:9x30", "grid:4x4x4x4,self=off", "torus:6x6x6", "torus:31x31", "cylinder:11x17", "mobius:11x17", "klein:24x24",
		"projective:17x17", "hypercube:7", "hypercube:9", "path:500", "cycle:900", "complete:300", "star:200", "hex:11", "hexgrid:19x19",
		"triangle:20", "trigrid:19x20", "platonic:dodecahedron", "cube:7", "classic", "deluxe", "hexcolor:11", "octcolor:11",
		"toric:9", "30x30,self=off", "30x30,pattern=x", "torus:24x24,pattern=king", "20x20,pattern=knight",
	},
}

// The bounds that every board has: at most the rank, and what is left on average after adding quiet patterns at
// random; at least what counting states and words says. They hold when nobody has searched yet, since the
// context has ended, and where all states can be listed the depth is between them and is found.
func TestEveryBoardHasBounds(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	kinds := map[string]bool{}
	see := func(t *testing.T, spec string) (*board.Board, *Depth) {
		b := boardtest.Parse(t, spec)
		kinds[b.Shape().Kind] = true
		d, err := FindDepth(over, b, nil)
		if err != nil {
			t.Fatal(err)
		}
		average, rank := averaging(t, b), b.Switches()-nullity(t, b)
		if d.Lower < sphere(b.Switches(), rank) || d.Upper > rank || d.Upper > average || d.Lower > d.Upper || d.Proof == "" {
			t.Fatalf("depth %d to %d (%s); rank %d, average %d, sphere %d", d.Lower, d.Upper, d.Proof, rank, average, sphere(b.Switches(), rank))
		}
		return b, d
	}
	for _, spec := range everyKind.small {
		t.Run(spec, func(t *testing.T) {
			b, d := see(t, spec)
			depth := len(byDistance(boardtest.Distances(b))) - 1
			if d.Lower > depth || depth > d.Upper {
				t.Errorf("depth %d to %d, is %d", d.Lower, d.Upper, depth)
			}
			if d, err := FindDepth(context.Background(), b, nil); err != nil || d.Lower != depth || d.Upper != depth {
				t.Errorf("with a search: %+v, %v; want %d", d, err, depth)
			}
		})
	}
	for _, spec := range everyKind.large {
		t.Run(spec, func(t *testing.T) {
			b, d := see(t, spec)
			if d.Example.Len() == 0 {
				return
			}
			p := board.NewPuzzle(b)
			p.On = d.Example
			if !solve.Check(p, d.Presses.Indices()).Solved || d.Presses.Weight() != d.Lower {
				t.Errorf("%d presses for a state that should need %d", d.Presses.Weight(), d.Lower)
			}
		})
	}
	for example := range board.Shapes() {
		b, err := board.Parse(example)
		if err == nil && b.States() == 2 && !kinds[b.Shape().Kind] { // not a file
			t.Errorf("no board of the kind of %s was tried", example)
		}
	}
}

// averaging is the mean number of presses after adding a random quiet pattern, when half of the switches that
// quiet patterns press are pressed and all others.
func averaging(t *testing.T, b *board.Board) int {
	quiet, err := solve.Solver{}.Quiet(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	idle := 0
	for _, g := range disjoint.ByColumns(quiet, b.Switches()) {
		if g.Fixed {
			idle += len(g.Cells)
		}
	}
	return idle + (b.Switches()-idle)/2
}

// sphere is the least w for which there are as many sets of at most w switches as solvable states.
func sphere(switches, rank int) int {
	states := new(big.Int).Lsh(big.NewInt(1), uint(rank))
	words := new(big.Int)
	for w := 0; ; w++ {
		if words.Add(words, new(big.Int).Binomial(int64(switches), int64(w))); words.Cmp(states) >= 0 {
			return w
		}
	}
}
