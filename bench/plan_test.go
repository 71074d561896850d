package bench

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gapsOf is the first line of the report about a folder.
func gapsOf(t *testing.T, dir string) string {
	t.Helper()
	file, _, err := Report(dir, "md", "")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return first
}

// liar claims at once what nobody checks; what it says does not matter here.
const liar = "liar=sh -c 'echo s UNSATISFIABLE' {cnf}"

func planOptions(dir string) Options {
	return Options{Boards: []string{"grid:NxN"}, N: "4-6", Xor: "direct", Engine: "none", Solvers: []string{liar}, Self: "/bin/false", Out: dir, Repeat: 2}
}

// join puts the files of folders together, as cat does.
func join(t *testing.T, dirs ...string) string {
	t.Helper()
	joined := t.TempDir()
	for _, name := range []string{planFile, jsonFile, machineFile} {
		var all []byte
		for _, dir := range dirs {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, text...)
		}
		write(t, joined, name, string(all))
	}
	return joined
}

// Missing work is the first line of a report: a shard, an interrupted run, the end of a file, a plan.
func TestMissingWorkIsSaid(t *testing.T) {
	var shards []string
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		o := planOptions(t.TempDir())
		o.Shard = shard
		if _, err := Run(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		shards = append(shards, o.Out)
	}
	all := join(t, shards...)
	if first := gapsOf(t, all); first != "# Suite own" {
		t.Errorf("all shards: %s", first)
	}
	list, err := readResults(all)
	if err != nil {
		t.Fatal(err)
	}
	list[0].Outcome, list[0].Timeout = gaveUp, 1
	if err := appendLines(filepath.Join(all, jsonFile), list[0]); err != nil {
		t.Fatal(err)
	}
	if first := gapsOf(t, all); first != "Not complete: of suite own, 1 run ended at a smaller limit than others had." {
		t.Errorf("shards with different limits: %s", first)
	}
	if first := gapsOf(t, join(t, shards[2], shards[0])); first != "Not complete: of suite own, shard 2/3 is missing." {
		t.Errorf("two of three: %s", first)
	}
	other := planOptions(t.TempDir())
	other.Repeat = 1
	if _, err := Run(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	if first := gapsOf(t, join(t, shards[0], other.Out)); first != "Not complete: of suite own, shard 2/3, 3/3 is missing." {
		t.Errorf("shards of another plan do not fill in: %s", first)
	}

	broken := planOptions(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	broken.Progress = func(done, _ int, _ Result) {
		if done == 2 {
			cancel()
		}
	}
	if _, err := Run(ctx, broken); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if first := gapsOf(t, broken.Out); !strings.HasPrefix(first, "Not complete: run ") || !strings.HasSuffix(first, " was interrupted: 4 of 6 pairs are missing.") {
		t.Errorf("interrupted: %s", first)
	}
	broken.Resume, broken.Progress = true, nil
	if sum, err := Run(t.Context(), broken); err != nil || sum.Kept != 2 {
		t.Fatal(sum, err)
	}
	if first := gapsOf(t, broken.Out); first != "# Suite own" {
		t.Errorf("resumed: %s", first)
	}

	results := filepath.Join(broken.Out, jsonFile)
	text, err := os.ReadFile(results)
	if err != nil {
		t.Fatal(err)
	}
	write(t, broken.Out, jsonFile, string(text[:len(text)-3]))
	if first := gapsOf(t, broken.Out); !strings.HasPrefix(first, "Not complete: the last line of results.jsonl is cut off; run ") {
		t.Errorf("cut: %s", first)
	}
	write(t, broken.Out, jsonFile, string(text))
	if err := os.Remove(filepath.Join(broken.Out, planFile)); err != nil {
		t.Fatal(err)
	}
	if first := gapsOf(t, broken.Out); !strings.Contains(first, "there is no plan.jsonl") {
		t.Errorf("without a plan: %s", first)
	}
}

// Results of two programs under one name are two contestants, whatever they were called, and a resumed run asks a
// program again that is another one now.
func TestTwoProgramsAreNotPooled(t *testing.T) {
	bin, dir := t.TempDir(), t.TempDir()
	program := write(t, bin, "solver", "#!/bin/sh\necho s UNSATISFIABLE\n")
	if err := os.Chmod(program, 0o755); err != nil {
		t.Fatal(err)
	}
	o := planOptions(dir)
	o.Solvers = []string{"mine=" + program + " {cnf}"}
	run := func(n string) Summary {
		o.N = n
		sum, err := Run(t.Context(), o)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	run("4")
	write(t, bin, "solver", "#!/bin/sh\necho s UNKNOWN\n")
	run("5")
	all, err := readResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	if said := all.setApart(); len(said) != 1 || !slices.Equal(slices.Sorted(slices.Values(all.contestants())), []string{"mine-1 direct", "mine-2 direct"}) {
		t.Errorf("%q, %q", said, all.contestants())
	}
	o.Resume = true
	if sum := run("4-5"); sum.Kept != 2 {
		t.Errorf("of 4 results, of which 2 are by another program, %d were kept", sum.Kept)
	}
	if first := gapsOf(t, dir); first != "# Suite own" {
		t.Error(first)
	}
}
