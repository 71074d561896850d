package board

// makePetersen is the Petersen graph: an outer cycle 0…4, spokes, an inner star 5…9.
func makePetersen(_ []int, self bool) (toggler, Layout) {
	toggles := make([][]int, 10)
	join := func(u, v int) {
		toggles[u] = append(toggles[u], v)
		toggles[v] = append(toggles[v], u)
	}
	for i := range 5 {
		join(i, (i+1)%5)
		join(i, i+5)
		join(i+5, (i+2)%5+5)
	}
	if self {
		for v := range toggles {
			toggles[v] = append(toggles[v], v)
		}
	}
	return newLists(toggles), nil
}
