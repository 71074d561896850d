package solve

import (
	"lightsout/internal/fewest"
)

// whicheverChanged is the proof of the fewest presses of the nearest solvable puzzle.
const whicheverChanged = fewest.PairsJoined + ", whichever lights are changed at the start"

// OddSet is a set of lights with a weight. Two such sets are disjoint, or one is inside the other. Each has an odd
// number of the lights to change, where the border counts as one of them if the others are odd in number. So every
// answer presses a switch that flips one light inside and one outside. The sets for which a switch does that weigh at
// most its cost together, and so no answer costs less than all of them weigh.
type OddSet struct {
	// Halves is the weight, counted in halves.
	Halves int64 `json:"halves"`
	// Within is the smallest set around this one, by its place in the list, which is before this one's; -1 is none.
	Within int `json:"within"`
	// Lights are those of which this is the smallest set. Border: it is that of the border, which takes the place of
	// the second light of switches that flip only one.
	Lights []int `json:"lights"`
	Border bool  `json:"border,omitempty"`
}

// OddSets is the proof of a lower bound by matching. Required switches are pressed before.
func (r *Result) OddSets() []OddSet {
	if r.sets == nil {
		return nil
	}
	list := make([]OddSet, len(r.sets.Weight))
	for i, w := range r.sets.Weight {
		list[i] = OddSet{Halves: w, Within: int(r.sets.Within[i]), Lights: []int{}}
	}
	border := len(r.sets.Set) - 1
	for l, i := range r.sets.Set {
		switch {
		case i < 0:
		case l == border:
			list[i].Border = true
		default:
			list[i].Lights = append(list[i].Lights, l)
		}
	}
	return list
}
