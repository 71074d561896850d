package encode

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lightsout/cnf"
	"lightsout/internal/suggest"
)

// Counting is one way to count true literals in clauses: a counting encoding.
type Counting struct {
	Name    string
	Summary string // one line

	// build writes clauses that count n ≥ 1 literals up to limit, 1 ≤ limit ≤ n. vars is the number
	// of auxiliary variables.
	build func(w *clauses, lits []cnf.Lit, limit int) bounds
	vars  func(n, limit int) int
}

// bounds turns bounds on a count into literals, once the clauses that count are written. It is only
// asked for bounds within its limit that are neither trivial nor impossible.
type bounds interface {
	atMost(w *clauses, k int) cnf.Lit  // implies at most k, 0 ≤ k < limit
	atLeast(w *clauses, k int) cnf.Lit // implies at least k, 1 ≤ k ≤ limit
}

// countings lists every counting encoding. To add one, write a file and add a row.
var countings = []Counting{
	{Name: "seq", Summary: "sequential counter: a running count after each switch", build: buildSeq, vars: seqVars},
	{Name: "totalizer", Summary: "the counts of two halves added in unary, recursively", build: buildTotalizer,
		vars: totalizerVars},
	{Name: "cardnet", Summary: "cardinality network: a sorting network that stops at the bound", build: buildCardnet,
		vars: cardnetVars},
	{Name: "adder", Summary: "a binary adder and a comparison with the bound", build: buildAdder, vars: adderVars},
}

// defaultCounting is the encoding for an empty name.
const defaultCounting = "totalizer"

// Countings lists the counting encodings.
func Countings() []Counting { return slices.Clone(countings) }

// parseCounting finds an encoding by its name. The error for an unknown name lists the known ones.
func parseCounting(name string) (Counting, error) {
	c, names := named(countings, cmp.Or(name, defaultCounting))
	if names != nil {
		return c, fmt.Errorf("no such counting encoding %q%s; the encodings are %s", name,
			suggest.DidYouMean(name, names), strings.Join(names, " "))
	}
	return c, nil
}

// named finds an encoding without arguments in a list, or the names that there are instead.
func named[E fmt.Stringer](list []E, name string) (found E, names []string) {
	names = suggest.Names(list, E.String)
	if i := slices.Index(names, name); i >= 0 {
		return list[i], nil
	}
	return found, names
}

// String is the name as [Options].Card takes it.
func (c Counting) String() string { return c.Name }

// limitFor is how far to count n literals for bounds up to maxK: AtMost(maxK) means that the count
// does not reach maxK+1.
func limitFor(n, maxK int) int { return min(n-1, maxK) + 1 }
