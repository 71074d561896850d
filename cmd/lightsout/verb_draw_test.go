package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/puzzlefile"
)

// The gallery of the guide has every shape of boards.
func TestGalleryHasEveryShape(t *testing.T) {
	kindOf := func(spec string) string {
		b, err := puzzlefile.ParseBoard(spec)
		if err != nil {
			t.Fatal(err)
		}
		kind, _, _ := strings.Cut(b.Spec(), ":")
		return kind
	}
	command := regexp.MustCompile("(?m)^.* -o docs/images/boards.svg$").FindString(readPage(t, "../../docs/pictures.md"))
	shown := map[string]bool{"graph": true} // boards from files
	for _, spec := range regexp.MustCompile(`-b (\S+)`).FindAllStringSubmatch(command, -1) {
		shown[kindOf(spec[1])] = true
	}
	for example := range board.Shapes() {
		if !strings.HasPrefix(example, "graph:") && !shown[kindOf(example)] {
			t.Errorf("docs/images/boards.svg does not show %s", example)
		}
	}
}

// The pictures in docs/images that docs/pictures.md has commands for are what the commands draw, byte by byte; pixels
// may differ on processors that round products otherwise. The first four are those of the README.
func TestDocumentedDrawings(t *testing.T) {
	document := readPage(t, "../../docs/pictures.md")
	readme := readPage(t, "../../README.md")
	images, err := filepath.Abs("../../docs/images")
	if err != nil {
		t.Fatal(err)
	}
	inPageFolder(t)
	if err := os.MkdirAll("docs/images", 0o755); err != nil {
		t.Fatal(err)
	}
	drawings := regexp.MustCompile(`(?m)^(lightsout .* -o docs/images/(\S+))$`).FindAllStringSubmatch(document, -1)
	if len(drawings) < 11 {
		t.Fatalf("docs/pictures.md has only %d drawings", len(drawings))
	}
	for i, drawing := range drawings {
		command, name := drawing[1], drawing[2]
		if i < 4 && !strings.Contains(readme, `src="docs/images/`+name+`"`) {
			t.Errorf("README.md does not show %s", name)
		}
		if !strings.Contains(readme+document, `images/`+name+`"`) && !strings.Contains(document, "(images/"+name+")") {
			t.Errorf("no page shows %s", name)
		}
		if out, err := exec.CommandContext(t.Context(), "sh", "-c", command).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
		got, err := os.ReadFile(filepath.Join("docs/images", name))
		if err != nil {
			t.Fatal(err)
		}
		kept := filepath.Join(images, name)
		if *update {
			if err := os.WriteFile(kept, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(kept)
		same := bytes.Equal(got, want) || runtime.GOARCH != "amd64" && filepath.Ext(name) != ".svg"
		if err != nil || !same {
			t.Errorf("%s is not what its command draws (%v): make pictures", name, err)
		}
	}
}
