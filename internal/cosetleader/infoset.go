package cosetleader

// infoSet is an information set, as every search on one sees it: columns whose ones decide a word. Choose
// some of them, a pattern; the word then has ones at these, and elsewhere where base and their rows add
// up to one. So its weight is the cost of the pattern, and the number of ones of that sum.
//
// brouwerZimmermann tries patterns in the order of their cost and proves bounds by that, and wagner joins rows that
// nearly cancel. Where the set comes from depends on how the code is given, as only the smaller matrix is
// worth eliminating: k rows of a basis (form.rebase), or the checks (newCheckSet), of which there may be
// a hundred where a basis has thousands of rows.
type infoSet struct {
	words int
	base  []uint64 // the columns outside the set, with no column chosen
	flat  []uint64 // what each column of the set changes there, one row after another
}

func (set *infoSet) row(i int) []uint64 { return set.flat[i*set.words:][:set.words] }
