package bench

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"lightsout/internal/boardtest/tier"
)

// A claim that nobody could check is right with a proof that holds, and stays unchecked without one.
func TestAProofMakesAClaimRight(t *testing.T) {
	for name, test := range map[string]struct {
		command, proof string
		outcome        outcome
		words          string
	}{
		"it holds":      {"own {cnf} {drat}", "1 0\n", refuted, verified},
		"it does not":   {"own {cnf} {drat}", "0\n", unchecked, "it does not hold: proof.drat:1: propagation finds no contradiction, and this is the empty clause"},
		"not written":   {"own {cnf} {drat}", "", unchecked, "none was written"},
		"not readable":  {"own {cnf} {drat}", "one 0\n", unchecked, `proof.drat:1: unexpected "one" where a number is expected; a DRAT step is LITERALS 0, or d LITERALS 0`},
		"LRAT":          {"own {cnf} {lrat}", "5 1 0 1 2 0\n6 0 5 3 4 0\n", refuted, verified},
		"not asked for": {"own {cnf}", "", unchecked, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			p := &peer{Name: "own", Command: test.command, own: true}
			must(0, p.compile())(t)
			file := write(t, dir, "f.cnf", "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
			if test.proof != "" {
				write(t, dir, proofFile+"."+p.proofKind(), test.proof)
			}
			r := &runner{Options: Options{Timeout: time.Minute, Memory: 1 << 30}}
			res := &Result{Outcome: unchecked, Note: notChecked}
			must(0, r.checkProof(t.Context(), contestant{peer: p}, file, dir, res))(t)
			if res.Outcome != test.outcome || res.Proof != test.words {
				t.Errorf("%s, %q; want %s, %q", res.Outcome, res.Proof, test.outcome, test.words)
			}
			if res.Outcome == refuted != (res.Note == "") {
				t.Errorf("%s, with the note %q", res.Outcome, res.Note)
			}
		})
	}
}

// Solvers that can write proofs do if they are asked to, and their proofs hold.
func TestSolversWriteProofs(t *testing.T) {
	tier.Peer(t, "cadical", "cadical")
	tier.Peer(t, "cryptominisat5", "cryptominisat")
	folder := t.TempDir()
	sum := must(Run(t.Context(), Options{
		Boards: []string{"torus:4x4,switches=edges", "grid:5x5"}, Question: "none", Xor: "direct,bdd", Engine: "none",
		Solvers: []string{"cadical", "cryptominisat5 cnf", "minisat"}, Proof: "drat", Self: os.Args[0], Out: folder,
		Repeat: 2, Timeout: 20 * time.Second,
	}))(t)
	if got := strings.Join(sum.Notes, "\n"); got != "proofs: 16 of 16 verified" {
		t.Errorf("%s; %v", got, sum)
	}
	if text := reported(t, folder, "md"); !regexp.MustCompile(`\| cadical bdd +\| 4 +\| 4 +\|`).MatchString(text) {
		t.Error(text)
	}
	if _, err := Run(t.Context(), Options{Boards: []string{"5x5"}, Proof: "dratt", Out: folder}); err == nil ||
		err.Error() != `proof: no such kind of proof "dratt" (did you mean "drat"?); write drat or lrat` {
		t.Error(err)
	}
}
