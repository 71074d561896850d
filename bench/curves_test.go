package bench

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lightsout/internal/boardtest/tier"
)

// grown is a result on a large board whose costs beyond starting are powers of the lights.
func grown(family string, size int, time, memory float64) Result {
	r := measured(size, askAny, "gf2", solved, 0.008)
	r.Suite, r.Family, r.Instance = "scale", family, instanceName(family, size, askAny)
	n := float64(r.Lights)
	r.CPU += 1e-7 * math.Pow(n, time)
	r.Peak = int64(LeastMemory/2 + 8*math.Pow(n, memory))
	return r
}

// The exponents of time and memory are found, without what starting takes, and the plots have at most
// seven lines each.
func TestCostCurves(t *testing.T) {
	tier.Slow(t, "draws many plots")
	list := []Result{measured(5, askAny, "gf2", solved, 0.008)}
	list[0].Suite = "scale"
	const families = 8
	for f := range families {
		for _, n := range []int{400, 1000, 2000, 3000} {
			list = append(list, grown(fmt.Sprintf("board%c", 'a'+f), n, 1+float64(f)/100, 1.3))
		}
	}
	dir := keep(t, list...)
	name, err := Report(dir)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for f := range families {
		row := fmt.Sprintf(`\| board%c +\| gf2 +\| 3000 \(9,000,000 lights\) \| .* \| lights\^%.2f \(R² 1.00\) \| .* \| lights\^1.30 \(R² 1.00\) \|`, 'a'+f, 1+float64(f)/100)
		if !regexp.MustCompile(row).Match(text) {
			t.Errorf("no row %s in\n%.3000s", row, text)
		}
	}
	for i := range 2 {
		for _, what := range []string{"time", "memory"} {
			svg, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("scale-curves-gf2-%d-%s.svg", i+1, what)))
			if err != nil {
				t.Fatal(err)
			}
			if n := strings.Count(string(svg), ", lights^1."); n == 0 || n > mostLines {
				t.Errorf("plot %d of %s has %d lines with an exponent", i+1, what, n)
			}
		}
	}
	if strings.Contains(string(text), "Growth: ") {
		t.Error("large boards are fitted twice")
	}
}

// Small boards have no cost curves, and a contestant that answers nothing has no numbers.
func TestCostCurvesNeedLargeBoards(t *testing.T) {
	s := &section{}
	for _, n := range []int{5, 6, 7} {
		r := measured(n, askAny, "gf2", solved, 1)
		s.results = append(s.results, &r)
	}
	if list := s.costCurves(); len(list) > 0 {
		t.Errorf("%+v", list)
	}
	for i, n := range []int{100, 200, 300} {
		r := measured(n, askAny, "gf2", gaveUp, 1)
		s.results[i] = &r
	}
	list := s.costCurves()
	if rows := tableOfCurves(list).rows; len(rows) != 1 || rows[0][2] != "–" {
		t.Errorf("%q", rows)
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}
