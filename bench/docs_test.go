package bench

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// docs/benchmarks.md shows plots and links files of the run that is kept here.
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

// The runs that are kept can still be read, and hold no wrong answer.
func TestKeptResults(t *testing.T) {
	for folder, results := range readKept(t) {
		machines, err := ReadMachines(filepath.Join("results", folder))
		if err != nil || len(machines) == 0 || machines[0].Commit == "" {
			t.Fatalf("%s: nothing says where this was measured: %v", folder, err)
		}
		for _, r := range results {
			if r.Suite != machines[0].Suite || r.Outcome == Wrong || r.Outcome == Failed {
				t.Errorf("%s: %s, %s, seed %d: %s %s", folder, r.Instance, r.Contestant, r.Seed, r.Outcome, r.Note)
			}
		}
	}
}
