package cnf

import (
	"bytes"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"lightsout/internal/boardtest/tier"
)

// CryptoMiniSat understands x lines as this package does: on random formulas it finds a model exactly
// when trying every assignment does. With slightly more constraints than variables, about half of the
// formulas have one.
func TestCryptoMiniSatReadsOurXors(t *testing.T) {
	program := tier.Peer(t, "cryptominisat5", "cryptominisat")
	rng := rand.New(rand.NewPCG(3, 4))
	var found [2]int
	for range 60 {
		var f Formula
		f.NewVars(6)
		lits := make([]Lit, 0, 8)
		for i := range 9 {
			lits = lits[:0]
			for range 2 + rng.IntN(4) {
				l := Lit(1 + rng.IntN(f.Vars()))
				if rng.IntN(2) == 0 {
					l = l.Neg()
				}
				lits = append(lits, l)
			}
			if i < 5 {
				f.Xor(lits, rng.IntN(2) == 0)
			} else {
				f.Clause(lits[:2]...)
			}
		}
		var text bytes.Buffer
		if err := f.WriteDIMACS(&text); err != nil {
			t.Fatal(err)
		}
		solver := exec.Command(program, "--verb", "0")
		solver.Stdin = bytes.NewReader(text.Bytes())
		out, err := solver.Output() // its exit code is 10 or 20, as SAT solvers' are
		want, index := "s UNSATISFIABLE", 0
		if satisfiable(&f) {
			want, index = "s SATISFIABLE", 1
		}
		if !strings.HasPrefix(string(out), want) {
			t.Fatalf("%s expected, got %q, %v, for\n%s", want, out, err, text.Bytes())
		}
		found[index]++
	}
	if min(found[0], found[1]) < 10 {
		t.Errorf("%d without answers, %d with: a poor test", found[0], found[1])
	}
}
