package fewest_test

import (
	"context"
	"errors"
	"testing"

	"lightsout/gf2"
	"lightsout/internal/fewest"
)

func TestAllMinimumFindsEveryLightestWord(t *testing.T) {
	for _, method := range append([]string{""}, methods()...) {
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
				l, err := fewest.AllMinimum(context.Background(), p, fewest.Options{Method: method, Workers: 2, MaxMemory: 1 << 21})
				if errors.Is(err, fewest.ErrMethod) || method == "mitm" && l.Stopped == fewest.ErrMemory {
					continue
				}
				if err != nil || l.Count == nil {
					t.Fatalf("code %d: count %v, stopped %v, err %v", seed, l.Count, l.Stopped, err)
				}
				if l.Cost != least || l.Count.Int64() != int64(len(want)) {
					t.Fatalf("code %d: %v of weight %d, want %d of %d", seed, l.Count, l.Cost, len(want), least)
				}
				for w := range words(t, l) {
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
	p := fewest.Problem{Word: gf2.NewVec(200)}
	for i := range 100 { // each basis vector leaves one of its two cells: 2^100 lightest words
		p.Word.Set(2*i, true)
		p.Basis = append(p.Basis, gf2.VecOf(200, 2*i, 2*i+1))
	}
	l, err := fewest.AllMinimum(context.Background(), p, fewest.Options{})
	if err != nil || l.Cost != 100 || l.Count.BitLen() != 101 {
		t.Fatal(l.Cost, l.Count, err)
	}
	seen := 0
	for range words(t, l) {
		if seen++; seen == 3 {
			break
		}
	}
	if seen != 3 {
		t.Error("went on")
	}
}

// By brute force, and by every method where it applies.
func TestHeavierFindsTheLightestWordOfTheCode(t *testing.T) {
	for _, method := range append([]string{""}, methods()...) {
		for seed := range uint64(60) {
			p := smallCode(seed)
			p.Word = gf2.NewVec(p.Word.Len())
			least := -1
			zeros := 0
			everyWord(p, func(w gf2.Vec, weight int) {
				switch {
				case w.IsZero():
					zeros++
				case least < 0 || weight < least:
					least = weight
				}
			})
			if zeros > 1 || least < 0 {
				continue // the basis is dependent, or empty
			}
			for limit := max(1, least-2); limit <= least+1; limit++ {
				got, err := fewest.Heavier(t.Context(), p, limit, fewest.Options{Method: method, MaxMemory: 1 << 21})
				if err == nil && got && limit >= least {
					t.Fatalf("code %d by %q: no word of weight %d or less, but there is one of %d", seed, method, limit, least)
				}
				if method == "" && (err != nil || got != (limit < least)) {
					t.Fatalf("code %d: heavier than %d: %v, %v; the least weight is %d", seed, limit, got, err, least)
				}
			}
		}
	}
	p := smallCode(1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, _ := fewest.Heavier(ctx, p, 1, fewest.Options{}); got {
		t.Error("proved under an ended context")
	}
}
