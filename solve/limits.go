package solve

import "math"

// What is asked for, kept or refused, with what was measured; what searches are decided by is in package fewest.
const (
	// answer.go

	// maxAnswerBits bounds the numbers of answers that records have in decimal: writing more than a million
	// digits takes longer than finding the answer.
	maxAnswerBits = 1 << 22

	// countedFrom is the number of lights from which a witness may be too long to list, and is counted.
	countedFrom = 1 << 17

	// bfs.go

	// maxBFSLights bounds breadth-first search over lights that are on or off: it keeps a byte for each of 2^lights
	// states. With more states a light, it is as many states as maxBFSStates.
	maxBFSLights = 25
	maxBFSStates = 1 << 26
	// maxBFSSwitches is how many switches a byte tells apart.
	maxBFSSwitches = 250

	// classes.go

	// maxExpected is how many bytes of answers are kept.
	maxExpected = 1 << 30

	// maxClassSteps bounds the counting of classes over symmetries: about a minute. With more of them the answers are
	// listed, up to 2^maxGrouped.
	maxClassSteps = 1e11
	maxGrouped    = 20

	// linear.go

	// maxQuietBits bounds a basis of quiet patterns: 1 GiB. A large graph can have too many to list even
	// where one answer is easy to find.
	maxQuietBits = min(1<<33, math.MaxInt)

	// polynomial.go

	// longRows is from how many columns on a board is solved on its side, if it has fewer rows: products of
	// polynomials as long as a row take seconds there.
	longRows = 1 << 17

	// problem.go

	// maxCounted is the most answers of a puzzle with K states that are gone through to count those that press what is
	// required.
	maxCounted = 1 << 20

	// reduced.go

	// maxPrice bounds the sum of all prices, so that nothing overflows.
	maxPrice = math.MaxInt64 / 2

	// remember.go

	// maxRemembered is how many analyses are remembered. When there are more, all are forgotten.
	maxRemembered = 64

	// keptQuiet bounds the quiet patterns that are kept, in bits: 2 MiB.
	keptQuiet = 1 << 24

	// maxTabled is the most lights of a board whose answers are tabled: more take longer than a few puzzles.
	maxTabled = 64

	// solver.go

	// maxCost is the most that a switch may cost. A sum of costs, one per switch, is then far from overflow; with 32
	// bits it is checked.
	maxCost = 1 << 30

	// quickToCheck is a number of lights that take about a tenth of a second to replay.
	quickToCheck = 1 << 20

	// sparse.go

	// maxListed bounds the flips that are listed, 4 bytes each: 1 GiB.
	maxListed = 1 << 28
)
