package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lightsout/internal/boardtest/guide"
	"lightsout/internal/boardtest/tier"
)

// The section "Your own boards" of docs/benchmarks.md can be followed word by word.
func TestYourOwnBoards(t *testing.T) {
	for _, program := range []string{"bash", "cadical", "minisat"} {
		tier.Peer(t, program, program)
	}
	blocks := guide.Blocks(t, guide.Section(t, "../../docs/benchmarks.md", "Your own boards"), "sh")
	if len(blocks) < 4 {
		t.Fatalf("only %d blocks of commands", len(blocks))
	}
	script := "set -eu\n" + strings.Join(blocks, "")
	dir := t.TempDir()
	shell := exec.CommandContext(t.Context(), "bash", "-c", script)
	shell.Dir = dir
	out, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, says := range []string{
		"mine/report.md", " were already there; ", "suite quick: ", "suite my: ", "my-results/report.html",
		"grid-4-any                   seed 1  grid:4x4", "ring-col-1-min", "puzzles-jsonl-1-any",
	} {
		if !strings.Contains(string(out), says) {
			t.Errorf("nothing says %q:\n%s", says, out)
		}
	}
	for _, file := range []string{"mine/own-grid-any.svg", "mine/own-grid-any.pdf", "my-results/report.html"} {
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
			t.Error(err)
		}
	}
}

// What the page says of suite files is complete.
func TestSuiteFieldsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("../../bench/suite.go")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := bytes.Cut(text, []byte("### Suite files"))
	section, _, _ = bytes.Cut(section, []byte("\n### "))
	tags := regexp.MustCompile("`json:\"([a-z_]+)[^`]*`").FindAllSubmatch(source, -1)
	if len(tags) < 10 {
		t.Fatalf("bench/suite.go has %d fields of suite files", len(tags))
	}
	for _, tag := range tags {
		if !bytes.Contains(section, []byte("`"+string(tag[1])+"`")) {
			t.Errorf("docs/benchmarks.md does not explain %s", tag[1])
		}
	}
}
