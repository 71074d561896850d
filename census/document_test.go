package census

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/disjoint"
	"lightsout/solve"
)

// document is what docs/census.md says: the tables of depths, and of distributions, with those in docs/data.
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
	for _, line := range recordLines(t, "distributions.txt") {
		spec, counts, _ := strings.Cut(line, " ")
		doc.distributions[spec] = counts
	}
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
	if len(doc.depths) < 24 {
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
	if len(doc.distributions) < 10 {
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
			sum := new(big.Int)
			for _, n := range counts {
				sum.Add(sum, n)
			}
			if states := new(big.Int).Lsh(big.NewInt(1), uint(b.Switches()-nullity(t, b))); sum.Cmp(states) != 0 {
				t.Errorf("%s: %v states in the document, %v are solvable", spec, sum, states)
			}
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
