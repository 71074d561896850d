package census

import (
	"fmt"

	"lightsout/board"
	"lightsout/internal/disjoint"
)

// mostParts bounds into how many parts a board is cut.
const mostParts = 64

// part is a board for itself, with the numbers that its switches and lights have on the whole board.
type part struct {
	*board.Board
	switches, lights []int
}

// parts cuts a board into parts that have no light in common: a state needs as many presses as those of all parts
// together. It is nil if there is only one, or too many. Switches without lights, which nobody presses, and lights
// without switches, which stay off, are in none.
func parts(b *board.Board) ([]part, error) {
	sets := disjoint.New[int](b.Lights())
	var lights []int
	for s := range b.Switches() {
		lights = b.AppendToggles(lights[:0], s)
		for _, l := range lights[min(1, len(lights)):] {
			sets.Join(lights[0], l)
		}
	}
	var list []part
	at := map[int]int{} // the place of a light's part
	number := make([]int, b.Lights())
	var toggles [][][]int
	for s := range b.Switches() {
		lights := b.Toggles(s)
		if len(lights) == 0 {
			continue
		}
		root := sets.Find(lights[0])
		k, ok := at[root]
		if !ok {
			if k = len(list); k == mostParts {
				return nil, nil
			}
			at[root] = k
			list = append(list, part{})
			toggles = append(toggles, nil)
		}
		list[k].switches = append(list[k].switches, s)
		toggles[k] = append(toggles[k], lights)
	}
	if len(list) < 2 {
		return nil, nil
	}
	for l := range b.Lights() {
		if k, ok := at[sets.Find(l)]; ok {
			number[l] = len(list[k].lights)
			list[k].lights = append(list[k].lights, l)
		}
	}
	for k := range list {
		var own [][]int
		for _, lights := range toggles[k] {
			var numbers []int
			for _, l := range lights {
				numbers = append(numbers, number[l])
			}
			own = append(own, numbers)
		}
		var err error
		if list[k].Board, err = board.FromToggles(fmt.Sprintf("part %d of %s", k+1, b.Spec()), len(list[k].lights),
			own); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// placed is a vector of a part in the whole: of its switches or lights.
func placed(whole, v board.State, numbers []int) {
	for i, n := range v.All() {
		whole.Set(numbers[i], n)
	}
}
