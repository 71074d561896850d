package board

// makePetersen is the Petersen graph: an outer cycle 0…4, spokes, an inner star 5…9.
func makePetersen(_ []int, self bool) (toggler, Layout) {
	return joined(10, self, func(join func(u, v int)) {
		ring(join, 0, 5)
		for i := range 5 {
			join(i, i+5)
			join(i+5, (i+2)%5+5)
		}
	}), nil
}
