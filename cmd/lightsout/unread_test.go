package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A graph given as standard input, without the -, is not mistaken for the question in silence.
func TestUnreadStandardInput(t *testing.T) {
	name := filepath.Join(t.TempDir(), "graph.txt")
	if err := os.WriteFile(name, []byte("a b\nb c\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args  string
		noted bool
	}{
		{"solve", true}, {"encode", true}, {"solve -", false}, {"solve --board 3x3", false}, {"solve --on 1", false}, {"check --presses @-", false},
	} {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		pipe, sender, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := sender.WriteString("a b\nb c\n"); err != nil {
			t.Fatal(err)
		}
		sender.Close()
		for kind, in := range map[string]*os.File{"file": file, "pipe": pipe} {
			var said bytes.Buffer
			Main(strings.Fields(c.args), in, &bytes.Buffer{}, &said)
			in.Close()
			if noted := strings.Contains(said.String(), "standard input is not read"); noted != c.noted {
				t.Errorf("lightsout %s of a %s: a note is %v, expected %v: %s", c.args, kind, noted, c.noted, said.String())
			}
		}
	}
}
