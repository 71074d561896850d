package bench

import (
	"bytes"
	"fmt"
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
		must(0, appendLines(filepath.Join(dir, jsonFile), &list[i]))(t)
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
		must(0, appendLines(filepath.Join(dir, machineFile), m))(t)
	}
	return dir, reported(t, dir, format)
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
		"| contestant | solved | not solved | peak memory |",
		"| gini direct | 1 of 2 | 1 gave-up, 1 not-asked | |",
		"| gini direct | 1.2 s | | 1 of 2 | 2 | 1 gave-up |", // (0.5 + 2·1)/2, and too few instances for an interval
		"| kissat | missing: kissat is not installed |",
		"| hypercube on grid-5-any | not asked: not a hypercube |", "| gini direct on grid-7-any | not asked: it has no rows |",
		"| size or number (lights, nullity) | 5 (25) | 6 (36) | 7 | time", "| gini direct | 500 ms | –, 0 of 1 | not asked | too few sizes |")
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
	lost := measured(7, askAny, "gf2", solved, 0.1)
	lost.Run, lost.Load = "3", 4
	_, text = report(t, "md", lost)
	wants(t, text, "| 3 | quick | ", "| 4.0 | , | 1 s, 1024 MiB | | 1 | load above 1.5 per core; the commit is not known |")
}

// seeds is how many runs an instance has.
const seeds = 5

// series is a contestant on sizes whose times double with every so many lights.
func series(who string, factor float64) []Result {
	var list []Result
	for size := 10; size < 18; size++ {
		for seed := range uint64(seeds) {
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
	wants(t, text, "| gini direct | gini cut:4 | 0.99 | 0.99 to 0.99 | gini direct | 6 | 30 | 0 | 0 | 2 below 50 ms |",
		"| gini direct | minisat direct | 0.50 | 0.50 to 0.50 | gini direct | 7 | 35 | 0 | 0 | 1 below 50 ms |", "| virtual best | 637 ms | ", "| mean time | gini direct | gini cut:4 | minisat direct | runs |",
		"| time doubles every |", "| 27.1 lights (R² 0.99) |", "![40 runs, answered within a time](quick-cactus.svg)", "(quick-grid-any.svg)", "(quick-scatter-gini.svg)")
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

// The three formats say the same; LaTeX takes what is written for it, where it is installed.
func TestReportFormats(t *testing.T) {
	odd := measured(5, askAny, "mine_too direct", notAsked, 0)
	odd.Note = `50% of {cnf} & #1_$ \ ~ ^ <b> a|b`
	list := append(series("gini direct", 1), odd)
	_, html := report(t, "html", list...)
	wants(t, html, "<td>gini direct</td><td>40 of 40</td>", "&lt;b&gt;", `<img src="quick-cactus.svg"`, "</html>")
	dir, tex := report(t, "latex", list...)
	wants(t, tex, `gini direct & 40 of 40 &`, `mine\_too direct`, `50\% of \{cnf\} \& \#1\_\$`, `$<$b$>$ a$|$b`, `\includegraphics{quick-cactus.pdf}`, `\end{document}`)
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
	list := slices.Concat(series("gini direct", 1), series("gini cut:4", 1), series("gini chase", 1)[:10])
	var s results
	for i := range list {
		s = append(s, &list[i])
	}
	parts := s.parts()
	if len(parts) != 2 || !slices.Equal(parts[0].contestants(), []string{"gini direct", "gini cut:4"}) || len(parts[0]) != 80 {
		t.Fatalf("%d parts, first %v", len(parts), parts[0].contestants())
	}
	if len(parts[1].contestants()) != 3 || len(parts[1]) != 30 {
		t.Errorf("%v with %d results", parts[1].contestants(), len(parts[1]))
	}
}

// Who was asked more than the others is compared on that too.
func TestWhoWasAskedIsCompared(t *testing.T) {
	var s results
	for _, who := range []string{"gini cut:4 seq", "gini cut:4 adder", "minisat cut:4 seq"} {
		for _, q := range []question{askAtMost, askFewest} {
			if r := measured(5, q, who, solved, 1); q == askAtMost || solverOf(who) == "gini" {
				s = append(s, &r)
			}
		}
	}
	count := map[string]int{}
	for _, part := range s.parts() {
		if len(part.contestants()) < 2 {
			t.Errorf("%v is compared with nobody", part.contestants())
		}
		for _, r := range part {
			count[r.key()]++
		}
	}
	if len(count) != len(s) {
		t.Errorf("%d of %d results are compared", len(count), len(s))
	}
}

// Encodings that write the same clauses are not ranked, by no table, and their difference is the noise.
func TestSameFormula(t *testing.T) {
	list := slices.Concat(series("gini cut:4", 1), series("gini chain:4", 1.25), series("gini direct", 2), series("minisat cut:4", 1))
	for i := range list {
		if list[i].Formula = list[i].Instance; list[i].Contestant == "gini direct" {
			list[i].Formula += " direct"
		}
	}
	_, text := report(t, "md", list...)
	wants(t, text, "| gini cut:4 | gini chain:4 | | | | 0 | 0 | 0 | 0 | 8 with the same formula |", "| gini | 40 | 1.25 | 1.25 | 1.25 |", "| grid, any | ", " | as gini cut:4 | ")
	if strings.Contains(text, "| minisat |") {
		t.Error("a solver with one encoding has no noise")
	}
}

// The digest of a formula does not depend on the order of clauses and literals, and on everything else. The gbdhash
// depends on the order, and not on comments and the head; the first is of two lines whose hash is published.
func TestDigest(t *testing.T) {
	of := func(text string) sizes {
		if text[0] != 'c' && text[0] != 'p' {
			text = fmt.Sprintf("p cnf 3 %d\n%s", strings.Count(text, "0\n"), text)
		}
		s, err := measureFormula(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if s := of("c head\np cnf 2 2\n1 -2 0\n2 0\n"); s.gbd != "177c0b03f0c47b5f973797b2f46c901d" || s.vars != 2 || s.clauses != 2 || s.literals != 3 {
		t.Errorf("%+v", s)
	}
	if s := of("p cnf 3 2\nx1 2 -3 0\n2 0\n"); s.gbd != "" || s.xors != 1 || s.clauses != 1 {
		t.Errorf("%+v", s)
	}
	a := of("1 -2 0\n2 3 0\n0\n")
	if b := of("0\n3 2 0\n-2 1 0\n"); a.sum != b.sum || a.gbd == b.gbd {
		t.Error("the order counts for the digest, or not for the gbdhash")
	}
	for _, other := range []string{
		"1 -2 0\n2 3 0\n", "1 2 0\n-2 3 0\n0\n", "1 -2 2 3 0\n0\n", "1 -2 0\n2 3 0\n0\n0\n", "1 0\n-2 2 3 0\n0\n", "-1 2 0\n2 3 0\n0\n",
	} {
		if a.sum == of(other).sum {
			t.Errorf("%q has the same digest", other)
		}
	}
}

// Means of conflicts are over the runs that all answered, zeros included; failures make a mean time a lower bound; and the
// time to write a formula counts for everyone.
func TestMeans(t *testing.T) {
	list := slices.Concat(series("minisat cut:4", 1)[:3], series("minisat direct", 1)[:3])
	for i := range list {
		list[i].Conflicts = new(1000)
	}
	list[0].Conflicts, list[0].CPU, list[0].Encoding = new(0), 0.5, 0.5 // (10·1010)^½ − 10 = 90.5
	list[4].Outcome, list[4].Conflicts = gaveUp, nil                    // the second run, of direct
	list[0].Conflicts = nil                                             // as some tell that there were none
	_, text := report(t, "md", list...)
	wants(t, text, "| minisat, mean conflicts | direct | cut:4 | runs |", "| grid, any | 1000 | 90 | 2 |", "| grid, any | > 74 ms | 74 ms | 3 |")
}

// Random boards have several nullities, and small ratios keep their digits.
func TestSpans(t *testing.T) {
	list := slices.Concat(series("gini direct", 1), series("gini cut:4", 0.003))
	for i := range list {
		list[i].Nullity = new(int(list[i].Seed))
	}
	_, text := report(t, "md", list...)
	wants(t, text, "| 10 (100, 0–4) |", "| gini direct | gini cut:4 | 333.33 |")
	_, text = report(t, "md", slices.Concat(series("gini cut:4", 1), series("gini direct", 0.003))...)
	wants(t, text, "| gini direct | gini cut:4 | 0.0030 |")
	slices.Reverse(list)
	for i := range list {
		list[i].Lights = 36
	}
	_, text = report(t, "md", list...)
	wants(t, text, "too few sizes")
}

// Failures stand on the line of the limit.
func TestScatterShowsFailures(t *testing.T) {
	list := slices.Concat(series("minisat cut:4", 1), series("minisat direct", 2))
	list[0].Outcome, list[41].Outcome = gaveUp, gaveUp
	dir, _ := report(t, "md", list...)
	for plot, texts := range map[string][]string{
		"quick-scatter-minisat.svg": {">38 runs<", ">2 runs not answered by both<", ">the limit<"}, "quick-cactus.svg": {">40<", ">the limit<"},
	} {
		for _, text := range texts {
			if !strings.Contains(read(t, dir, plot), text) {
				t.Errorf("%s does not show %s", plot, text)
			}
		}
	}
}

// A contestant looks the same in every plot of as many solvers; no two encodings of a solver look alike, and ten have a
// colour each. Dashes tell solvers apart, where there are several.
func TestLooks(t *testing.T) {
	type look struct{ colour, shape any }
	seen, colours := map[look]string{}, map[any]string{}
	for _, xor := range slices.Concat(painted, everyXor(false)) {
		_, mark := results{}.lookOf("gini " + xor)
		colour := mark.Color
		if other := seen[look{colour, mark.Shape}]; other != "" && other != xor {
			t.Errorf("%s looks like %s", xor, other)
		}
		if other := colours[colour]; other != "" && other != xor && slices.Contains(painted, xor) {
			t.Errorf("%s has the colour of %s", xor, other)
		}
		seen[look{colour, mark.Shape}], colours[colour] = xor, xor
	}
	one := results{{Contestant: "gini direct"}, {Contestant: "gini cut:4"}}
	if style, _ := one.lookOf("gini direct"); style.Dashes != nil {
		t.Error("one solver has dashes")
	}
	for i, a := range solverOrder()[:9] {
		for _, b := range solverOrder()[:i] {
			two := results{{Contestant: a + " direct"}, {Contestant: b + " direct"}}
			one, _ := two.lookOf(a + " direct")
			other, _ := two.lookOf(b + " direct")
			if slices.Equal(one.Dashes, other.Dashes) {
				t.Errorf("%s has the dashes of %s", a, b)
			}
		}
	}
}

// Encodings stand in the order of their numbers.
func TestOrderOfNames(t *testing.T) {
	want := []string{"gini direct", "gini cut:3", "gini cut:4", "gini cut:5", "gini cut:10", "gini chain:4", "gini bdd", "gini kernel:3", "gini kernel:4", "minisat cut:3"}
	var s results
	for _, name := range want {
		s = append(s, &Result{Contestant: name})
	}
	slices.Reverse(s)
	if got := s.contestants(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
