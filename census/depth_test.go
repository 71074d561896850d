package census

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

// The depth is the last entry of the distribution, and the example needs as many presses.
func TestDepthIsTheFarthestState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.DrawCopies(t)
		distance := boardtest.Distances(b)
		d, err := FindDepth(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		depth := len(byDistance(distance)) - 1
		if d.Lower > depth || d.Upper < depth {
			t.Fatalf("depth %d to %d, is %d", d.Lower, d.Upper, depth)
		}
		if k := nullity(t, b); k <= 8 && !d.Proved() {
			t.Fatalf("nullity %d: depth %d to %d, not proved", k, d.Lower, d.Upper)
		}
		if d.Example.Len() > 0 && distance[integer(d.Example.Bits())] != d.Lower {
			t.Fatalf("the example needs %d presses, not %d", distance[integer(d.Example.Bits())], d.Lower)
		}
	})
}

// Depths of n×n grids. 3, 4 and 5: B. Gawalt's search, where 4x4 and 5x5 have depths 7 and 15; with
// nullity 0 every set of switches is the one answer of its state; 5, 11 and 17 meet the averaging
// bound, since all their regions are of even size. 9 and 14 are this package's.
func TestSquareDepths(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 4, 3: 9, 4: 7, 5: 15, 6: 36, 7: 49, 8: 64, 9: 37, 10: 100, 11: 65, 14: 123, 17: 199} {
		d, err := FindDepth(context.Background(), boardtest.Parse(t, fmt.Sprintf("%dx%d", n, n)), nil)
		if err != nil {
			t.Fatal(err)
		}
		if d.Lower != want || d.Upper != want {
			t.Errorf("%dx%d: depth %d to %d, want %d (%s)", n, n, d.Lower, d.Upper, want, d.Proof)
		}
		if got := d.Presses.Weight(); got != want {
			t.Errorf("%dx%d: the example's presses are %d", n, n, got)
		}
	}
}

// A search that is stopped still has bounds that hold, whatever it was about to do.
func TestDepthStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	d, err := FindDepth(ctx, boardtest.Parse(t, "9x9"), func(int, int) { calls++; cancel() })
	if err != nil {
		t.Fatal(err)
	}
	if calls == 0 || d.Proved() || d.Lower > 37 || d.Upper < 37 {
		t.Errorf("stopped: depth %d to %d after %d reports, is 37", d.Lower, d.Upper, calls)
	}
}

// Where every region can be half pressed the depth is known however many quiet patterns there are.
func TestDepthOfManyHalvedRegions(t *testing.T) {
	for _, edges := range []int{1, 16, 17, 40, 64} {
		var neighbours [][]int
		for v := range 2 * edges {
			neighbours = append(neighbours, []int{v, v ^ 1})
		}
		b, err := board.FromToggles("edges", 2*edges, neighbours)
		if err != nil {
			t.Fatal(err)
		}
		d, err := FindDepth(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !d.Proved() || d.Lower != edges || d.Presses.Weight() != edges || d.Example.Weight() != 2*edges {
			t.Errorf("%d edges: depth %d to %d, %d presses, %d lights", edges, d.Lower, d.Upper, d.Presses.Weight(), d.Example.Weight())
		}
		if len(d.Regions) != edges {
			t.Errorf("%d edges: %d regions", edges, len(d.Regions))
		}
	}
}

// copies is a board several times, side by side.
func copies(t *testing.T, spec string, n int) *board.Board {
	one := boardtest.Parse(t, spec)
	var toggles [][]int
	for k := range n {
		for s := range one.Switches() {
			var list []int
			for _, l := range one.Toggles(s) {
				list = append(list, k*one.Lights()+l)
			}
			toggles = append(toggles, list)
		}
	}
	return boardtest.FromToggles(t, n*one.Lights(), toggles)
}

// Boards side by side are as deep as all of them together. Where there are too many quiet patterns to search for a state,
// also if a column does not fit a word, one is found on each board.
func TestDepthOfBoardsSideBySide(t *testing.T) {
	for _, test := range []struct {
		spec     string
		n, depth int
	}{{"4x4", 7, 49}, {"4x4", 17, 119}, {"petersen", 7, 21}} {
		b := copies(t, test.spec, test.n)
		d, err := FindDepth(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d.Lower != test.depth || d.Upper < test.depth || d.Presses.Weight() != test.depth || !b.Apply(d.Presses.Bits()).Equal(d.Example.Bits()) {
			t.Errorf("%d copies of %s: depth %d to %d, with an example of %d presses, is %d", test.n, test.spec, d.Lower, d.Upper, d.Presses.Weight(), test.depth)
		}
	}
}

// The states of boards side by side, counted one by one.
func TestDistributionOfBoardsSideBySide(t *testing.T) {
	for _, test := range []struct {
		spec string
		n    int
	}{{"1x5", 2}, {"2x3", 2}, {"1x2", 5}, {"path:3", 4}} {
		b := copies(t, test.spec, test.n)
		got, err := Distribution(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := byDistance(boardtest.Distances(b)); !slices.EqualFunc(got, want, func(a *big.Int, b int64) bool { return a.Cmp(big.NewInt(b)) == 0 }) {
			t.Errorf("%d times %s: %v, want %v", test.n, test.spec, got, want)
		}
	}
}

// Switches without lights and lights without switches are in no part. What is in none, and boards of one part, are not cut.
func TestParts(t *testing.T) {
	b := boardtest.FromToggles(t, 6, [][]int{{4, 1}, {}, {0}, {1}, {5, 4}})
	list, err := parts(b)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d parts, %v", len(list), err)
	}
	for i, want := range [][2][]int{{{0, 3, 4}, {1, 4, 5}}, {{2}, {0}}} {
		if !slices.Equal(list[i].switches, want[0]) || !slices.Equal(list[i].lights, want[1]) {
			t.Errorf("part %d has the switches %v and the lights %v", i, list[i].switches, list[i].lights)
		}
		for s, whole := range list[i].switches {
			var lights []int
			for _, l := range list[i].Toggles(s) {
				lights = append(lights, list[i].lights[l])
			}
			if slices.Sort(lights); !slices.Equal(lights, b.Toggles(whole)) {
				t.Errorf("switch %d toggles %v", whole, lights)
			}
		}
	}
	for _, toggles := range [][][]int{{{0, 1}, {}}, {}, {{}}} {
		if list, err := parts(boardtest.FromToggles(t, 2, toggles)); list != nil || err != nil {
			t.Errorf("%v: %d parts, %v", toggles, len(list), err)
		}
	}
	if list, err := parts(copies(t, "1x2", mostParts+1)); list != nil || err != nil {
		t.Errorf("%d parts, %v", len(list), err)
	}
}
