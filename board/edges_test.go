package board

import (
	"slices"
	"strings"
	"testing"
)

// toggleSets are the lights of every switch, in order.
func toggleSets(b *Board) [][]int {
	var list [][]int
	for s := range b.Switches() {
		list = append(list, b.Toggles(s))
	}
	slices.SortFunc(list, slices.Compare)
	return list
}

// A toric code is the edges of a torus, up to the numbering of its switches.
func TestToricIsTheEdgesOfATorus(t *testing.T) {
	for _, d := range []string{"3", "4", "7"} {
		toric, err1 := Parse("toric:" + d)
		torus, err2 := Parse("torus:" + d + "x" + d + ",switches=edges")
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if !slices.EqualFunc(toggleSets(toric), toggleSets(torus), slices.Equal[[]int]) {
			t.Errorf("toric:%s is not the edges of a torus", d)
		}
	}
}

// The switches are the edges in order of their ends, whatever a press of the graph itself flips; the SPEC comes back.
func TestSwitchesAreEdges(t *testing.T) {
	square := [][]int{{0, 1}, {0, 3}, {1, 2}, {2, 3}}
	for spec, want := range map[string][][]int{
		"path:3,switches=edges": {{0, 1}, {1, 2}}, "cycle:4,switches=edges": square,
		"2x2,switches=edges": {{0, 1}, {0, 2}, {1, 3}, {2, 3}}, "complete:3,switches=edges,mod=3": {{0, 1}, {0, 2}, {1, 2}},
		"2x2,mask=##/#_,switches=edges": {{0, 1}, {0, 2}},
	} {
		b := parse(t, spec)
		for s, lights := range want {
			if s >= b.Switches() || !slices.Equal(b.Toggles(s), lights) {
				t.Errorf("%s: switch %d of %d", spec, s, b.Switches())
			}
		}
		if again, err := Parse(b.Spec()); err != nil || again.Spec() != b.Spec() || !again.Equal(b) || b.Switches() != len(want) || b.IsGraph() {
			t.Errorf("%s becomes %s with %d switches: %v", spec, b.Spec(), b.Switches(), err)
		}
	}
	for spec, want := range map[string]string{
		"merlin,switches=edges": "both ways", "hexcolor:3,switches=edges": "switches are its lights", "1x1,switches=edges": "no edges",
		"3x3,self=off,switches=edges": "self=off says nothing", "3x3,switches=nodes": "takes edges",
	} {
		if _, err := Parse(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}
