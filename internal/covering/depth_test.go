package covering

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// quietOf is a basis of the board's null space, by dense elimination.
func quietOf(b *board.Board) []gf2.Vec {
	m := gf2.NewMatrix(b.Lights(), b.Switches())
	for s := range b.Switches() {
		for _, l := range b.Toggles(s) {
			m.Flip(l, s)
		}
	}
	return m.RightNull()
}

func regionsOf(b *board.Board) *Regions { return FindRegions(b.Switches(), quietOf(b)) }

// drawSpace draws regions as points of a space of 5 to 7 dimensions, of which they span all.
func drawSpace(t *rapid.T) *columnSpace {
	s := &columnSpace{Dim: rapid.IntRange(5, 7).Draw(t, "dim"), Sizes: map[uint64]int{}}
	columns := []uint64{}
	for j := range s.Dim {
		columns = append(columns, 1<<j)
	}
	columns = append(columns, rapid.SliceOfN(rapid.Uint64Range(1, 1<<s.Dim-1), 0, 6).Draw(t, "columns")...)
	for _, g := range columns {
		if s.Sizes[g] == 0 {
			s.Points = append(s.Points, g)
			s.Sizes[g] = rapid.IntRange(1, 2).Draw(t, "size")
		}
	}
	return s
}

// drawSpread draws regions in four subspaces of 8 dimensions, each two of which span all: the shape
// of 9×9 and 16×16, in which every cut of the search is made.
func drawSpread(t *rapid.T) *columnSpace {
	s := &columnSpace{Dim: 8, Sizes: map[uint64]int{}}
	for j := range s.Dim {
		s.Points = append(s.Points, 1<<j)
	}
	times := func(x uint64) uint64 { // by a generator of the field of 16 elements
		if x <<= 1; x >= 16 {
			x ^= 0b10011
		}
		return x
	}
	for range rapid.IntRange(4, 8).Draw(t, "more") {
		x := rapid.Uint64Range(1, 15).Draw(t, "x")
		s.Points = append(s.Points, []uint64{x, x << 4, x<<4 | x, x<<4 | times(x)}[rapid.IntRange(0, 3).Draw(t, "subspace")])
	}
	slices.Sort(s.Points[s.Dim:])
	s.Points = append(s.Points[:s.Dim:s.Dim], slices.DeleteFunc(slices.Compact(s.Points[s.Dim:]), func(g uint64) bool { return g&(g-1) == 0 })...)
	for i, g := range s.Points {
		s.Sizes[g] = 1
		if i < 3 {
			s.Sizes[g] = rapid.IntRange(1, 3).Draw(t, "size")
		}
	}
	return s
}

// leastMaximum tries all excesses. The first columns must be a basis.
func leastMaximum(s *columnSpace) int {
	best := math.MaxInt
	values := make([]int, 1<<s.Dim)
	var assign func(i int)
	assign = func(i int) {
		if i == len(s.Points) {
			v := append([]int(nil), values...)
			hadamard(v)
			largest := v[0]
			for _, x := range v {
				largest = max(largest, x)
			}
			best = min(best, largest)
			return
		}
		m := s.Sizes[s.Points[i]]
		for e := -m; e <= m; e += 2 {
			if i < s.Dim && e < 0 {
				continue // the first columns are a basis, whose signs are free
			}
			values[s.Points[i]] = e
			assign(i + 1)
		}
		values[s.Points[i]] = 0
	}
	assign(0)
	return best
}

// The exhaustive search finds the least maximum, whatever it leaves out.
func TestExhaustiveSearchIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.Custom(drawSpace), rapid.Custom(drawSpread)).Draw(t, "space")
		want := leastMaximum(s)
		for r := want - 2; r <= want; r += 2 {
			excess, verdict := s.bounded(context.Background(), r, math.MaxInt64)
			switch {
			case r < want && verdict != impossible:
				t.Fatalf("maximum %d: verdict %d, but the least is %d", r, verdict, want)
			case r == want && verdict != attained:
				t.Fatalf("maximum %d: verdict %d, but it is possible", r, verdict)
			case r == want:
				values := make([]int, 1<<s.Dim)
				for _, g := range s.Points {
					if e, m := excess[g], s.Sizes[g]; e > m || e < -m || (e-m)%2 != 0 {
						t.Fatalf("column %x of size %d has excess %d", g, m, e)
					}
					values[g] = excess[g]
				}
				hadamard(values)
				for _, x := range values {
					if x > r {
						t.Fatalf("a value of %d above the maximum %d", x, r)
					}
				}
			}
		}
	})
}

// Tabu search finds the least maximum, and never claims one that its excesses do not have.
func TestTabuSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.Custom(drawSpace), rapid.Custom(drawSpread)).Draw(t, "space")
		r := &Regions{Dim: s.Dim}
		for _, g := range s.Points {
			r.List = append(r.List, region{Column: g, Cells: make([]int, s.Sizes[g])})
			r.Switches += s.Sizes[g]
		}
		least := leastMaximum(s)
		excess, maximum := newTabu(r).run(context.Background(), least, 1<<24)
		for i, g := range r.List {
			if e, m := excess[i], g.size(); e > m || e < -m || (e-m)%2 != 0 {
				t.Fatalf("a region of size %d has excess %d", m, e)
			}
		}
		if got := slices.Max(r.transform(excess)); got != maximum || maximum != least {
			t.Fatalf("a maximum of %d, said to be %d; the least is %d", got, maximum, least)
		}
	})
}

// A cover owns every region once.
func TestCoverOwnsEveryRegionOnce(t *testing.T) {
	for _, spec := range []string{"4x4", "9x9", "11x11", "16x16", "6x8", "torus:5x5", "torus:6x6"} {
		s := newColumnSpace(regionsOf(boardtest.Parse(t, spec)))
		owned := map[uint64]int{}
		for _, f := range s.cover(context.Background()) {
			for p, g := range gf2.Span64(f.basis) {
				if f.sizes[p] > 0 {
					owned[g]++
					if f.sizes[p] != s.Sizes[g] || f.foreign[p] {
						t.Errorf("%s: column %x has size %d, the subspace says %d", spec, g, s.Sizes[g], f.sizes[p])
					}
				}
			}
		}
		for _, g := range s.Points {
			if owned[g] != 1 {
				t.Errorf("%s: column %x is owned %d times", spec, g, owned[g])
			}
		}
	}
}

// Nothing that an exhaustive search begins with is begun after the end of the context, and nothing
// half done is taken for a proof.
func TestExhaustiveSearchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := newColumnSpace(regionsOf(boardtest.Parse(t, "9x9")))
	cover := s.cover(ctx)
	spectra, ok := cover[0].list(2, maxSpectra, func() bool { return false })
	if !ok || len(spectra) == 0 {
		t.Fatal("no spectra")
	}
	cancel()
	if bases := s.subspaces(ctx, 4); len(bases) > 0 {
		t.Errorf("%d subspaces", len(bases))
	}
	if s.cover(ctx) != nil {
		t.Error("a cover")
	}
	if got := s.grow(ctx, s.Points[:1], 4, nil); len(got) != 1 {
		t.Errorf("a basis grew to %d", len(got))
	}
	if maps := s.stabiliser(ctx, cover[0], maxMaps); len(maps) > 0 {
		t.Errorf("%d maps", len(maps))
	}
	if kept := cover[0].upTo(ctx, nil, spectra); len(kept) > 0 {
		t.Errorf("%d spectra kept", len(kept))
	}
	if _, verdict := s.bounded(ctx, 2, math.MaxInt64); verdict != unknown {
		t.Errorf("verdict %d", verdict)
	}
	if bound := sphere(ctx, 1<<16, 0); bound != 1<<14 {
		t.Errorf("a bound of %d was counted", bound)
	}
}

// Counting never says more than is true, and with half-pressed regions it often says more than without.
func TestSphereBound(t *testing.T) {
	more := 0
	rapid.Check(t, func(t *rapid.T) {
		r := drawRegions(t, 3, 5)
		depth, bound := len(weighWords(r))-1, r.sphereBound(context.Background())
		if bound > depth {
			t.Fatalf("depth at least %d, is %d", bound, depth)
		}
		if bound > sphere(context.Background(), r.Switches, r.Dim) {
			more++
		}
	})
	if more == 0 {
		t.Error("regions never helped")
	}
	// 5×5 has three regions, of 8, 8 and 4 switches, and five idle switches: 15 at least.
	if bound := regionsOf(boardtest.Parse(t, "5x5")).sphereBound(context.Background()); bound != 15 {
		t.Errorf("5×5 needs at least %d, want 15", bound)
	}
}

// A subspace never proves more than is true.
func TestSubspacesBoundTheMaximum(t *testing.T) {
	more := 0
	rapid.Check(t, func(t *rapid.T) {
		r := drawRegions(t, 1, 5)
		depth := len(weighWords(r)) - 1
		space := newColumnSpace(r)
		some := []uint64{space.Points[0]}
		for _, g := range space.Points[1:] {
			if rapid.Bool().Draw(t, "within") {
				some = append(some, g)
			}
		}
		d := &depthSearch{regions: r, least: r.Switches % 2, reached: r.Switches, progress: func(int, int) {}}
		d.raise(context.Background(), space.within(gf2.Independent64(some)), 1<<28)
		if d.upper() < depth {
			t.Fatalf("depth at most %d (%s), is %d", d.upper(), d.proof, depth)
		}
		if d.least > r.Switches%2 {
			more++
		}
	})
	if more == 0 {
		t.Error("it never proved more than the average")
	}
}
