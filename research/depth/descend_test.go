package depth

import (
	"context"
	"maps"
	"math/bits"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/internal/boardtest"

	"lightsout/internal/covering"
)

// At every step of a search its values are those of its excesses, the patterns near the peak are all listed at
// their heights, and the pulls say what each move would change.
func TestDescentJudgesMovesRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := &columnSpace{&covering.Space{Dim: rapid.IntRange(1, 10).Draw(t, "dim"), Sizes: map[uint64]int{}}}
		for range rapid.IntRange(1, 40).Draw(t, "regions") {
			if g := rapid.Uint64Range(1, 1<<s.Dim-1).Draw(t, "column"); s.Sizes[g] == 0 {
				s.Points = append(s.Points, g)
				s.Sizes[g] = rapid.IntRange(1, 5).Draw(t, "size")
			}
		}
		r := s.regions()
		d := newDescent(r, nil, rapid.Uint64().Draw(t, "seed"))
		if rapid.Bool().Draw(t, "ties") { // any regions of equal size will do
			d = newDescent(r, nil, 0)
			d.ties = drawTies(t, r)
			d.near = newNearPeak(r.Dim, maxTie)
		}
		copies := max(1, lanesPerWord>>r.Dim) // of every pattern, in a single word
		cost := func(excess []int) (sum int64) {
			for _, v := range r.Transform(excess) {
				sum += power((v-d.lowest)/2+bend) * int64(copies)
			}
			return sum
		}
		d.start()
		for step := range 12 {
			values := r.Transform(d.excess)
			floor := d.lowest - 2*bend + 2*d.near.bottom
			listed := 0
			for c, v := range values {
				if got := int(d.values[c/lanesPerWord]>>(16*(c%lanesPerWord))&(1<<16-1)) - zero; got != v {
					t.Fatalf("step %d: pattern %d has value %d, want %d", step, c, got, v)
				}
				if v >= floor {
					listed += copies
					if y := (v - floor) / 2; y >= len(d.near.heights) || !slices.Contains(d.near.heights[y], uint32(c)) {
						t.Fatalf("step %d: pattern %d is not listed at height %d", step, c, y)
					}
				}
			}
			for _, patterns := range d.near.heights {
				listed -= len(patterns)
			}
			if listed != 0 {
				t.Fatalf("step %d: %d patterns too few are listed", step, listed)
			}
			now := d.near.cost()
			if want := cost(d.excess); now != want {
				t.Fatalf("step %d: cost %d, want %d", step, now, want)
			}
			d.near.tabulate()
			for i, o := range d.ties {
				up, down := d.near.judge(o)
				for by, got := range map[int]int64{2: up, -2: down} {
					excess := slices.Clone(d.excess)
					for _, region := range o.regions {
						excess[region] += by
					}
					if want := cost(excess) << len(o.regions); got != want {
						t.Fatalf("step %d: tie %d by %d is said to cost %d, want %d", step, i, by, got, want)
					}
				}
			}
			i, by, ok := d.choose(step)
			if !ok {
				return
			}
			d.add(d.ties[i], by)
			if peak := slices.Max(r.Transform(d.excess)); peak < d.lowest {
				d.reach(peak)
			}
		}
	})
}

// drawTies puts regions of equal size into ties, at random.
func drawTies(t *rapid.T, r *regionList) (list []tie) {
	bySize := map[int][]int{}
	for i, g := range r.List {
		bySize[g.Size()] = append(bySize[g.Size()], i)
	}
	for _, size := range slices.Sorted(maps.Keys(bySize)) {
		for rest := bySize[size]; len(rest) > 0; {
			n := rapid.IntRange(1, min(maxTie, len(rest))).Draw(t, "tie")
			o := tie{regions: rest[:n]}
			for set := 1; set < 1<<n; set++ {
				term := term{regions: bits.OnesCount(uint(set)), times: 1}
				for k, i := range o.regions {
					if set>>k&1 != 0 {
						term.column ^= r.List[i].Column
					}
				}
				o.terms = append(o.terms, term)
			}
			list, rest = append(list, o), rest[n:]
		}
	}
	return list
}

// Where the values have the symmetries of a group, judging one set of regions for all that it maps to each other is
// as good as judging all.
func TestSymmetricDescents(t *testing.T) {
	d := &depthSearch{board: boardtest.Parse(t, "19x19")}
	d.regions = regionsOf(d.board)
	groups := d.groups(context.Background())
	if len(groups) != 6 || len(groups[0]) != 4 || len(groups[2]) != 4 || len(groups[3]) != 2 {
		t.Fatalf("%d groups", len(groups))
	}
	for n, group := range groups {
		d := newDescent(d.regions, group, uint64(n))
		d.start()
		for step := range 20 {
			i, by, ok := d.choose(step)
			if !ok {
				t.Fatal("no move")
			}
			for k := 0; k < len(d.ties); k += 7 {
				o := d.ties[k]
				up, down := d.near.judge(o)
				for by, got := range map[int]int64{2: up, -2: down} {
					excess := slices.Clone(d.excess)
					for _, region := range o.regions {
						excess[region] += by
					}
					want := int64(0)
					for _, v := range d.regions.Transform(excess) {
						want += power((v-d.lowest)/2+bend) << len(o.regions)
					}
					if got != want {
						t.Fatalf("group %d, step %d: tie %d by %d is said to cost %d, want %d", n, step, k, by, got, want)
					}
				}
			}
			d.add(d.ties[i], by)
			if peak := slices.Max(d.regions.Transform(d.excess)); peak < d.lowest {
				d.reach(peak)
			}
		}
		for _, g := range group {
			for i, j := range g {
				if d.best[i] != d.best[j] {
					t.Fatalf("group %d: the excesses do not have its symmetries", n)
				}
			}
		}
	}
}

// Regions may be too large for the lanes of the values. Then excesses stay where all values fit.
func TestDescentStaysInItsLanes(t *testing.T) {
	s := &columnSpace{&covering.Space{Dim: 3, Points: []uint64{1, 2, 4}, Sizes: map[uint64]int{1: 20001, 2: 20001, 4: 20001}}}
	d := newDescent(s.regions(), nil, 1)
	d.start()
	for d.total+2 < zero {
		d.add(d.ties[0], 2)
	}
	d.barred[0], d.least = 1, 0 // the way down, which would be the best move
	if i, by, ok := d.choose(0); ok {
		t.Errorf("region %d may change from %d by %d, though values are at their limit: %d", i, d.excess[i], by, d.total)
	}
	excess, peak := d.regions.descend(context.Background(), 0, 1<<12, []int{20001, 20001, 20001})
	if peak < 1 || slices.Max(d.regions.Transform(excess)) != peak {
		t.Errorf("from values that do not fit: excesses %v, and a peak of %d", excess, peak)
	}
}

// The pulls of patterns of three bytes, by their definition.
func TestPulls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := newNearPeak(20, 1)
		column := rapid.Uint64Range(1, 1<<20-1)
		type listed struct {
			pattern uint64
			height  int
		}
		var patterns []listed
		for range rapid.IntRange(0, 200).Draw(t, "patterns") {
			p := listed{column.Draw(t, "pattern"), rapid.IntRange(0, 5).Draw(t, "height")}
			patterns = append(patterns, p)
			n.add(p.height, uint32(p.pattern))
		}
		n.tabulate()
		g, want := column.Draw(t, "column"), int64(0)
		for _, p := range patterns {
			want += int64(covering.Sign(g, p.pattern)) * (power(p.height+1) - power(p.height-1))
		}
		if got := n.pull(g, 1, 1); got != want {
			t.Fatalf("a pull of %d, want %d", got, want)
		}
	})
}

// The result does not depend on the number of cores, and there is none if the context has ended.
func TestDescentOnManyCores(t *testing.T) {
	r := regionsOf(boardtest.Parse(t, "23x23"))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one, peak := r.descend(context.Background(), 20, 1<<22, nil)
	runtime.GOMAXPROCS(4)
	for range 8 {
		if many, again := r.descend(context.Background(), 20, 1<<22, nil); again != peak || !slices.Equal(one, many) {
			t.Fatalf("a peak of %d on one core, %d on four, or other excesses", peak, again)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if excess, _ := r.descend(ctx, 20, 1<<22, nil); excess != nil {
		t.Error("a search that was stopped before it began found something")
	}
}

// What annealing needed minutes for. On 29×29 the peak is the least; on the others it is the lowest known.
func TestDescentFindsLowPeaks(t *testing.T) {
	for _, c := range []struct {
		board string
		peak  int
		work  int64
	}{
		{"23x23", 16, 1 << 28},
		{"29x29", 8, 1 << 26},
		{"19x19", 32, 1 << 31},
	} {
		d := &depthSearch{board: boardtest.Parse(t, c.board)}
		r := regionsOf(d.board)
		d.regions = r
		excess, peak := r.descend(context.Background(), c.peak, c.work, nil, d.groups(t.Context())...)
		if got := slices.Max(r.Transform(excess)); peak > c.peak || got != peak {
			t.Errorf("%s: a peak of %d, said to be %d; want %d", c.board, got, peak, c.peak)
		}
	}
}
