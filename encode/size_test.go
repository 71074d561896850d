package encode_test

import (
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
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

// count is the size of what the encoding writes, without the switches.
func count(t rapid.TB, p *board.Puzzle, name string) (vars, clauses int) {
	t.Helper()
	var c cnf.Counter
	if err := encode.Puzzle(&c, p, encode.Options{Xor: name}); err != nil {
		t.Fatal(err)
	}
	return c.Vars() - p.Board.Switches(), c.Clauses
}

// The number of clauses does not depend on whether the light must change.
func TestParitySizeEitherParity(t *testing.T) {
	eachParity(t, func(t *testing.T, name string) {
		p := oneLight(t, 11)
		if name == "chase" {
			return // takes no such board
		}
		oddVars, oddClauses := count(t, p, name)
		p.Goal.Set(0, 1)
		if vars, clauses := count(t, p, name); vars != oddVars || clauses != oddClauses {
			t.Errorf("odd: %d variables, %d clauses; even: %d, %d", oddVars, oddClauses, vars, clauses)
		}
	})
}

// freeParts lists, for each switch that is not free, which quiet patterns of the basis contain it, as a
// string of 0 and 1.
func freeParts(t rapid.TB, b *board.Board) (parts []string, nullity int) {
	m, err := b.Matrix()
	if err != nil {
		t.Fatal(err)
	}
	basis := m.RightNull()
	r := m.Clone()
	for _, s := range r.Reduce() {
		part := gf2.NewVec(len(basis))
		for j, v := range basis {
			part.Set(j, v.Bit(s))
		}
		parts = append(parts, part.String())
	}
	return parts, len(basis)
}

func weight(part string) int {
	n := 0
	for _, bit := range part {
		n += int(bit - '0')
	}
	return n
}

// gauss and kernel have the sizes that their files state, computed from the quiet patterns.
func TestEliminatedSizes(t *testing.T) {
	cut, err := encode.ParseParity("cut:3")
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Draw(t)
		p := board.NewPuzzle(b)
		p.On = board.Bits(b.Apply(boardtest.DrawVec(t, b.Switches(), "presses")))
		parts, nullity := freeParts(t, b)
		var gauss, kernel [2]int
		add := func(to *[2]int, n int) {
			vars, clauses, _ := cut.Size(n)
			to[0] += vars
			to[1] += clauses
		}
		seen := map[string]bool{}
		for j := range nullity {
			seen[gf2.VecOf(nullity, j).String()] = true // the free switches' own regions
		}
		for _, part := range parts {
			add(&gauss, 1+weight(part))
			switch {
			case weight(part) == 0:
				kernel[1]++
			case seen[part]:
				kernel[1] += 2
			default:
				add(&kernel, 1+weight(part))
			}
			seen[part] = true
		}
		for name, want := range map[string][2]int{"gauss:3": gauss, "kernel:3": kernel} {
			if vars, clauses := count(t, p, name); vars != want[0] || clauses != want[1] {
				t.Fatalf("%s by %s: %d variables, %d clauses, expected %v", b, name, vars, clauses, want)
			}
		}
	})
}

// chase writes the lights of all rows but the last directly, and the first row eliminated.
func TestChaseSize(t *testing.T) {
	cut, err := encode.ParseParity("cut:4")
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range []string{"grid:1x1", "grid:4x4", "grid:5x5", "grid:9x9", "cylinder:5x6", "grid:11x5"} {
		b := boardtest.Parse(t, spec)
		p := board.NewPuzzle(b) // all on is solvable on every undirected board: Sutner
		width := b.Shape().Dims[1]
		direct := 0
		lights := make([]int, b.Lights())
		for s := range b.Switches() {
			for _, l := range b.Toggles(s) {
				lights[l]++
			}
		}
		for _, n := range lights[:b.Lights()-width] {
			direct += 1 << (n - 1)
		}
		vars, clauses := count(t, p, "chase")
		_, nullity := freeParts(t, b)
		// The reduced first row has width-nullity equations of 1 to nullity+1 switches.
		mostVars, mostClauses, _ := cut.Size(nullity + 1)
		lo, hi := direct+width-nullity, direct+(width-nullity)*mostClauses
		if clauses < lo || clauses > hi || vars > (width-nullity)*mostVars {
			t.Errorf("%s: %d variables, %d clauses; expected %d to %d clauses", spec, vars, clauses, lo, hi)
		}
	}
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
