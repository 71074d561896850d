package decode_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/codes/decode"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/solve"
)

// The fewest presses of a code's state are the lightest error of its syndrome: two searches that share little say
// the same, and both what breadth-first search over all states says where these are few.
func TestMinimumAgreesWithDecoding(t *testing.T) {
	for _, spec := range []string{
		"toric:2", "toric:3", "toric:4", "toric:6", "toric:7", "toric:8", "toric:9", "toric:10",
		"hexcolor:3", "hexcolor:5", "hexcolor:7", "hexcolor:9", "octcolor:3", "octcolor:5", "octcolor:7", "octcolor:9",
	} {
		t.Run(spec, func(t *testing.T) {
			b := boardtest.Parse(t, spec)
			var distances map[uint64]int
			if b.Lights() <= 16 {
				distances = boardtest.Distances(b)
			}
			r := rand.New(rand.NewPCG(48, uint64(b.Switches())))
			for _, likely := range []float64{0.06, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5} {
				presses := gf2.NewVec(b.Switches())
				for x := range presses.Len() {
					presses.Set(x, r.Float64() < likely)
				}
				agreesWithDecoding(t, b, presses, distances)
			}
		})
	}
}

// The same on any matrix, square or not.
func TestMinimumAgreesWithDecodingOnAnyMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.DrawToggles(t, 12)
		agreesWithDecoding(t, b, boardtest.DrawVec(t, b.Switches(), "presses"), boardtest.Distances(b))
	})
}

// agreesWithDecoding asks for the fewest presses that undo some. The distances of all states are those of brute
// force, or nil.
func agreesWithDecoding(t boardtest.TB, b *board.Board, presses gf2.Vec, distances map[uint64]int) {
	t.Helper()
	p := board.NewPuzzle(b)
	p.On = board.Bits(b.Apply(presses))
	res, err := solve.Minimum(context.Background(), p)
	if err != nil || !res.Proved() {
		t.Fatalf("%s from %s: %v, stopped by %v: %v", b, p.On, res, res.Stopped, err)
	}
	decoder, err := decode.NewDecoder(context.Background(), toCode(b), decode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	shot, err := decoder.Decode(context.Background(), p.On.Bits())
	if err != nil || !shot.Proved || shot.Cost != int64(res.Cost) {
		t.Fatalf("%s from %s: the fewest presses are %d (%s); decoding finds %d, proved %t: %v",
			b, p.On, res.Cost, res.Words(), shot.Cost, shot.Proved, err)
	}
	if want := distances[boardtest.Number(p.On.Bits())]; distances != nil && want != res.Cost {
		t.Fatalf("%s from %s: the fewest presses are %d (%s); brute force finds %d", b, p.On, res.Cost, res.Words(), want)
	}
}
