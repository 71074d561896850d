package fewest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// asker asks for the lightest word by the new way, and by the one that would be chosen.
const asker = `package main

import (
	"context"
	"fmt"

	"lightsout/gf2"
	"lightsout/internal/fewest"
)

func main() {
	p := fewest.Problem{Word: gf2.VecOf(9, 0, 1, 2, 3, 4, 5)}
	p.Basis = []gf2.Vec{gf2.VecOf(9, 0, 1, 2, 6), gf2.VecOf(9, 2, 3, 4, 7), gf2.VecOf(9, 4, 5, 0, 8)}
	p.Costs = []int{3, 1, 4, 1, 5, 9, 2, 6, 5}
	for _, method := range []string{"", "one-by-one"} {
		r, err := fewest.Minimum(context.Background(), p, fewest.Options{Method: method})
		fmt.Println(r.Cost, r.Proved(), r.Words(), err)
	}
}
`

// A way is added by one file and one row, as CONTRIBUTING.md says and shows.
func TestWayIsOneFileAndOneRow(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a library")
	}
	guide, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(guide), "## A way to the fewest presses\n")
	part, _, _ = strings.Cut(part, "\n## ")
	blocks := regexp.MustCompile("(?s)   ```go\n(.*?)   ```").FindAllStringSubmatch(part, -1)
	if len(blocks) != 2 {
		t.Fatalf("%d blocks of code in the checklist", len(blocks))
	}
	indent := regexp.MustCompile(`(?m)^   `)
	file, row := indent.ReplaceAllString(blocks[0][1], ""), indent.ReplaceAllString(blocks[1][1], "")
	table, err := os.ReadFile("plan.go")
	if err != nil {
		t.Fatal(err)
	}
	above, below, ok := strings.Cut(string(table), "part: nothing},\n")
	if !ok {
		t.Fatal("plan.go has no row of regions")
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir, overlay := t.TempDir(), map[string]string{}
	for name, text := range map[string]string{
		"onebyone.go": file, "plan.go": above + "part: nothing},\n" + row + below, "asker/main.go": asker,
	} {
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
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), list, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "run", "-overlay", filepath.Join(dir, "overlay.json"), "./asker").CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(lines) != 2 || lines[0] != lines[1] || !strings.HasSuffix(lines[1], "answers compared <nil>") {
		t.Errorf("%v\n%s", err, out)
	}
}
