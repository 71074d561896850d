package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A graph on standard input is what a verb works on if nothing else is named, and not mistaken for the question in silence.
func TestPuzzleOnStandardInput(t *testing.T) {
	name := filepath.Join(t.TempDir(), "graph.txt")
	if err := os.WriteFile(name, []byte("a b\nb c\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for args, read := range map[string]bool{
		"solve": true, "encode": true, "info": true, "draw -o -": true, "check --presses b": true, "info --where nullity<9": true, "solve -": true,
		"solve --board 3x3": false, "solve 3x3": false, "solve --on 1": false, "check --presses @-": false, "generate": false,
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
			var out, said bytes.Buffer
			Main(strings.Fields(args), in, &out, &said)
			rest := make([]byte, 1)
			n, _ := in.Read(rest)
			in.Close()
			if taken := n == 0; taken != (read || strings.Contains(args, "@-")) {
				t.Errorf("lightsout %s of a %s: it was read: %v, want %v: %s", args, kind, taken, read, said.String())
			}
			if strings.Contains(said.String(), "standard input") {
				t.Errorf("lightsout %s of a %s: %s", args, kind, said.String())
			}
		}
	}
}

// An open pipe that is silent, or one that is empty, does not hang the first command that people try.
func TestSilentStandardInput(t *testing.T) {
	for _, silent := range []bool{true, false} {
		in, sender, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if !silent {
			sender.Close()
		}
		var out, said bytes.Buffer
		code := Main([]string{"solve"}, in, &out, &said)
		if code != exitDone || !strings.Contains(out.String(), "15 presses") || !strings.Contains(said.String(), "so this is the classic board") {
			t.Errorf("silent %v: exit %d, %s%s", silent, code, out.String(), said.String())
		}
		sender.Close()
		in.Close()
	}
}

// A word is a file if there is one of its name, and else a board.
func TestPuzzleIsAnArgument(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("mini", []byte("a b\nb c\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"solve torus:4x4 --json": `"board":"torus:4x4"`, "info 5x5 --json": `"board":"grid:5x5"`, "encode hex:2": "puzzle on hex:2",
		"check 3x3 --presses 1,3,5,7,9": "solved", "draw klein:3x3 -o -": "<svg", "info NxN --n 3 --format csv": "grid:3x3,",
		"solve mini --json": `"board":"graph:mini"`, "solve --board mini --json": `"board":"torus:4x4"`, "solve graph:mini --json": `"board":"graph:mini"`,
	} {
		code, out, complaint := run(strings.Fields(args)...)
		if code != exitDone || !strings.Contains(out, want) {
			t.Errorf("lightsout %s: exit %d, %s%s, want %s", args, code, out, complaint, want)
		}
		if noted := strings.Contains(complaint, "is read as the file of that name"); noted != (args == "solve mini --json") {
			t.Errorf("lightsout %s: %s", args, complaint)
		}
	}
}
