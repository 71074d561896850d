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
	joinedIsWhole(t, filepath.Join(dir, "parts"), batch)
}

func TestKubernetesParts(t *testing.T) {
	manifest, err := os.ReadFile("../../examples/kubernetes/generate.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, script, ok := strings.Cut(string(manifest), "- |\n")
	script, _, ended := strings.Cut(script, "          resources:")
	if !ok || !ended || !strings.Contains(script, "-n 7000000") || !strings.Contains(script, "/parts/") {
		t.Fatalf("the manifest's script is not where it was:\n%s", script)
	}
	dir := t.TempDir()
	script = strings.NewReplacer("-n 7000000", "-n 70", "/parts/", dir+"/").Replace(script)
	for i := range 7 {
		cmd := exec.Command("/bin/sh", "-ec", script)
		cmd.Env = append(os.Environ(), fmt.Sprintf("JOB_COMPLETION_INDEX=%d", i))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("pod %d: %v: %s", i, err, out)
		}
	}
	joinedIsWhole(t, dir, []string{"-b", "5x5", "-n", "70", "--seed", "1", "--format", "jsonl"})
}

// joinedIsWhole compares the parts of the folder, which are seven, with the batch of one process.
func joinedIsWhole(t *testing.T, dir string, batch []string) {
	t.Helper()
	whole, err := exec.Command("lightsout", append([]string{"generate"}, batch...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var joined []byte
	for i := 1; i <= 7; i++ {
		part, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("part-%05d-of-00007", i)))
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
