// Package guide is for tests that follow a document to the letter.
package guide

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Section is what follows a heading of a document, up to the next one.
func Section(t *testing.T, file, heading string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	_, section, found := strings.Cut(string(text), "\n## "+heading+"\n")
	if err != nil || !found {
		t.Fatalf("%s has no section %q: %v", file, heading, err)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

// Blocks are the blocks of a language in a text, without their indentation.
func Blocks(t *testing.T, text, language string) (blocks []string) {
	t.Helper()
	for _, found := range regexp.MustCompile("(?s)\n( *)```"+language+"\n(.*?)\n *```").FindAllStringSubmatch("\n"+text, -1) {
		blocks = append(blocks, strings.TrimPrefix(strings.ReplaceAll("\n"+found[2], "\n"+found[1], "\n"), "\n")+"\n")
	}
	return blocks
}

// OneFileAndOneRow builds a program, in the folder of the test, with the library to which the new file of a checklist in
// CONTRIBUTING.md was added, and its row to a table, below the given line.
func OneFileAndOneRow(t *testing.T, contributing, heading, file, table, below, program string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds a library")
	}
	blocks := Blocks(t, Section(t, contributing, heading), "go")
	if len(blocks) != 2 {
		t.Fatalf("%d blocks of code in the checklist", len(blocks))
	}
	rows, err := os.ReadFile(table)
	if err != nil || !strings.Contains(string(rows), below) {
		t.Fatalf("%s has no line %q: %v", table, below, err)
	}
	return Program(t, "asker", map[string]string{
		file: blocks[0], table: strings.Replace(string(rows), below, below+blocks[1], 1), "asker/main.go": program,
	})
}

// Program builds a program in a folder, relative to that of the test, as if the files were there.
func Program(t *testing.T, folder string, files map[string]string) string {
	t.Helper()
	dir, replace := t.TempDir(), map[string]string{}
	for name, text := range files {
		path, err := filepath.Abs(filepath.FromSlash(name))
		if err != nil {
			t.Fatal(err)
		}
		replace[path] = filepath.Join(dir, fmt.Sprint(len(replace), ".go"))
		if err := os.WriteFile(replace[path], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	overlay, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "program.exe")
	if err := os.WriteFile(overlay, list, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-overlay", overlay, "-o", program, "./"+folder)
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return program
}
