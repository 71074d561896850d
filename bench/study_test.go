package bench

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"lightsout/internal/boardtest/tier"
)

// study is the raw results of the study.
func study(t *testing.T) results {
	t.Helper()
	return must(readResults("results/encodings"))(t).ran()
}

// The digests of the published formulas are those of the encodings.
func TestStudyFormulas(t *testing.T) {
	published := map[string]string{}
	for _, r := range study(t) {
		published[r.key()] = r.Formula
	}
	suite := must(Options{Suite: "encodings"}.plan())(t)
	for _, p := range must(suite.matching(Options{Repeat: 1, Filter: " cadical "}))(t) {
		q, err := newInstance(t.Context(), p.family, p.Size, p.Question, p.Seed)
		if err == nil {
			q.dir = t.TempDir()
			_, err = q.setProblem(p.who, &p.Result)
		}
		if want := published[p.key()]; err != nil || want == "" || p.Formula != want {
			t.Errorf("%s: %s, published %q, %v", p.key(), p.Formula, want, err)
		}
	}
}

// The tables of docs/benchmarks.md are those of the raw results.
func TestStudyPage(t *testing.T) {
	page := strings.Join(strings.Fields(read(t, "../docs", "benchmarks.md")), " ")
	all := study(t)
	part := func(instances string) results {
		expression := regexp.MustCompile(instances)
		return all.only(func(r *Result) bool { return expression.MatchString(r.Instance) })
	}
	row := func(name, solver string, cells ...string) {
		if want := "| " + name + " | " + strings.Join(cells, " | ") + " |"; !strings.Contains(page, want) {
			t.Errorf("the page does not have %s", want)
		}
	}
	factor := func(of results, slow, fast string) string {
		f := compare(of.of(slow), of.of(fast))
		return fmt.Sprintf("%v (%s)", f, f.interval().text(ratio))
	}
	refutations, tseitin, answers := part("^(grid|torus).*unsolvable"), part("^tseitin-5"), part("any$")
	for _, s := range []string{"gini", "minisat", "glucose", "cadical", "kissat", "cryptominisat5"} {
		direct, cut := s+" direct", s+" cut:4"
		row(s, s, factor(refutations, direct, cut), factor(tseitin, direct, cut), factor(answers, direct, cut),
			factor(all, s+" bdd", cut), factor(all, s+" arith", cut))
	}
	for _, s := range []string{"minisat", "cadical"} {
		for _, slow := range []string{"direct", "bdd"} {
			row(s+", `"+slow+"`", s, factor(all, s+" "+slow, s+" cut:4"),
				factor(all, s+"-shuffled "+slow, s+"-shuffled cut:4"))
		}
	}
	for _, encoding := range []string{"direct", "cut:4"} {
		s := "cryptominisat5 "
		if want := factor(all, s+encoding, s+"xnf"); !strings.Contains(page, want) {
			t.Errorf("the page does not have %s over x lines, %s", encoding, want)
		}
	}
}

var updatePlots = flag.Bool("update", false, "draw the plots in bench/results again")

// The plots in bench/results, some of which pages show, are those that bench report draws of the results beside them.
func TestPublishedPlots(t *testing.T) {
	tier.Slow(t, "draws every plot of the results")
	folders, err := filepath.Glob("results/*/results.jsonl.gz")
	if err != nil || len(folders) == 0 {
		t.Fatal(folders, err)
	}
	for _, results := range folders {
		folder, dir := filepath.Dir(results), t.TempDir()
		must(0, os.CopyFS(dir, os.DirFS(folder)))(t)
		reported(t, dir, "md")
		plots, err := filepath.Glob(filepath.Join(folder, "*.svg"))
		if err != nil || len(plots) == 0 {
			t.Fatalf("%s has no plots: %v", folder, err)
		}
		for _, plot := range plots {
			got := read(t, dir, filepath.Base(plot))
			if *updatePlots {
				write(t, folder, filepath.Base(plot), got)
			}
			if read(t, "", plot) != got && runtime.GOARCH == "amd64" {
				t.Errorf("%s is not what bench report draws: make pictures", plot)
			}
		}
	}
}
