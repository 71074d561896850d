package depth

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"

	"lightsout/internal/covering"
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

func regionsOf(b *board.Board) *regionList { return findRegions(b.Switches(), quietOf(b)) }

// drawSpace draws regions as points of a space of 5 to 7 dimensions, of which they span all.
func drawSpace(t *rapid.T) *columnSpace {
	s := &columnSpace{&covering.Space{Dim: rapid.IntRange(5, 7).Draw(t, "dim"), Sizes: map[uint64]int{}}}
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
	s := &columnSpace{&covering.Space{Dim: 8, Sizes: map[uint64]int{}}}
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
		s.Points = append(s.Points, []uint64{x, x << 4, x<<4 | x, x<<4 | times(x)}[rapid.IntRange(0, 3).Draw(t, "flat")])
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

// leastPeak tries all excesses. The first columns must be a basis.
func leastPeak(s *columnSpace) int {
	best := math.MaxInt
	values := make([]int, 1<<s.Dim)
	var assign func(i int)
	assign = func(i int) {
		if i == len(s.Points) {
			v := append([]int(nil), values...)
			covering.Hadamard(v)
			peak := v[0]
			for _, x := range v {
				peak = max(peak, x)
			}
			best = min(best, peak)
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

// Stars and flags never exclude a peak that some excesses have, and a descent never claims one that none have.
func TestLeastPeakIsBetweenBoundsAndDescent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.Custom(drawSpace), rapid.Custom(drawSpread)).Draw(t, "space")
		r := s.regions()
		least := leastPeak(s)
		if peak := r.starPeak(context.Background()); peak > least {
			t.Fatalf("a star excludes all peaks below %d, but the least is %d", peak, least)
		}
		if peak, proof := r.oddPeak(context.Background()); peak > least {
			t.Fatalf("%s: excludes all peaks below %d, but the least is %d", proof, peak, least)
		}
		excess, peak := r.descend(context.Background(), least, 1<<24, nil)
		for i, g := range r.List {
			if e, m := excess[i], g.Size(); e > m || e < -m || (e-m)%2 != 0 {
				t.Fatalf("a region of size %d has excess %d", m, e)
			}
		}
		if got := slices.Max(r.Transform(excess)); got != peak || peak < least {
			t.Fatalf("a peak of %d, said to be %d; the least is %d", got, peak, least)
		}
		if peak > least {
			t.Fatalf("the descent ends at a peak of %d, the least is %d", peak, least)
		}
	})
}

// Stars prove more than averaging: with 6 independent regions of one switch the peak is 6, and at least
// the root of their number is proved. Regions of even size prove nothing.
func TestStarsProveTheRootOfTheOddRegions(t *testing.T) {
	s := &columnSpace{&covering.Space{Dim: 6, Sizes: map[uint64]int{}}}
	for g := uint64(1); g < 64; g++ {
		if bits.OnesCount64(g)%2 != 0 { // no two of these add up to a third
			s.Points = append(s.Points, g)
			s.Sizes[g] = 1
		}
	}
	if peak := s.regions().starPeak(context.Background()); peak != 6 { // 32 regions, and peaks are even
		t.Errorf("32 odd regions: peak at least %d, want 6", peak)
	}
	for _, g := range s.Points {
		s.Sizes[g] = 2
	}
	if peak := s.regions().starPeak(context.Background()); peak != 0 {
		t.Errorf("32 even regions: peak at least %d, want 0", peak)
	}
}

// A subspace and the quotient by it never prove more than is true.
func TestSubspacesBoundThePeak(t *testing.T) {
	more := 0
	rapid.Check(t, func(t *rapid.T) {
		space := rapid.Custom(drawSpace).Draw(t, "space")
		r, least := space.regions(), leastPeak(space)
		some := []uint64{space.Points[0]}
		for _, g := range space.Points[1:] {
			if rapid.Bool().Draw(t, "within") {
				some = append(some, g)
			}
		}
		d := &depthSearch{regions: r, low: r.Switches % 2, high: r.Switches, progress: func(int, int) {}}
		d.raise(context.Background(), space, gf2.Independent64(some), 1<<28)
		if d.low > least {
			t.Fatalf("a peak of at least %d (%s), the least is %d", d.low, d.proof, least)
		}
		if d.low > r.Switches%2 {
			more++
		}
	})
	if more == 0 {
		t.Error("it never proved more than the average")
	}
}

// Flags prove as much as there are dimensions where regions are independent, and more than a star on 19×19.
func TestFlags(t *testing.T) {
	for dim := 1; dim < 12; dim++ {
		s := &columnSpace{&covering.Space{Dim: dim, Sizes: map[uint64]int{}}}
		for j := range dim {
			s.Points = append(s.Points, 1<<j)
			s.Sizes[1<<j] = 1 + 2*(j%2)
		}
		if peak, proof := s.regions().flagPeak(context.Background(), 0); peak != dim {
			t.Errorf("%d independent regions: peak at least %d (%s)", dim, peak, proof)
		}
	}
	r := regionsOf(boardtest.Parse(t, "19x19"))
	d := &depthSearch{regions: r, low: r.starPeak(context.Background())}
	if d.upper() != 176 {
		t.Errorf("a star proves at most %d, want 176", d.upper())
	}
	if d.low, d.proof = r.oddPeak(context.Background()); d.upper() != 173 {
		t.Errorf("%s: at most %d, want 173", d.proof, d.upper())
	}
}

// The flag that a search finds in some seconds, by one switch of each region: its three steps have peaks of 5, 8 and 5.
// So the depth of 19×19 is at most 172.
func TestLargeFlagOf19x19(t *testing.T) {
	r := regionsOf(boardtest.Parse(t, "19x19"))
	column := map[int]uint64{}
	for _, g := range r.List {
		for _, s := range g.Cells {
			column[s] = g.Column
		}
	}
	rest, before, sum := newColumnSpace(r), gf2.Basis64{}, 0
	for i, switches := range [][]int{{160, 154, 228, 118}, {251, 257, 259, 209, 95, 139}, {28, 80, 305, 266, 45, 230}} {
		var basis []uint64
		for _, s := range switches {
			basis = append(basis, before.Reduce(column[s]))
		}
		if gf2.NewBasis64(basis...).Dim() != len(switches) {
			t.Fatalf("step %d has %d dimensions, want %d", i+1, gf2.NewBasis64(basis...).Dim(), len(switches))
		}
		step := rest.within(basis)
		want := []int{5, 8, 5}[i]
		if proved, _ := step.reaches(want, blockSteps); !proved {
			t.Errorf("step %d: %d regions, a peak of %d is not proved", i+1, len(step.Points), want)
		}
		sum += want
		rest = rest.quotient(basis)
		for _, s := range switches {
			before.Add(column[s])
		}
	}
	if d := (&depthSearch{regions: r, low: sum}); len(rest.Points) != 0 || d.upper() != 172 {
		t.Errorf("%d regions are left, and the depth is at most %d, want 172", len(rest.Points), d.upper())
	}
}

// Running through the excesses of a small space finds the least peak.
func TestSmallSpacesAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.Custom(drawSpace).Filter(func(s *columnSpace) bool { return s.Dim <= covering.MaxEachDim && len(s.odd()) > 0 }).Draw(t, "space")
		if got, want := s.leastPeak(), leastPeak(s); got != want {
			t.Fatalf("a peak of %d, the least is %d", got, want)
		}
	})
}

// The columns of a Hamming code, seven of the eight points of an affine subspace that misses 0, have a peak of 5.
// With the eighth it is 4.
func TestHammingBlock(t *testing.T) {
	s := &columnSpace{&covering.Space{Dim: 4, Sizes: map[uint64]int{}}}
	for _, g := range []uint64{8, 9, 10, 12, 11, 13, 14} {
		s.Add(g, 1)
	}
	if got := s.leastPeak(); got != 5 || leastPeak(s) != 5 {
		t.Errorf("a peak of %d, want 5", got)
	}
	if basis, peak := newBlockSearch(smallBlock).block(context.Background(), s, s.odd()); len(basis) != 4 || peak != 5 {
		t.Errorf("a block of %d dimensions with a peak of %d, want 4 and 5", len(basis), peak)
	}
	if s.Add(15, 1); s.leastPeak() != 4 {
		t.Errorf("a peak of %d, want 4", s.leastPeak())
	}
}

// Flags with blocks do not exclude a peak that a descent finds, and do find blocks.
func TestBlocksAreTrue(t *testing.T) {
	blocks := 0
	for seed := range uint64(4) {
		random := rand.New(rand.NewPCG(2, seed))
		s := &columnSpace{&covering.Space{Dim: 11, Sizes: map[uint64]int{}}}
		for range 150 {
			s.Add(random.Uint64N(1<<s.Dim), 1+random.IntN(2))
		}
		for range 40 { // and some affine subspaces without a point
			a, b, c, d := random.Uint64N(1<<s.Dim), random.Uint64N(1<<s.Dim), random.Uint64N(1<<s.Dim), random.Uint64N(1<<s.Dim)
			for i := range uint64(7) {
				s.Add(a^b*(i&1)^c*(i>>1&1)^d*(i>>2), 1)
			}
		}
		_, peak := s.regions().descend(context.Background(), 0, 1<<22, nil)
		large := largeBlock
		large.total, large.odd = 1<<10, large.peak
		search := newBlockSearch(large, smallBlock)
		for range 8 {
			f := flag{rest: s}
			for f.step(context.Background(), search) {
			}
			if blocks += max(f.blocks-1, 0); f.peak > peak { // the last step is none
				t.Errorf("seed %d: %s: at least %d, but some excesses have a peak of %d", seed, &f, f.peak, peak)
			}
		}
	}
	if blocks == 0 {
		t.Error("no block was found")
	}
}

// A search of 60 regions in 8 dimensions proves a peak of 8. The others, modulo these, add 2, and together that is
// the peak of a state that is known: the depth of 84×84 is 3587.
func TestSubspaceOf84x84(t *testing.T) {
	r := regionsOf(boardtest.Parse(t, "84x84"))
	space := newColumnSpace(r)
	subspaces := space.Subspaces(context.Background(), maxSearchedDim)
	d := &depthSearch{regions: r, low: 8, high: 10, progress: func(int, int) {}}
	d.raise(context.Background(), space, subspaces[0], subspaceWork)
	const proof = "exhaustive search on 60 regions in 8 dimensions, and of the others a star of the regions of odd size"
	if d.upper() != 3587 || d.proof != proof {
		t.Errorf("at most %d (%s), want 3587 (%s)", d.upper(), d.proof, proof)
	}
}

// With many regions, too, stars and flags do not exclude a peak that a descent finds, and neither do they if columns
// are replaced by images, of which some are equal.
func TestBoundsOfManyRegions(t *testing.T) {
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(1, seed))
		s := &columnSpace{&covering.Space{Dim: 8 + int(seed%3), Sizes: map[uint64]int{}}}
		most := []int{1, 3, 51}[random.IntN(3)]
		for range 100 + random.IntN(100) {
			if g := random.Uint64N(1<<s.Dim-1) + 1; s.Sizes[g] == 0 {
				s.Points = append(s.Points, g)
				s.Sizes[g] = 1 + random.IntN(most)
			}
		}
		r := s.regions()
		_, peak := r.descend(context.Background(), 0, 1<<18, nil)
		if bound, proof := r.oddPeak(context.Background()); bound > peak {
			t.Errorf("seed %d: %s: at least %d, but some excesses have a peak of %d", seed, proof, bound, peak)
		}
		r.List = slices.DeleteFunc(r.List, func(g covering.Region) bool { return g.Column == 1<<(s.Dim-1)|1 })
		_, peak = r.descend(context.Background(), 0, 1<<18, nil)
		for i := range r.List { // images in one dimension less
			if g := &r.List[i].Column; *g>>(s.Dim-1) != 0 {
				*g ^= 1<<(s.Dim-1) | 1
			}
		}
		if bound, proof := r.oddPeak(context.Background()); bound > peak {
			t.Errorf("seed %d, images: %s: at least %d, but some excesses have a peak of %d", seed, proof, bound, peak)
		}
	}
}

// Numbers of stars exceed 32 bits where sizes are large.
func TestLargeStar(t *testing.T) {
	s := &columnSpace{&covering.Space{Dim: 11, Sizes: map[uint64]int{}}}
	random := rand.New(rand.NewPCG(1, 1))
	for len(s.Points) < 1000 {
		if g := random.Uint64N(1<<s.Dim-1) + 1; s.Sizes[g] == 0 {
			s.Points = append(s.Points, g)
			s.Sizes[g] = 51
		}
	}
	if peak := s.regions().starPeak(context.Background()); peak > 10 {
		t.Errorf("a star proves a peak of %d", peak)
	}
}
