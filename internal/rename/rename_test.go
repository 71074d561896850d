package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// In a copy of the module, everything is renamed and still builds; renaming it back gives the same files.
func TestRenameTheModule(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the module under another name")
	}
	files, err := exec.Command("git", "-C", filepath.Join("..", ".."), "ls-files", "-co", "--exclude-standard").Output()
	if err != nil {
		t.Skip("no list of the module's files: ", err)
	}
	root := t.TempDir()
	before := map[string]string{}
	for name := range strings.FieldsSeq(string(files)) {
		text, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil || strings.HasPrefix(name, "bench/results/") {
			continue // deleted, or large
		}
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
		before[name] = string(text)
	}
	former := string(declaration.FindSubmatch([]byte(before["go.mod"]))[1])
	const name = "example.org/puzzles/lights"
	if err := rename(root, name); err != nil {
		t.Fatal(err)
	}
	imports := regexp.MustCompile(`"` + regexp.QuoteMeta(former) + `/`)
	for file := range before {
		text, err := os.ReadFile(filepath.Join(root, file))
		if err != nil {
			t.Fatal(err)
		}
		if found := imports.Find(text); found != nil && strings.HasSuffix(file, ".go") && !strings.HasPrefix(file, "internal/rename/") {
			t.Errorf("%s still has %s", file, found)
		}
	}
	for _, args := range [][]string{{"list", "-deps", "./..."}, {"build", "./board", "./internal/rename"}} {
		cmd := exec.Command("go", args...)
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off")
		if said, err := cmd.CombinedOutput(); err != nil || args[0] == "list" && !strings.Contains(string(said), name+"/solve\n") {
			t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, said)
		}
	}
	if !strings.Contains(former, ".") {
		return // this name is no module that others could import
	}
	if err := rename(root, former); err != nil {
		t.Fatal(err)
	}
	for file, want := range before {
		if text, _ := os.ReadFile(filepath.Join(root, file)); string(text) != want {
			t.Errorf("%s is not as it was", file)
		}
	}
}

func TestMentions(t *testing.T) {
	change := replacer("lightsout", "example.org/lightsout", []string{"census/database", "cmd/lightsout", "census", "solve"})
	for _, c := range []struct{ path, old, want string }{
		{"a.md", "`go doc lightsout/solve`", "`go doc example.org/lightsout/solve`"},
		{"a.md", "lightsout/solve lightsout/census", "example.org/lightsout/solve example.org/lightsout/census"},
		{"a.md", "lightsout/census/database.", "example.org/lightsout/census/database."},
		{"a.md", "go build lightsout/cmd/lightsout", "go build example.org/lightsout/cmd/lightsout"},
		{"a.md", "cmd/lightsout/solve.go, lightsout/statistics.json, lightsout/solver", "cmd/lightsout/solve.go, lightsout/statistics.json, lightsout/solver"},
		{"a.md", "example.org/lightsout/solve", "example.org/lightsout/solve"},
		{"go.mod", "module lightsout\n", "module example.org/lightsout\n"},
		{"sub/go.mod", "module lightsout/internal/asm\n", "module example.org/lightsout/internal/asm\n"},
		{"sub/go.mod", "module lightsoutside\n", "module lightsoutside\n"},
		{"a.go", "package a\nimport \"lightsout/solve\"\n", "package a\n\nimport \"example.org/lightsout/solve\"\n"},
	} {
		if got := string(change(c.path, []byte(c.old))); got != c.want {
			t.Errorf("%s: %q becomes %q, want %q", c.path, c.old, got, c.want)
		}
	}
}

func TestModuleNames(t *testing.T) {
	for _, name := range []string{"", "lights", "example.org", "Example.org/x", "example.org/", "example.org/a b", "https://example.org/x"} {
		if err := rename(t.TempDir(), name); err == nil || !strings.Contains(err.Error(), "write it as") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
