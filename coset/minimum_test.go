package coset_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"lightsout/coset"
	"lightsout/gf2"

	"pgregory.net/rapid"
)

// everyWord calls f with each word of the coset, some of them more than once if the basis is
// dependent.
func everyWord(p coset.Problem, f func(word gf2.Vec, weight int)) {
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

func weigh(p coset.Problem, w gf2.Vec) int {
	if p.Costs == nil {
		return w.Weight()
	}
	sum := 0
	for i := range w.Ones() {
		sum += p.Costs[i]
	}
	return sum
}

func inCoset(p coset.Problem, w gf2.Vec) bool {
	rows := []gf2.Vec{w.Sum(p.Word)}
	for _, b := range p.Basis {
		rows = append(rows, b.Clone())
	}
	return rankOf(rows[1:]) == rankOf(rows)
}

func rankOf(in []gf2.Vec) int {
	rows := make([]gf2.Vec, len(in))
	for i := range in {
		rows[i] = in[i].Clone()
	}
	r := 0
	for c := 0; r < len(rows) && c < rows[0].Len(); c++ {
		p := r
		for p < len(rows) && !rows[p].Bit(c) {
			p++
		}
		if p == len(rows) {
			continue
		}
		rows[r], rows[p] = rows[p], rows[r]
		for i := r + 1; i < len(rows); i++ {
			if rows[i].Bit(c) {
				rows[i].Add(rows[r])
			}
		}
		r++
	}
	return r
}

// smallCode draws a problem small enough to try every word.
func smallCode(t *rapid.T) coset.Problem {
	seed := rapid.Uint64().Draw(t, "seed")
	r := rand.New(rand.NewPCG(seed, 1))
	var p coset.Problem
	switch rapid.IntRange(0, 3).Draw(t, "kind") {
	case 0:
		n := rapid.IntRange(0, 60).Draw(t, "n")
		k := rapid.IntRange(0, 11).Draw(t, "k")
		p = randomCode(r, n, k, rapid.SampledFrom([]int{5, 20, 50, 80}).Draw(t, "density"))
	case 1: // high rate
		k := rapid.IntRange(1, 12).Draw(t, "k")
		n := k + rapid.IntRange(0, 6).Draw(t, "r")
		p = randomCode(r, n, k, 50)
	case 2:
		shape := rapid.SampledFrom([][]int{{4, 4}, {5, 5}, {9, 9}, {11, 11}, {5, 17}, {4, 4, 2}, {14, 14}}).Draw(t, "grid")
		p = randomState(r, box(rapid.Bool().Draw(t, "wrap") && shape[0] < 9, shape...))
		if len(shape) == 2 && shape[0] == shape[1] {
			p.Classes = parityClasses(shape[0])
		}
	default:
		p = randomState(r, randomTree(r, rapid.IntRange(1, 40).Draw(t, "tree")))
	}
	if len(p.Basis) > 12 {
		p.Basis = p.Basis[:12]
	}
	if rapid.Bool().Draw(t, "weighted") {
		top := rapid.SampledFrom([]int{2, 9, 5000}).Draw(t, "dearest")
		for range p.Word.Len() {
			p.Costs = append(p.Costs, 1+r.IntN(top))
		}
	}
	if p.Classes == nil && rapid.Bool().Draw(t, "classes") {
		for range p.Word.Len() {
			p.Classes = append(p.Classes, r.IntN(4))
		}
	}
	return p
}

// conformance checks what every method promises, against trying every word.
func conformance(t *rapid.T, method string) {
	p := smallCode(t)
	before := p.Word.Clone()
	least := -1
	everyWord(p, func(_ gf2.Vec, weight int) {
		if least < 0 || weight < least {
			least = weight
		}
	})
	var first gf2.Vec
	for _, workers := range []int{1, 3} {
		lastBest, lastLower := 1<<40, -1
		r, err := coset.Minimum(context.Background(), p, coset.Options{
			Method: method, Workers: workers,
			Progress: func(best, lower int) {
				if best > lastBest || lower < lastLower || lower > best {
					t.Errorf("progress (%d, %d) after (%d, %d)", best, lower, lastBest, lastLower)
				}
				lastBest, lastLower = best, lower
			},
		})
		if notApplicable(t, method, err) {
			return
		}
		if !r.Proved || r.Weight != least || r.Lower != least || r.Stopped != nil {
			t.Fatalf("got %d ≥ %d, proved %v (%v) by %s; the least is %d", r.Weight, r.Lower, r.Proved, r.Stopped, r.Method, least)
		}
		if weigh(p, r.Word) != least || !inCoset(p, r.Word) {
			t.Fatalf("the word %v weighs %d, in the coset: %v", r.Word, weigh(p, r.Word), inCoset(p, r.Word))
		}
		if lastBest != least || lastLower != least {
			t.Fatalf("progress ended at (%d, %d), not at %d", lastBest, lastLower, least)
		}
		if r.Proof.Weight != least || r.Proof.Lower != least {
			t.Fatalf("proof speaks of (%d, %d), not of %d", r.Proof.Weight, r.Proof.Lower, least)
		}
		if workers == 1 {
			first = r.Word
		} else if !first.Equal(r.Word) {
			t.Fatalf("one worker found %v, %d found %v", first, workers, r.Word)
		}
	}
	if !p.Word.Equal(before) {
		t.Fatal("the problem's word was changed")
	}
}

// notApplicable tells a forced method that cannot treat the problem from a failure.
func notApplicable(t *rapid.T, method string, err error) bool {
	if err == nil {
		return false
	}
	if method != "split" {
		t.Fatal(err)
	}
	return true
}

func TestEveryMethodAgreesWithTryingEveryWord(t *testing.T) {
	for _, method := range append([]string{""}, coset.Methods()...) {
		t.Run("method="+method, rapid.MakeCheck(func(t *rapid.T) { conformance(t, method) }))
	}
}

// OEIS A075464, the fewest presses for all-on n×n.
var allOnMinima = []int{1, 4, 5, 4, 15, 28, 33, 40, 25, 44, 55, 72}

func TestAllOnSquares(t *testing.T) {
	for i, want := range allOnMinima {
		r, err := coset.Minimum(context.Background(), square(i+1), coset.Options{})
		if err != nil || !r.Proved || r.Weight != want {
			t.Errorf("%d×%d: %d, proved %v, err %v; want %d", i+1, i+1, r.Weight, r.Proved, err, want)
		}
	}
}

func TestProblemsThatMakeNoSense(t *testing.T) {
	ok := coset.Problem{Word: gf2.NewVec(3), Basis: []gf2.Vec{gf2.VecOf(3, 0, 1)}}
	for name, change := range map[string]func(*coset.Problem, *coset.Options){
		"short basis vector": func(p *coset.Problem, _ *coset.Options) { p.Basis = []gf2.Vec{gf2.NewVec(2)} },
		"too few costs":      func(p *coset.Problem, _ *coset.Options) { p.Costs = []int{1} },
		"zero cost":          func(p *coset.Problem, _ *coset.Options) { p.Costs = []int{1, 0, 1} },
		"overflowing costs":  func(p *coset.Problem, _ *coset.Options) { p.Costs = []int{1 << 62, 1 << 62, 1 << 62} },
		"too few classes":    func(p *coset.Problem, _ *coset.Options) { p.Classes = []int{1} },
		"unknown method":     func(_ *coset.Problem, o *coset.Options) { o.Method = "luck" },
	} {
		p, o := ok, coset.Options{}
		change(&p, &o)
		if _, err := coset.Minimum(context.Background(), p, o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if !slices.Contains(coset.Methods(), "gray") {
		t.Error("no method gray")
	}
}
