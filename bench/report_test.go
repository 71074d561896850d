package bench

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lightsout/internal/boardtest/tier"
)

// keep writes results to a folder as a run does.
func keep(t *testing.T, list ...Result) string {
	t.Helper()
	dir := t.TempDir()
	for i := range list {
		if err := appendLine(filepath.Join(dir, jsonFile), &list[i]); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// measured is a result on a grid.
func measured(size int, q question, who string, o outcome, cpu float64) Result {
	return Result{
		Run: "1", Suite: "quick", Instance: instanceName("grid", size, q), Family: "grid", Size: size, Lights: size * size, Switches: size * size,
		Question: q, Seed: 1, Contestant: who, Outcome: o, CPU: cpu, Timeout: 1, Memory: 1 << 30, Version: "7", Command: who + " {cnf}",
	}
}

// report is the text of a report on some results.
func report(t *testing.T, format string, list ...Result) (dir, text string) {
	t.Helper()
	dir = keep(t, list...)
	for _, m := range []machine{{Run: "1", Cores: 2, Load: 0.5, Commit: "0123456789abcdef"}, {Run: "2", Cores: 2, Load: 3.5, Commit: "unknown"}} {
		if err := appendLine(filepath.Join(dir, machineFile), m); err != nil {
			t.Fatal(err)
		}
	}
	file, err := Report(dir, format)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return dir, string(data)
}

func wants(t *testing.T, text string, parts ...string) {
	t.Helper()
	plain := strings.Join(strings.Fields(text), " ")
	for _, part := range parts {
		if !strings.Contains(plain, part) {
			t.Errorf("the report does not say %q:\n%s", part, text)
		}
	}
}

// What did not run is listed with its reason and enters no score.
func TestWhatDidNotRunIsNotCounted(t *testing.T) {
	list := []Result{
		measured(5, askAny, "gini direct", solved, 0.5), measured(6, askAny, "gini direct", gaveUp, 1), measured(7, askAny, "gini direct", notAsked, 0),
		measured(5, askAny, "hypercube", notAsked, 0), measured(5, askAny, "kissat direct", missing, 0),
	}
	list[2].Note, list[3].Note, list[4].Note = "it has no rows", "not a hypercube", "kissat is not installed"
	_, text := report(t, "md", list...)
	wants(t, text,
		"| contestant | solved | PAR-2 | 95 % interval | gave up | not asked | peak memory |",
		"| gini direct | 1 of 2 | 1.2 s | 500 ms to 2.0 s | 1 | 1 | |", // (0.5 + 2·1)/2
		"| kissat | missing: kissat is not installed |",
		"| hypercube on grid-5-any | not asked: not a hypercube |", "| gini direct on grid-7-any | not asked: it has no rows |",
		"| gini direct | 500 ms | –, 0 of 1 | not asked |")
}

// Runs on a busy machine and of an unknown commit are marked, and every solver has its version and command.
func TestConditionsAreMarked(t *testing.T) {
	other := measured(6, askAny, "gf2", solved, 0.1)
	other.Run = "2"
	_, text := report(t, "md", measured(5, askAny, "mine cut:4", solved, 0.1), other)
	wants(t, text, "| 1 | | , 2 cores, 0 GiB, | 0.5 | 0.5 | 0123456789ab, |", "load above 1.5 per core; the commit is not known |",
		"| mine cut:4 | 7 | mine cut:4 {cnf} |")
	if strings.Count(text, "load above") != 1 {
		t.Error("a quiet run is marked")
	}
}

// series is a contestant on sizes whose times double with every so many lights.
func series(who string, factor float64) []Result {
	var list []Result
	for size := 10; size < 16; size++ {
		for seed := range uint64(3) {
			r := measured(size, askAny, who, solved, factor*0.02*float64(int(1)<<(size-10)))
			r.Seed = seed
			list = append(list, r)
		}
	}
	return list
}

// Pairs, growth and plots: the cactus starts at 0, lines are not merged, and every plot is there twice.
func TestReportCompares(t *testing.T) {
	list := slices.Concat(series("gini direct", 1), series("gini cut:4", 1.01), series("minisat direct", 2))
	dir, text := report(t, "md", list...)
	wants(t, text, "| gini direct | 0.99 (18:0)* | 0.50 (18:0)* |", "| pairs | gini cut:4 | minisat direct |", "| gini cut:4 | | 0.5", "| mean time | gini direct | gini cut:4 | minisat direct |",
		"| growth | time doubles every |", "| gini direct | 25.1 lights | 25.1 lights to 25.1 lights | 6 | 1.00 |", "![18 instances, answered within a time](quick-cactus.svg)", "(quick-grid-any.svg)", "(quick-scatter-gini.svg)")
	for _, name := range []string{"quick-cactus", "quick-grid-any", "quick-scatter-gini"} {
		pdf, err := os.ReadFile(filepath.Join(dir, name+".pdf"))
		if err != nil || !bytes.HasPrefix(pdf, []byte("%PDF")) {
			t.Errorf("%s.pdf: %v", name, err)
		}
		svg, err := os.ReadFile(filepath.Join(dir, name+".svg"))
		if err != nil || !bytes.Contains(svg, []byte(">0<")) && name == "quick-cactus" || bytes.Contains(svg, []byte("-0<")) {
			t.Errorf("%s.svg: %v", name, err)
		}
		again, _ := report(t, "html", list...)
		if same, err := os.ReadFile(filepath.Join(again, name+".pdf")); err != nil || !bytes.Equal(pdf, same) {
			t.Errorf("%s.pdf differs from one time to the next: %v", name, err)
		}
	}
	svg, _ := os.ReadFile(filepath.Join(dir, "quick-cactus.svg"))
	for _, who := range []string{"gini direct", "gini cut:4", "minisat direct"} {
		if !bytes.Contains(svg, []byte(">"+who+"<")) {
			t.Errorf("the plot does not show %s", who)
		}
	}
}

// Fewer than five sizes make no growth.
func TestTooFewSizes(t *testing.T) {
	_, text := report(t, "md", series("gini direct", 1)[:12]...)
	wants(t, text, "too few sizes")
	mixed := series("gini cut:4", 1)
	for i := range mixed {
		mixed[i].CPU = []float64{0.5, 0.02}[mixed[i].Size%2]
	}
	_, text = report(t, "md", append(series("gini direct", 1), mixed...)...)
	wants(t, text, "| gini cut:4 | too few | | 6 | 0.")
}

// The three formats say the same; LaTeX takes what is written for it, where it is installed.
func TestReportFormats(t *testing.T) {
	odd := measured(5, askAny, "mine_too direct", notAsked, 0)
	odd.Note = `50% of {cnf} & #1_$ \ ~ ^ <b>`
	list := append(series("gini direct", 1), odd)
	_, html := report(t, "html", list...)
	wants(t, html, "<td>gini direct</td><td>18 of 18</td>", "&lt;b&gt;", `<img src="quick-cactus.svg"`, "</html>")
	dir, tex := report(t, "latex", list...)
	wants(t, tex, `gini direct & 18 of 18 &`, `mine\_too direct`, `50\% of \{cnf\} \& \#1\_\$`, `\includegraphics{quick-cactus.pdf}`, `\end{document}`)
	t.Run("pdflatex", func(t *testing.T) {
		cmd := exec.CommandContext(t.Context(), tier.Stranger(t, "pdflatex", "apt-get install texlive-latex-base"), "-interaction=nonstopmode", "-halt-on-error", "report.tex")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}

// Plots compare contestants that ran on the same instances, and everybody is in one of them.
func TestPlotsAreFair(t *testing.T) {
	list := slices.Concat(series("gini direct", 1), series("gini cut:4", 1), series("gini chase", 1)[:6])
	var s results
	for i := range list {
		s = append(s, &list[i])
	}
	parts := s.parts()
	if len(parts) != 2 || !slices.Equal(parts[0].contestants(), []string{"gini direct", "gini cut:4"}) || len(parts[0]) != 36 {
		t.Fatalf("%d parts, first %v", len(parts), parts[0].contestants())
	}
	if len(parts[1].contestants()) != 3 || len(parts[1]) != 18 {
		t.Errorf("%v with %d results", parts[1].contestants(), len(parts[1]))
	}
}

// A contestant looks the same in every plot, and no two encodings of a solver look alike.
func TestLooks(t *testing.T) {
	type look struct{ colour, mark any }
	seen := map[look]string{}
	for _, xor := range slices.Concat(everyXor(false), everyXor(true)) {
		colour, mark := colourOf(xor)
		if other := seen[look{colour, mark}]; other != "" {
			t.Errorf("%s looks like %s", xor, other)
		}
		seen[look{colour, mark}] = xor
	}
	for i, a := range solverOrder()[:9] {
		for _, b := range solverOrder()[:i] {
			one, _ := lookOf(a + " direct")
			two, _ := lookOf(b + " direct")
			if slices.Equal(one.Dashes, two.Dashes) {
				t.Errorf("%s has the dashes of %s", a, b)
			}
		}
	}
}
