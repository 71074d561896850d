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
	first, _, _ := strings.Cut(reported(t, dir, "md"), "\n")
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
		all := ""
		for _, dir := range dirs {
			all += read(t, dir, name)
		}
		write(t, joined, name, all)
	}
	return joined
}

// Missing work is the first line of a report: a shard, an interrupted run, the end of a file, a plan.
func TestMissingWorkIsSaid(t *testing.T) {
	var shards []string
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		o := planOptions(t.TempDir())
		o.Shard = shard
		must(Run(t.Context(), o))(t)
		shards = append(shards, o.Out)
	}
	all := join(t, shards...)
	if first := gapsOf(t, all); first != "# Suite own" {
		t.Errorf("all shards: %s", first)
	}
	list := must(readResults(all))(t)
	list[0].Outcome, list[0].Timeout = gaveUp, 1
	must(0, appendLines(filepath.Join(all, jsonFile), list[0]))(t)
	if first := gapsOf(t, all); first != "Not complete: of suite own, 1 run ended at a smaller limit than others had." {
		t.Errorf("shards with different limits: %s", first)
	}
	if first := gapsOf(t, join(t, shards[2], shards[0])); first != "Not complete: of suite own, shard 2/3 is missing." {
		t.Errorf("two of three: %s", first)
	}
	other := planOptions(t.TempDir())
	other.Repeat = 1
	must(Run(t.Context(), other))(t)
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

	text := read(t, broken.Out, jsonFile)
	write(t, broken.Out, jsonFile, text[:len(text)-3])
	if first := gapsOf(t, broken.Out); !strings.HasPrefix(first, "Not complete: the last line of results.jsonl is cut off; run ") {
		t.Errorf("cut: %s", first)
	}
	write(t, broken.Out, jsonFile, text)
	must(0, os.Remove(filepath.Join(broken.Out, planFile)))(t)
	if first := gapsOf(t, broken.Out); !strings.Contains(first, "there is no plan.jsonl") {
		t.Errorf("without a plan: %s", first)
	}
}

// Results of two programs under one name are two contestants, whatever they were called, and a resumed run asks a
// program again that is another one now.
func TestTwoProgramsAreNotPooled(t *testing.T) {
	bin, dir := t.TempDir(), t.TempDir()
	program := write(t, bin, "solver", "#!/bin/sh\necho s UNSATISFIABLE\n")
	o := planOptions(dir)
	o.Solvers = []string{"mine=" + program + " {cnf}"}
	run := func(n string) Summary {
		o.N = n
		return must(Run(t.Context(), o))(t)
	}
	run("4")
	write(t, bin, "solver", "#!/bin/sh\necho s UNKNOWN\n")
	run("5")
	all := must(readResults(dir))(t)
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
