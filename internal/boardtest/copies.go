package boardtest

import (
	"pgregory.net/rapid"

	"lightsout/board"
)

// DrawCopies draws a board of at most 7 lights and 16 switches, some of which are copies of each other.
// Few lights make many quiet patterns, and copies make regions of several switches.
func DrawCopies(t *rapid.T) *board.Board {
	lights := rapid.IntRange(1, 7).Draw(t, "lights")
	kinds := rapid.SliceOfN(rapid.SliceOfNDistinct(rapid.IntRange(0, lights-1), 0, lights, rapid.ID[int]), 1, 8).Draw(t,
		"kinds")
	var toggles [][]int
	for _, kind := range kinds {
		for range rapid.IntRange(1, 2).Draw(t, "copies") {
			toggles = append(toggles, kind[:len(kind):len(kind)])
		}
	}
	return FromToggles(t, lights, toggles)
}
