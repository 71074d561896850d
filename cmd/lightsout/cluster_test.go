package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lightsout/internal/boardtest/tier"
)

// What a scheduler sets stands in for it: the parts of the example scripts join to the whole batch.

func TestSlurmParts(t *testing.T) {
	tier.Peer(t, "bash", "bash")
	script, err := filepath.Abs("../../examples/slurm/generate.sbatch")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	batch := []string{"-b", "4x4", "-n", "70", "--format", "jsonl"}
	task := func(i int, settings ...string) {
		cmd := exec.Command("bash", append([]string{script}, batch...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), append(settings, fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", i))...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("task %d: %v: %s", i, err, out)
		}
	}
	for i := 1; i <= 7; i++ {
		if i != 2 && i != 5 {
			task(i, "SLURM_ARRAY_TASK_COUNT=7")
		}
	}
	// Two were lost, and are submitted again as an array of two.
	task(2, "SLURM_ARRAY_TASK_COUNT=2", "SHARDS=7")
	task(5, "SLURM_ARRAY_TASK_COUNT=2", "SHARDS=7")
	joinedIsWhole(t, filepath.Join(dir, "parts"), func(i int) string { return fmt.Sprintf("part-%05d-of-00007", i) }, batch)
}

func TestKubernetesParts(t *testing.T) {
	manifest, err := os.ReadFile("../../examples/kubernetes/generate.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(string(manifest), "args: [")
	list, _, ended := strings.Cut(list, "]")
	if !ok || !ended || !strings.Contains(list, `"1000000"`) || !strings.Contains(list, `)000000"`) {
		t.Fatalf("the manifest's arguments are not where they were: %s", list)
	}
	dir := t.TempDir()
	small := strings.NewReplacer(`"1000000"`, "10", `)000000"`, ")0", `"`, "", "/parts/", dir+"/", "\n", "")
	for i := range 7 {
		var args []string
		for arg := range strings.SplitSeq(small.Replace(list), ",") {
			args = append(args, strings.ReplaceAll(strings.TrimSpace(arg), "$(JOB_COMPLETION_INDEX)", fmt.Sprint(i)))
		}
		if out, err := exec.Command("lightsout", args...).CombinedOutput(); err != nil {
			t.Fatalf("pod %d: %v: %s", i, err, out)
		}
	}
	joinedIsWhole(t, dir, func(i int) string { return fmt.Sprintf("part-%d", i-1) },
		[]string{"-b", "5x5", "-n", "70", "--seed", "1", "--format", "jsonl"})
}

// joinedIsWhole compares the parts of the folder, which are seven, with the batch of one process.
func joinedIsWhole(t *testing.T, dir string, name func(i int) string, batch []string) {
	t.Helper()
	whole, err := exec.Command("lightsout", append([]string{"generate"}, batch...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var joined []byte
	for i := 1; i <= 7; i++ {
		part, err := os.ReadFile(filepath.Join(dir, name(i)))
		if err != nil {
			t.Fatal(err)
		}
		joined = append(joined, part...)
	}
	if !bytes.Equal(joined, whole) {
		t.Errorf("joined parts:\n%s\nwant\n%s", joined, whole)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 7 {
		t.Errorf("%d files (%v), want 7", len(files), err)
	}
}
