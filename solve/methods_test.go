package solve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/fewest"
)

// mediumSpecs are boards of every shape with nullities up to 16, too large to try every set of
// switches.
var mediumSpecs = []string{
	"5x5", "9x9", "11x11", "14x14", "16x16", "23x23", "5x29", "17x8", "grid:3x5x5", "9x9,self=off",
	"torus:5x5", "torus:6x6", "torus:10x10", "torus:12x12", "torus:3x9", "torus:3x3x3", "torus:5x5,self=off",
	"cylinder:5x6", "cylinder:9x12", "mobius:5x6", "klein:6x6", "klein:5x10", "projective:5x5", "projective:6x6",
	"hypercube:5", "hypercube:4,self=off", "cube:3", "path:29", "cycle:30", "complete:12", "star:15,self=off",
	"petersen,self=off", "8x8,pattern=x", "8x8,pattern=king", "6x6,pattern=knight", "torus:6x6,pattern=king,self=off",
	"7x7,mask=###_###/#######/#######/#######/#######/#######/###_###",
}

// drawMedium is one of those, or a board of any shape and size up to about 80 switches.
func drawMedium(t *rapid.T) *board.Board {
	spec := rapid.SampledFrom(mediumSpecs).Draw(t, "spec")
	if rapid.Bool().Draw(t, "any size") {
		kind := rapid.SampledFrom([]string{"grid", "torus", "cylinder", "mobius", "klein", "projective"}).Draw(t, "kind")
		spec = fmt.Sprintf("%s:%dx%d", kind, rapid.IntRange(2, 9).Draw(t, "rows"), rapid.IntRange(2, 9).Draw(t, "cols"))
		spec += rapid.SampledFrom([]string{"", "", ",self=off", ",pattern=king", ",pattern=x"}).Draw(t, "options")
	}
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// nullSpace is the quiet patterns by dense elimination, which no engine uses.
func nullSpace(b *board.Board) []gf2.Vec {
	m := gf2.NewMatrix(b.Lights(), b.Switches())
	for x := range b.Switches() {
		for _, l := range b.Toggles(x) {
			m.Flip(l, x)
		}
	}
	return m.RightNull()
}

// randomPresses is a set of switches; any is an answer to the state it makes.
func randomPresses(b *board.Board, seed uint64) gf2.Vec {
	r := rand.New(rand.NewPCG(seed, 1))
	presses := gf2.NewVec(b.Switches())
	for x := range b.Switches() {
		presses.Set(x, r.IntN(2) == 1)
	}
	return presses
}

// Every method forced in turn, on random states of boards of every shape with nullity up to 16,
// against weighing all answers.
func TestEveryMethodFindsTheFewestPresses(t *testing.T) {
	took := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		b := drawMedium(t)
		quiet := nullSpace(b)
		if len(quiet) > 16 {
			t.Skip("too many answers to weigh")
		}
		hidden := randomPresses(b, rapid.Uint64().Draw(t, "state"))
		p := board.NewPuzzle(b)
		p.On = board.Bits(b.Apply(hidden))
		least := b.Switches()
		for answer := range span(hidden, quiet) {
			least = min(least, answer.Weight())
		}
		for _, method := range append([]string{""}, forcedNames("two")...) {
			if method == "mitm" && least > 12 {
				continue // its tables hold every set of half as many columns
			}
			res, err := Solver{Engine: method}.Minimum(context.Background(), p)
			if method != "" && errors.Is(err, fewest.ErrMethod) {
				continue
			}
			if err != nil {
				t.Fatalf("%s by %q: %v", b, method, err)
			}
			if method == "mitm" && errors.Is(res.Stopped, errMemory) && res.Lower <= least {
				continue // they did not fit, and it says so
			}
			took[method]++
			if !res.Proved() || res.Best.Weight() != least || res.Lower != least || res.Algebra.Nullity != len(quiet) {
				t.Fatalf("%s by %q: %d presses (minimum %v), at least %d; the fewest of 2^%d answers are %d",
					b, method, res.Best.Weight(), res.Proved(), res.Lower, len(quiet), least)
			}
		}
	})
	for _, method := range forcedNames("two") {
		// Few of these boards have switches that flip two lights at most; matching has boards of its own.
		if took[method] < 10 && method != fewest.Matching && !testing.Short() {
			t.Errorf("%s took only %d of the puzzles: the suite does not reach it", method, took[method])
		}
	}
}

// Where the SAT engine finishes, it must agree: it knows nothing of cosets.
func TestSATAgreesOnTheFewestPresses(t *testing.T) {
	for i, spec := range []string{
		"6x6", "7x7", "4x9", "torus:4x4", "torus:5x5", "torus:6x6", "cylinder:5x5", "mobius:4x6", "klein:5x5", "projective:5x5",
		"grid:3x3x3", "hypercube:4", "hypercube:5", "cube:2", "petersen", "merlin", "5x5,pattern=king", "5x5,self=off",
	} {
		b := boardtest.Parse(t, spec)
		p := board.NewPuzzle(b)
		p.On = board.Bits(b.Apply(randomPresses(b, uint64(i))))
		want, err := Solver{Engine: "sat"}.Minimum(context.Background(), p)
		if err != nil || !want.Proved() {
			t.Fatalf("%s by sat: %v", spec, err)
		}
		got, err := Solver{Engine: "gf2"}.Minimum(context.Background(), p)
		if err != nil || !got.Proved() || got.Best.Weight() != want.Best.Weight() {
			t.Errorf("%s: %v by linear algebra (%v), %d presses by sat", spec, got, err, want.Best.Weight())
		}
	}
}

// All-on 39×39 is the largest published minimum that this project's facts name (OEIS A075464); the
// nullities of the large odd squares decide what can be searched at all.
func TestLargeSquares(t *testing.T) {
	for n, want := range map[int]int{39: 32, 47: 30, 61: 40, 65: 42, 67: 32, 79: 64, 95: 62} {
		if got := nullity(t, fmt.Sprintf("%dx%d", n, n)); got != want {
			t.Errorf("%d×%d has nullity %d, want %d", n, n, got, want)
		}
	}
	for _, workers := range []int{1, 3} {
		res, err := Solver{Workers: workers}.Minimum(context.Background(), board.NewPuzzle(boardtest.Parse(t, "39x39")))
		if err != nil || !res.Proved() || res.Best.Weight() != 561 || res.Why.Method != "split" {
			t.Errorf("39×39 on %d workers: %+v, %v; want 561 by split", workers, res, err)
		}
	}
}

// The quiet patterns of a torus with sides of even length split by parities as those of odd squares do, in
// any number of dimensions: 2^56 answers are weighed as pairs of halves.
func TestTorusOfThreeDimensionsSplits(t *testing.T) {
	b := boardtest.Parse(t, "torus:6x6x6")
	p := board.NewPuzzle(b)
	presses := gf2.NewVec(b.Switches())
	for s := range b.Switches() {
		presses.Set(s, s*s%7 < 3)
	}
	for _, on := range []gf2.Vec{p.On.Bits(), b.Apply(presses)} {
		p.On = board.Bits(on)
		res, err := Minimum(context.Background(), p)
		if err != nil || !res.Proved() || res.Why.Method != "split" {
			t.Errorf("%d lights on: minimum %v by %s, %v; want a proof by split", on.Weight(), res.Proved(), res.Words(), err)
		}
	}
}

// With 2^256 answers no search finishes. The presses come from annealing (the Hamming code on each of the
// four subcubes of dimension 7 has 64), and the bound counts lights.
func TestBoundsOnHypercubes(t *testing.T) {
	tier.Slow(t, "bounds an answer on 512 switches")
	b := boardtest.Parse(t, "hypercube:9")
	p := board.NewPuzzle(b)
	presses := gf2.NewVec(b.Switches())
	for s := range b.Switches() {
		presses.Set(s, s*s%7 < 3)
	}
	for _, test := range []struct {
		on            gf2.Vec
		lower, weight int
	}{{p.On.Bits(), 52, 80}, {b.Apply(presses), (b.Apply(presses).Weight() + 9) / 10, 80}} {
		p.On = board.Bits(test.on)
		res, err := Solver{MaxSteps: 1}.Minimum(context.Background(), p)
		if err != nil || res.Proved() || res.Stopped == nil {
			t.Fatalf("minimum %v, stopped by %v, %v", res.Proved(), res.Stopped, err)
		}
		if res.Lower < test.lower || res.Lower > res.Cost || res.Cost > test.weight {
			t.Errorf("%d lights on: %d to %d presses, want at least %d and at most %d", test.on.Weight(), res.Lower, res.Cost, test.lower, test.weight)
		}
	}
}

// A search ends as soon as an answer is as light as a bound that was found beside it. With the king's pattern
// the lights in every third row and column have no switch in common, and no search of 2^69 answers would end.
func TestBoundsEndTheSearch(t *testing.T) {
	tier.Slow(t, "proves minima of king boards up to 35x35")
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	for spec, least := range map[string]int{"grid:35x35,pattern=king": 144} {
		res, err := Minimum(ctx, board.NewPuzzle(boardtest.Parse(t, spec)))
		if err != nil {
			t.Fatal(err)
		}
		if !res.Proved() || res.Cost != least || res.Words() != fewest.Packed || res.Stopped != nil || ctx.Err() != nil {
			t.Errorf("%s: %d presses, minimum %v by %q, stopped by %v, %v", spec, res.Cost, res.Proved(), res.Words(), res.Stopped, ctx.Err())
		}
	}
}

// A search that is stopped says by what, and keeps what it has.
func TestStoppedSearchesSayWhy(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "39x39"))
	lunch := errors.New("lunch")
	ended, end := context.WithCancelCause(context.Background())
	end(lunch)
	for _, test := range []struct {
		ctx  context.Context
		s    Solver
		want error
	}{
		{ended, Solver{}, lunch},
		{context.Background(), Solver{MaxMemory: 1 << 10}, errMemory},
		{context.Background(), Solver{MaxMemory: 1 << 10, Engine: "tree"}, errMemory},
	} {
		res, err := test.s.Minimum(test.ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		if res.Proved() || !errors.Is(res.Stopped, test.want) || !Check(p, res.Best.Indices()).Solved {
			t.Errorf("minimum %v, stopped by %v, want %v", res.Proved(), res.Stopped, test.want)
		}
		// Five lights per press at most, and nothing lighter than the minimum exists.
		if res.Lower < 39*39/5 || res.Lower > 561 {
			t.Errorf("at least %d presses", res.Lower)
		}
	}
}

// When time is over, an answer that is known is kept.
func TestAnswersOutliveTheirTime(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "grid:20x20,pattern=king"))
	s := Solver{}
	res, err := s.Minimum(context.Background(), p)
	if err != nil || !res.Proved() {
		t.Fatalf("%v, %v", res, err)
	}
	pr, err := s.classify(context.Background(), p, fewestPresses)
	if err != nil {
		t.Fatal(err)
	}
	over, cancel := context.WithCancelCause(context.Background())
	why := errors.New("time is over")
	cancel(why)
	if f, err := pr.fewest(over, res.Best); err != nil || !f.Best.Equal(res.Best) || !errors.Is(f.Stopped, why) {
		t.Errorf("the answer is lost: %v, %v", f.Stopped, err)
	}
}

// A solver's limit is its own: what the rest of the program holds does not stop it.
func TestMemoryOfOthersStopsNoSearch(t *testing.T) {
	others := make([]byte, 200<<20)
	p := board.NewPuzzle(boardtest.Parse(t, "39x39"))
	res, err := Solver{MaxMemory: 100 << 20}.Minimum(t.Context(), p)
	if err != nil || !res.Proved() {
		t.Errorf("%v, error %v", res, err)
	}
	runtime.KeepAlive(others)
}
