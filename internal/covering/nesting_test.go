package covering

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/internal/boardtest"
	"lightsout/internal/lightest"
)

// Counting by a nesting and weighing all words agree on any regions.
func TestNestingCountsAllWords(t *testing.T) {
	planned, symmetric := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := drawRegions(t, 4)
		want := weighWords(r)
		maps := r.symmetries(maxNestedMaps)
		for flat := 3; flat < r.dim; flat++ {
			for _, maps := range [][][]int{maps, maps[:1]} {
				n := r.nest(r.heaviestFlat(flat), maps)
				if n == nil {
					continue
				}
				planned++
				if rapid.Bool().Draw(t, "forgetful") {
					n.classes = 1
				}
				if len(n.moves) > 1 {
					symmetric++
				}
				active, err := n.count(context.Background(), Options{Progress: func(int, int) {}})
				if err != nil {
					t.Fatal(err)
				}
				counts, err := r.states(context.Background(), active)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, numbers(counts)); diff != "" {
					t.Fatalf("flat of %d dimensions, %d maps: %s", flat, len(n.moves), diff)
				}
			}
		}
	})
	if planned == 0 || symmetric == 0 {
		t.Errorf("of the regions that were drawn %d have a nesting, %d one with symmetries", planned, symmetric)
	}
}

// The two ways to count by regions agree, and so do a flat of three dimensions and one of four.
func TestNestingAgreesWithTheLastCoset(t *testing.T) {
	for _, spec := range []string{"torus:5x5", "4x9"} {
		b := boardtest.Parse(t, spec)
		r := findRegions(b.Switches(), quietOf(b))
		plan := r.planCounting()
		if plan == nil || plan.work > 1<<34 {
			t.Fatalf("%s: not counted by a last coset", spec)
		}
		want, err := r.count(context.Background(), plan, func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		maps := r.symmetries(maxNestedMaps)
		tried := 0
		for flat := 3; flat <= 4 && flat < r.dim; flat++ {
			n := r.nest(r.heaviestFlat(flat), maps)
			if n == nil || n.leaves*n.bridges > 1<<24 {
				continue
			}
			tried++
			active, err := n.count(context.Background(), Options{Progress: func(int, int) {}})
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.states(context.Background(), active)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(numbers(want), numbers(got)); diff != "" {
				t.Errorf("%s, %d dimensions: %s", spec, flat, diff)
			}
		}
		if tried == 0 {
			t.Errorf("%s: no nesting was tried", spec)
		}
	}
}

// A counting that is stopped goes on from what it saved, and ends with the same counts.
func TestNestingGoesOn(t *testing.T) {
	b := boardtest.Parse(t, "torus:5x5")
	r := findRegions(b.Switches(), quietOf(b))
	n := r.planNesting()
	n.round = n.leaves * n.bridges / 8
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
	if err := json.Unmarshal(saved, &state); err != nil || state.Next == 0 {
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
		if e := json.Unmarshal(saved, &now); !errors.Is(err, context.Canceled) || e != nil || now.Next != next {
			t.Fatalf("%v: %d parts were kept, it says %d: %v", err, now.Next, next, e)
		}
	}
	got, err = n.count(context.Background(), Options{Saved: saved, Progress: func(int, int) {}})
	if err != nil || !slices.EqualFunc(want, got, func(a, b *big.Int) bool { return a.Cmp(b) == 0 }) {
		t.Errorf("%v, at once %v: %v", got, want, err)
	}
	for _, bad := range []string{``, `{}`, `{"format":"lightsout distribution 2","problem":"x"}`,
		`{"format":"lightsout distribution 2","problem":"` + state.Problem + `","next":-1}`,
		`{"format":"lightsout distribution 2","problem":"` + state.Problem + `","next":1,"counts":[null]}`} {
		if _, err := n.count(context.Background(), Options{Saved: []byte(bad), Progress: func(int, int) {}}); !errors.Is(err, lightest.ErrSaved) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

// The seven lanes after the first are packed side by side.
func TestPackLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lanes, want := uint64(0), uint64(0)
		for i, p := range rapid.SliceOfN(rapid.Uint64Range(0, mostPacked), 7, 7).Draw(t, "lanes") {
			lanes |= p << (8 * (i + 1))
			want |= p << (packedBits * i)
		}
		if got := packLanes(lanes); got != want {
			t.Fatalf("%016x is packed into %011x, not %011x", lanes, got, want)
		}
	})
}
