package puzzlefile

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// asker prints how the library reads a text.
const asker = `package main

import (
	"fmt"
	"os"

	"lightsout/puzzlefile"
)

func main() {
	r := puzzlefile.NewReader(os.Stdin, puzzlefile.ReaderOptions{Name: "x"})
	p, err := r.Next()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Kind(), p.Board.Names(), p.Board.Toggles(0))
}
`

// A kind is added by one file and one row, as CONTRIBUTING.md says and shows.
func TestKindIsOneFileAndOneRow(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a library")
	}
	guide, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(guide), "## A kind of file\n")
	part, _, _ = strings.Cut(part, "\n## ")
	blocks := regexp.MustCompile("(?s)   ```go\n(.*?)   ```").FindAllStringSubmatch(part, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks of code in the checklist", len(blocks))
	}
	indent := regexp.MustCompile(`(?m)^   `)
	file, row := indent.ReplaceAllString(blocks[0][1], ""), indent.ReplaceAllString(blocks[1][1], "")
	table, err := os.ReadFile("formats.go")
	if err != nil {
		t.Fatal(err)
	}
	const begin = "var formats = []Format{\n"
	if !strings.Contains(string(table), begin) {
		t.Fatal("formats.go has no table of formats")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir, overlay := t.TempDir(), map[string]string{}
	for name, text := range map[string]string{"ring.go": file, "formats.go": strings.Replace(string(table), begin, begin+row, 1), "asker/main.go": asker} {
		at := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(here, filepath.FromSlash(name))] = at
	}
	list, err := json.Marshal(map[string]any{"Replace": overlay})
	if err != nil {
		t.Fatal(err)
	}
	config, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "asker.exe")
	if err := os.WriteFile(config, list, 0o600); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("go", "build", "-overlay", config, "-o", program, "./asker")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for text, want := range map[string]string{
		"# mine\nring ann bob carol dave\n": "ring [ann bob carol dave] [0 1 3]",
		"ring ann bob\n":                    "x:1: a ring has three nodes or more",
		"ann bob\nbob carol\n":              "edges [ann bob carol] [0 1]",
	} {
		run := exec.Command(program)
		run.Stdin = strings.NewReader(text)
		if got, err := run.CombinedOutput(); err != nil || strings.TrimSpace(string(got)) != want {
			t.Errorf("%q: %s (%v), want %s", text, got, err, want)
		}
	}
}
