package distribution

import "lightsout/internal/covering"

// regionList is the regions of a board, with the plans of this package.
type regionList struct{ *covering.Regions }

// other is a region that is still to come.
type other struct {
	// column is written in a basis in which the columns from here on span the first dim coordinates. If they span less
	// without this one, column is 1<<(dim-1).
	column uint64
	dim    int
	size   int
}
