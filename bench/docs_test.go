package bench

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// docs/benchmarks.md shows plots and links files of the run that is kept here.
func TestDocsLinkWhatIsThere(t *testing.T) {
	text, err := os.ReadFile("../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllSubmatch(text, -1)
	if len(links) < 10 {
		t.Errorf("only %d links", len(links))
	}
	for _, l := range links {
		if _, err := os.Stat(filepath.Join("../docs", string(l[1]))); err != nil {
			t.Errorf("docs/benchmarks.md: %v", err)
		}
	}
}

// The run that is kept can still be read, and holds no wrong answer.
func TestKeptResults(t *testing.T) {
	for _, suite := range []string{"encodings", "counting", "generators"} {
		results, err := Read(filepath.Join("results", suite))
		if err != nil {
			t.Fatal(err)
		}
		machines, err := ReadMachines(filepath.Join("results", suite))
		if err != nil || len(machines) == 0 || machines[0].Commit == "" {
			t.Errorf("%s: nothing says where this was measured: %v", suite, err)
		}
		for _, r := range results {
			if r.Suite != suite || r.Outcome == Wrong || r.Outcome == Failed {
				t.Errorf("%s: %s, %s, seed %d: %s %s", suite, r.Instance, r.Contestant, r.Seed, r.Outcome, r.Note)
			}
		}
	}
}
