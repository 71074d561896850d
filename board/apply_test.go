package board_test

import (
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// Pressing many switches at once flips what pressing them one by one flips, on every shape, also where
// wraps cancel and where lines do not begin on a word.
func TestApplyIsPressingOneByOne(t *testing.T) {
	specs := append([]string{
		"7x70", "torus:5x67,pattern=knight", "cylinder:4x130,pattern=king", "mobius:5x65,pattern=king", "mobius:1x80", "klein:6x33,pattern=x,self=off",
		"klein:2x3,pattern=knight", "projective:7x66,pattern=king", "projective:2x2,pattern=knight", "torus:3x4x70", "grid:3x5x7x2,pattern=x",
		"torus:2x65,pattern=#####/##.##/#...#", "hypercube:9", "hypercube:8,self=off", "grid:1x1,pattern=#.#.#", "torus:1x64,pattern=#.#.#", "path:200", "cycle:129",
		"70x3,pattern=cross:full", "5x64", "130x1", "1x130", "2x3", "cylinder:5x1", "cylinder:6x2", "cylinder:1x70", "cylinder:4x64", "cylinder:9x67", "torus:1x70",
		"torus:70x1", "torus:2x65", "torus:67x2", "torus:1x1", "torus:2x2", "complete:70", "complete:67,self=off", "torus:3x128", "torus:9x67", "path:1", "cycle:2", "torus:130",
	}, boardtest.Specs...)
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Parse(t, rapid.SampledFrom(specs).Draw(t, "board"))
		presses := boardtest.DrawVec(t, b.Switches(), "presses")
		want := gf2.NewVec(b.Lights())
		for s := range presses.Ones() {
			b.Press(board.Bits(want), s, 1)
		}
		if got := b.Apply(presses); !got.Equal(want) {
			t.Fatalf("%s: pressing %v at once flips %v, one by one %v", b, presses, got, want)
		}
	})
}
