package cnf

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func readText(t testing.TB, text string) *Formula {
	t.Helper()
	f, err := ReadDIMACS(strings.NewReader(text), "text")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRecoverXors(t *testing.T) {
	for name, test := range map[string]struct{ text, want, words string }{
		"three variables":         {"p cnf 3 4\n1 2 3 0\n-1 -2 3 0\n-1 2 -3 0\n1 -2 -3 0\n", "p cnf 3 1\nx 1 2 3 0\n", "1 XOR of 3 variables recovered from 4 clauses"},
		"in any order, even":      {"p cnf 2 3\n-2 1 0\n1 2 1 0\n2 -1 0\n", "p cnf 2 2\n1 2 1 0\nx -1 2 0\n", "1 XOR of 2 variables recovered from 2 clauses"},
		"one clause short":        {"p cnf 3 3\n1 2 3 0\n-1 -2 3 0\n-1 2 -3 0\n", "", ""},
		"a shorter clause":        {"p cnf 3 4\n1 2 3 0\n-1 3 0\n-1 2 -3 0\n1 -2 -3 0\n", "p cnf 3 2\n-1 3 0\nx 1 2 3 0\n", "1 XOR of 3 variables recovered from 3 clauses"},
		"said twice":              {"p cnf 2 4\n1 2 0\n2 1 0\n-1 -2 0\n-2 -1 -2 0\n", "p cnf 2 1\nx 1 2 0\n", "1 XOR of 2 variables recovered from 4 clauses"},
		"both parities":           {"p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n", "p cnf 2 2\nx 1 2 0\nx -1 2 0\n", "2 XORs of 2 variables recovered from 4 clauses"},
		"units are no XORs":       {"p cnf 2 2\n1 0\n-2 0\n", "", ""},
		"with others of its kind": {"p cnf 4 6\n1 2 3 0\n-1 -2 3 0\n3 4 0\n-1 2 -3 0\n-4 -3 0\n1 -2 -3 0\n", "p cnf 4 2\nx 1 2 3 0\nx 3 4 0\n", "2 XORs of 2–3 variables recovered from 6 clauses"},
		"beside x lines":          {"p cnf 3 3\nx 1 3 0\n1 2 0\n-1 -2 0\n", "p cnf 3 2\nx 1 3 0\nx 1 2 0\n", "1 XOR of 2 variables recovered from 2 clauses"},
	} {
		t.Run(name, func(t *testing.T) {
			f := readText(t, test.text)
			got, found := RecoverXors(f)
			if test.want == "" {
				if got != f || found != (Recovered{}) {
					t.Errorf("recovered %v", found)
				}
				return
			}
			if want := readText(t, test.want); !got.Equal(want) || found.String() != test.words {
				var text strings.Builder
				_ = got.WriteDIMACS(&text)
				t.Errorf("%s: got\n%swant\n%s", found, text.String(), test.want)
			}
		})
	}
}

// A formula with XORs of every length that is looked for, among other clauses, shuffled and partly shortened: all are
// found, and the models are the same.
func TestRecoverXorsKeepsTheModels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 300 {
		vars := 3 + rng.IntN(8)
		f := &Formula{}
		f.NewVars(vars)
		var clauses [][]Lit
		xors := map[string]bool{}
		for range 1 + rng.IntN(3) {
			some := rng.Perm(vars)[:2+rng.IntN(min(vars, maxRecovered)-1)]
			odd := rng.IntN(2)
			slices.Sort(some)
			xors[string(rune(odd))+string(toRunes(some))] = true
			for values := range 1 << len(some) {
				var clause []Lit
				sum := 0
				for i, v := range some {
					l, bit := Lit(v+1), values>>i&1
					if sum += bit; bit == 1 {
						l = l.Neg()
					}
					clause = append(clause, l)
				}
				if sum&1 != odd {
					rng.Shuffle(len(clause), func(i, j int) { clause[i], clause[j] = clause[j], clause[i] })
					clauses = append(clauses, clause)
				}
			}
		}
		for range rng.IntN(4) {
			var clause []Lit
			for _, v := range rng.Perm(vars)[:1+rng.IntN(3)] {
				clause = append(clause, Lit((v+1)*(1-2*rng.IntN(2))))
			}
			clauses = append(clauses, clause)
		}
		rng.Shuffle(len(clauses), func(i, j int) { clauses[i], clauses[j] = clauses[j], clauses[i] })
		for i, c := range clauses {
			if i > 0 && rng.IntN(8) == 0 && len(c) > 2 { // a shorter one: it still forbids what the long one did
				c = c[1:]
			}
			f.Clause(c...)
		}
		got, found := RecoverXors(f)
		if found.Xors != got.NumXors() || found.Clauses != f.NumClauses()-got.NumClauses() {
			t.Fatalf("%+v of %+v", found, got.Count())
		}
		for values := range 1 << vars {
			value := func(l Lit) bool { return values>>(l.Var()-1)&1 != 0 == l.Positive() }
			if holds(f, value) != holds(got, value) {
				t.Fatalf("values %b: %v before, %v after", values, holds(f, value), holds(got, value))
			}
		}
		if found.Xors < len(xors)/2 {
			t.Fatalf("%d of %d XORs", found.Xors, len(xors))
		}
	}
}

func toRunes(list []int) (runes []rune) {
	for _, v := range list {
		runes = append(runes, rune(v))
	}
	return runes
}

// A formula with sums has the models that its clauses say, over the variables of its header.
func TestSumsMeanWhatTheySay(t *testing.T) {
	f := readText(t, "p xnf 4 3\n1+2+3 -4 0\n-1+2 3+4 1 0\n2+4+-1 0\n")
	if f.Given() != 4 || f.Vars() != 7 {
		t.Fatalf("%d variables, %d given", f.Vars(), f.Given())
	}
	for values := range 1 << 4 {
		is := func(v int) bool { return values>>(v-1)&1 != 0 }
		odd := func(terms ...bool) (sum bool) {
			for _, t := range terms {
				sum = sum != t
			}
			return sum
		}
		want := (odd(is(1), is(2), is(3)) || !is(4)) && (odd(!is(1), is(2)) || odd(is(3), is(4)) || is(1)) &&
			odd(is(2), is(4), !is(1))
		value := f.WithSums(func(l Lit) bool { return is(l.Var()) == l.Positive() })
		if got := holds(f, value); got != want {
			t.Errorf("values %04b: %v, want %v", values, got, want)
		}
	}
}
