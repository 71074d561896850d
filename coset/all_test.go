package coset_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"lightsout/coset"
	"lightsout/gf2"
)

func TestAllMinimumFindsEveryLightestWord(t *testing.T) {
	for _, method := range append([]string{""}, coset.Methods()...) {
		t.Run("method="+method, func(t *testing.T) {
			for seed := range uint64(80) {
				p := smallCode(seed)
				least := -1
				want := map[string]bool{}
				everyWord(p, func(w gf2.Vec, weight int) {
					if least < 0 || weight < least {
						least = weight
						clear(want)
					}
					if weight == least {
						want[w.String()] = true
					}
				})
				l, err := coset.AllMinimum(context.Background(), p, coset.Options{Method: method, Workers: 2, MaxMemory: 1 << 21})
				if errors.Is(err, coset.ErrMethod) || method == "mitm" && l.Stopped == coset.ErrMemory {
					continue
				}
				if err != nil || l.Count == nil {
					t.Fatalf("code %d: count %v, stopped %v, err %v", seed, l.Count, l.Stopped, err)
				}
				if l.Weight != least || l.Count.Int64() != int64(len(want)) {
					t.Fatalf("code %d: %v of weight %d, want %d of %d", seed, l.Count, l.Weight, len(want), least)
				}
				for w := range l.All() {
					if !want[w.String()] {
						t.Fatalf("code %d: %v is not a lightest word, or came twice", seed, w)
					}
					delete(want, w.String())
				}
				if len(want) != 0 {
					t.Fatalf("code %d: %d words missing", seed, len(want))
				}
			}
		})
	}
}

func TestAllMinimumCanBeLeftEarly(t *testing.T) {
	p := coset.Problem{Word: gf2.NewVec(200)}
	for i := range 100 { // each basis vector leaves one of its two cells: 2^100 lightest words
		p.Word.Set(2*i, true)
		p.Basis = append(p.Basis, gf2.VecOf(200, 2*i, 2*i+1))
	}
	l, err := coset.AllMinimum(context.Background(), p, coset.Options{})
	if err != nil || l.Weight != 100 || l.Count.BitLen() != 101 {
		t.Fatal(l.Weight, l.Count, err)
	}
	seen := 0
	for range l.All() {
		if seen++; seen == 3 {
			break
		}
	}
	if seen != 3 {
		t.Error("went on")
	}
}

func TestSecondBest(t *testing.T) {
	for _, method := range append([]string{""}, coset.Methods()...) {
		t.Run("method="+method, func(t *testing.T) {
			for seed := range uint64(50) {
				p := smallCode(seed)
				weights := map[int]bool{}
				least := 1 << 40
				everyWord(p, func(_ gf2.Vec, weight int) {
					weights[weight] = true
					least = min(least, weight)
				})
				want := 0
				for w := range weights {
					if w > least && (want == 0 || w < want) {
						want = w
					}
				}
				r, err := coset.SecondBest(context.Background(), p, coset.Options{Method: method, MaxMemory: 1 << 21})
				if errors.Is(err, coset.ErrMethod) || method == "mitm" && r.Stopped == coset.ErrMemory {
					continue
				}
				if err != nil || r.Stopped != nil || r.Second != want || r.Weight != least {
					t.Fatalf("code %d: %d then %d, stopped %v, err %v; want %d then %d", seed, r.Weight, r.Second, r.Stopped, err, least, want)
				}
			}
		})
	}
}

// Of a direct sum the part with the least step up decides, wherever it comes.
func TestSecondBestOfASum(t *testing.T) {
	for _, costs := range [][]int{{4, 3}, {3, 4}, {9, 8, 6}, {2, 1, 5}, {7, 7}} {
		p := coset.Problem{Word: gf2.NewVec(len(costs)), Costs: costs}
		for i := range costs {
			p.Basis = append(p.Basis, gf2.VecOf(len(costs), i))
		}
		r, err := coset.SecondBest(context.Background(), p, coset.Options{})
		if err != nil || r.Weight != 0 || r.Second != slices.Min(costs) {
			t.Errorf("costs %v: %d then %d (%v)", costs, r.Weight, r.Second, err)
		}
	}
}
