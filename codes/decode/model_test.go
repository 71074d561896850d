package decode

import (
	"bufio"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// mechanism is an error mechanism as these tests see it: sets of detectors and observables as bits of a
// number.
type mechanism struct {
	p                      float64
	detectors, observables uint64
}

// dem writes mechanisms as a detector error model. The detectors of an error come in any order, some of
// them twice more, and with separators between them.
func dem(t *rapid.T, detectors, observables int, list []mechanism) string {
	var s strings.Builder
	fmt.Fprintf(&s, "detector D%d # the last\nlogical_observable L%d\n", detectors-1, observables-1)
	for _, m := range list {
		var words []string
		for d := range detectors {
			if m.detectors>>d&1 == 1 {
				words = append(words, fmt.Sprintf("D%d", d))
			}
		}
		for o := range observables {
			if m.observables>>o&1 == 1 {
				words = append(words, fmt.Sprintf("L%d", o))
			}
		}
		if len(words) > 0 && rapid.IntRange(0, 3).Draw(t, "twice") == 0 {
			words = append(words, "D0", "D0")
		}
		words = rapid.Permutation(words).Draw(t, "order")
		separator := rapid.SampledFrom([]string{" ", " ", " ^ "}).Draw(t, "separator")
		fmt.Fprintf(&s, "error(%v) %s\n", m.p, strings.Join(words, separator))
	}
	return s.String()
}

// drawMechanisms draws probabilities that are often equal, and among them all special ones.
func drawMechanisms(t *rapid.T, detectors, observables int) []mechanism {
	special := rapid.SampledFrom([]float64{0, 0, 0.5, 0.5, 1, 1, 0.01, 0.01, 0.1, 0.1, 0.1, 0.3, 0.7, 0.9, 0.99, 1e-12,
		0.4999999, 0.50000001, 5e-324, 1 - 1e-16})
	list := make([]mechanism, rapid.IntRange(1, 11).Draw(t, "mechanisms"))
	for i := range list {
		list[i] = mechanism{
			p:           special.Draw(t, "p"),
			detectors:   rapid.Uint64Range(0, 1<<detectors-1).Draw(t, "detectors"),
			observables: rapid.Uint64Range(0, 1<<observables-1).Draw(t, "observables"),
		}
	}
	return list
}

// brute tries all errors: the least scaled weight for a syndrome, relative to the likeliest error of
// all, or false if no error of positive probability has it.
func brute(list []mechanism, syndrome uint64) (least int64, possible bool) {
	for set := range uint64(1) << len(list) {
		var got uint64
		var weight int64
		for i, m := range list {
			flipped := set>>i&1 == 1
			if flipped {
				got ^= m.detectors
			}
			if flipped && m.p == 0 || !flipped && m.p == 1 {
				weight = -1
				break
			}
			if flipped != (m.p > 0.5) {
				p := min(m.p, 1-m.p)
				weight += int64(math.Round(Scale * (math.Log(1-p) - math.Log(p))))
			}
		}
		if weight >= 0 && got == syndrome && (!possible || weight < least) {
			least, possible = weight, true
		}
	}
	return least, possible
}

// The prediction of every syndrome of a small model weighs what brute force over the scaled weights
// finds, with forbidden, certain and weightless mechanisms, ones that are more likely than not, and
// several with the same detectors. The error has the syndrome and changes the observables predicted.
func TestPredictionsAreTheLightestErrors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		detectors, observables := rapid.IntRange(1, 5).Draw(t, "detectors"), rapid.IntRange(1, 3).Draw(t, "observables")
		list := drawMechanisms(t, detectors, observables)
		text := dem(t, detectors, observables, list)
		m, err := ReadDEM(strings.NewReader(text), "small.dem")
		if err != nil {
			t.Fatal(err)
		}
		if m.Checks != detectors || m.Observables != observables || m.Bits != len(list) {
			t.Fatalf("%d detectors, %d observables, %d errors in\n%s", m.Checks, m.Observables, m.Bits, text)
		}
		p, err := NewPredictor(t.Context(), m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for syndrome := range uint64(1) << detectors {
			got, err := p.Predict(t.Context(), boardtest.Vec(detectors, syndrome))
			if err != nil {
				t.Fatal(err)
			}
			want, possible := brute(list, syndrome)
			if got.Possible != possible {
				t.Fatalf("syndrome %b: possible is %v, want %v", syndrome, got.Possible, possible)
			}
			if !possible {
				checkWitness(t, list, syndrome, got.Witness)
				continue
			}
			if got.Weight != want || !got.Proved || got.Lower != want {
				t.Fatalf("syndrome %b: weight %d, at least %d, proved %v; want %d\n%s", syndrome, got.Weight, got.Lower,
					got.Proved, want, text)
			}
			var flipped, changed uint64
			for i := range got.Flips.Ones() {
				flipped ^= list[i].detectors
				changed ^= list[i].observables
			}
			if flipped != syndrome || changed != boardtest.Number(got.Observables) {
				t.Fatalf("syndrome %b: the error %v has syndrome %b and changes %b", syndrome, got.Flips, flipped,
					changed)
			}
		}
	})
}

// checkWitness: every mechanism that may or may not happen is in an even number of the detectors, while
// an odd number of them is left once those that must happen have happened.
func checkWitness(t *rapid.T, list []mechanism, syndrome uint64, witness []int) {
	var set uint64
	for _, d := range witness {
		set |= 1 << d
	}
	for _, m := range list {
		switch m.p {
		case 0:
		case 1:
			syndrome ^= m.detectors
		default:
			if m.p > 0.5 {
				syndrome ^= m.detectors
			}
			if bits.OnesCount64(m.detectors&set)%2 == 1 {
				t.Fatalf("mechanism %v is in an odd number of the witness %b", m, set)
			}
		}
	}
	if bits.OnesCount64(syndrome&set)%2 == 0 {
		t.Fatalf("the witness %b shows nothing about %b", set, syndrome)
	}
}

// On boards, forbidden switches included, the fewest flips are the fewest presses by brute force.
func TestPredictionsOnBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Draw(t)
		puzzle := boardtest.DrawPuzzle(t, b)
		puzzle.DontCare = gf2.Vec{}
		m, err := FromPuzzle(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewPredictor(t.Context(), m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Predict(t.Context(), puzzle.On.Bits().Sum(puzzle.Goal.Bits()))
		if err != nil {
			t.Fatal(err)
		}
		least := -1
		for _, set := range boardtest.Answers(puzzle, boardtest.Restrictions{}) {
			if n := bits.OnesCount64(set); least < 0 || n < least {
				least = n
			}
		}
		if got.Possible != (least >= 0) || got.Possible && got.Weight != int64(least) {
			t.Fatalf("%s: possible %v with %d flips, want %d", b, got.Possible, got.Weight, least)
		}
	})
}

// A row of --logical is the set of bits whose parity is predicted.
func TestLogicalOperators(t *testing.T) {
	b := boardtest.Parse(t, "hexcolor:3")
	for name, text := range map[string]string{
		"digits": "1111111\n1010010\n",
		"alist":  "7 2\n2 7\n2 1 2 1 1 2 1\n7 3\n1 2\n1 0\n1 2\n1 0\n1 0\n1 2\n1 0\n1 2 3 4 5 6 7\n1 3 6 0 0 0 0\n",
		"toggle": "p toggle 7 2\nt 1 1 2\nt 2 1\nt 3 1 2\nt 4 1\nt 5 1\nt 6 1 2\nt 7 1\n",
	} {
		rows, err := ReadLogical(bufio.NewReaderSize(strings.NewReader(text), peeked), name, b.Switches())
		if err != nil {
			t.Fatal(name, err)
		}
		if len(rows) != 2 || rows[0].String() != "1111111" || rows[1].String() != "1010010" {
			t.Errorf("%s: %v", name, rows)
		}
	}
	for text, want := range map[string]string{
		"":                      "x: the file is empty",
		"111\n":                 "x:1: 3 columns; logical operators are rows of 0 and 1 over the 7 bits of the model",
		"1111111\n11a1111\n":    "x:2: ",
		"p toggle 3 1\nt 1 1\n": "x:1: 3 columns",
		"p lights 2 1\ne 1 2\n": "over the 7 bits",
		"nonsense\n":            "x:1: 1 word where an edge has 2",
		"1111111\n\n1010101\n":  "x holds more than one matrix",
	} {
		if _, err := ReadLogical(bufio.NewReaderSize(strings.NewReader(text), peeked), "x", 7); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The scale is documented: weights are round(10000·ln((1−p)/p)), and equal probabilities count as one
// each, so that their error is the one with the fewest flips.
func TestScale(t *testing.T) {
	m, err := ReadDEM(strings.NewReader("error(0.1) D0\nerror(0.1) D0 D1\nerror(0.01) D1\n"), "x")
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPredictor(t.Context(), m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Predict(t.Context(), gf2.VecOf(2, 1))
	if err != nil || got.Weight != 2*21972 || got.Flips.String() != "110" { // ln 9 = 2.19722
		t.Errorf("%+v, %v", got, err)
	}
}
