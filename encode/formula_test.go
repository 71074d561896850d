package encode_test

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"lightsout/cnf"
	"lightsout/encode"
)

// Whatever the encoding, the formula has a model exactly if some assignment satisfies its clauses and XORs, and the
// model does.
func TestFormulasOfOnesOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		vars := rapid.IntRange(1, 6).Draw(t, "variables")
		lit := rapid.Custom(func(t *rapid.T) cnf.Lit {
			l := cnf.Lit(rapid.IntRange(1, vars).Draw(t, "variable"))
			if rapid.Bool().Draw(t, "negated") {
				l = l.Neg()
			}
			return l
		})
		var read cnf.Formula
		for range vars {
			read.NewVar()
		}
		for range rapid.IntRange(0, 6).Draw(t, "XORs") {
			read.Xor(rapid.SliceOfN(lit, 1, 6).Draw(t, "XOR"), rapid.Bool().Draw(t, "odd"))
		}
		for range rapid.IntRange(0, 4).Draw(t, "clauses") {
			read.Clause(rapid.SliceOfN(lit, 1, 3).Draw(t, "clause")...)
		}
		f, err := encode.NewFormula(&read, "drawn")
		if err != nil {
			t.Fatal(err)
		}
		some := false
		for bits := range 1 << vars {
			some = some || f.Holds(func(l cnf.Lit) bool { return (bits>>(l.Var()-1)&1 == 1) == (l > 0) })
		}
		for _, xor := range []string{"", "direct", "cut:3", "chain:4", "bdd", "arith", "gauss", "kernel"} {
			session := cnf.NewSession()
			if err := f.Write(session, xor); err != nil {
				t.Fatal(xor, err)
			}
			sat, err := session.Solve(context.Background())
			if err != nil || sat != some {
				t.Fatalf("%s: a model %v, want %v (%v)", xor, sat, some, err)
			}
			if sat && !f.Holds(session.Model().Value) {
				t.Fatalf("%s: the model does not satisfy the formula", xor)
			}
		}
	})
}
