package depth

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

func searchOn(t *testing.T, spec string) *depthSearch {
	b := boardtest.Parse(t, spec)
	return &depthSearch{board: b, regions: regionsOf(b), high: 1 << 20, progress: func(int, int) {}}
}

// Every region is in one piece, the pieces of squares have about half of the rank, as docs/census.md says of 19×19 and
// 39×39, and the columns of a piece add up as those of the whole.
func TestPiecesOfSquares(t *testing.T) {
	for spec, ranks := range map[string][]int{"19x19": {8, 8, 8, 8}, "23x23": {6, 7, 7, 8}, "30x30": {10, 10, 10, 10}, "39x39": {16, 16, 16, 16}} {
		d := searchOn(t, spec)
		var seen, dims []int
		sums := 0
		for _, members := range d.pieces() {
			p := d.regions.piece(members)
			dims = append(dims, p.Dim)
			seen = append(seen, members...)
			at := map[uint64]uint64{}
			for k, i := range members {
				at[p.List[k].Column] = d.regions.List[i].Column
			}
			for k, g := range p.List {
				for _, h := range p.List[:k] {
					sum, ok := at[g.Column^h.Column]
					if !ok {
						continue
					}
					if sums++; sum != at[g.Column]^at[h.Column] {
						t.Fatalf("%s: columns %x and %x do not add up", spec, g.Column, h.Column)
					}
				}
			}
		}
		slices.Sort(seen)
		slices.Sort(dims)
		if sums == 0 || !slices.Equal(dims, ranks) || len(seen) != len(d.regions.List) || len(slices.Compact(seen)) != len(seen) {
			t.Errorf("%s: ranks %v with %d regions, want %v with %d", spec, dims, len(seen), ranks, len(d.regions.List))
		}
	}
}

// However the regions are cut and whatever the excesses, the whole has at most the peaks of the pieces in all.
func TestPeaksOfPieces(t *testing.T) {
	for _, spec := range []string{"9x9", "14x14", "19x19", "23x23"} {
		r := searchOn(t, spec).regions
		for seed := range uint64(20) {
			random := rand.New(rand.NewPCG(seed, 0))
			members := make([][]int, 1+random.IntN(5))
			excess := make([]int, len(r.List))
			for i, g := range r.List {
				excess[i] = g.Size() - 2*random.IntN(g.Size()+1)
				k := random.IntN(len(members))
				members[k] = append(members[k], i)
			}
			sum := 0
			for _, list := range members {
				var within []int
				for _, i := range list {
					within = append(within, excess[i])
				}
				sum += slices.Max(r.piece(list).Transform(within))
			}
			peak := slices.Max(r.Transform(excess))
			if peak > sum || len(members) == 1 && peak != sum {
				t.Fatalf("%s: a peak of %d, and %d pieces have %d in all", spec, peak, len(members), sum)
			}
		}
	}
}

// Where the values fit, the peak is that of the whole state. Where they do not, it is what the pieces have in all.
func TestByPieces(t *testing.T) {
	for _, spec := range []string{"9x9", "16x16", "19x19", "23x23"} {
		d := searchOn(t, spec)
		d.byPieces(context.Background(), 1<<20)
		if d.excess == nil || slices.Max(d.regions.Transform(d.excess)) != d.high {
			t.Errorf("%s: the peak is not %d", spec, d.high)
		}
	}
	d := searchOn(t, "39x39")
	d.byPieces(context.Background(), 1<<20)
	sum := 0
	for _, members := range d.pieces() {
		var excess []int
		for _, i := range members {
			excess = append(excess, d.pieced[i])
		}
		sum += slices.Max(d.regions.piece(members).Transform(excess))
	}
	if d.excess != nil || sum != d.high {
		t.Errorf("39x39: the pieces have peaks of %d in all, not %d", sum, d.high)
	}
}

// A state that meets the upper bound is not looked for again. Without time for a search, a piece still has a peak.
func TestPiecesWithoutSearch(t *testing.T) {
	d := searchOn(t, "19x19")
	d.excess, d.high, d.low = make([]int, len(d.regions.List)), 2, 2
	if d.byPieces(context.Background(), 1<<20); d.high != 2 || total(d.excess) != 0 {
		t.Errorf("the peak is %d now", d.high)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := d.regions.piece(d.pieces()[0])
	excess, peak := p.lowExcess(ctx, 1<<20, nil)
	if total(excess) != p.Odd() || peak != slices.Max(p.Transform(excess)) {
		t.Errorf("excesses %v, and a peak of %d", excess, peak)
	}
}

// A search that begins with excesses never ends with a higher peak, and it does not change them.
func TestDescentBegins(t *testing.T) {
	d := searchOn(t, "19x19")
	from, peak := d.regions.descend(context.Background(), 36, 1<<30, nil, d.groups(t.Context())...)
	if peak > 36 {
		t.Fatalf("a peak of %d", peak)
	}
	kept := slices.Clone(from)
	excess, again := d.regions.descend(context.Background(), 0, 1<<18, from)
	if again > peak || slices.Max(d.regions.Transform(excess)) != again || !slices.Equal(from, kept) {
		t.Errorf("from %d to %d", peak, again)
	}
}

// Groups that do not keep a piece are left out, and the others permute its members.
func TestRestricted(t *testing.T) {
	swap, within := []int{1, 0, 3, 2}, []int{2, 1, 0, 3}
	got := restricted([][][]int{{swap}, nil, {within}}, []int{0, 2})
	if len(got) != 2 || got[0] != nil || len(got[1]) != 1 || !slices.Equal(got[1][0], []int{1, 0}) {
		t.Errorf("%v", got)
	}
}

// A board without a square matrix, and one whose square is not sparse, have no pieces.
func TestNoPieces(t *testing.T) {
	for _, b := range []*board.Board{boardtest.FromToggles(t, 2, [][]int{{0}, {1}, {0, 1}}), boardtest.Parse(t, "complete:49")} {
		d := &depthSearch{board: b, regions: regionsOf(b)}
		if d.byPieces(t.Context(), 1<<20); d.excess != nil || d.pieces() != nil {
			t.Errorf("%s has pieces", b.Spec())
		}
	}
}
