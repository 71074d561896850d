package picture

import (
	"context"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/solve"
)

func randomVec(n int, seed uint64) gf2.Vec {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	v := gf2.NewVec(n)
	for i := range n {
		v.Set(i, rng.Uint64()&1 != 0)
	}
	return v
}

// byForce tries every set of switches: it finds the fewest wrong pixels of any picture, and the fewest
// clicks that show a given one.
func byForce(b *board.Board, start, wanted, reached gf2.Vec) (wrong, clicks int) {
	wrong, clicks = b.Lights()+1, b.Switches()+1
	state, pressed := start.Clone(), gf2.NewVec(b.Switches())
	for i := 0; ; {
		wrong = min(wrong, state.Sum(wanted).Weight())
		if state.Equal(reached) {
			clicks = min(clicks, pressed.Weight())
		}
		i++
		s := 0
		for i>>s&1 == 0 {
			s++
		}
		if s >= b.Switches() {
			return wrong, clicks
		}
		b.Press(board.Bits(state), s, 1)
		pressed.Flip(s)
	}
}

// Small boards of every shape with a layout.
var smallBoards = []string{
	"4x4", "3x5", "2x7", "grid:2x2x3", "torus:4x4", "torus:3x4", "cylinder:3x5", "mobius:3x5", "klein:3x4",
	"projective:4x4", "path:9", "merlin", "4x4,pattern=king", "4x4,pattern=knight", "4x4,self=off",
	"4x4,mask=##_#/####/_###/####",
}

// By brute force over all sets of switches, no picture has fewer wrong pixels, and no fewer clicks show it.
func TestReachIsTheOptimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Parse(t, rapid.SampledFrom(smallBoards).Draw(t, "board"))
		start := randomVec(b.Lights(), rapid.Uint64().Draw(t, "start"))
		wanted := randomVec(b.Lights(), rapid.Uint64().Draw(t, "wanted"))
		q := Request{Board: b, Start: start, Wanted: wanted}
		r, err := Reach(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		p := &board.Puzzle{Board: b, On: board.Bits(start), Goal: board.Bits(r.Picture)}
		if v := solve.Check(p, r.Clicks.Indices()); !v.Solved {
			t.Fatalf("%s: the clicks do not show the picture", b)
		}
		if !r.Picture.Sum(wanted).Equal(r.Wrong) {
			t.Fatalf("%s: the wrong pixels are not where the picture is wrong", b)
		}
		wrong, clicks := byForce(b, start, wanted, r.Picture)
		if !r.WrongProved || r.Wrong.Weight() != wrong || r.WrongLower != wrong {
			t.Fatalf("%s: %d wrong pixels, at least %d; the fewest are %d", b, r.Wrong.Weight(), r.WrongLower, wrong)
		}
		if !r.ClicksProved || r.Clicks.Weight() != clicks {
			t.Fatalf("%s: %d clicks; the fewest are %d", b, r.Clicks.Weight(), clicks)
		}
	})
}

// The same on layouts with gaps: the surface of a cube and a board in layers.
func TestReachOnPaperWithGaps(t *testing.T) {
	for _, spec := range []string{"cube:2", "grid:3x3x3", "torus:3x3x2"} {
		b := boardtest.Parse(t, spec)
		r, err := Reach(context.Background(), Request{Board: b, Start: gf2.NewVec(b.Lights()), Wanted: randomVec(b.Lights(), 3)})
		if err != nil {
			t.Fatal(err)
		}
		if !r.WrongProved || r.Wrong.Weight() > r.Nullity {
			t.Errorf("%s: %d wrong pixels with nullity %d, proved %v", b, r.Wrong.Weight(), r.Nullity, r.WrongProved)
		}
	}
}

func TestBoardsWithoutDrawingAreRefused(t *testing.T) {
	b := boardtest.Parse(t, "hypercube:4")
	if _, err := Reach(context.Background(), Request{Board: b, Start: gf2.NewVec(16), Wanted: gf2.NewVec(16)}); err == nil {
		t.Error("a hypercube is drawn on")
	}
}

// On 64×64 (nullity 28, OEIS A159257) the fewest wrong pixels are proved; on 79×79 (nullity 64) they
// are bounded.
func TestLargePictures(t *testing.T) {
	tier.Slow(t, "finds the nearest pictures on large boards")
	g := testPattern(200, 200)
	for _, c := range []struct {
		spec    string
		nullity int
		most    int // wrong pixels
		proved  bool
	}{{"64x64", 28, 8, true}, {"79x79", 64, 40, false}} {
		b := boardtest.Parse(t, c.spec)
		wanted, err := g.Dither(b)
		if err != nil {
			t.Fatal(err)
		}
		r, err := Reach(context.Background(), Request{
			Board: b, Start: gf2.AllOnes(b.Lights()), Wanted: wanted, AnyClicks: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		if r.Nullity != c.nullity {
			t.Errorf("%s has nullity %d", b, r.Nullity)
		}
		if c.proved && !r.WrongProved || r.Wrong.Weight() > c.most || r.WrongLower > r.Wrong.Weight() {
			t.Errorf("%s: %d wrong pixels, at least %d", b, r.Wrong.Weight(), r.WrongLower)
		}
	}
}
