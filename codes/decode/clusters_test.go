package decode

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// What regions prove is the least cost, and what they cannot prove is bounded by it.
func TestRegionsAgreeWithTheWholeCode(t *testing.T) {
	b := boardtest.Parse(t, "hexcolor:17")
	m, err := FromBoard(b)
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDecoder(context.Background(), &Code{Checks: m.Checks, Columns: m.columns}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := d.parts[0]
	p.region = 1e6
	p.around = listsOf(p.columns).Transposed(len(p.checks))
	r := rand.New(rand.NewPCG(1, 2))
	proved := map[float64]int{}
	for _, rate := range []float64{0.005, 0.01, 0.05} {
		for range 30 {
			word := gf2.NewVec(len(p.columns))
			for j := range p.columns {
				word.Set(j, r.Float64() < rate)
			}
			violated := syndromeOf(p, word).Indices()
			out, found, lower := p.byClusters(context.Background(), violated)
			want := gf2.NewVec(len(p.columns))
			if !word.IsZero() && !p.cheapest(context.Background(), violated, word, want) {
				t.Fatal("the whole code is not finished")
			}
			if lower > p.cost(want) {
				t.Fatalf("at least %d, but %d is enough", lower, p.cost(want))
			}
			if found && (!slices.Equal(syndromeOf(p, out).Indices(), violated) || p.cost(out) < p.cost(want)) {
				t.Fatalf("%v explains something else, or costs less than %d", out, p.cost(want))
			}
			if found && p.cost(out) == lower {
				proved[rate]++
			}
		}
	}
	if proved[0.005] < 20 || proved[0.01] < 15 {
		t.Errorf("proved of 30 each: %v", proved)
	}
	t.Log(proved)
}

// Where nothing can be proved, ball by ball the answer comes near the least cost.
func TestPolishedAnswersAreNearlyTheCheapest(t *testing.T) {
	b := boardtest.Parse(t, "hexcolor:41")
	m, err := FromBoard(b)
	if err != nil {
		t.Fatal(err)
	}
	d, err := NewDecoder(context.Background(), &Code{Checks: m.Checks, Columns: m.columns}, Options{MaxMemory: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	p := d.parts[0]
	r := rand.New(rand.NewPCG(3, 4))
	for range 3 {
		word := gf2.NewVec(len(p.columns))
		for j := range p.columns {
			word.Set(j, r.Float64() < 0.05)
		}
		syndrome := syndromeOf(p, word)
		out, _, ok := p.system.Solve(syndrome)
		if !ok {
			t.Fatal("no explanation")
		}
		rough := p.cost(out)
		p.polish(context.Background(), out)
		if !syndromeOf(p, out).Equal(syndrome) {
			t.Fatal("the answer explains something else")
		}
		over, cancel := context.WithCancel(context.Background())
		cancel()
		late, lower, why := p.fallback(over, out, 0)
		if lower != 0 || why != context.Canceled || p.cost(late) != p.cost(out) {
			t.Errorf("after the time to search: %d flips and the bound %d (%v), not %d and none",
				p.cost(late), lower, why, p.cost(out))
		}
		t.Log(word.Weight(), rough, p.cost(out))
		if 2*p.cost(out) > 3*int64(word.Weight()) {
			t.Errorf("%d flips for %d; %d before", p.cost(out), word.Weight(), rough)
		}
	}
}

// Of a limited time the exact engines leave some for making the answer a good one.
func TestExactEnginesEndBeforeTheTime(t *testing.T) {
	if ctx, cancel := mostOf(context.Background()); ctx != context.Background() {
		cancel()
		t.Error("no limit became one")
	}
	limited, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	search, cancel := mostOf(limited)
	defer cancel()
	end, _ := limited.Deadline()
	if at, ok := search.Deadline(); !ok || end.Sub(at) < 10*time.Minute || end.Sub(at) > 15*time.Minute {
		t.Errorf("they end %v before the hour does", end.Sub(at))
	}
}

// syndromeOf is the checks of a part that some flips violate.
func syndromeOf(p *part, word gf2.Vec) gf2.Vec {
	out := gf2.NewVec(len(p.checks))
	for j := range word.Ones() {
		flip(out, p.columns[j])
	}
	return out
}
