package bench

import (
	"os"
	"path/filepath"
	"testing"
)

// keep writes results to a folder as a run does.
func keep(t *testing.T, list ...Result) string {
	t.Helper()
	dir := t.TempDir()
	s, _, err := openStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if err := s.add(&list[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// measured is a result on a grid.
func measured(size int, q question, who string, o outcome, cpu float64) Result {
	return Result{
		Run: "1", Suite: "quick", Instance: instanceName("grid", size, q), Family: "grid", Size: size, Lights: size * size, Switches: size * size,
		Question: q, Seed: 1, Contestant: who, Outcome: o, CPU: cpu, Presses: -1, Timeout: 1, Memory: 1 << 30,
	}
}

// A child may end before any CPU time is counted, and is plotted all the same.
func TestNoTimeIsDrawn(t *testing.T) {
	for _, q := range []question{askAny, askBatch} {
		second := measured(6, q, "gini direct", solved, 0)
		second.Seed = 2
		dir := keep(t, measured(5, q, "gini direct", solved, 0), measured(6, q, "gini direct", solved, 0.1), second, measured(7, q, "gini direct", solved, 0))
		if _, err := Report(dir); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(dir, "quick-grid-"+string(q)+".svg")); err != nil {
			t.Errorf("no plot of times: %v", err)
		}
	}
}
