package bench

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The plots and files that docs/benchmarks.md links to exist.
func TestDocsLinkWhatIsThere(t *testing.T) {
	text, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllSubmatch(text, -1)
	if len(links) < 10 {
		t.Errorf("only %d links", len(links))
	}
	for _, l := range links {
		if _, err := os.Stat(filepath.Join(filepath.Dir(docsFile), string(l[1]))); err != nil {
			t.Errorf("%s: %v", docsFile, err)
		}
	}
}

// The plots that the page shows, and only those, are kept in the repository.
func TestPlotsShownAreKept(t *testing.T) {
	text, err := os.ReadFile(docsFile)
	if err != nil {
		t.Fatal(err)
	}
	ignored, err := os.ReadFile(filepath.Join("results", ".gitignore"))
	if err != nil {
		t.Fatal(err)
	}
	list := func(pattern string, text []byte) []string {
		var names []string
		for _, m := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
		slices.Sort(names)
		return names
	}
	shown, kept := list(`\]\(\.\./bench/results/([^)]+\.svg)\)`, text), list(`(?m)^!/(.+\.svg)$`, ignored)
	if diff := cmp.Diff(shown, kept); diff != "" {
		t.Errorf("plots shown (-) and excepted in bench/results/.gitignore (+):\n%s", diff)
	}
}

// The kept results can still be read, and no answer is wrong.
func TestKeptResults(t *testing.T) {
	for folder, results := range readKept(t) {
		machines, err := readMachines(filepath.Join("results", folder))
		if err != nil || len(machines) == 0 || machines[0].Commit == "" {
			t.Fatalf("%s: machine.jsonl does not say where this was measured: %v", folder, err)
		}
		for _, r := range results {
			if r.Suite != machines[0].Suite || r.Outcome.Bad() {
				t.Errorf("%s: %s, %s, seed %d: %s %s", folder, r.Instance, r.Contestant, r.Seed, r.Outcome, r.Note)
			}
		}
	}
}
