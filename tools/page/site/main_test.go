package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeGo puts a go command on the path that compiles nothing: a library takes long.
func fakeGo(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	loader := filepath.Join(dir, "lib", "wasm", "wasm_exec.js")
	if err := os.MkdirAll(filepath.Dir(loader), 0o755); err != nil {
		t.Fatal(err)
	}
	program := `#!/bin/sh
case $1 in
env) echo "` + dir + `" ;;
build) for last; do case $before in -o) echo library of $GOOS/$GOARCH > "$last" ;; esac; before=$last; done ;;
esac
`
	for name, text := range map[string]string{loader: "loader", filepath.Join(dir, "go"): program} {
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// The whole command: what it writes, what it says, and how it ends.
func TestCommand(t *testing.T) {
	fakeGo(t)
	dir := filepath.Join(t.TempDir(), "site")
	for _, c := range []struct {
		args string
		exit int
		says string
	}{
		{"", 2, "usage: site"},
		{"-nothing " + dir, 2, "-nothing"},
		{"-public-url example.org " + dir, 2, "write the address of the page"},
		{"-public-url https://example.org " + dir, 0, ""},
		{dir, 0, "without -public-url"}, // over the earlier one
		{os.TempDir(), 1, "site: "},
	} {
		var notes bytes.Buffer
		if exit := run(strings.Fields(c.args), &notes); exit != c.exit || !strings.Contains(notes.String(), c.says) {
			t.Errorf("site %s: exit %d, says %q; want %d and %q", c.args, exit, &notes, c.exit, c.says)
		}
	}
	for name, want := range map[string]string{"lightsout.wasm": "library of js/wasm\n", "wasm_exec.js": "loader", "js/backend.js": backend} {
		if got := string(read(t, dir, name)); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

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
