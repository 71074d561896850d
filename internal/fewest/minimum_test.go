package fewest_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"lightsout/gf2"
	"lightsout/internal/fewest"
)

// everyWord calls f with each word of the coset, some of them more than once if the basis is
// dependent.
func everyWord(p fewest.Problem, f func(word gf2.Vec, weight int)) {
	for x := range 1 << len(p.Basis) {
		w := p.Word.Clone()
		for i, b := range p.Basis {
			if x>>i&1 != 0 {
				w.Add(b)
			}
		}
		f(w, weigh(p, w))
	}
}

func weigh(p fewest.Problem, w gf2.Vec) int {
	if p.Costs == nil {
		return w.Weight()
	}
	sum := 0
	for i := range w.Ones() {
		sum += p.Costs[i]
	}
	return sum
}

func inCoset(p fewest.Problem, w gf2.Vec) bool {
	zero := gf2.NewVec(w.Len())
	return rankOf(append(p.Basis[:len(p.Basis):len(p.Basis)], zero)) ==
		rankOf(append(p.Basis[:len(p.Basis):len(p.Basis)], w.Sum(p.Word)))
}

func rankOf(rows []gf2.Vec) int {
	m := gf2.NewMatrix(len(rows), rows[0].Len())
	for i, row := range rows {
		m.Row(i).Add(row)
	}
	return len(m.Reduce())
}

// smallCode makes a problem small enough to try every word. It uses a plain generator: rapid prefers
// small numbers, and small codes are all alike.
func smallCode(seed uint64) fewest.Problem {
	r := rand.New(rand.NewPCG(seed, 1))
	var p fewest.Problem
	switch r.IntN(5) {
	case 0:
		p = randomCode(r, r.IntN(70), r.IntN(12), []int{5, 20, 50, 80}[r.IntN(4)])
	case 1: // high rate
		k := 1 + r.IntN(12)
		p = randomCode(r, k+r.IntN(7), k, 50)
	case 2:
		shape := []string{"5x17", "4x4x2", "14x14", "6x6", "5x5"}[r.IntN(5)]
		p = randomState(r, parse([]string{"torus:", "grid:"}[r.IntN(2)]+shape))
	case 3:
		n := []int{5, 9, 11, 17, 23}[r.IntN(5)]
		p = randomState(r, parse(fmt.Sprintf("%dx%d", n, n)))
		p.Classes = parityClasses(n)
	default:
		p = randomState(r, randomTree(r, 1+r.IntN(40)))
	}
	if len(p.Basis) > 14 {
		p.Basis = p.Basis[:14]
	}
	if r.IntN(2) == 0 {
		top := []int{2, 9, 5000}[r.IntN(3)]
		for range p.Word.Len() {
			p.Costs = append(p.Costs, 1+r.IntN(top))
		}
	}
	if p.Classes == nil && r.IntN(2) == 0 {
		for range p.Word.Len() {
			p.Classes = append(p.Classes, r.IntN(4))
		}
	}
	return p
}

// conformance checks what every method promises, against trying every word. It reports whether the
// method applies.
func conformance(t *testing.T, method string, p fewest.Problem) bool {
	before := p.Word.Clone()
	least := -1
	everyWord(p, func(_ gf2.Vec, weight int) {
		if least < 0 || weight < least {
			least = weight
		}
	})
	var first gf2.Vec
	for _, workers := range []int{1, 3} {
		lastBest, lastLower := math.MaxInt, -1
		r, err := fewest.Minimum(context.Background(), p, fewest.Options{
			Method: method, Workers: workers, MaxMemory: 1 << 21,
			Progress: func(best, lower int) {
				if best > lastBest || lower < lastLower || lower > best {
					t.Errorf("progress (%d, %d) after (%d, %d)", best, lower, lastBest, lastLower)
				}
				lastBest, lastLower = best, lower
			},
		})
		if errors.Is(err, fewest.ErrMethod) || method == "mitm" && r.Stopped == fewest.ErrMemory && r.Lower <= least && least <= r.Cost {
			return false
		}
		if err != nil {
			t.Fatal(err)
		}
		if !r.Proved() || r.Cost != least || r.Lower != least || r.Stopped != nil {
			t.Fatalf("got %d ≥ %d, proved %v (%v) by %s; the least is %d", r.Cost, r.Lower, r.Proved(), r.Stopped, r.Why.Method, least)
		}
		if weigh(p, r.Best.Bits()) != least || !inCoset(p, r.Best.Bits()) {
			t.Fatalf("the word %v weighs %d, in the coset: %v", r.Best.Bits(), weigh(p, r.Best.Bits()), inCoset(p, r.Best.Bits()))
		}
		if lastBest != least || lastLower != least {
			t.Fatalf("progress ended at (%d, %d), not at %d", lastBest, lastLower, least)
		}
		if workers == 1 {
			first = r.Best.Bits()
		} else if !first.Equal(r.Best.Bits()) {
			t.Fatalf("one worker found %v, %d found %v", first, workers, r.Best.Bits())
		}
	}
	if !p.Word.Equal(before) {
		t.Fatal("the problem's word was changed")
	}
	return true
}

func TestEveryMethodAgreesWithTryingEveryWord(t *testing.T) {
	const codes = 150
	for _, method := range append([]string{""}, methods()...) {
		t.Run("method="+method, func(t *testing.T) {
			applies := 0
			for seed := range uint64(codes) {
				p := smallCode(seed)
				if conformance(t, method, p) {
					applies++
				}
				if t.Failed() {
					t.Fatalf("with code %d", seed)
				}
			}
			// Some refuse: split without classes that fall apart, others dear costs.
			if least := map[string]int{"split": codes / 10, "mitm": codes / 4, "walsh": codes / 2}[method]; applies < least || least == 0 && applies < codes {
				t.Errorf("applies to %d of %d codes", applies, codes)
			}
		})
	}
}

// Codes too large for trying every word in a test, where methods have only each other: k reaches
// past one transform, so that outer coefficients, branching and several levels come into play.
func TestMethodsAgreeOnLargerCodes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	grid := randomState(r, parse("grid:19x19"))
	grid.Classes = parityClasses(19)
	problems := []fewest.Problem{
		randomCode(r, 30, 18, 50), randomCode(r, 60, 17, 50), randomCode(r, 200, 16, 30),
		randomCode(r, 24, 20, 50), randomCode(r, 90, 19, 8), grid,
		randomState(r, parse("torus:10x10")), randomState(r, parse("hypercube:5")), randomState(r, parse("grid:5x5x5")),
	}
	for i, p := range problems {
		if i%2 == 1 {
			for range p.Word.Len() {
				p.Costs = append(p.Costs, 1+r.IntN(4))
			}
		}
		want, err := fewest.Minimum(context.Background(), p, fewest.Options{Method: "walsh"})
		if err != nil || !want.Proved() || weigh(p, want.Best.Bits()) != want.Cost {
			t.Fatal(err, want.Proved())
		}
		for _, method := range methods() {
			var words []gf2.Vec
			for _, workers := range []int{1, 3} {
				got, err := fewest.Minimum(context.Background(), p, fewest.Options{Method: method, Workers: workers, MaxMemory: 1 << 24})
				if errors.Is(err, fewest.ErrMethod) || method == "mitm" && got.Stopped == fewest.ErrMemory {
					break
				}
				if err != nil || got.Cost != want.Cost || got.Lower != want.Cost || weigh(p, got.Best.Bits()) != want.Cost {
					t.Errorf("code %d by %s: %d ≥ %d, err %v; want %d", i, method, got.Cost, got.Lower, err, want.Cost)
				}
				words = append(words, got.Best.Bits())
			}
			if len(words) == 2 && !words[0].Equal(words[1]) {
				t.Errorf("code %d by %s: the word depends on the workers", i, method)
			}
		}
	}
}

// The code of hypercube:5 is its own dual, of dimension 16: it is searched by words, as it has no more of them than
// checks, and every method can do it.
func TestProblemsByChecksAreSearchedByWords(t *testing.T) {
	quiet := allOn(parse("hypercube:5")).Basis
	for seed := range uint64(3) {
		r := rand.New(rand.NewPCG(seed, 5))
		p := fewest.Problem{Checks: quiet, Syndrome: gf2.NewVec(len(quiet))}
		for i := range quiet {
			p.Syndrome.Set(i, r.IntN(2) == 1)
		}
		var weights []int
		for _, method := range []string{"", "walsh", "mitm"} {
			got, err := fewest.Minimum(context.Background(), p, fewest.Options{Method: method})
			if err != nil || !got.Proved() || got.Best.Bits().Weight() != got.Cost {
				t.Fatalf("method %q: %+v, %v", method, got, err)
			}
			for i, check := range quiet {
				if check.Dot(got.Best.Bits()) != p.Syndrome.Bit(i) {
					t.Fatalf("method %q: the word fails check %d", method, i)
				}
			}
			weights = append(weights, got.Cost)
		}
		if len(slices.Compact(weights)) != 1 {
			t.Errorf("weights %v", weights)
		}
	}
}

// Meet in the middle takes any number of checks, and its tables are much smaller than the number of
// halves: of 90 columns there are 2,555,190 sets of four, some 120 MB.
func TestMeetInTheMiddleBeyondOneWordAndLittleMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 21))
	for _, c := range []struct {
		n, k, flips int
		memory      int64
	}{{180, 60, 5, 1 << 30}, {90, 50, 9, 1 << 25}} {
		p := randomCode(r, c.n, c.k, 50)
		p.Word = gf2.VecOf(c.n, r.Perm(c.n)[:c.flips]...)
		flipped := p.Word.Clone()
		for _, b := range p.Basis {
			if r.IntN(2) == 1 {
				p.Word.Add(b)
			}
		}
		got, err := fewest.Minimum(t.Context(), p, fewest.Options{Method: "mitm", MaxMemory: c.memory})
		if err != nil || !got.Proved() || got.Cost > c.flips || got.Cost == c.flips && !got.Best.Bits().Equal(flipped) {
			t.Errorf("%d checks: weight %d, proved %v, stopped by %v, %v", c.n-c.k, got.Cost, got.Proved(), got.Stopped, err)
		}
	}
}

// A column of cost c is c columns that change together, and a word of them is as light as it is dear.
func TestMeetInTheMiddleWithCosts(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 22))
		p := randomCode(r, 18, 7, 50)
		for range 18 {
			p.Costs = append(p.Costs, 1+r.IntN(3))
		}
		want, err := fewest.AllMinimum(t.Context(), p, fewest.Options{Method: "walsh"})
		if err != nil {
			t.Fatal(err)
		}
		got, err := fewest.AllMinimum(t.Context(), p, fewest.Options{Method: "mitm"})
		if err != nil || got.Cost != want.Cost || got.Count == nil || got.Count.Cmp(want.Count) != 0 {
			t.Fatalf("code %d: %v words of weight %d, %v; want %v of %d", seed, got.Count, got.Cost, err, want.Count, want.Cost)
		}
	}
}

// OEIS A075464, the fewest presses for all-on n×n.
var allOnMinima = []int{1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72}

func TestAllOnSquares(t *testing.T) {
	for i, want := range allOnMinima {
		r, err := fewest.Minimum(context.Background(), square(i+1), fewest.Options{})
		if err != nil || !r.Proved() || r.Cost != want {
			t.Errorf("%d×%d: %d, proved %v, err %v; want %d", i+1, i+1, r.Cost, r.Proved(), err, want)
		}
	}
}

func TestProblemsThatMakeNoSense(t *testing.T) {
	ok := fewest.Problem{Word: gf2.NewVec(3), Basis: []gf2.Vec{gf2.VecOf(3, 0, 1)}}
	for name, change := range map[string]func(*fewest.Problem, *fewest.Options){
		"short basis vector": func(p *fewest.Problem, _ *fewest.Options) { p.Basis = []gf2.Vec{gf2.NewVec(2)} },
		"too few costs":      func(p *fewest.Problem, _ *fewest.Options) { p.Costs = []int{1} },
		"zero cost":          func(p *fewest.Problem, _ *fewest.Options) { p.Costs = []int{1, 0, 1} },
		"overflowing costs": func(p *fewest.Problem, _ *fewest.Options) {
			p.Costs = []int{math.MaxInt/2 + 1, math.MaxInt/2 + 1, math.MaxInt/2 + 1}
		},
		"too few classes": func(p *fewest.Problem, _ *fewest.Options) { p.Classes = []int{1} },
		"unknown method":  func(_ *fewest.Problem, o *fewest.Options) { o.Method = "luck" },
	} {
		p, o := ok, fewest.Options{}
		change(&p, &o)
		if _, err := fewest.Minimum(context.Background(), p, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if !slices.Contains(methods(), "walsh") {
		t.Error("no method walsh")
	}
}
