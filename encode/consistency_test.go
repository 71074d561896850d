package encode_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/internal/boardtest"
)

// docs/encodings.md says in one table which encodings are arc consistent: whether unit propagation
// finds every value that a partial assignment of the switches implies, and every contradiction. The
// table is held against the encodings, over all partial assignments.
func TestDocumentedConsistency(t *testing.T) {
	text, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## At a glance\n")
	if !ok {
		t.Fatalf("%s has no section At a glance", docsFile)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	said := map[string][]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)(?::N)?` \\|(.*)\\|$").FindAllStringSubmatch(section, -1) {
		for cell := range strings.SplitSeq(row[2], "|") {
			said[row[1]] = append(said[row[1]], strings.TrimSpace(cell))
		}
	}
	yes := map[bool]string{true: "yes", false: "no"}
	// 3x3 has one answer to each state, 4x4 has sixteen, so that something is left to decide.
	one, many := boardtest.Parse(t, "3x3"), boardtest.Parse(t, "4x4")
	for _, p := range encode.Parities() {
		if len(said[p.Name]) != 4 {
			t.Errorf("%s does not say of %s: one light, whole board, size, source", docsFile, p.Name)
			continue
		}
		if !p.WholeSystem {
			alone := true
			for n := 1; n <= 7; n++ {
				light := oneLight(t, n)
				alone = alone && consistent(formula(t, light, encode.Options{Xor: p.String()}), n, boardtest.Table(light, boardtest.Restrictions{}))
			}
			if got := said[p.Name][0]; got != yes[alone] {
				t.Errorf("one light in %s: the table says %q", p.Name, got)
			}
		}
		whole := func(b *board.Board) bool {
			puzzle := board.NewPuzzle(b)
			return consistentOn(formula(t, puzzle, encode.Options{Xor: p.String()}), b.Switches(), boardtest.Table(puzzle, boardtest.Restrictions{}))
		}
		words := "no"
		if whole(one) {
			words = "where the nullity is 0"
		}
		if whole(many) {
			words = "yes"
		}
		if got := said[p.Name][1]; got != words {
			t.Errorf("the whole board in %s: the table says %q, but it should be %q", p.Name, got, words)
		}
	}
	for _, c := range encode.Countings() {
		if len(said[c.Name]) != 4 {
			t.Errorf("%s does not say of %s: bound, both bounds, size, source", docsFile, c.Name)
			continue
		}
		for column, most := range []bool{true, false} {
			all := true
			for n := 2; n <= 6; n++ {
				for k := 1; k < n; k++ {
					all = all && countsConsistently(t, c.Name, n, k, most)
				}
			}
			if got := said[c.Name][column]; got != yes[all] {
				t.Errorf("at most %v in %s: the table says %q", most, c.Name, got)
			}
		}
	}
}

// countsConsistently is about n switches of which at most, or at least, k are pressed.
func countsConsistently(t *testing.T, name string, n, k int, most bool) bool {
	f := &cnf.Formula{}
	f.NewVars(n)
	c, err := encode.NewCount(f, name, firstLits(n), k)
	if err != nil {
		t.Fatal(err)
	}
	if most {
		c.RequireAtMost(k)
	} else {
		c.RequireAtLeast(k)
	}
	table := make([]bool, 1<<n)
	for x := range table {
		weight := boardtest.Vec(n, uint64(x)).Weight()
		table[x] = weight <= k && most || weight >= k && !most
	}
	return consistent(f, n, table)
}

// consistent goes through every partial assignment of the first n variables; table says which full
// ones are models.
func consistent(f *cnf.Formula, n int, table []bool) bool {
	partial := make([]int, n) // -1, 0 or 1
	var all func(i int) bool
	all = func(i int) bool {
		if i == n {
			return propagates(f, partial, table)
		}
		for v := -1; v <= 1; v++ {
			if partial[i] = v; !all(i + 1) {
				return false
			}
		}
		return true
	}
	return all(0)
}

// consistentOn is consistent for partial assignments of up to three variables: enough to find what an
// encoding misses, on boards that have too many assignments.
func consistentOn(f *cnf.Formula, n int, table []bool) bool {
	partial := make([]int, n)
	for i := range partial {
		partial[i] = -1
	}
	var some func(from, left int) bool
	some = func(from, left int) bool {
		if !propagates(f, partial, table) {
			return false
		}
		if left == 0 {
			return true
		}
		for i := from; i < n; i++ {
			for v := range 2 {
				if partial[i] = v; !some(i+1, left-1) {
					return false
				}
			}
			partial[i] = -1
		}
		return true
	}
	return some(0, 3)
}

// propagates reports whether unit propagation finds all that a partial assignment implies about the
// first variables, given as -1, 0 or 1.
func propagates(f *cnf.Formula, partial []int, table []bool) bool {
	n := len(partial)
	could := make([][2]bool, n)
	possible := false
	for x, model := range table {
		fits := model
		for i := 0; i < n && fits; i++ {
			fits = partial[i] < 0 || partial[i] == x>>i&1
		}
		if fits {
			possible = true
			for i := range n {
				could[i][x>>i&1] = true
			}
		}
	}
	value := make([]int, f.Vars()+1)
	for i := range value {
		value[i] = -1
	}
	for i, v := range partial {
		value[i+1] = v
	}
	if !unitPropagate(f, value) {
		return !possible
	}
	if !possible {
		return false // a contradiction that was missed
	}
	for i := range n {
		if (!could[i][0] || !could[i][1]) && value[i+1] < 0 {
			return false
		}
	}
	return true
}

// unitPropagate extends the values, from index 1, and reports false on a contradiction.
func unitPropagate(f *cnf.Formula, value []int) bool {
	for changed := true; changed; {
		changed = false
		for clause := range f.Clauses() {
			satisfied, open, unit := false, 0, cnf.Lit(0)
			for _, l := range clause {
				switch v := value[l.Var()]; {
				case v < 0:
					open, unit = open+1, l
				case v == 1 == l.Positive():
					satisfied = true
				}
			}
			switch {
			case satisfied || open > 1:
			case open == 0:
				return false
			default:
				changed = true
				if value[unit.Var()] = 0; unit.Positive() {
					value[unit.Var()] = 1
				}
			}
		}
	}
	return true
}
