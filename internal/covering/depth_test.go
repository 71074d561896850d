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

// drawSpace draws regions as points of a space of up to 4 dimensions, of which they span all.
func drawSpace(t *rapid.T) *columnSpace {
	s := &columnSpace{Dim: rapid.IntRange(1, maxListedDim).Draw(t, "dim"), Sizes: map[uint64]int{}}
	columns := []uint64{}
	for j := range s.Dim {
		columns = append(columns, 1<<j)
	}
	columns = append(columns, rapid.SliceOfN(rapid.Uint64Range(1, 1<<s.Dim-1), 0, 8).Draw(t, "columns")...)
	for _, g := range columns {
		if s.Sizes[g] == 0 {
			s.Points = append(s.Points, g)
			s.Sizes[g] = rapid.IntRange(1, 2).Draw(t, "size")
		}
	}
	return s
}

// times is the product with a generator of the field of 16 elements.
func times(x uint64) uint64 {
	if x <<= 1; x >= 16 {
		x ^= 0b10011
	}
	return x
}

// fourSubspaces are of 8 dimensions, each two of which span all: the shape of 9×9 and 16×16, in which every cut of
// the search is made.
var fourSubspaces = []func(x uint64) uint64{
	func(x uint64) uint64 { return x },
	func(x uint64) uint64 { return x << 4 },
	func(x uint64) uint64 { return x<<4 | x },
	func(x uint64) uint64 { return x<<4 | times(x) },
}

// drawSpread draws regions in them.
func drawSpread(t *rapid.T) *columnSpace {
	s := &columnSpace{Dim: 8, Sizes: map[uint64]int{}}
	for j := range s.Dim {
		s.Points = append(s.Points, 1<<j)
	}
	for range rapid.IntRange(4, 8).Draw(t, "more") {
		x := rapid.Uint64Range(1, 15).Draw(t, "x")
		s.Points = append(s.Points, fourSubspaces[rapid.IntRange(0, 3).Draw(t, "subspace")](x))
	}
	slices.Sort(s.Points[s.Dim:])
	s.Points = append(s.Points[:s.Dim:s.Dim],
		slices.DeleteFunc(slices.Compact(s.Points[s.Dim:]), func(g uint64) bool { return g&(g-1) == 0 })...)
	for i, g := range s.Points {
		s.Sizes[g] = 1
		if i < 3 {
			s.Sizes[g] = rapid.IntRange(1, 3).Draw(t, "size")
		}
	}
	return s
}

// subspaces are those in which the regions were drawn.
func (s *columnSpace) subspaces() (list []*subspace) {
	if s.Dim <= maxListedDim {
		return s.quarters(context.Background())
	}
	for _, f := range fourSubspaces {
		list = append(list, s.within([]uint64{f(1), f(2), f(4), f(8)}))
	}
	return list
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
			excess, ok := s.bounded(context.Background(), s.subspaces(), r, math.MaxInt64)
			switch {
			case !ok || (excess != nil) != (r == want):
				t.Fatalf("maximum %d: %v, %v, but the least is %d", r, excess, ok, want)
			case r == want:
				values := make([]int, 1<<s.Dim)
				for i, g := range s.Points {
					if e, m := excess[i], s.Sizes[g]; e > m || e < -m || (e-m)%2 != 0 {
						t.Fatalf("column %x of size %d has excess %d", g, m, e)
					}
					values[g] = excess[i]
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
		excess, maximum := r.tabu(context.Background(), least, 1<<24)
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

// Where the searches need them, four subspaces hold every region, each one of them.
func TestQuartersHoldEveryRegionOnce(t *testing.T) {
	for _, spec := range []string{"9x9", "16x16", "50x50", "6x8", "torus:6x6"} {
		s := newColumnSpace(regionsOf(boardtest.Parse(t, spec)))
		list := s.quarters(context.Background())
		if len(list) != 4 || !s.paired(slices.Clone(list)) {
			t.Errorf("%s: %d subspaces", spec, len(list))
			continue
		}
		for _, g := range s.Points {
			switches := 0
			for _, f := range list {
				for p, column := range gf2.Span64(f.basis) {
					if column == g {
						switches += f.sizes[p]
					}
				}
			}
			if switches != s.Sizes[g] {
				t.Errorf("%s: column %x of size %d has %d switches", spec, g, s.Sizes[g], switches)
			}
		}
	}
	// Twenty-five regions without any of that.
	if s := newColumnSpace(regionsOf(boardtest.Parse(t, "torus:5x5"))); s.quarters(context.Background()) != nil {
		t.Error("torus:5x5 has four subspaces")
	}
}

// Nothing that an exhaustive search begins with is begun after the end of the context, and nothing
// half done is taken for a proof.
func TestExhaustiveSearchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := newColumnSpace(regionsOf(boardtest.Parse(t, "9x9")))
	four := s.quarters(ctx)
	spectra, ok := four[0].list(2, maxSpectra, func() bool { return false })
	if !ok || len(spectra) == 0 {
		t.Fatal("no spectra")
	}
	cancel()
	if s.quarters(ctx) != nil {
		t.Error("four subspaces")
	}
	if kept := four[0].upTo(ctx, spectra); len(kept) > 0 {
		t.Errorf("%d spectra kept", len(kept))
	}
	if excess, ok := s.bounded(ctx, four, 2, math.MaxInt64); ok || excess != nil {
		t.Errorf("excesses %v, %v", excess, ok)
	}
	if excess, ok := s.bounded(context.Background(), four, 6, 1<<26); ok || excess != nil {
		t.Errorf("with few steps: excesses %v, %v", excess, ok)
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
