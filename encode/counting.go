package encode

import (
	"fmt"
	"strings"

	"lightsout/cnf"
	"lightsout/internal/suggest"
)

// Counting is one way to bound how many literals are true: a row of the table below.
type Counting struct {
	Name    string
	Summary string // one line

	// build writes the clauses that count n ≥ 1 literals as far as limit, 1 ≤ limit ≤ n, and size is
	// how many variables and clauses that takes.
	build func(w *clauses, lits []cnf.Lit, limit int) bounds
	size  func(n, limit int) (vars, clauses int)
}

// bounds is what an encoding offers once its clauses are written. What it is asked is neither
// trivial nor impossible, and within the limit it was built for.
type bounds interface {
	atMost(w *clauses, k int) cnf.Lit  // implies at most k, 0 ≤ k < limit
	atLeast(w *clauses, k int) cnf.Lit // implies at least k, 1 ≤ k ≤ limit
}

// countings is every encoding. To add one, write a file and add a row.
var countings = []Counting{
	{Name: "seq", Summary: "sequential counter: a running count after each switch", build: buildSeq, size: seqSize},
	{Name: "totalizer", Summary: "counts of halves added up in unary", build: buildTotalizer, size: totalizerSize},
	{Name: "cardnet", Summary: "cardinality network: a sorting network that stops at the bound", build: buildCardnet, size: cardnetSize},
	{Name: "adder", Summary: "a binary adder and a comparison with the bound", build: buildAdder, size: adderSize},
}

// DefaultCounting is the encoding that stands for "".
const DefaultCounting = "totalizer"

// Countings lists the encodings.
func Countings() []Counting { return append([]Counting(nil), countings...) }

// ParseCounting finds an encoding by its name. An error lists the names there are.
func ParseCounting(name string) (Counting, error) {
	if name == "" {
		name = DefaultCounting
	}
	var names []string
	for _, c := range countings {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
	}
	return Counting{}, fmt.Errorf("no such counting encoding %q%s; the encodings are %s",
		name, suggest.DidYouMean(name, names), strings.Join(names, " "))
}

func (c Counting) String() string { return c.Name }

// Size is how many variables and clauses NewCount writes for n literals and maxK.
func (c Counting) Size(n, maxK int) (vars, clauses int) {
	if n == 0 {
		return 0, 0
	}
	return c.size(n, limitFor(n, maxK))
}

// limitFor is how far n literals must be counted for bounds up to maxK: AtMost(maxK) means that the
// count of maxK+1 is not reached.
func limitFor(n, maxK int) int { return min(n-1, maxK) + 1 }
