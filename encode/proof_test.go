package encode_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/lrat"
	"lightsout/solve"
)

// eachProvable runs test with every encoding that writes light by light, and every argument.
func eachProvable(t *testing.T, test func(t *testing.T, name string)) {
	eachParity(t, func(t *testing.T, name string) {
		if p, err := encode.ParseParity(name); err != nil || p.WholeSystem {
			return
		}
		test(t, name)
	})
}

// proved encodes an unsolvable puzzle and proves it. It returns nil if the puzzle is solvable.
func proved(t boardtest.TB, p *board.Puzzle, opt encode.Options, how encode.Proof) (*cnf.Formula, []byte) {
	t.Helper()
	_, err := solve.Solver{Conditions: solve.Conditions{Forbid: opt.Forbid, Require: opt.Require}}.Any(context.Background(), p)
	no, ok := errors.AsType[*solve.UnsolvableError](err)
	if !ok {
		return nil, nil
	}
	how.Witness = no.Witness.Bits()
	plan, err := encode.Prepare(p, opt)
	if err != nil {
		t.Fatal(err)
	}
	var f cnf.Formula
	if err := plan.Write(&f); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := plan.Prove(context.Background(), &out, f.Count(), how); err != nil {
		t.Fatalf("%s by %s: %v", p.Board, opt.Xor, err)
	}
	return &f, out.Bytes()
}

func checked(f *cnf.Formula, proof []byte) error {
	_, err := lrat.Check(context.Background(), f, bytes.NewReader(proof), "p.lrat")
	return err
}

// drawUnsolvable draws a puzzle, some lights of which do not matter, with forbidden and required switches.
// It is unsolvable if a change of one light can make it so.
func drawUnsolvable(t *rapid.T) (*board.Puzzle, encode.Options) {
	p := boardtest.DrawPuzzle(t, boardtest.Draw(t))
	var opt encode.Options
	for s := range p.Board.Switches() {
		switch rapid.IntRange(0, 9).Draw(t, "fixed") {
		case 0:
			opt.Forbid = append(opt.Forbid, s)
		case 1:
			if !p.Forbidden.Has(s) {
				opt.Require = append(opt.Require, s)
			}
		}
	}
	for l := range p.Board.Lights() {
		if len(boardtest.Answers(p, boardtest.Restrictions{Forbid: opt.Forbid, Require: opt.Require})) == 0 {
			break
		}
		if l > 0 {
			p.On.Set(l-1, p.On.At(l-1)+1)
		}
		p.On.Set(l, p.On.At(l)+1)
	}
	return p, opt
}

// Every unsolvable puzzle has a proof in every encoding that writes light by light, and the checker accepts it,
// as text and in binary.
func TestEveryUnsolvablePuzzleIsProved(t *testing.T) {
	eachProvable(t, func(t *testing.T, name string) {
		tries, proofs := 0, 0 // -short tries fewer
		rapid.Check(t, func(t *rapid.T) {
			tries++
			p, opt := drawUnsolvable(t)
			opt.Xor = name
			binary := rapid.Bool().Draw(t, "binary")
			f, proof := proved(t, p, opt, encode.Proof{Format: "lrat", Binary: binary})
			if answers := boardtest.Answers(p, boardtest.Restrictions{Forbid: opt.Forbid, Require: opt.Require}); (f == nil) != (len(answers) > 0) {
				t.Fatalf("%s has %d answers, but a proof: %v", p.Board, len(answers), f != nil)
			}
			if f == nil {
				return
			}
			proofs++
			if err := checked(f, proof); err != nil {
				t.Fatalf("%s by %s, without %v, with %v: %v", p.Board, name, opt.Forbid, opt.Require, err)
			}
		})
		if proofs < tries/5 {
			t.Errorf("only %d of %d puzzles were unsolvable: this test shows too little", proofs, tries)
		}
	})
}

// unsolvable is a board with one light on, which has no answer.
func unsolvable(t testing.TB, spec string) *board.Puzzle {
	b := boardtest.Parse(t, spec)
	p := board.NewPuzzle(b)
	p.On = board.Bits(gf2.VecOf(b.Lights(), 0))
	return p
}

// provedBoards have lights of 3 to 8 switches, and no answer with one light on.
var provedBoards = []string{"5x5", "torus:3x3", "hypercube:5", "complete:8", "merlin,self=off"}

// A witness may be made of several that have no switch in common. The smallest is proved: the proof is as short as
// if it were alone.
func TestTheSmallestWitnessIsProved(t *testing.T) {
	size := func(lengths ...int) int { // rows, each of a length that leaves 2 when divided by 3, with the first light on
		var toggles [][]int
		var on, witness []int
		first := 0
		for _, n := range lengths {
			for s := range n {
				toggles = append(toggles, nil)
				for l := max(s-1, 0); l <= min(s+1, n-1); l++ {
					toggles[first+s] = append(toggles[first+s], first+l)
				}
				if s%3 < 2 { // two of each three lights: every switch touches both of two, or none
					witness = append(witness, first+s)
				}
			}
			on = append(on, first)
			first += n
		}
		p := board.NewPuzzle(boardtest.FromToggles(t, first, toggles))
		p.On = board.Bits(gf2.VecOf(first, on...))
		plan, err := encode.Prepare(p, encode.Options{Xor: "direct"})
		if err != nil {
			t.Fatal(err)
		}
		var f cnf.Formula
		if err := plan.Write(&f); err != nil {
			t.Fatal(err)
		}
		var proof bytes.Buffer
		if err := plan.Prove(t.Context(), &proof, f.Count(), encode.Proof{Format: "lrat", Witness: gf2.VecOf(first, witness...)}); err != nil {
			t.Fatal(err)
		}
		if err := checked(&f, proof.Bytes()); err != nil {
			t.Fatal(err)
		}
		return bytes.Count(proof.Bytes(), []byte("\n"))
	}
	alone := size(5)
	if alone >= size(11) || size(11) >= size(29) {
		t.Fatal("a longer row has no longer proof")
	}
	for _, lengths := range [][]int{{5, 29, 11}, {5, 11, 29}, {11, 5, 29}, {29, 5, 11}, {29, 11, 5}, {29, 5, 5}} {
		if got := size(lengths...); got != alone {
			t.Errorf("rows of %v lights are refuted in %d steps, one of 5 in %d", lengths, got, alone)
		}
	}
}

// A proof that is changed anywhere is refused: a hint less, a literal negated, a line less. (On other boards, such as
// star:4, the empty clause can follow before all is used that was derived; such lines can be left out.)
func TestEveryChangeOfAProofIsRefused(t *testing.T) {
	eachProvable(t, func(t *testing.T, name string) {
		changes := 0
		for _, spec := range []string{"path:2", "petersen,self=off", "complete:5", "path:5"} {
			f, proof := proved(t, unsolvable(t, spec), encode.Options{Xor: name}, encode.Proof{Format: "lrat"})
			if f == nil {
				t.Fatal(spec, "is solvable")
			}
			if err := checked(f, proof); err != nil {
				t.Fatal(spec, err)
			}
			lines := strings.SplitAfter(string(proof), "\n")
			lines = lines[:len(lines)-1]
			for i, line := range lines {
				if (i+len(name))%tier.Size(4, 1) > 0 {
					continue // each change is a proof to check
				}
				for what, other := range mutations(line) {
					changed := strings.Join(lines[:i], "") + other + strings.Join(lines[i+1:], "")
					if checked(f, []byte(changed)) == nil {
						t.Fatalf("%s by %s, line %d, %q, %s: the checker accepts it", spec, name, i+1, line, what)
					}
					changes++
				}
			}
		}
		if changes < 100 {
			t.Errorf("only %d changes: this test shows too little", changes)
		}
	})
}

// mutations are the ways to spoil a line of LRAT.
func mutations(line string) map[string]string {
	words := strings.Fields(line)
	if words[1] == "d" { // without it the proof would hold as well
		return map[string]string{"twice": line + line}
	}
	list := map[string]string{"no such line": ""}
	without := func(i int) string {
		return strings.Join(words[:i], " ") + " " + strings.Join(words[i+1:], " ") + "\n"
	}
	at := 1
	for ; words[at] != "0"; at++ {
		l, _ := strconv.Atoi(words[at])
		list["negated "+words[at]] = strings.Join(words[:at], " ") + fmt.Sprintf(" %d ", -l) + strings.Join(words[at+1:], " ") + "\n"
	}
	for at++; words[at] != "0"; at++ {
		list["without hint "+words[at]] = without(at)
	}
	return list
}

// Other people's checkers agree, where they are installed.
func TestOtherCheckersAccept(t *testing.T) {
	tier.Slow(t, "needs drat-trim or lrat-check")
	dratTrim, noDRAT := exec.LookPath("drat-trim")
	lratCheck, noLRAT := exec.LookPath("lrat-check")
	if noDRAT != nil && noLRAT != nil {
		t.Skip("neither drat-trim nor lrat-check is on the path")
	}
	dir := t.TempDir()
	eachProvable(t, func(t *testing.T, name string) {
		for _, spec := range provedBoards {
			for _, how := range []encode.Proof{{Format: "lrat"}, {Format: "drat"}, {Format: "drat", Binary: true}} {
				f, proof := proved(t, unsolvable(t, spec), encode.Options{Xor: name}, how)
				formula, file := filepath.Join(dir, "f.cnf"), filepath.Join(dir, "f.proof")
				var text bytes.Buffer
				if err := errors.Join(f.WriteDIMACS(&text), os.WriteFile(formula, text.Bytes(), 0o666), os.WriteFile(file, proof, 0o666)); err != nil {
					t.Fatal(err)
				}
				args := []string{lratCheck, formula, file}
				switch {
				case how.Format == "lrat" && noLRAT != nil, how.Format == "drat" && noDRAT != nil:
					continue
				case how.Binary:
					args = []string{dratTrim, formula, file, "-i"}
				case how.Format == "drat":
					args = []string{dratTrim, formula, file}
				}
				out, err := exec.Command(args[0], args[1:]...).CombinedOutput()
				if text := string(out); strings.Contains(text, "NOT VERIFIED") || !strings.Contains(text, "VERIFIED") {
					t.Errorf("%s by %s, %+v: %v\n%s", spec, name, how, err, out)
				}
			}
		}
	})
}

// What cannot be proved is refused.
func TestProofRefusals(t *testing.T) {
	p := unsolvable(t, "5x5")
	witness := gf2.VecOf(25, 0, 2, 4, 5, 7, 9, 15, 17, 19, 20, 22, 24) // a quiet pattern, and 5x5 is symmetric
	for _, c := range []struct {
		opt  encode.Options
		how  encode.Proof
		says string
	}{
		{encode.Options{Xor: "cut:4"}, encode.Proof{Format: "lrat", Witness: witness}, ""},
		{encode.Options{Xor: "gauss"}, encode.Proof{Format: "lrat", Witness: witness}, "the XOR encoding gauss:4 does not write the lights one by one"},
		{encode.Options{Native: true}, encode.Proof{Format: "lrat", Witness: witness}, "parity is left to the solver"},
		{encode.Options{Xor: "direct"}, encode.Proof{Format: "frat", Witness: witness}, `no such format of proofs "frat"`},
		{encode.Options{Xor: "direct"}, encode.Proof{Format: "lrat"}, "the witness does not prove"},
		{encode.Options{Xor: "direct"}, encode.Proof{Format: "lrat", Witness: gf2.VecOf(25, 0)}, "the witness does not prove"},
		{encode.Options{Xor: "direct", Forbid: []int{3}, Require: []int{3}}, encode.Proof{Format: "lrat"}, ""},
	} {
		plan, err := encode.Prepare(p, c.opt)
		if err != nil {
			t.Fatal(err)
		}
		var f cnf.Formula
		if err := plan.Write(&f); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err = plan.Prove(context.Background(), &out, f.Count(), c.how)
		switch {
		case c.says == "" && err == nil:
			err = checked(&f, out.Bytes())
			fallthrough
		case c.says == "":
			if err != nil {
				t.Errorf("%+v: %v", c.opt, err)
			}
		case err == nil || !strings.Contains(err.Error(), c.says):
			t.Errorf("%+v: %v, want %s", c.opt, err, c.says)
		case out.Len() > 0:
			t.Errorf("%+v: refused, but %d bytes are written", c.opt, out.Len())
		}
	}
}

// An interrupt ends a proof.
func TestProofStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p := unsolvable(t, "5x5")
	plan, err := encode.Prepare(p, encode.Options{Xor: "direct"})
	if err != nil {
		t.Fatal(err)
	}
	var size cnf.Counter
	if err := plan.Write(&size); err != nil {
		t.Fatal(err)
	}
	witness := gf2.VecOf(25, 0, 2, 4, 5, 7, 9, 15, 17, 19, 20, 22, 24)
	if err := plan.Prove(ctx, &bytes.Buffer{}, size, encode.Proof{Format: "lrat", Witness: witness}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
