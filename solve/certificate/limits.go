package certificate

// What is read, and verified without asking for a full check.
const (
	// verify.go

	// quickSteps of weighing take less than some seconds.
	quickSteps = 1 << 29

	// certificate.go

	// maxCost is the most that a switch may cost.
	maxCost = 1 << 30

	// words.go

	// maxWords is how many ranges or costs a question lists.
	maxWords = 100

	// restrict.go

	// quickDense bounds the entries of a matrix whose elimination takes some seconds; a full check
	// goes up to fullDense, about a minute.
	quickDense = 1 << 28
	fullDense  = 1 << 30
	// maxQuiet bounds a basis of quiet patterns, in bits: 1 GiB.
	maxQuiet = 1 << 33
)
