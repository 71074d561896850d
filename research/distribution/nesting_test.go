package distribution

import (
	"bytes"
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/internal/boardtest"
	"lightsout/internal/covering"
	"lightsout/research/checkpoint"
)

// Counting by a nesting and weighing all words agree on any regions.
func TestNestingCountsAllWords(t *testing.T) {
	planned, symmetric, kept := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := drawRegions(t, 4, 7)
		want := weighWords(r)
		maps := r.symmetries(maxNestedMaps)
		for flat := 3; flat < r.Dim; flat++ {
			for _, maps := range [][][]int{maps, maps[:1]} {
				n := r.nest(r.heaviestFlat(flat), maps)
				if n == nil {
					continue
				}
				planned++
				if rapid.Bool().Draw(t, "forgetful") {
					n.classes, n.room = 1, 1
				}
				n.keep = n.canKeep() && rapid.Bool().Draw(t, "keep")
				if n.keep {
					kept++
				}
				if len(n.moves) > 1 {
					symmetric++
				}
				active, err := n.count(context.Background(), Options{Progress: func(int, int) {}})
				if err != nil {
					t.Fatal(err)
				}
				counts, err := r.States(context.Background(), active)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, numbers(counts)); diff != "" {
					t.Fatalf("flat of %d dimensions, %d maps: %s", flat, len(n.moves), diff)
				}
			}
		}
	})
	t.Logf("of the regions that were drawn %d have a nesting, %d one with symmetries, and sixteen lanes of %d were kept", planned, symmetric, kept)
	if planned == 0 {
		t.Error("no regions that were drawn have a nesting")
	}
}

// The two ways to count by regions agree, and so do a flat of three dimensions and one of four.
func TestNestingAgreesWithTheLastCoset(t *testing.T) {
	tried := map[bool]int{}
	for _, spec := range []string{"torus:5x5", "4x9"} {
		b := boardtest.Parse(t, spec)
		r := regionsOf(b)
		want, err := covering.NewCounter(b, quietOf(b)).Count(context.Background(), func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		maps := r.symmetries(maxNestedMaps)
		for flat := 3; flat <= 4 && flat < r.Dim; flat++ {
			n := r.nest(r.heaviestFlat(flat), maps)
			if n == nil || n.leaves*n.bridges > 1<<24 {
				continue
			}
			for _, keep := range []bool{false, true} {
				if keep && !n.canKeep() {
					continue
				}
				tried[keep]++
				n.keep = keep
				active, err := n.count(context.Background(), Options{Progress: func(int, int) {}})
				if err != nil {
					t.Fatal(err)
				}
				got, err := r.States(context.Background(), active)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(numbers(want), numbers(got)); diff != "" {
					t.Errorf("%s, %d dimensions, sixteen lanes kept: %v: %s", spec, flat, keep, diff)
				}
			}
		}
	}
	if tried[false] < 2 || tried[true] == 0 {
		t.Errorf("nestings were tried, by whether sixteen lanes are kept: %v", tried)
	}
}

// A counting that is stopped goes on from what it saved, and ends with the same counts.
func TestNestingGoesOn(t *testing.T) {
	b := boardtest.Parse(t, "torus:5x5")
	r := regionsOf(b)
	n := r.planNesting()
	if !n.canKeep() {
		t.Fatal("sixteen lanes cannot be kept")
	}
	for _, n.keep = range []bool{false, true} {
		testNestingGoesOn(t, n)
	}
}

func testNestingGoesOn(t *testing.T, n *nesting) {
	n.round = n.work / 8
	want, err := n.count(context.Background(), Options{Progress: func(int, int) {}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var saved []byte
	saves := 0
	_, err = n.count(ctx, Options{Progress: func(int, int) {}, Save: func(_, _ int, state func() []byte) {
		saved = state()
		if saves++; saves == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	var state nestProgress
	if err := checkpoint.Open(saved, nestKind, &state); err != nil || state.Next == 0 {
		t.Fatalf("%s: %v", saved, err)
	}
	first := -1
	got, err := n.count(context.Background(), Options{Saved: saved, Progress: func(done, _ int) {
		if first < 0 {
			first = done
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if first <= state.Next {
		t.Errorf("%d orbits were done, and it went on with %d", state.Next, first)
	}
	if !slices.EqualFunc(want, got, func(a, b *big.Int) bool { return a.Cmp(b) == 0 }) {
		t.Errorf("%v, at once %v", got, want)
	}
	// Stopped after the first round, again and again, it gets on, and what it keeps is what it says.
	for next := state.Next; next < state.Next+8; {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := n.count(ctx, Options{Saved: saved, Progress: func(int, int) {}, Save: func(done, all int, data func() []byte) {
			if ctx.Err() != nil || done > next {
				cancel()
				saved, next = data(), done
			}
			if done > all {
				t.Errorf("%d of %d parts", done, all)
			}
		}})
		cancel()
		var now nestProgress
		if e := checkpoint.Open(saved, nestKind, &now); !errors.Is(err, context.Canceled) || e != nil || now.Next != next {
			t.Fatalf("%v: %d parts were kept, it says %d: %v", err, now.Next, next, e)
		}
	}
	got, err = n.count(context.Background(), Options{Saved: saved, Progress: func(int, int) {}})
	if err != nil || !slices.EqualFunc(want, got, func(a, b *big.Int) bool { return a.Cmp(b) == 0 }) {
		t.Errorf("%v, at once %v: %v", got, want, err)
	}
	for _, bad := range []nestProgress{{Problem: "x"}, {Problem: state.Problem, Next: -1}, {Problem: state.Problem, Next: 1, Counts: []*big.Int{nil}}} {
		data, _ := checkpoint.Seal(nestKind, bad)
		if _, err := n.count(context.Background(), Options{Saved: data, Progress: func(int, int) {}}); !errors.Is(err, checkpoint.ErrUnusable) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	// An edited count is refused, though it is still a number.
	edited := bytes.Replace(saved, []byte(`"counts":[`), []byte(`"counts":[1`), 1)
	if _, err := n.count(context.Background(), Options{Saved: edited, Progress: func(int, int) {}}); !errors.Is(err, checkpoint.ErrUnusable) {
		t.Errorf("an edited checkpoint: %v", err)
	}
}

// A checkpoint that is sealed but wrong never gives a wrong distribution: Count's numbers do not add up then.
func TestSealedButWrong(t *testing.T) {
	b := boardtest.Parse(t, "torus:5x5")
	var saved []byte
	keep := func(_, _ int, state func() []byte) { saved = state() }
	want, err := Count(context.Background(), b, quietOf(b), Options{Progress: func(int, int) {}, Save: keep})
	if err != nil || saved == nil {
		t.Fatal(err, len(saved))
	}
	if _, err := Count(context.Background(), b, quietOf(b), Options{Progress: func(int, int) {}, Saved: saved}); err != nil {
		t.Fatal(err)
	}
	for _, change := range []int64{1, -1, 1 << 8, 1 << 20} { // 1 is rounded off, as every state has 2^8 words
		var state nestProgress
		if err := checkpoint.Open(saved, nestKind, &state); err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(state.Counts, func(n *big.Int) bool { return n.Sign() > 0 })
		state.Counts[at].Add(state.Counts[at], big.NewInt(change))
		data, err := checkpoint.Seal(nestKind, &state)
		if err != nil {
			t.Fatal(err)
		}
		if counts, err := Count(context.Background(), b, quietOf(b), Options{Progress: func(int, int) {}, Saved: data}); err == nil && (change > 1 || !slices.EqualFunc(counts, want, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })) {
			t.Errorf("%+d: %v, %v is right", change, counts, want)
		}
	}
}

// A distribution is given only if it adds up.
func TestCountsAddUp(t *testing.T) {
	b := boardtest.Parse(t, "torus:5x5")
	counts, err := Count(context.Background(), b, quietOf(b), Options{Progress: func(int, int) {}})
	if err != nil {
		t.Fatal(err)
	}
	if err := addUp(b, append(counts, big.NewInt(1)), 17); err == nil {
		t.Error("one state too many was not seen")
	}
}
