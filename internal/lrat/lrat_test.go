package lrat_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"lightsout/cnf"
	"lightsout/internal/lrat"
)

// formula is the first example of the drat-trim page: all clauses of three of four variables that a
// certain pattern gives, without a model.
const formula = `p cnf 4 8
1 2 -3 0
-1 -2 3 0
2 3 -4 0
-2 -3 4 0
-1 -3 -4 0
1 3 4 0
-1 2 4 0
1 -2 -4 0
`

// rup is a proof of it by propagation alone.
const rup = `9 1 2 0 1 6 3 0
9 d 1 0
10 1 0 9 8 4 6 0
c a comment

11 2 0 10 7 5 3 0
12 0 10 11 2 4 5 0
`

// definition is one with a new variable: 5 is 1 and 2, which no clause needs.
const definition = `9 -5 1 0 0
10 -5 2 0 0
11 5 -1 -2 0 -9 -10 0
` + "12 1 2 0 1 6 3 0\n13 1 0 12 8 4 6 0\n14 2 0 13 7 5 3 0\n15 0 13 14 2 4 5 0\n"

func check(t *testing.T, proof string) (lrat.Result, error) {
	t.Helper()
	f, err := cnf.ReadDIMACS(strings.NewReader(formula), "f.cnf")
	if err != nil {
		t.Fatal(err)
	}
	return lrat.Check(context.Background(), f, strings.NewReader(proof), "p")
}

func TestProofsThatHold(t *testing.T) {
	for _, c := range []struct {
		proof string
		want  lrat.Result
	}{
		{rup, lrat.Result{Clauses: 8, Steps: 4, Deletions: 1, MostLive: 11}},
		{strings.ReplaceAll(rup, "\n", "\r\n"), lrat.Result{Clauses: 8, Steps: 4, Deletions: 1, MostLive: 11}},
		{strings.TrimSuffix(rup, "\n"), lrat.Result{Clauses: 8, Steps: 4, Deletions: 1, MostLive: 11}},
		{rup + "c the end, without a line end", lrat.Result{Clauses: 8, Steps: 4, Deletions: 1, MostLive: 11}},
		{definition, lrat.Result{Clauses: 8, Steps: 7, Pivots: 3, MostLive: 15}},
		{binary(t, definition), lrat.Result{Clauses: 8, Steps: 7, Pivots: 3, MostLive: 15}},
		{binary(t, rup), lrat.Result{Clauses: 8, Steps: 4, Deletions: 1, MostLive: 11}},
		{strings.Replace(rup, "9 1 2 0", "9 1 2 1 2 0", 1), lrat.Result{Clauses: 8, Steps: 4, Deletions: 1, MostLive: 11}},
		{strings.NewReplacer("-5 ", "-2147483647 ", "11 5 ", "11 2147483647 ").Replace(definition), lrat.Result{Clauses: 8, Steps: 7, Pivots: 3, MostLive: 15}},
	} {
		if got, err := check(t, c.proof); err != nil || got != c.want {
			t.Errorf("%q: %+v, %v, want %+v", c.proof, got, err, c.want)
		}
	}
}

// binary writes a text proof in the binary form.
func binary(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	w, err := lrat.NewWriter(&out, "lrat", true, 8)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || words[0] == "c" {
			continue
		}
		n := numbers(t, words)
		if words[1] == "d" {
			for _, id := range n[2 : len(n)-1] {
				w.Delete(id, nil)
			}
			continue
		}
		var lits []cnf.Lit
		at := 1
		for ; n[at] != 0; at++ {
			lits = append(lits, cnf.Lit(n[at]))
		}
		if id := w.Add(lits, n[at+1:len(n)-1]); id != n[0] {
			t.Fatalf("step %d became %d", n[0], id)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func numbers(t *testing.T, words []string) []int64 {
	t.Helper()
	list := make([]int64, len(words))
	for i, w := range words {
		sign := int64(1)
		if w[0] == '-' {
			sign, w = -1, w[1:]
		}
		for _, c := range w {
			if c != 'd' {
				list[i] = 10*list[i] + int64(c-'0')
			}
		}
		list[i] *= sign
	}
	return list
}

// A proof that can be read but does not hold says where and why.
func TestProofsThatFail(t *testing.T) {
	for _, c := range []struct{ proof, says string }{
		{"", "p: the proof ends without the empty clause"},
		{"9 1 2 0 1 6 3 0\n", "p: the proof ends without the empty clause"},
		{"9 0 0\n", "p:1: the hints violate no clause"},
		{"9 1 2 0 1 6 0\n", "p:1: the hints violate no clause, and the negation of the pivot is in 3 clauses that no hint names"},
		{"9 1 2 0 6 1 3 0\n", "p:1: hint 6: 2 literals of that clause are still open, not one"},
		{"9 1 2 0 1 6 3 4 0\n", "p:1: hint 4 comes after the clause that is violated"},
		{"9 1 2 0 1 66 3 0\n", "p:1: hint 66: there is no such clause, or it is deleted"},
		{"8 d 1 0\n9 1 2 0 1 6 3 0\n", "p:2: hint 1: there is no such clause, or it is deleted"},
		{"8 d 1 0\n8 d 1 0\n", "p:2: deletes clause 1, which does not exist or is deleted already"},
		{"8 1 2 0 1 6 3 0\n", "p:1: clause 8 comes after clause 8: numbers must increase"},
		{"-8 1 2 0 1 6 3 0\n", "p:1: clause -8 comes after clause 8: numbers must increase"},
		{"9 1 -1 0 0\n", "p:1: the clause is a tautology"},
		{"9 -5 1 0 0\n10 5 -1 0 0\n", "p:2: the hints violate no clause, and the negation of the pivot is in 1 clause that no hint names"},
		{"9 -5 1 0 0\n10 5 -1 0 -9 -9 0\n", "p:2: hint -9 comes after hint -9: they must be in order"},
		{"9 -5 1 0 0\n10 5 -1 0 -8 0\n", "p:2: hint -8: clause 8 does not contain the negation of the pivot"},
		{"9 -5 1 0 0\n10 5 -1 0 -19 0\n", "p:2: hint -19: there is no clause 19, or it is deleted"},
		{"9 -5 1 0 0\n10 5 2 0 -9 0\n", "p:2: after hint -9 no clause is violated"},
		{"9 -5 1 0 0\n10 5 -1 0 -9 3 0\n", "p:2: hint 3 comes after the clause that is violated"},
		{"9 -5 1 0 0\n10 -5 2 0 0\n11 5 -1 0 -9 -10 0\n", "p:3: after hint -10 no clause is violated"},
		{binary(t, "9 1 2 0 6 1 3 0\n"), "p: step 1: hint 6: 2 literals"},
	} {
		_, err := check(t, c.proof)
		if wrong, ok := errors.AsType[*lrat.WrongError](err); !ok || !strings.HasPrefix(wrong.Error(), c.says) {
			t.Errorf("%q: %v, want %s", c.proof, err, c.says)
		}
	}
}

// What cannot be read is another error, with its line too.
func TestProofsThatCannotBeRead(t *testing.T) {
	for _, c := range []struct{ proof, says string }{
		{"9 1 2 0 1 6 3\n", "p:1: the line ends within a step"},
		{"9 1 2\n", "p:1: the line ends within a step"},
		{"9 1 2 0 1 6 3", "p:1: the line ends within a step"},
		{"9\n", "p:1: the line ends within a step"},
		{"c x\n\n9 1 2 0 1 6 3 0 7\n", `p:3: unexpected "7" after the last 0 of a step`},
		{"9 x 2 0 1 6 3 0\n", `p:1: unexpected "x" where a number is expected; an LRAT step is ID LITERALS 0 HINTS 0`},
		{"9 1x 2 0 1 6 3 0\n", `p:1: unexpected "1x" where a number is expected`},
		{"9 -0 2 0 1 6 3 0\n", `p:1: unexpected "-0" where a number is expected`},
		{"9 - 2 0 1 6 3 0\n", `p:1: unexpected "-" where a number is expected`},
		{"9 -\n", `p:1: unexpected "-" where a number is expected`},
		{"9 1 2147483648 0 1 0\n", "p:1: literal 2147483648: a variable is at most 2147483647"},
		{"9 -2147483648 0 1 0\n", "p:1: literal -2147483648: a variable is at most 2147483647"},
		{"99999999999999999999 1 0 1 0\n", "p:1: a number is too large"},
		{"9223372036854775809 1 0 1 0\n", "p:1: a number is too large"},
		{"\xff", `p:1: unexpected "\xff" where a number is expected`},
		{"\x00", `p:1: unexpected "\x00" where a number is expected`},
		{"a", "p: step 1: the proof ends within a step"},
		{"a\x12\x02", "p: step 1: the proof ends within a step"},
		{"a\x01", "p: step 1: -0 is not a number"},
		{"a\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "p: step 1: literal -9223372036854775807: a variable is at most"},
		{"a\x12" + strings.Repeat("\xff", 10) + "\x01", "p: step 1: binary: varint overflows a 64-bit integer"},
		{"d\x02\x00x", "p: step 2: a step begins with the letter a or d, not with byte 0x78"},
	} {
		_, err := check(t, c.proof)
		if _, wrong := errors.AsType[*lrat.WrongError](err); wrong || err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%q: %v, want %s", c.proof, err, c.says)
		}
	}
}

// A formula with XOR clauses is refused, and a formula that has the empty clause needs one step.
func TestFormulas(t *testing.T) {
	f := &cnf.Formula{}
	f.NewVars(2)
	f.Clause()
	if _, err := lrat.Check(context.Background(), f, strings.NewReader("2 0 1 0\n"), "p"); err != nil {
		t.Error(err)
	}
	f.Xor([]cnf.Lit{1, 2}, true)
	if _, err := lrat.Check(context.Background(), f, strings.NewReader("2 0 1 0\n"), "p"); err == nil || !strings.Contains(err.Error(), "XOR clauses") {
		t.Error(err)
	}
}

// Deleted clauses are forgotten: a long proof that deletes what it adds holds few clauses.
func TestDeletionsAreHonoured(t *testing.T) {
	var out bytes.Buffer
	w, err := lrat.NewWriter(&out, "lrat", false, 8)
	if err != nil {
		t.Fatal(err)
	}
	for range 50000 {
		lits := []cnf.Lit{1, 2}
		w.Delete(w.Add(lits, []int64{1, 6, 3}), lits)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := check(t, out.String())
	if err == nil || got.MostLive > 9 || got.Steps != 50000 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestFormatsOfProofs(t *testing.T) {
	if _, err := lrat.NewWriter(&bytes.Buffer{}, "frat", false, 8); err == nil {
		t.Error("no error for an unknown format")
	}
	for _, c := range []struct {
		format string
		binary bool
		want   string
	}{
		{"lrat", false, "9 1 -300 0 2 -3 0\n9 d 4 0\n10 0 9 0\n"},
		{"drat", false, "1 -300 0\nd 7 0\n0\n"},
		{"lrat", true, "a\x12\x02\xd9\x04\x00\x04\x07\x00d\x08\x00a\x14\x00\x12\x00"},
		{"drat", true, "a\x02\xd9\x04\x00d\x0e\x00a\x00"},
	} {
		var out bytes.Buffer
		w, err := lrat.NewWriter(&out, c.format, c.binary, 8)
		if err != nil {
			t.Fatal(err)
		}
		w.Add([]cnf.Lit{1, -300}, []int64{2, -3})
		w.Delete(4, []cnf.Lit{7})
		w.Add(nil, []int64{9})
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if out.String() != c.want {
			t.Errorf("%s, binary %v: %q, want %q", c.format, c.binary, out.String(), c.want)
		}
	}
}

func TestCheckStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := lrat.Check(ctx, &cnf.Formula{}, strings.NewReader(rup), "p"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Whatever the bytes, the checker neither panics nor believes that a satisfiable formula has no model.
func FuzzCheck(f *testing.F) {
	for _, proof := range []string{
		rup, definition, "9 0 0\n", "a\x12\x00\x02\x00", "d\x02\x00", "9 -5 1 0 0\n10 5 -1 0 -9 0\n",
		"\n\n0\n", "0 0 0    ", "d00", "8 1 0 -10000 0", "9 -5 0 0\n10 5 0 -9 0", // no number of a step, hints of no clause
		"d\x000", "a\xb7\x810\xb4\xd20\xc1\x8c\xd7\x9f0", // binary, cut short
	} {
		f.Add([]byte(proof))
	}
	f.Fuzz(func(t *testing.T, proof []byte) {
		text := strings.Replace(formula, "p cnf 4 8\n", "p cnf 4 7\n", 1)
		text = strings.TrimSuffix(text, "1 -2 -4 0\n") // now 1, 2, 3, 4 = 0, 1, 0, 1 is a model
		satisfiable, err := cnf.ReadDIMACS(strings.NewReader(text), "f.cnf")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lrat.Check(context.Background(), satisfiable, bytes.NewReader(proof), "p"); err == nil {
			t.Errorf("accepted %q", proof)
		}
	})
}

// shifted is a formula with more clauses before the other one's, and the end of its proof after some steps.
func shifted(before []string, steps string) (formula8, proof string) {
	n := len(before)
	formula8 = fmt.Sprintf("p cnf 8 %d\n%s\n", 8+n, strings.Join(before, "\n")) + strings.SplitN(formula, "\n", 2)[1]
	steps += fmt.Sprintf("%d 1 2 0 %d %d %d 0\n", 20, 1+n, 6+n, 3+n)
	steps += fmt.Sprintf("%d 1 0 20 %d %d %d 0\n", 21, 8+n, 4+n, 6+n)
	steps += fmt.Sprintf("%d 2 0 21 %d %d %d 0\n", 22, 7+n, 5+n, 3+n)
	return formula8, steps + fmt.Sprintf("%d 0 21 22 %d %d %d 0\n", 23, 2+n, 4+n, 5+n)
}

// A clause with a pivot holds if propagation from each clause with its negation ends in a violated one, the
// first clause of the formula among them, or if what they resolve to is a tautology, whichever literal makes
// it one.
func TestPivotsThatPropagate(t *testing.T) {
	for _, c := range []struct {
		before []string
		step   string
		wrong  string
	}{
		{[]string{"-5 6 0", "6 7 0", "6 -7 0"}, "12 5 0 -1 2 3 0\n", ""},
		{[]string{"-5 6 0", "6 7 0", "6 -7 0"}, "12 5 0 -1 2 0\n", "after hint -1 no clause is violated"},
		{[]string{"-5 6 0", "6 7 0", "6 -7 0"}, "12 5 0 -1 2 3 2 0\n", "hint 2 comes after the clause that is violated"},
		{[]string{"-5 -6 7 0"}, "12 5 6 0 -1 0\n", ""},
		{[]string{"-5 7 -6 0"}, "12 5 6 0 -1 0\n", ""},
		{[]string{"-5 8 7 0"}, "12 5 6 0 -1 0\n", "after hint -1 no clause is violated"},
		// A clause that is deleted needs no hint any more; the others still do.
		{[]string{"-5 8 7 0"}, "12 5 6 0 0\n", "the negation of the pivot is in 1 clause that no hint names"},
		{[]string{"-5 8 7 0"}, "9 d 1 0\n12 5 6 0 0\n", ""},
		{[]string{"-5 8 7 0", "-5 8 6 0"}, "10 d 1 0\n12 5 7 0 0\n", "the negation of the pivot is in 1 clause that no hint names"},
	} {
		text, proof := shifted(c.before, c.step)
		f, err := cnf.ReadDIMACS(strings.NewReader(text), "f.cnf")
		if err != nil {
			t.Fatal(err)
		}
		_, err = lrat.Check(t.Context(), f, strings.NewReader(proof), "p")
		var wrong *lrat.WrongError
		switch {
		case c.wrong == "" && err != nil:
			t.Errorf("%v, %q: %v", c.before, c.step, err)
		case c.wrong != "" && (!errors.As(err, &wrong) || !strings.Contains(err.Error(), c.wrong)):
			t.Errorf("%v, %q: %v, want %s", c.before, c.step, err, c.wrong)
		}
	}
}

// What follows the empty clause is checked, and does not take it back.
func TestStepsAfterTheEmptyClause(t *testing.T) {
	if r, err := check(t, rup+"13 3 0 12 0\n"); err != nil || r.Steps != 5 {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := check(t, rup+"13 3 0 9 0\n"); err == nil {
		t.Error("a wrong step after the empty clause is accepted")
	}
}

// Binary proofs hold numbers of any length; those whose first bytes are 0x80, no bit but the one that says that
// more follow, are the ones that go wrong first.
func TestLongNumbersInBinaryProofs(t *testing.T) {
	for _, v := range []int{63, 64, 65, 127, 128, 8191, 8192, 8193, 1 << 20} {
		f, err := cnf.ReadDIMACS(strings.NewReader(fmt.Sprintf("p cnf %d 3\n%d 0\n-%d %d 0\n-%d 0\n", v+1, v, v, v+1, v+1)), "f.cnf")
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		w, err := lrat.NewWriter(&out, "lrat", true, 3)
		if err != nil {
			t.Fatal(err)
		}
		last := w.Add([]cnf.Lit{cnf.Lit(v + 1)}, []int64{1, 2})
		w.Add(nil, []int64{last, 3})
		if err := w.Close(); err != nil || w.Steps != 2 {
			t.Fatalf("%d steps, %v", w.Steps, err)
		}
		if r, err := lrat.Check(t.Context(), f, bytes.NewReader(out.Bytes()), "p"); err != nil || r.Steps != 2 {
			t.Errorf("variable %d: %+v, %v in %q", v, r, err, out.String())
		}
	}
}
