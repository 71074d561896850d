package board

// makeMerlin is the nine-button game: a corner flips its 2×2 block, the middle of a side that side,
// the centre the cross. It is directed: a corner flips the centre, the centre no corner.
func makeMerlin(_ []int, self bool) (toggler, Layout) {
	toggles := [][]int{
		{0, 1, 3, 4}, {0, 1, 2}, {1, 2, 4, 5},
		{0, 3, 6}, {1, 3, 4, 5, 7}, {2, 5, 8},
		{3, 4, 6, 7}, {6, 7, 8}, {4, 5, 7, 8},
	}
	if !self {
		for s := range toggles {
			toggles[s] = append(toggles[s], s) // the pair cancels
		}
	}
	return newLists(toggles), plain{3, 3}
}
