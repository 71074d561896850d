package board

import (
	"slices"
	"testing"

	"lightsout/gf2"

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

// A description is refused where its parts do not fit each other.
func TestListedDescriptionsAreChecked(t *testing.T) {
	lists := func(lights ...[]int) (l gf2.Lists) {
		for _, list := range lights {
			gf2.Append(&l, list)
		}
		return l
	}
	flips := lists([]int{0, 1}, []int{0, 1})
	good := Listed{Lights: 2, Flips: flips, Amount: []uint8{1, 2, 2, 1}, States: 3}
	if _, err := good.Board(); err != nil {
		t.Fatal(err)
	}
	if _, err := (Listed{}).Board(); err != nil {
		t.Errorf("no switches and no lights: %v", err)
	}
	for what, d := range map[string]Listed{
		"few amounts":          {Lights: 2, Flips: flips, Amount: []uint8{1, 2}, States: 3},
		"an amount of nothing": {Lights: 2, Flips: flips, Amount: []uint8{1, 2, 0, 1}, States: 3},
		"a large amount":       {Lights: 2, Flips: flips, Amount: []uint8{1, 2, 3, 1}, States: 3},
		"one state":            {Lights: 2, Flips: flips, States: 1},
		"a negative number":    {Lights: 2, Flips: flips, States: -2},
		"too many states":      {Lights: 2, Flips: flips, States: 99},
		"negative rows":        {Lights: 2, Flips: flips, Rows: -1, Cols: -2},
		"a light twice":        {Lights: 2, Flips: lists([]int{0, 0}, []int{0, 1})},
		"a light that is not":  {Lights: 2, Flips: lists([]int{0, 2}, []int{0, 1})},
	} {
		if b, err := d.Board(); err == nil {
			t.Errorf("%s was taken: %v", what, b)
		}
	}
}

// A board is what its switches flip, whatever way it was put together.
func TestListedBoardsEqualTheirShapes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		toggles := make([][]int, b.Switches())
		d := Listed{Name: "g", Lights: b.Lights(), Graph: b.IsGraph()}
		for s := range toggles {
			flips := b.Toggles(s)
			toggles[s] = rapid.Permutation(flips).Draw(t, "order")
			gf2.Append(&d.Flips, flips)
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
