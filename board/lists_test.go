package board

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestListedBoards(t *testing.T) {
	b, err := FromEdges("g", 3, [][2]int{{0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	if b.Spec() != "graph:g" || !b.IsGraph() || b.Layout() != nil {
		t.Errorf("%s, graph %v", b, b.IsGraph())
	}
	if got := b.Toggles(1); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("an edge given twice cancels, but node 1 flips %v", got)
	}
	for _, edge := range [][2]int{{0, 3}, {-1, 0}, {1, 1}} {
		if _, err := FromEdges("g", 3, [][2]int{edge}); err == nil {
			t.Errorf("edge %v was taken", edge)
		}
	}
	for _, light := range []int{-1, 2} {
		if _, err := FromToggles("g", 2, [][]int{{light}}); err == nil {
			t.Errorf("light %d of 2 was taken", light)
		}
	}
	for _, n := range []int{-1, tooMany()} {
		if _, err := FromEdges("g", n, nil); err == nil {
			t.Errorf("%d nodes were taken", n)
		}
		if _, err := FromToggles("g", n, nil); err == nil {
			t.Errorf("%d lights were taken", n)
		}
	}
}

// A board is what its switches flip, whatever way it was put together.
func TestListedBoardsEqualTheirShapes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		toggles := make([][]int, b.Switches())
		d := Listed{Name: "g", Lights: b.Lights(), Graph: b.IsGraph(), Start: []int{0}}
		for s := range toggles {
			flips := b.Toggles(s)
			toggles[s] = rapid.Permutation(flips).Draw(t, "order")
			for _, l := range flips {
				d.Light = append(d.Light, int32(l))
			}
			d.Start = append(d.Start, len(d.Light))
		}
		if listed, err := d.Board(); err != nil || !listed.Equal(b) {
			t.Fatalf("%s is not the board of its lists: %v", b, err)
		}
		apart, err := FromToggles("t", b.Lights(), toggles)
		if err != nil {
			t.Fatal(err)
		}
		if apart.Equal(b) && b.IsGraph() {
			t.Fatal("a board whose switches are not its lights equals one whose are")
		}
		for s := range toggles {
			if !slices.Equal(apart.Toggles(s), b.Toggles(s)) {
				t.Fatalf("switch %d flips %v, want %v", s, apart.Toggles(s), b.Toggles(s))
			}
		}
	})
}

// tooMany is one more than can be listed; with 32 bits it is negative.
func tooMany() int {
	n := maxListed
	return n + 1
}
