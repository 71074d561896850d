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

	// anneal.go

	// annealFrom is the dimension from which information sets alone find no light words: with k coefficients a
	// lightest word has about a tenth of k ones on a set.
	annealFrom = 128

	// maxAnnealRow bounds the ones of a row on average: adding a heavy row tells nothing about the next.
	maxAnnealRow = 32

	// annealStarts is the number of walks at a time, whatever the number of workers.
	annealStarts = 4

	// checks.go

	// sumsOfChecks bounds the sums that are formed for a problem given by its checks: some seconds of work.
	sumsOfChecks = 1 << 31

	// code.go

	// keptBits bounds the basis of a code whose frames are kept: larger ones take longer to search than to frame.
	keptBits = 1 << 16
	// keptFrames bounds their number. A code has many if it has many regions of an even number of cells.
	keptFrames = 1024

	// leebrickell.go

	// Efforts in word operations: a few milliseconds, and up to a second.
	leeBrickellShort = 1 << 22
	leeBrickellLong  = 1 << 27

	// lightset.go

	// lightRounds is how many random sets are tried, each a tenth of a second.
	lightRounds = 16
	// lightColumns is how many columns are added up in pairs.
	lightColumns = 3 << 10

	// matching.go

	// matchingStep is how many nanoseconds it takes for each light and column where half of the lights are to change,
	// measured on grids and random graphs of 1,000 to 30,000 switches.
	matchingStep = 1000

	// meet.go

	// maxUnary bounds the costs of a form for mitm, which writes them in unary.
	maxUnary = 1 << 10

	// packing.go

	// packedFrom is how many nanoseconds a search takes that is worth looking for bounds first: a tenth of a second.
	packedFrom = 1 << 27
	// lightFrom is the nullity above which a search hardly ends, so that a light answer is looked for at once.
	lightFrom = 64

	// pairs.go

	// maxClass bounds the dimension of a class: coefficients are kept in 32 bits, and 2^32 words take some seconds.
	maxClass = 32

	// split.go

	// largeClass is the dimension from which weighing a class takes so long that a good word is worth a second, and a
	// class is better listed once and far.
	largeClass = 29
	// blockWords is how many words of the larger bucket are summed up once and tested against all of the smaller.
	blockWords = 256

	// sums.go

	// classSize is the number of sums that one table should hold.
	classSize = 1 << 16

	// roundSize is how many jobs are done before it is asked whether a set was found.
	roundSize = 16

	// trellis.go

	// lightenSteps bounds the work of lightening rows. With so many of them the code is wide in any order.
	lightenSteps = 1 << 30
	// sweepSteps bounds the work of looking for an order.
	sweepSteps = 1 << 23
	// narrowTrellis is a width at which looking for a better order takes longer than the search.
	narrowTrellis = 12

	// walsh.go

	// maxWalsh is how many coefficients there may be; more would take far too long.
	maxWalsh = 62
	// blocksPerTurn is how many blocks a worker weighs before it looks at the context.
	blocksPerTurn = 64
)
