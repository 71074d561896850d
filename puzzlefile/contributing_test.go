package puzzlefile

import (
	"os/exec"
	"strings"
	"testing"

	"lightsout/internal/boardtest/guide"
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
	program := guide.OneFileAndOneRow(t, "../CONTRIBUTING.md", "A kind of file", "ring.go", "formats.go",
		"var formats = []Format{\n", asker)
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
