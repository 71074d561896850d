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
				best, by, chosen := most, "", ""
				for _, method := range append([]string{""}, forcedNames("two")...) {
					res, lapse, err := quickest(b.Context(), Solver{Engine: method}, p, most)
					took[method] = lapse
					switch {
					case method == "" && err != nil:
						b.Fatal(err)
					case method == "":
						chosen = res.Why.Method
					case err == nil && res.Proved() && took[method] < best:
						best, by = took[method], method
					}
				}
				if took[""] > max(few, 2*best) {
					b.Errorf("%s took %v; %s takes %v", chosen, took[""], by, best)
				}
				b.Logf("%s %v; the quickest is %s, %v", chosen, took[""], by, best)
			}
		})
	}
}

// quickest is the quickest of some runs, as others may be at work beside it; one that takes a second is enough.
func quickest(ctx context.Context, s Solver, p *board.Puzzle, most time.Duration) (res *Result, least time.Duration, err error) {
	least = most
	for range 5 {
		limited, cancel := context.WithTimeout(ctx, most)
		begun := time.Now()
		res, err = s.Minimum(limited, p)
		cancel()
		lapse := time.Since(begun)
		if least = min(least, lapse); err != nil || lapse > time.Second {
			break
		}
	}
	return res, least, err
}
