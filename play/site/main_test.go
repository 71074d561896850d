package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A build that fails, here because there is no go command, leaves the folder as it was.
func TestFailedBuildKeepsTheEarlierOne(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "site")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "lightsout.wasm"), []byte("earlier"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", t.TempDir())
	if err := (&site{}).build(t.Context(), dir); err == nil {
		t.Fatal("built without a go command")
	}
	if got, err := os.ReadFile(filepath.Join(dir, "lightsout.wasm")); string(got) != "earlier" {
		t.Errorf("the earlier build is %q, %v", got, err)
	}
	if left, _ := os.ReadDir(parent); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestOtherFoldersAreRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "thesis.tex"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := (&site{}).build(t.Context(), dir); err == nil {
		t.Error("a folder of other files is built over")
	}
}
