package census

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/disjoint"
	"lightsout/solve"
)

// document is what docs/census.md says: the tables of depths, and of distributions.
type document struct {
	depths        []documentedDepth
	distributions map[string]string // by SPEC: the counts, separated by spaces
}

type documentedDepth struct {
	spec           string
	nullity, depth int
	hardest        string // an exact number, one like 1.28·10³⁶, or nothing
}

// readDocument takes the tables apart: a row has one or two boards of four cells each.
func readDocument(t *testing.T) document {
	t.Helper()
	text, err := os.ReadFile("../docs/census.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := document{distributions: map[string]string{}}
	heading := ""
	remark := regexp.MustCompile(` \(.*\)|\*\*`)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			heading = strings.TrimSpace(strings.TrimLeft(line, "#"))
		}
		if !strings.HasPrefix(line, "|") {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i, cell := range cells {
			cells[i] = strings.TrimSpace(remark.ReplaceAllString(cell, ""))
		}
		switch {
		case heading == "Distributions" && len(cells) == 2:
			doc.distributions[cells[0]] = cells[1]
		case heading == "Depths" && len(cells) == 9:
			for _, c := range [][]string{cells[:4], cells[5:]} {
				nullity, e1 := strconv.Atoi(c[1])
				depth, e2 := strconv.Atoi(c[2])
				if e1 != nil || e2 != nil {
					continue // a heading, or no board
				}
				if n, err := strconv.Atoi(c[0]); err == nil {
					c[0] = fmt.Sprintf("%dx%d", n, n)
				}
				doc.depths = append(doc.depths, documentedDepth{c[0], nullity, depth, c[3]})
			}
		}
	}
	delete(doc.distributions, "board")
	delete(doc.distributions, "---")
	return doc
}

// rounded writes a count as the document does: with commas, or to three digits.
func rounded(count *big.Int, like string) string {
	digits := count.String()
	if strings.Contains(like, "·10") {
		power := ""
		for _, d := range strconv.Itoa(len(digits) - 1) {
			power += string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[d-'0'])
		}
		mantissa, _ := strconv.ParseFloat(digits[:1]+"."+digits[1:min(17, len(digits))], 64)
		return fmt.Sprintf("%.2f·10%s", mantissa, power)
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// halvings is how many states have answers that press half of each region and all idle switches; ok is
// false if a region is of odd size.
func halvings(quiet []gf2.Vec, switches int) (states *big.Int, ok bool) {
	words := big.NewInt(1)
	for _, r := range disjoint.ByColumns(quiet, switches) {
		if n := len(r.Cells); !r.Fixed {
			if n%2 != 0 {
				return nil, false
			}
			words.Mul(words, new(big.Int).Binomial(int64(n), int64(n/2)))
		}
	}
	return words.Rsh(words, uint(len(quiet))), true
}

// tooSlow are boards of the document whose distribution takes many seconds to count, or is out of reach; the
// document has the hardest states of 11x11 from a formula.
var tooSlow = map[string]bool{"16x16": true, "14x14": true, "11x11": true, "9x9": true}

// The tables of docs/census.md are right, as far as that can be checked quickly.
func TestDocumentedDepths(t *testing.T) {
	tier.Slow(t, "proves each depth of the document")
	doc := readDocument(t)
	if len(doc.depths) < 40 {
		t.Fatalf("only %d depths were found in the document", len(doc.depths))
	}
	for _, d := range doc.depths {
		b := boardtest.Parse(t, d.spec)
		quiet, err := solve.Solver{}.Quiet(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		if len(quiet) != d.nullity {
			t.Errorf("%s: nullity %d, the document says %d", d.spec, len(quiet), d.nullity)
		}
		if states, ok := halvings(quiet, b.Switches()); ok {
			if got := rounded(states, d.hardest); got != d.hardest {
				t.Errorf("%s: %s states have half-pressed regions, the document says %s", d.spec, got, d.hardest)
			}
		}
		if d.spec != "16x16" {
			found, err := FindDepth(context.Background(), b, nil)
			if err != nil {
				t.Fatal(err)
			}
			if found.Lower != d.depth || found.Upper != d.depth {
				t.Errorf("%s: depth %d to %d, the document says %d", d.spec, found.Lower, found.Upper, d.depth)
			}
		}
		if tooSlow[d.spec] {
			continue
		}
		counts, err := Distribution(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := rounded(counts[len(counts)-1], d.hardest); got != d.hardest || len(counts)-1 != d.depth {
			t.Errorf("%s: %s states need %d presses, the document says %s need %d", d.spec, got, len(counts)-1, d.hardest, d.depth)
		}
	}
}

func TestDocumentedDistributions(t *testing.T) {
	tier.Slow(t, "counts each distribution of the document")
	doc := readDocument(t)
	if len(doc.distributions) < 8 {
		t.Fatalf("only %d distributions were found in the document", len(doc.distributions))
	}
	for spec, want := range doc.distributions {
		b := boardtest.Parse(t, spec)
		if tooSlow[spec] {
			var counts []*big.Int
			for _, n := range strings.Fields(want) {
				count, ok := new(big.Int).SetString(n, 10)
				if !ok {
					t.Fatalf("%s: %q is not a number", spec, n)
				}
				counts = append(counts, count)
			}
			plausible(t, b, counts)
			if i := slices.IndexFunc(doc.depths, func(d documentedDepth) bool { return d.spec == spec }); i >= 0 {
				if d, last := doc.depths[i], counts[len(counts)-1]; len(counts)-1 != d.depth || rounded(last, d.hardest) != d.hardest {
					t.Errorf("%s: %v states need %d presses, the table of depths says %s need %d", spec, last, len(counts)-1, d.hardest, d.depth)
				}
			}
			continue
		}
		counts, err := Distribution(context.Background(), b, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Trim(fmt.Sprint(counts), "[]"); got != want {
			t.Errorf("%s: %s, the document says %s", spec, got, want)
		}
	}
}

// plausible checks counts that take too long to count again. Every solvable state is counted once. Whoever presses less
// than half of the lightest quiet pattern has the only fewest-press answer, so that the first counts are binomials. And
// random states need as many presses as the counts say, by a chi-square test.
func plausible(t *testing.T, b *board.Board, counts []*big.Int) {
	t.Helper()
	quiet, err := solve.Solver{}.Quiet(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	sum := new(big.Int)
	for _, n := range counts {
		sum.Add(sum, n)
	}
	states := new(big.Int).Lsh(big.NewInt(1), uint(b.Switches()-len(quiet)))
	if sum.Cmp(states) != 0 {
		t.Errorf("%s: %v states in the document, %v are solvable", b.Spec(), sum, states)
	}

	// fewest is the least weight of a word and its sums with quiet patterns, without the word itself if it is 0.
	fewest := func(word gf2.Vec) int {
		least := b.Switches()
		if !word.IsZero() {
			least = word.Weight()
		}
		for i := 1; i < 1<<len(quiet); i++ {
			least = min(least, word.AddWeight(quiet[bits.TrailingZeros(uint(i))]))
		}
		return least
	}
	lightest := fewest(gf2.NewVec(b.Switches()))
	for w := 0; 2*w < lightest; w++ {
		if all := new(big.Int).Binomial(int64(b.Switches()), int64(w)); counts[w].Cmp(all) != 0 {
			t.Errorf("%s: %v states need %d presses, but there are %v choices of them", b.Spec(), counts[w], w, all)
		}
	}

	const draws = 1_000_000
	r := rand.New(rand.NewPCG(1, 2))
	seen := make([]int, b.Switches()+1)
	word := gf2.NewVec(b.Switches())
	for range draws {
		words := word.Words()
		for i := range words {
			words[i] = r.Uint64()
		}
		words[len(words)-1] >>= uint(64*len(words) - b.Switches())
		seen[fewest(word)]++
	}
	chi, freedom := 0.0, -1
	observed, expected := 0.0, 0.0
	for w, n := range seen {
		observed += float64(n)
		if w < len(counts) {
			share, _ := new(big.Rat).SetFrac(counts[w], states).Float64()
			expected += share * draws
		} else if n > 0 {
			t.Errorf("%s: a state needs %d presses", b.Spec(), w)
		}
		if expected >= 10 { // rare ones are taken together
			chi += (observed - expected) * (observed - expected) / expected
			observed, expected, freedom = 0, 0, freedom+1
		}
	}
	if limit := float64(freedom) + 5*math.Sqrt(2*float64(freedom)); freedom < 10 || chi > limit {
		t.Errorf("%s: chi-square of random states %.1f, want at most %.1f", b.Spec(), chi, limit)
	}
}
