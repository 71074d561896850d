package encode_test

import (
	"fmt"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// formula encodes a puzzle and fails the test on an error.
func formula(t rapid.TB, p *board.Puzzle, opt encode.Options) *cnf.Formula {
	t.Helper()
	var f cnf.Formula
	if err := encode.Puzzle(&f, p, opt); err != nil {
		t.Fatalf("%s by %q: %v", p.Board, opt.Xor, err)
	}
	if f.NumXors() > 0 {
		t.Fatalf("%s by %q: %d parity constraints were left to the solver", p.Board, opt.Xor, f.NumXors())
	}
	return &f
}

// puzzleFor draws a puzzle that an encoding takes: any, except for chase.
func puzzleFor(t *rapid.T, name string) *board.Puzzle {
	if name != "chase" {
		return boardtest.DrawPuzzle(t, boardtest.Draw(t))
	}
	p := boardtest.DrawPuzzle(t, chaseBoard(t))
	p.DontCare = gf2.Vec{}
	return p
}

// chaseBoard draws a board that the chase encoding takes.
func chaseBoard(t *rapid.T) *board.Board {
	kind := rapid.SampledFrom([]string{"grid", "cylinder"}).Draw(t, "kind")
	rows := rapid.IntRange(1, boardtest.Most).Draw(t, "rows")
	cols := rapid.IntRange(1, boardtest.Most/rows).Draw(t, "columns")
	self := rapid.SampledFrom([]string{"", ",self=off"}).Draw(t, "self")
	return boardtest.Parse(t, fmt.Sprintf("%s:%dx%d%s", kind, rows, cols, self))
}

// eachParity runs test with every encoding and every argument.
func eachParity(t *testing.T, test func(t *testing.T, name string)) {
	for _, row := range encode.Parities() {
		if row.Max == 0 {
			t.Run(row.Name, func(t *testing.T) { test(t, row.Name) })
		}
		for arg := row.Min; arg <= row.Max && row.Max > 0; arg++ {
			name := fmt.Sprintf("%s:%d", row.Name, arg)
			t.Run(name, func(t *testing.T) { test(t, name) })
		}
	}
}

// Every parity encoding has exactly the puzzle's answers as its models.
func TestParityModelsAreTheAnswers(t *testing.T) {
	eachParity(t, func(t *testing.T, name string) {
		rapid.Check(t, func(t *rapid.T) {
			p := puzzleFor(t, name)
			b := p.Board
			opt := encode.Options{Xor: name}
			if n := b.Switches(); n > 0 {
				switches := rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 2)
				opt.Forbid, opt.Require = switches.Draw(t, "forbid"), switches.Draw(t, "require")
			}
			if err := boardtest.NewModels(formula(t, p, opt)).Mismatch(boardtest.Table(p, boardtest.Restrictions{Forbid: opt.Forbid, Require: opt.Require}), nil); err != nil {
				t.Fatalf("%s by %s: %v", b, name, err)
			}
		})
	})
}

// checkBounds asks a count for every bound it takes, in both directions, and compares the models with
// the answers within the bound.
func checkBounds(t rapid.TB, f *cnf.Formula, c *encode.Count, want []bool, n, maxK int) {
	t.Helper()
	type bound struct {
		assume []cnf.Lit
		lo, hi int
	}
	var list []bound
	for k := -1; k <= n+1; k++ {
		if k <= maxK || k >= n {
			list = append(list, bound{c.AtMost(k), 0, k})
		}
		if k <= maxK+1 || k > n {
			list = append(list, bound{c.AtLeast(k), k, n})
		}
		if k <= maxK || k > n {
			list = append(list, bound{c.Exactly(k), k, k})
		}
	}
	m := boardtest.NewModels(f)
	for _, b := range list {
		if err := m.Mismatch(boardtest.Within(want, b.lo, b.hi), b.assume); err != nil {
			t.Fatalf("%d to %d presses of %d, counted up to %d: %v", b.lo, b.hi, n, maxK, err)
		}
	}
	if err := m.Mismatch(want, nil); err != nil {
		t.Fatalf("a count without a bound: %v", err)
	}
}

// With a bound on the presses the models are the answers within the bound, for any two encodings.
func TestBoundedModelsAreTheBoundedAnswers(t *testing.T) {
	var names []string
	for _, row := range encode.Parities() {
		names = append(names, row.Name)
	}
	for _, counting := range encode.Countings() {
		t.Run(counting.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				name := rapid.SampledFrom(names).Draw(t, "xor")
				p := puzzleFor(t, name)
				b := p.Board
				n := b.Switches()
				maxK := rapid.IntRange(0, n+1).Draw(t, "maxK")
				opt := encode.Options{Xor: name}
				f := formula(t, p, opt)
				c, err := encode.NewCount(f, counting.Name, encode.Switches(b), maxK)
				if err != nil {
					t.Fatal(err)
				}
				checkBounds(t, f, c, boardtest.Table(p, boardtest.Restrictions{Forbid: opt.Forbid, Require: opt.Require}), n, maxK)
			})
		})
	}
}

// Where only the first switches are presses, only they are counted.
func TestOnlyTheFirstSwitchesAreCounted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := boardtest.DrawPuzzle(t, boardtest.Draw(t))
		n := p.Board.Switches()
		counted := rapid.IntRange(0, n).Draw(t, "counted")
		first := counted
		if counted == 0 {
			first = n
		}
		maxK := rapid.IntRange(0, first).Draw(t, "most")
		plan, err := encode.Prepare(p, encode.Options{Xor: "direct", Counted: counted})
		if err != nil {
			t.Fatal(err)
		}
		f := new(cnf.Formula)
		if err := plan.Write(f); err != nil {
			t.Fatal(err)
		}
		c, err := plan.Count(f, maxK)
		if err != nil {
			t.Fatal(err)
		}
		want := boardtest.Table(p, boardtest.Restrictions{})
		for at := range want {
			want[at] = want[at] && bits.OnesCount(uint(at)&(1<<first-1)) <= maxK
		}
		if err := boardtest.NewModels(f).Mismatch(want, c.AtMost(maxK)); err != nil {
			t.Fatalf("at most %d of the first %d of %d: %v", maxK, counted, n, err)
		}
	})
}

// The same for every pair of encodings, with a permanent bound, as in files.
func TestEveryPairOfEncodings(t *testing.T) {
	b := boardtest.Parse(t, "grid:2x4")
	p := board.NewPuzzle(b)
	opt := encode.Options{}
	want := boardtest.Table(p, boardtest.Restrictions{Forbid: opt.Forbid, Require: opt.Require})
	eachParity(t, func(t *testing.T, name string) {
		for _, counting := range encode.Countings() {
			for k := range b.Switches() + 1 {
				opt.Xor = name
				f := formula(t, p, opt)
				c, err := encode.NewCount(f, counting.Name, encode.Switches(b), k)
				if err != nil {
					t.Fatal(err)
				}
				c.RequireAtMost(k)
				if err := boardtest.NewModels(f).Mismatch(boardtest.Within(want, 0, k), nil); err != nil {
					t.Fatalf("%s, at most %d by %s: %v", name, k, counting, err)
				}
				c.RequireAtLeast(k)
				if err := boardtest.NewModels(f).Mismatch(boardtest.Within(want, k, k), nil); err != nil {
					t.Fatalf("%s, exactly %d by %s: %v", name, k, counting, err)
				}
			}
		}
	})
}

// A count bounds any literals, not only switches, and not only positive ones.
func TestCountingAnyLiterals(t *testing.T) {
	for _, counting := range encode.Countings() {
		t.Run(counting.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := rapid.IntRange(0, 10).Draw(t, "variables")
				var f cnf.Formula
				f.NewVars(n)
				negated := rapid.Uint64Range(0, 1<<n-1).Draw(t, "negated")
				lits := make([]cnf.Lit, n)
				for i := range lits {
					lits[i] = cnf.Lit(i + 1)
					if negated>>i&1 == 1 {
						lits[i] = lits[i].Neg()
					}
				}
				maxK := rapid.IntRange(0, n+1).Draw(t, "maxK")
				c, err := encode.NewCount(&f, counting.Name, lits, maxK)
				if err != nil {
					t.Fatal(err)
				}
				k := rapid.IntRange(0, min(maxK, n)).Draw(t, "k")
				assume := c.Exactly(k)
				flipped := make([]bool, 1<<n)
				for at, ok := range boardtest.Within(all(n), k, k) {
					flipped[at^int(negated)] = ok
				}
				if err := boardtest.NewModels(&f).Mismatch(flipped, assume); err != nil {
					t.Fatalf("exactly %d: %v", k, err)
				}
			})
		})
	}
}

func all(n int) []bool {
	list := make([]bool, 1<<n)
	for i := range list {
		list[i] = true
	}
	return list
}
