package covering

import (
	"context"
	"errors"
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

// Whatever coset is the last, all words are counted by the presses of their lightest fellows.
func TestAnyCosetMayBeTheLast(t *testing.T) {
	draw := rapid.Custom(func(t *rapid.T) *Regions { return drawRegions(t, 1, 5) })
	for kinds := 1; kinds <= maxKinds; kinds *= 2 {
		met := 0
		check := func(t rapid.TB, r *Regions) {
			want := weighWords(r)
			for s := range r.cosets {
				if len(s.sizes) != kinds {
					continue
				}
				met++
				c := r.without(s)
				c.arrange()
				counts, err := (&Counter{r: r, plan: c}).byRegions(context.Background(), func(int, int) {})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, numbers(counts)); diff != "" {
					t.Fatalf("%+v: %s", s, diff)
				}
			}
		}
		rapid.Check(t, func(t *rapid.T) { check(t, draw.Draw(t, "regions")) })
		for seed := 0; met == 0 && seed < 1000; seed++ { // always the same ones
			check(t, draw.Example(seed))
		}
		if met == 0 {
			t.Errorf("no coset of %d columns was drawn", kinds)
		}
	}
}

// Arranged columns need ever fewer dimensions, and those that end one have a single bit.
func TestArrangedColumnsNest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRegions(t, 1, 5)
		c := r.planCounting()
		for i, o := range c.others {
			after := len(c.last.generators())
			if i+1 < len(c.others) {
				after = c.others[i+1].dim
			}
			switch {
			case o.column>>o.dim != 0:
				t.Fatalf("column %b has more than %d bits", o.column, o.dim)
			case after != o.dim && (after != o.dim-1 || o.column != 1<<after):
				t.Fatalf("column %b of %d dimensions is followed by %d", o.column, o.dim, after)
			}
		}
	})
}

// A box of prefix sums holds the words whose transform is in it.
func TestBoxesCountWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := coset{sizes: rapid.SliceOfN(rapid.IntRange(0, 3), 4, 4).Draw(t, "sizes")[:1<<rapid.IntRange(0, 2).Draw(t, "t")]}
		b, err := newBoxes(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		var low, high [maxKinds]int
		for k := range b.kinds {
			// Bounds have the parity of the switches.
			low[k] = rapid.IntRange(-b.switches-2, b.switches+2).Draw(t, "low")*2 - b.switches
			high[k] = rapid.IntRange(-b.switches-2, b.switches+2).Draw(t, "high")*2 - b.switches
		}
		want := uint64(0)
		for word := range uint64(1) << b.switches {
			inside := true
			for k := range b.kinds {
				u, at := 0, 0
				for q, m := range s.sizes {
					pressed := bits.OnesCount64(word >> at & (1<<m - 1))
					at += m
					u += (m - 2*pressed) * sign(uint64(q), uint64(k))
				}
				inside = inside && low[k] <= u && u <= high[k]
			}
			if inside {
				want++
			}
		}
		sum := make(number, b.words)
		b.count(sum, &low, &high)
		if uint64(sum[0]) != want {
			t.Fatalf("%d words in the box %v to %v, want %d", sum[0], low, high, want)
		}
	})
}

// Counting stops in either half of it, and says why: while excesses are gone through, many or one at
// a time, or while boxes are counted.
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
		_, err := NewCounter(b, quietOf(b)).Count(ctx, func(done, all int) {
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
