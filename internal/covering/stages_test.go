package covering

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/bits"
	"runtime"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/internal/boardtest"
)

func numbers(counts []*big.Int) []int64 {
	var list []int64
	for _, n := range counts {
		list = append(list, n.Int64())
	}
	return list
}

// drawRegions draws any columns of so many dimensions, not only those of a board, often crowded in a
// small subspace, and about 13 switches.
func drawRegions(t *rapid.T, least, most int) *Regions {
	r := &Regions{Dim: rapid.IntRange(least, most).Draw(t, "dim")}
	sizes := map[uint64]int{}
	var columns []uint64
	add := func(column uint64, size int) {
		if sizes[column] == 0 {
			columns = append(columns, column)
		}
		sizes[column] += size
		r.Switches += size
	}
	for j := range r.Dim {
		add(1<<j, rapid.IntRange(1, 2).Draw(t, "size"))
	}
	for r.Switches < 13 && rapid.IntRange(0, 9).Draw(t, "more") > 0 {
		add(rapid.Uint64Range(1, 1<<rapid.IntRange(1, r.Dim).Draw(t, "within")-1).Draw(t, "column"), 1)
	}
	s := 0
	for _, column := range columns {
		g := region{Column: column}
		for range sizes[column] {
			g.Cells = append(g.Cells, s)
			s++
		}
		r.List = append(r.List, g)
	}
	return r
}

// weighWords counts the lightest words of all cosets, of which each word is in one.
func weighWords(r *Regions) []int64 {
	var quiet []uint64
	for c := range uint64(1) << r.Dim {
		var word uint64
		for _, g := range r.List {
			for _, s := range g.Cells {
				word |= uint64(bits.OnesCount64(g.Column&c)&1) << s
			}
		}
		quiet = append(quiet, word)
	}
	var counts []int64
	for word := range uint64(1) << r.Switches {
		least := r.Switches
		for _, q := range quiet {
			least = min(least, bits.OnesCount64(word^q))
		}
		for len(counts) <= least {
			counts = append(counts, 0)
		}
		counts[least]++
	}
	for w := range counts {
		counts[w] >>= r.Dim
	}
	return counts
}

// All words are counted by the presses of their lightest fellows.
func TestWordsAreCountedByRegions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRegions(t, 1, 5)
		counts, _, err := r.count(context.Background(), math.Inf(1), func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(weighWords(r), numbers(counts)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Each stage ends one dimension, with a region of its own bit, and together they have every region once.
func TestStagesNest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRegions(t, 1, 5)
		regions, dim := 0, r.Dim
		for _, s := range r.stages() {
			if s.dim != dim {
				t.Fatalf("a stage of %d dimensions where %d are left", s.dim, dim)
			}
			for i, c := range s.regions {
				last := i == len(s.regions)-1
				if c.column>>(dim-1) != 1 || last && c.column != 1<<(dim-1) {
					t.Fatalf("column %b in a stage of %d dimensions", c.column, dim)
				}
			}
			regions += len(s.regions)
			dim--
		}
		if dim != 0 || regions != len(r.List) {
			t.Fatalf("%d dimensions are left, and %d of %d regions were in a stage", dim, regions, len(r.List))
		}
	})
}

// Counting stops in any of its stages, and says why.
func TestCountingStops(t *testing.T) {
	for _, c := range []struct {
		spec string
		from int // half
	}{{"6x8", 0}, {"cycle:903", 0}, {"cycle:903", 1}} {
		why := errors.New("enough")
		ctx, cancel := context.WithCancelCause(context.Background())
		calls := 0
		var mu sync.Mutex
		b := boardtest.Parse(t, c.spec)
		_, err := Count(ctx, b, quietOf(b), func(done, all int) {
			mu.Lock()
			defer mu.Unlock()
			if 2*done > all*c.from || c.from == 0 {
				calls++
				cancel(why)
			}
		})
		if !errors.Is(err, why) {
			t.Errorf("%s: stopped by %v, want %v", c.spec, err, why)
		}
		if most := runtime.GOMAXPROCS(0); calls > most {
			t.Errorf("%s: %d parts were finished after the end of the context", c.spec, calls)
		}
	}
}

// Idle switches are many on long paths: adding up their presses stops too.
func TestConvolvingStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	cancel(why)
	if _, err := Convolve(ctx, binomials(4), binomials(4)); !errors.Is(err, why) {
		t.Errorf("stopped by %v, want %v", err, why)
	}
}
