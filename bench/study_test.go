package bench

import (
	"fmt"
	"lightsout/internal/boardtest/tier"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// study is the raw results of both suites of the study.
func study(t *testing.T) results {
	t.Helper()
	var all results
	for _, suite := range []string{"study", "study-counting"} {
		list, err := readResults(filepath.Join("results", suite))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, list...)
	}
	return all.ran()
}

// factors are the quotients of the geometric means of two encodings on some instances, for each solver that ran both on
// the same of them. Each is larger than the solver's noise.
func (s results) factors(t *testing.T, instances, slow, fast string) []float64 {
	all := s
	s = s.only(func(r *Result) bool { return regexp.MustCompile("^(" + instances + ")$").MatchString(r.Instance) })
	var list []float64
	for _, part := range s.bySolver() {
		solver := solverOf(part[0].Contestant)
		a, b := part.of(solver+" "+slow), part.of(solver+" "+fast)
		if len(a) > 0 && len(a) == len(b) && solver != "cryptominisat5-nogauss" {
			f := a.typical() / b.typical()
			if _, noise := all.only(func(r *Result) bool { return solverOf(r.Contestant) == solver }).noise(); f <= noise {
				t.Errorf("%s, %s: %s and %s differ by %.2f, and the noise is %.2f", instances, solver, slow, fast, f, noise)
			}
			list = append(list, f)
		}
	}
	return list
}

// spread is the smallest and the largest factor as the page has them.
func spread(list []float64) string {
	text := func(x float64) string {
		if x < 9.95 {
			return fmt.Sprintf("%.1f", x)
		}
		return fmt.Sprintf("%.0f", x)
	}
	low, high := text(slices.Min(list)), text(slices.Max(list))
	if low == high {
		return low
	}
	return low + " to " + high
}

// The digests of the published formulas, which were added to the results later, are those of the encodings.
func TestStudyFormulas(t *testing.T) {
	for _, name := range []string{"study", "study-counting"} {
		published := map[string]string{}
		for _, r := range study(t) {
			published[r.key()] = r.Formula
		}
		suite, err := Options{Suite: name}.plan()
		if err != nil {
			t.Fatal(err)
		}
		list, err := suite.matching(Options{Repeat: 1, Filter: "-(any|unsolvable|min) "}) // bounds take long to find, and one clause more
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			if p.Outcome == notAsked || published[p.key()] == "" {
				continue
			}
			q, err := newInstance(t.Context(), p.family, p.Size, p.Question, p.Seed)
			if err == nil {
				q.dir = t.TempDir()
				_, err = q.setProblem(p.who, &p.Result)
			}
			if want := published[p.key()]; err != nil || p.Formula != want {
				t.Errorf("%s: %s, published %s, %v", p.key(), p.Formula, want, err)
			}
		}
	}
}

// The page's tables are those of the raw results.
func TestStudyPage(t *testing.T) {
	tier.Slow(t, "draws the intervals of every pair of encodings")
	data, err := os.ReadFile("../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "## The study")
	text, _, _ = strings.Cut(text, "## Micro-benchmarks")
	page := strings.Join(strings.Fields(text), " ")
	says := func(format string, args ...any) {
		if want := fmt.Sprintf(format, args...); !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	s := study(t)

	const twoStates = "(grid|torus|regular|hypercube)-.*any|(grid-11|torus-7|tseitin).*unsolvable"
	for _, row := range []struct{ board, instances, fast, slow string }{
		{"14×14, any answer", "grid-14-any", "kernel:4", "cut:4"},
		{"hypercube:6, any answer (XORs of seven)", "hypercube-6-any", "cut:4", "direct"},
		{"Tseitin, 5-regular graph, no answer", "tseitin-regular-.*", "cut:3", "direct"},
		{"Tseitin, 7×7 grid, no answer", "tseitin-grid-.*", "cut:3", "direct"},
		{"three states", "grid-mod3-(8|9)-.*", "onehot", "binary"},
		{"bounds, hypercube:6 (nullity 0)", "hypercube-6-(at-most|too-few)", "kernel:4 totalizer", "cut:4 totalizer"},
		{"minimum, 11×11 (nullity 6)", "grid-11-min", "kernel:4 totalizer", "cut:4 totalizer"},
		{"bounds, toric:6 (nullity 37)", "toric-6-(at-most|too-few)", "cut:4 totalizer", "kernel:4 totalizer"},
		{"bounds, toric:6", "toric-6-(at-most|too-few)", "cut:4 totalizer", "cut:4 adder"},
	} {
		fast := "`" + row.fast + "`"
		says("| %s | %s | `%s` | %s |", row.board, fast, row.slow, spread(s.factors(t, row.instances, row.slow, row.fast)))
	}
	// Every pair that differs is on the page, and no other is.
	twoOnly := s.only(func(r *Result) bool { return regexp.MustCompile("^(" + twoStates + ")$").MatchString(r.Instance) })
	for _, solver := range []string{"gini", "minisat", "cadical", "cryptominisat5"} {
		for _, encoding := range []string{"direct", "cut:3", "bdd", "arith", "xnf"} {
			f := compare(twoOnly.of(solver+" "+encoding), twoOnly.of(solver+" cut:4"))
			slow, fast := "`"+encoding+"`", "`cut:4`"
			if encoding == "xnf" {
				f = compare(twoOnly.of(solver+" cut:4"), twoOnly.of(solver+" xnf"))
				slow, fast = fast, "x lines"
			}
			row := fmt.Sprintf("| %s | %s | %s | %s | %s |", solver, slow, fast, f, f.interval().text(ratio))
			if shown := strings.Contains(page, row); shown != f.interval().excludes(1) {
				t.Errorf("%s is on the page: %v", row, shown)
			}
		}
	}

	// The tables of means are lines of the report, and the conflicts are in it.
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("results/study")); err != nil {
		t.Fatal(err)
	}
	file, _, err := Report(dir, "md", "")
	if err != nil {
		t.Fatal(err)
	}
	report, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{}
	for line := range strings.Lines(string(report)) {
		lines[strings.Join(strings.Fields(line), " ")] = true
	}
	for line := range strings.Lines(text) {
		if line = strings.Join(strings.Fields(line), " "); strings.Contains(line, " ms |") && !lines[line] {
			t.Errorf("not in the report: %s", line)
		}
	}
}
