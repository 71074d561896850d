package cosetleader

import (
	"context"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"lightsout/gf2"
)

// keptProblems are codes by the sizes of their regions: the first column that a region has is that of its binary number.
var keptProblems = map[string][]int{
	"5x5":         {5, 8, 8, 4},
	"even":        {0, 4, 6, 2},
	"seven":       {3, 2, 3, 1, 4, 2, 5, 3},
	"one":         {7, 30},
	"large":       {100, 60, 50, 45},
	"too large":   {0, 300, 310, 20},
	"too many":    {1, 2, 1, 3, 2, 1, 2, 3, 1, 2, 2, 1, 3, 1, 2, 1},
	"many minima": {0, 60, 60, 60},
	"no pattern":  {9},
}

// keptProblem is the code with regions of such sizes, and no word yet.
func keptProblem(sizes []int) Problem {
	var columns []int
	for number, size := range sizes {
		for range size {
			columns = append(columns, number)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1))
	rng.Shuffle(len(columns), func(i, k int) { columns[i], columns[k] = columns[k], columns[i] })
	p := Problem{Word: gf2.NewVec(len(columns))}
	for bit := 1; bit < len(sizes); bit *= 2 {
		row := gf2.NewVec(len(columns))
		for c, number := range columns {
			row.Set(c, number&bit != 0)
		}
		p.Basis = append(p.Basis, row)
	}
	return p
}

// A code that is asked again and again, by several at once, gives the same minima with the same proofs as one that is new,
// whatever else is asked in between.
func TestKeptMinima(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, sizes := range keptProblems {
		p := keptProblem(sizes)
		code, err := Prepare(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		costs := make([]int, p.Word.Len())
		for i := range costs {
			costs[i] = 1 + i%5
		}
		var all sync.WaitGroup
		for worker := range uint64(4) {
			all.Go(func() {
				rng := rand.New(rand.NewPCG(worker, 7))
				for n := range 200 {
					p := p
					p.Word = gf2.NewVec(len(costs))
					dense := 1 + rng.IntN(9)
					for c := range costs {
						p.Word.Set(c, rng.IntN(10) < dense)
					}
					var o Options
					switch n % 8 {
					case 1:
						p.Costs = costs
					case 3:
						o.Method = "trellis"
					case 5:
						o.Enough = p.Word.Weight()
					case 7:
						o.MaxSteps = 1
					}
					want, err := Minimum(t.Context(), p, o)
					if err != nil {
						t.Errorf("%s: %v", name, err)
						return
					}
					p.Code = code
					word := p.Word.Clone()
					if _, err := Minimum(ended, p, o); err != nil {
						t.Errorf("%s: %v", name, err)
					}
					got, err := Minimum(t.Context(), p, o)
					if err != nil || !reflect.DeepEqual(got, want) || !p.Word.Equal(word) {
						t.Errorf("%s: %v, %+v: %+v\nwant %+v (%v)", name, word, o, got, want, err)
						return
					}
					got.Word.Add(got.Word) // it is the caller's
				}
			})
		}
		all.Wait()
		kept := len(sizes) <= len(counts{}) && len(costs) <= 255
		if (len(code.minima) > 0) != kept {
			t.Errorf("%s: %d minima are kept", name, len(code.minima))
		}
	}
}

// Minima of many kinds of words do not fill the memory.
func TestKeptMinimaAreFew(t *testing.T) {
	p := keptProblem(keptProblems["many minima"])
	var err error
	if p.Code, err = Prepare(p, nil); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(2, 2))
	kinds := map[counts]bool{}
	for len(kinds) < 2*keptMinima {
		dense := 1 + rng.IntN(9)
		for c := range p.Word.Len() {
			p.Word.Set(c, rng.IntN(10) < dense)
		}
		kinds[p.Code.counts(p.Word)] = true
		if _, err := Minimum(t.Context(), p, Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(p.Code.minima); n != keptMinima {
		t.Errorf("%d minima are kept, not %d", n, keptMinima)
	}
}
