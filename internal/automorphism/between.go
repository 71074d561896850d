package automorphism

import (
	"context"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// Between finds an isomorphism from a board to another: renamed by it, the first is the second. It reports false if
// there is none. Limits are those of [Of] for a board as large as both.
//
// Both are put side by side as one board, each with one more switch that flips all its lights, and one
// more light that all its switches flip, so that neither comes apart. An isomorphism is then a symmetry that exchanges
// the two switches, and if there is one, a generator does so.
func Between(ctx context.Context, a, b *board.Board) (Symmetry, bool, error) {
	if a.Lights() != b.Lights() || a.Switches() != b.Switches() || a.States() != b.States() ||
		!slices.Equal(degrees(a), degrees(b)) {
		return Symmetry{}, false, nil
	}
	var toggles [][]int
	for _, side := range []*board.Board{a, b} {
		first := len(toggles) / (a.Switches() + 1) * (a.Lights() + 1) // of its lights
		var all []int
		for l := range side.Lights() + 1 {
			all = append(all, first+l)
		}
		for s := range side.Switches() {
			list := []int{first + side.Lights()}
			for l, amount := range side.Adds(s) {
				list = append(list, slices.Repeat([]int{first + l}, amount)...)
			}
			toggles = append(toggles, list)
		}
		toggles = append(toggles, all)
	}
	lights, switches := 2*a.Lights()+2, len(toggles)
	both, err := board.Listed{Name: "both", Lights: lights, Toggles: toggles, States: a.States(),
		Graph: a.IsGraph() && b.IsGraph()}.Board()
	if err != nil {
		return Symmetry{}, false, err
	}
	from, to := a.Switches(), switches-1 // the two switches
	group, err := search(ctx, both, []gf2.Vec{gf2.VecOf(switches, from, to)},
		[]gf2.Vec{gf2.VecOf(lights, a.Lights(), lights-1)})
	if err != nil {
		return Symmetry{}, false, err
	}
	for _, g := range group.Generators() {
		if g.Switches[from] != to {
			continue
		}
		found := Symmetry{Switches: slices.Clone(g.Switches[:from]), Lights: slices.Clone(g.Lights[:a.Lights()])}
		for s := range found.Switches {
			found.Switches[s] -= from + 1
		}
		for l := range found.Lights {
			found.Lights[l] -= a.Lights() + 1
		}
		return found, true, nil
	}
	return Symmetry{}, false, nil
}

// degrees is how many lights each switch reaches, in order of size: most boards differ in it.
func degrees(b *board.Board) []int {
	list := make([]int, b.Switches())
	for s := range list {
		list[s] = len(b.Toggles(s))
	}
	slices.Sort(list)
	return list
}
