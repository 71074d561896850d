package solve

import (
	"context"
	"testing"
	"time"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

// chosenBoards are boards on which every way is the quickest somewhere, or none ends.
var chosenBoards = []string{
	"5x5", "9x9", "11x11", "19x19", "23x23", "29x29", "30x30", "33x33", "39x39", "47x47", "61x61", "65x65",
	"torus:8x8", "torus:12x12", "torus:18x18", "torus:24x24", "torus:24x24,self=off", "torus:12x12,pattern=king",
	"torus:5x5x5", "torus:6x6x6", "klein:33x33", "mobius:33x33", "cylinder:31x31", "hypercube:5", "hypercube:7",
	"hex:9", "hex:13,self=off", "triangle:20", "cube:12", "octcolor:9", "octcolor:11", "hexcolor:9", "hexcolor:15",
	"hexcolor:23", "toric:5", "toric:10", "grid:3x300,switches=edges", "path:2000", "cycle:3000", "complete:60",
}

// BenchmarkWhatIsChosen holds what is chosen against every way that can be asked for: it is to be within twice of the
// quickest, or below 50 milliseconds.
func BenchmarkWhatIsChosen(b *testing.B) {
	const few, most = 50 * time.Millisecond, 4 * time.Second
	for _, spec := range chosenBoards {
		b.Run(spec, func(b *testing.B) {
			p := board.NewPuzzle(boardtest.Parse(b, spec))
			p.On = boardtest.Random(p.Board, 1)
			took := map[string]time.Duration{}
			for b.Loop() {
				best, quickest, chosen := most, "", ""
				for _, method := range append([]string{""}, forcedMethods()...) {
					ctx, cancel := context.WithTimeout(b.Context(), most)
					begun := time.Now()
					res, err := Solver{Engine: method}.Minimum(ctx, p)
					took[method] = time.Since(begun)
					cancel()
					switch {
					case method == "" && err != nil:
						b.Fatal(err)
					case method == "":
						chosen = res.Why.Method
					case err == nil && res.Proved() && took[method] < best:
						best, quickest = took[method], method
					}
				}
				if took[""] > max(few, 2*best) {
					b.Errorf("%s took %v; %s takes %v", chosen, took[""], quickest, best)
				}
				b.Logf("%s %v; the quickest is %s, %v", chosen, took[""], quickest, best)
			}
		})
	}
}
