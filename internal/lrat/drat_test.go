package lrat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lightsout/cnf"
	"lightsout/internal/boardtest/tier"
)

const allOfThree = "p cnf 3 8\n1 2 3 0\n1 2 -3 0\n1 -2 3 0\n1 -2 -3 0\n-1 2 3 0\n-1 2 -3 0\n-1 -2 3 0\n-1 -2 -3 0\n"

func checkDRAT(t testing.TB, formula, proof string) (Result, error) {
	t.Helper()
	f, err := cnf.ReadDIMACS(strings.NewReader(formula), "f.cnf")
	if err != nil {
		t.Fatal(err)
	}
	return CheckDRAT(context.Background(), f, strings.NewReader(proof), "p", 0)
}

func TestCheckDRAT(t *testing.T) {
	for name, test := range map[string]struct{ formula, proof, wrong string }{
		"text":                        {allOfThree, "c a comment\n1 2 0\nd 1 2 3 0\n 1 0\n-1 2 0\n0\n", ""},
		"the end need not be written": {allOfThree, "1 2 0\n1 0\n-1 2 0\n", ""},
		"propagation alone":           {"p cnf 1 2\n1 0\n-1 0\n", "", ""},
		"an empty clause":             {"p cnf 1 1\n0\n", "", ""},
		"binary":                      {allOfThree, "a\x02\x04\x00a\x02\x00d\x02\x04\x06\x00a\x03\x04\x00", ""},
		"FRAT":                        {allOfThree, "o 1 1 2 3 0\na 9 2 1 0 l 1 2 0\nd 1 3 2 1 0\na 10 1 0\na 11 2 -1 0 l 7 3 0\nf 11 2 -1 0\n", ""},
		"a pivot":                     {"p cnf 2 2\n1 2 0\n-1 -2 0\n", "3 1 0\n", "p: the proof ends before propagation finds a contradiction"},
		"nothing":                     {allOfThree, "", "p: the proof ends before propagation finds a contradiction"},
		"too soon":                    {allOfThree, "0\n", "p:1: propagation finds no contradiction, and this is the empty clause"},
		"neither":                     {"p cnf 3 2\n1 2 0\n-1 2 0\n", "2 0\n-3 0\n-2 0\n", "p:3: propagation does not refute the negation of this clause, and its first literal is false anyway"},
		"no resolvent":                {"p cnf 3 2\n1 2 3 0\n-1 2 0\n", "-1 3 0\n1 0\n", "p:2: propagation refutes neither the negation of this clause nor that of each of its resolvents on its first literal"},
		"a deleted clause is missed":  {allOfThree, "d 1 2 3 0\nd 3 2 1 0\n1 2 0\n", "p:3: propagation refutes neither"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := checkDRAT(t, test.formula, test.proof)
			wrong, is := errors.AsType[*WrongError](err)
			switch {
			case test.wrong == "" && err != nil:
				t.Error(err)
			case test.wrong != "" && (!is || !strings.HasPrefix(wrong.Error(), test.wrong)):
				t.Errorf("%v, want %s", err, test.wrong)
			}
		})
	}
	for proof, want := range map[string]string{
		"1 2\n":          "p:1: the line ends within a step: each of its parts ends with 0",
		"1 x 0\n":        `p:1: unexpected "x" where a number is expected; a DRAT step is LITERALS 0, or d LITERALS 0`,
		"1 0 2 0\n":      `p:1: unexpected "2" after the last 0 of a step`,
		"a\x02\x04":      "p: step 1: the proof ends within a step",
		"a\x02\x00b\x00": "p: step 2: a step begins with the letter a or d, not with byte 0x62",
	} {
		if _, err := checkDRAT(t, allOfThree, proof); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", proof, err, want)
		}
	}
}

// Random steps prove nothing of a formula that has a model, whatever they delete.
func TestCheckDRATBelievesNoLie(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	accepted := 0
	for range 1000 {
		vars := 3 + rng.IntN(4)
		model := make([]int, vars)
		for i := range model {
			model[i] = 1 - 2*rng.IntN(2)
		}
		clause := func(long int) string {
			text := ""
			for _, v := range rng.Perm(vars)[:1+rng.IntN(long)] {
				text += fmt.Sprint((v+1)*(1-2*rng.IntN(2)), " ")
			}
			return text + "0\n"
		}
		var clauses []string
		for range 2 + rng.IntN(12) {
			lits := strings.Fields(clause(3))
			v := rng.IntN(vars) // one literal that the model satisfies
			clauses = append(clauses, fmt.Sprintf("%s %d 0\n", strings.Join(lits[:len(lits)-1], " "), (v+1)*model[v]))
		}
		formula := fmt.Sprintf("p cnf %d %d\n%s", vars, len(clauses), strings.Join(clauses, ""))
		var proof strings.Builder
		for range rng.IntN(30) {
			switch rng.IntN(4) {
			case 0:
				proof.WriteString("d " + clauses[rng.IntN(len(clauses))])
			default:
				proof.WriteString(clause(3))
			}
		}
		// Steps that hold are kept, so that the false ones come after long beginnings.
		text := proof.String()
		for {
			_, err := checkDRAT(t, formula, text)
			if err == nil {
				t.Fatalf("%shas a model, but this proves that it has none:\n%s", formula, text)
			}
			wrong, _ := errors.AsType[*WrongError](err)
			line := 0
			if n, _ := fmt.Sscanf(wrong.Where, "p:%d", &line); n == 0 {
				accepted += strings.Count(text, "\n")
				break
			}
			lines := strings.SplitAfter(text, "\n")
			text = strings.Join(append(lines[:line-1:line-1], lines[line:]...), "")
		}
	}
	if accepted < 1000 {
		t.Errorf("only %d steps held", accepted)
	}
}

// What solvers write of formulas without a model holds, and not once its formula lacks a clause that makes it have one.
func TestCheckDRATReadsSolvers(t *testing.T) {
	for command, debian := range map[string]string{
		"cadical -q f.cnf p": "cadical", "cadical -q --no-binary f.cnf p": "cadical",
		"cryptominisat5 --verb 0 f.cnf p": "cryptominisat",
	} {
		t.Run(command, func(t *testing.T) {
			words := strings.Fields(command)
			program := tier.Peer(t, words[0], debian)
			dir := t.TempDir()
			rng := rand.New(rand.NewPCG(3, 0))
			proofs := 0
			for round := range 25 {
				text, vars := randomFormula(rng)
				if err := os.WriteFile(filepath.Join(dir, "f.cnf"), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				_ = os.Remove(filepath.Join(dir, "p"))
				cmd := exec.Command(program, words[1:]...)
				cmd.Dir = dir
				err := cmd.Run()
				if code := cmd.ProcessState.ExitCode(); code == 10 {
					continue
				} else if code != 20 {
					t.Fatal(err)
				}
				proof, err := os.ReadFile(filepath.Join(dir, "p"))
				if err != nil {
					t.Fatal(err)
				}
				if _, err := checkDRAT(t, text, string(proof)); err != nil {
					t.Fatalf("round %d: %v", round, err)
				}
				proofs++
				lines := strings.SplitAfter(text, "\n")
				fewer := fmt.Sprintf("p cnf %d %d\n%s", vars, vars, strings.Join(lines[1:1+vars], "")) // so few have a model
				if _, err := checkDRAT(t, fewer, string(proof)); err == nil {
					t.Fatalf("round %d: the proof of another formula was taken", round)
				}
			}
			if proofs < 5 {
				t.Errorf("%d proofs", proofs)
			}
		})
	}
}

// randomFormula is of clauses of three literals, so many that most have no model.
func randomFormula(rng *rand.Rand) (text string, vars int) {
	vars = 8 + rng.IntN(60)
	text = fmt.Sprintf("p cnf %d %d\n", vars, 5*vars)
	for range 5 * vars {
		for _, v := range rng.Perm(vars)[:3] {
			text += fmt.Sprint((v+1)*(1-2*rng.IntN(2)), " ")
		}
		text += "0\n"
	}
	return text, vars
}
