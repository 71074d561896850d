package fewest

// What is decided by, in steps of about a nanosecond. Package solve measures what is chosen (BenchmarkWhatIsChosen).
const (
	// quick is so little that it is never refused.
	quick = 1 << 25
	// tooLong is more than anyone waits for, ten hours.
	tooLong = 1 << 45
	// tableSteps are those of setting up a transform.
	tableSteps = 1 << 11
	// meetSteps are those of setting up tables of sums.
	meetSteps = 1 << 15
	// sumSteps are those of forming a sum of columns and looking it up in a table that is not in the cache.
	sumSteps = 30
	// classSteps are those of listing and pairing small classes.
	classSteps = 1 << 24
	// treeStep and pathStep are those of a step over a tree and over a path.
	treeStep, pathStep = 2, 3
	// narrowSteps and wideSteps are those of looking for a tree decomposition, for each vertex of a graph that has a
	// narrow one, and of one that has not.
	narrowSteps, wideSteps = 1 << 11, 1 << 14
)
