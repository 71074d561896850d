package solve

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"lightsout/board"
	"lightsout/coset"
	"lightsout/gf2"
)

// mediumSpecs are boards of every shape with nullities from 1 to 16, too large to try every set of
// switches.
var mediumSpecs = []string{
	"4x4", "5x5", "9x9", "11x11", "14x14", "16x16", "19x19", "5x29", "17x8", "grid:4x4x4", "grid:3x3x2x2",
	"torus:5x5", "torus:6x6", "torus:10x10", "torus:12x12", "torus:3x9", "torus:3x3x3", "torus:5x5,self=off",
	"cylinder:5x6", "cylinder:9x12", "mobius:5x6", "mobius:9x8", "klein:6x6", "klein:5x10", "projective:5x5",
	"projective:6x6", "hypercube:5", "hypercube:4,self=off", "cube:3", "cube:4", "path:29", "cycle:30", "complete:12", "star:15,self=off",
	"petersen,self=off", "9x9,self=off", "8x8,pattern=x", "8x8,pattern=king", "6x6,pattern=knight",
	"torus:6x6,pattern=king,self=off", "7x7,mask=###_###/#######/#######/#######/#######/#######/###_###",
}

// cosetOf is an answer's coset by dense elimination and nothing else: the presses that a random
// state was made of, and the null space of the board's matrix.
func cosetOf(b *board.Board) (quiet []gf2.Vec) {
	m := gf2.NewMatrix(b.Lights(), b.Switches())
	for x := range b.Switches() {
		for _, l := range b.Toggles(x) {
			m.Flip(l, x)
		}
	}
	return m.RightNull()
}
func TestProbe(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	for _, spec := range mediumSpecs {
		b := parse(t, spec)
		quiet := cosetOf(b)
		word := gf2.NewVec(b.Switches())
		for x := range b.Switches() {
			word.Set(x, r.IntN(2) == 1)
		}
		p := board.NewPuzzle(b)
		p.On = b.Apply(word)
		t0 := time.Now()
		least := word.Weight()
		if len(quiet) > 16 {
			t.Log(spec, len(quiet))
			continue
		}
		for w := range span(word, quiet) {
			least = min(least, w.Weight())
		}
		t.Log(spec, b.Switches(), len(quiet), least, time.Since(t0))
		for _, m := range Methods() {
			t1 := time.Now()
			res, err := Solver{Method: m, MaxMemory: 64 << 20}.Minimum(context.Background(), p)
			if err != nil {
				t.Log("   ", m, errors.Is(err, coset.ErrMethod))
				continue
			}
			t.Log("   ", m, res.Minimum, res.Cost, res.LowerBound, res.Stopped, time.Since(t1))
		}
	}
}
