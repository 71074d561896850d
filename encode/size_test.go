package encode_test

import (
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
)

// oneLight is a puzzle of a single XOR: n switches that all flip the one light, which must change.
func oneLight(t rapid.TB, n int) *board.Puzzle {
	t.Helper()
	toggles := make([][]int, n)
	for s := range toggles {
		toggles[s] = []int{0}
	}
	b, err := board.FromToggles("xor", 1, toggles)
	if err != nil {
		t.Fatal(err)
	}
	return board.NewPuzzle(b)
}

// firstLits are the variables 1…n.
func firstLits(n int) []cnf.Lit {
	lits := make([]cnf.Lit, n)
	for i := range lits {
		lits[i] = cnf.Lit(i + 1)
	}
	return lits
}

// A count takes as many variables as it says beforehand.
func TestCountingSize(t *testing.T) {
	for _, row := range encode.Countings() {
		for n := range 24 {
			for maxK := range n + 3 {
				var c cnf.Counter
				c.NewVars(n)
				if _, err := encode.NewCount(&c, row.Name, firstLits(n), maxK); err != nil {
					t.Fatal(err)
				}
				if vars := row.Vars(n, maxK); c.Vars()-n != vars {
					t.Errorf("%s of %d up to %d takes %d variables, not %d", row, n, maxK, c.Vars()-n, vars)
				}
			}
		}
	}
}

// Batcher (1968): a sorting network by odd-even merges for 2^p inputs has (p²-p+4)·2^(p-2) - 1
// comparators, and each takes two variables.
func TestCardnetSortsLikeBatcher(t *testing.T) {
	row, err := encode.ParseCounting("cardnet")
	if err != nil {
		t.Fatal(err)
	}
	for p := 2; p <= 10; p++ {
		comparators := (p*p-p+4)<<(p-2) - 1
		if vars, clauses := row.Size(1<<p, 1<<p); vars != 2*comparators || clauses != 6*comparators {
			t.Errorf("2^%d literals: %d variables, %d clauses for %d comparators", p, vars, clauses, comparators)
		}
	}
}
