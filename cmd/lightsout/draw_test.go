package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The drawings of README and docs/pictures.md are what the commands beside them draw.
func TestDocumentedDrawings(t *testing.T) {
	t.Chdir("../..")
	document, err := os.ReadFile("docs/pictures.md")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	drawings := 0
	for _, line := range strings.Split(string(document), "\n") {
		args := strings.Fields(line)
		if !strings.HasPrefix(line, "lightsout draw ") {
			continue
		}
		drawings++
		kept := args[len(args)-1]
		if !bytes.Contains(readme, []byte(kept)) {
			t.Errorf("README.md does not show %s", kept)
		}
		drawn := filepath.Join(t.TempDir(), filepath.Base(kept))
		if *update {
			drawn = kept
		}
		args[len(args)-1] = drawn
		if code, _, complaint := run(args[1:]...); code != exitDone {
			t.Fatalf("%s: exit code %d: %s", line, code, complaint)
		}
		got, err := os.ReadFile(drawn)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(kept)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what its command draws: make pictures", kept)
		}
	}
	if drawings < 4 {
		t.Errorf("docs/pictures.md has only %d drawings", drawings)
	}
}
