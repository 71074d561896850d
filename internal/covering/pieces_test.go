package covering

import (
	"context"
	"slices"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

func searchOn(t *testing.T, spec string) *depthSearch {
	b := boardtest.Parse(t, spec)
	return &depthSearch{board: b, regions: regionsOf(b), high: 1 << 20, progress: func(int, int) {}}
}

// Every region is in one piece, the pieces of squares have the ranks that docs/census.md says, and the columns of a
// piece add up as those of the whole.
func TestPiecesOfSquares(t *testing.T) {
	for spec, ranks := range map[string][]int{"19x19": {8, 8, 8, 8}, "23x23": {6, 7, 7, 8}, "30x30": {10, 10, 10, 10}, "39x39": {16, 16, 16, 16}} {
		d := searchOn(t, spec)
		var seen, dims []int
		for _, members := range d.pieces() {
			p := d.regions.piece(members)
			dims = append(dims, p.dim)
			seen = append(seen, members...)
			at := map[uint64]uint64{}
			for k, i := range members {
				at[p.list[k].column] = d.regions.list[i].column
			}
			for k, g := range p.list {
				for _, h := range p.list[:k] {
					if sum, ok := at[g.column^h.column]; ok && sum != at[g.column]^at[h.column] {
						t.Fatalf("%s: columns %x and %x do not add up", spec, g.column, h.column)
					}
				}
			}
		}
		slices.Sort(seen)
		slices.Sort(dims)
		if !slices.Equal(dims, ranks) || len(seen) != len(d.regions.list) || len(slices.Compact(seen)) != len(seen) {
			t.Errorf("%s: ranks %v with %d regions, want %v with %d", spec, dims, len(seen), ranks, len(d.regions.list))
		}
	}
}

// Where the values fit, the peak is that of the whole state. Where they do not, it is what the pieces have in all, and
// no quiet pattern brings the state's presses below the bound.
func TestByPieces(t *testing.T) {
	for _, spec := range []string{"9x9", "16x16", "19x19", "23x23"} {
		d := searchOn(t, spec)
		d.byPieces(context.Background(), 1<<20)
		if d.excess == nil || slices.Max(d.regions.transform(d.excess)) != d.high {
			t.Errorf("%s: the peak is not %d", spec, d.high)
		}
	}
	d := searchOn(t, "39x39")
	d.byPieces(context.Background(), 1<<20)
	sum := 0
	for _, members := range d.pieces() {
		var excess []int
		for _, i := range members {
			excess = append(excess, d.byPiece[i])
		}
		sum += slices.Max(d.regions.piece(members).transform(excess))
	}
	if d.excess != nil || sum != d.high {
		t.Errorf("39x39: the pieces have peaks of %d in all, not %d", sum, d.high)
	}
	word := d.regions.word(d.byPiece)
	quiet := quietOf(d.board)
	for seed := range uint64(1 << 14) {
		x := word.Clone()
		for j, q := range quiet {
			if seed*0x9e3779b97f4a7c15>>j&1 != 0 {
				x.Add(q)
			}
		}
		if x.Weight() < d.lower() {
			t.Fatalf("%d presses are enough, where %d are said to be needed", x.Weight(), d.lower())
		}
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
	if again > peak || slices.Max(d.regions.transform(excess)) != again || !slices.Equal(from, kept) {
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
