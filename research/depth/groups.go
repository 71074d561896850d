package depth

import (
	"context"
	"slices"

	"lightsout/internal/automorphism"
)

// groups are the symmetries that a search may ask of a state: on a square both diagonals, none, a quarter turn, half a
// turn, one diagonal, and left and right; elsewhere none, half a turn, and left and right, where the board has
// them. Each is a group of permutations of the regions.
func (d *depthSearch) groups(ctx context.Context) [][][]int {
	motions := map[string][]int{}
	for _, name := range []string{"mirror", "turn", "quarter"} {
		if found, err := automorphism.OfMotion(ctx, d.board, name); err == nil && found[0].Switches != nil {
			motions[name] = d.regions.moved(found[0].Switches)
		}
	}
	mirror, turn, quarter := motions["mirror"], motions["turn"], motions["quarter"]
	if mirror != nil && turn != nil && quarter != nil {
		diagonal := after(mirror, quarter)
		return [][][]int{
			generated(diagonal, turn), nil, generated(quarter), generated(turn), generated(diagonal), generated(mirror),
		}
	}
	groups := [][][]int{nil}
	for _, g := range [][]int{turn, mirror} {
		if g != nil {
			groups = append(groups, generated(g))
		}
	}
	return groups
}

// after is the permutation that does first h, then g.
func after(g, h []int) []int {
	both := make([]int, len(h))
	for i, j := range h {
		both[i] = g[j]
	}
	return both
}

// generated is the group of all products of some permutations.
func generated(generators ...[]int) [][]int {
	all := slices.Clone(generators)
	for at := 0; at < len(all); at++ {
		for _, g := range generators {
			product := after(g, all[at])
			if !slices.ContainsFunc(all, func(h []int) bool { return slices.Equal(h, product) }) {
				all = append(all, product)
			}
		}
	}
	return all
}

// moved is what a map of the switches does to the regions, or nil if it does not take regions to regions of their size.
func (r *regionList) moved(switches []int) []int {
	of := make([]int, r.Switches) // the region of a switch, plus 1
	for i, g := range r.List {
		for _, s := range g.Cells {
			of[s] = i + 1
		}
	}
	to := make([]int, len(r.List))
	for i, g := range r.List {
		to[i] = of[switches[g.Cells[0]]] - 1
		for _, s := range g.Cells {
			if j := of[switches[s]] - 1; j < 0 || j != to[i] || r.List[j].Size() != g.Size() {
				return nil
			}
		}
	}
	return to
}
