package bench_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const decodingResults = "testdata/decoding.jsonl"

// decodingResult is a line of testdata/decoding.jsonl: shots of a code by a contestant.
type decodingResult struct {
	Code       string  `json:"code"`
	P          float64 `json:"p"`
	Contestant string  `json:"contestant"`
	Shots      int     `json:"shots"`
	Finished   int     `json:"finished"`        // answered, proved, and the cost is right
	Limit      float64 `json:"limit_seconds"`   // per shot; 0: none
	Median     float64 `json:"median_seconds"`  // of all shots; an unfinished one took its limit
	Worst      float64 `json:"worst_seconds"`   //
	Prepare    float64 `json:"prepare_seconds"` // once per code
}

func readDecoding() ([]decodingResult, error) {
	text, err := os.ReadFile(filepath.FromSlash(decodingResults))
	if err != nil {
		return nil, err
	}
	var out []decodingResult
	for line := range bytes.Lines(text) {
		var r decodingResult
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// find is the result of a contestant on a code at a rate of flips.
func find(results []decodingResult, code string, p float64, who string) (decodingResult, bool) {
	for _, r := range results {
		if r.Code == code && r.P == p && r.Contestant == who {
			return r, true
		}
	}
	return decodingResult{}, false
}

const ours = "lightsout decode"

var decodingRates = []float64{0.01, 0.05, 0.08}

// decodingTable is the table of docs/decoding.md: a row for each code, a column for each rate of flips.
func decodingTable(results []decodingResult) string {
	var out strings.Builder
	fmt.Fprint(&out, "| code | at 1 % | at 5 % | at 8 % | shots a second at 8 % | z3 at 1, 5, 8 % | z3 takes longer by |\n|---|---|---|---|---|---|---|\n")
	for _, r := range results {
		if r.Contestant != ours || r.P != decodingRates[0] {
			continue
		}
		cells := []string{r.Code}
		for _, p := range decodingRates {
			mine, _ := find(results, r.Code, p, ours)
			cells = append(cells, fmt.Sprintf("%s (%s)", duration(mine.Median), duration(mine.Worst)))
		}
		last, _ := find(results, r.Code, 0.08, ours)
		cells = append(cells, thousands(1/last.Median))
		var peer, factor []string
		for _, p := range decodingRates {
			if z, ok := find(results, r.Code, p, "z3"); ok {
				mine, _ := find(results, r.Code, p, ours)
				atLeast := ""
				if z.Finished < z.Shots {
					atLeast = ">"
				}
				peer = append(peer, fmt.Sprintf("%s%s (%s)", atLeast, duration(z.Median), duration(z.Worst)))
				factor = append(factor, atLeast+thousands(z.Median/mine.Median))
			}
		}
		cells = append(cells, strings.Join(peer, ", "), strings.Join(factor, ", "))
		fmt.Fprintf(&out, "| %s |\n", strings.Join(cells, " | "))
	}
	return out.String()
}

// duration has two digits.
func duration(s float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}} {
		if s >= 0.995*u.size || u.name == "µs" {
			digits := 0
			if s/u.size < 9.95 {
				digits = 1
			}
			return fmt.Sprintf("%.*f %s", digits, rounded(s/u.size), u.name)
		}
	}
	return ""
}

// rounded has two digits.
func rounded(x float64) float64 {
	if x <= 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return math.Round(x/unit) * unit
}

// thousands has two digits, and commas.
func thousands(x float64) string {
	text := fmt.Sprintf("%.0f", rounded(x))
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// docs/decoding.md has the table of the results, and -update writes it.
func TestDocsDecodingTable(t *testing.T) {
	results, err := readDecoding()
	if err != nil {
		t.Fatal(err)
	}
	const file, begin, end = "../docs/decoding.md", "<!-- decoding: made by make figures -->\n", "<!-- end -->\n"
	text, err := os.ReadFile(filepath.FromSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	table, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", file)
	}
	want := decodingTable(results)
	if table == want {
		return
	}
	if f := flag.Lookup("update"); f == nil || f.Value.String() != "true" {
		t.Fatalf("%s has another table than the results give (make figures):\n%s", file, want)
	}
	if err := os.WriteFile(filepath.FromSlash(file), []byte(before+begin+want+end+after), 0o666); err != nil {
		t.Fatal(err)
	}
}

// What the document claims about speed is what was measured: every shot proved, and the goals reached at
// every rate of flips, whatever the numbering.
func TestDecodingClaims(t *testing.T) {
	results, err := readDecoding()
	if err != nil {
		t.Fatal(err)
	}
	goals := map[string]float64{"9": 20_000, "13": 2_000, "21": 100, "31": 1} // shots a second, by distance
	checked := 0
	for _, r := range results {
		if r.Contestant != ours {
			continue
		}
		if r.Finished != r.Shots {
			t.Errorf("%s at %v: %d of %d shots proved", r.Code, r.P, r.Finished, r.Shots)
		}
		_, distance, _ := strings.Cut(r.Code, ":")
		if goal, ok := goals[distance]; ok {
			checked++
			if 1/r.Median < goal {
				t.Errorf("%s at %v: %.0f shots a second, the goal is %.0f", r.Code, r.P, 1/r.Median, goal)
			}
		}
	}
	if checked != 3*4*len(decodingRates) {
		t.Errorf("%d results have a goal", checked)
	}
	z, ok := find(results, "hexcolor:21", 0.08, "z3")
	mine, ok2 := find(results, "hexcolor:21", 0.08, ours)
	if !ok || !ok2 || z.Median < 1000*mine.Median {
		t.Errorf("hexcolor:21 at 8 %%: z3 takes %v s, we %v s", z.Median, mine.Median)
	}
}
