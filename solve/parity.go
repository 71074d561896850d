package solve

// classes labels the columns of a grid by the parities of row and column: on odd squares the
// code of quiet patterns splits along these lines, which makes searches faster. The reason is that the
// square of the board's matrix joins only cells with equal parities along every axis, modulo 2. So it is
// on grids of more axes and on tori, where only axes of even length have parities. With three axes and
// more there are too many classes of that kind to be paired. They make four: the cells with an even sum of
// parities, cut by the first axis, and the others, cut likewise.
func (sy *system) classes() []int {
	b := sy.equations
	shape := b.Shape()
	grid := shape.Kind == "grid"
	if len(shape.Dims) < 2 || shape.Masked || shape.Pattern != "" || !grid && shape.Kind != "torus" {
		return nil
	}
	labels := make([]int, sy.size())
	for column := range labels {
		cell := sy.first(column)
		first, sum := 0, 0
		for at, axis := cell, len(shape.Dims)-1; axis >= 0; axis-- {
			size := shape.Dims[axis]
			if parity := at % size % 2; grid || size%2 == 0 {
				first, sum = parity, sum+parity
			}
			at /= size
		}
		labels[column] = first*2 + sum%2
		if len(shape.Dims) == 2 && grid {
			labels[column] = first*2 + (first+sum)%2 // row and column, as certificates name them
		}
	}
	return labels
}
