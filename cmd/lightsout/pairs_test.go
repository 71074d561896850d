package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest/tier"
	"lightsout/puzzlefile"
)

// calls says how to call each verb that reads puzzle files, so that it answers in JSON or at least
// names what it read. A verb that declares --input must be here.
var calls = map[string][]string{
	"solve":   {"--min", "--json"},
	"info":    {"--json"},
	"encode":  {"--to", "opb"},
	"check":   {"--json", "--presses", "1"},
	"play":    {"--no-open"},
	"draw":    {"--format", "svg"},
	"animate": {"--json"},
}

// readingVerbs are the verbs that read puzzle files.
func readingVerbs(t *testing.T) []string {
	var names []string
	for _, v := range verbs() {
		if v.flagSet().Lookup("input") == nil {
			continue
		}
		if calls[v.name] == nil {
			t.Errorf("the verb %s reads puzzle files: say in calls how to call it", v.name)
			continue
		}
		names = append(names, v.name)
	}
	if len(names) < 4 {
		t.Errorf("only %v read puzzle files", names)
	}
	return names
}

// run calls the tool.
func run(args ...string) (code int, out, complaint string) {
	var stdout, stderr bytes.Buffer
	code = Main(args, strings.NewReader(""), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// Each writer's file through each reading verb: what a verb says of a puzzle does not depend on the
// format that it comes in, and no format needs to be told its board. A format that cannot express a
// board refuses it, and writes nothing.
func TestEveryWriterThroughEveryReader(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	boards := []string{"3x4", "grid:3x4,pattern=king", "torus:4x4", "mobius:3x4,self=off", "3x3,mask=###/#_#/###", "4x4,pattern=cross:full", "hypercube:3", "cube:1", "petersen", "merlin", "path:5", "hex:2", "hexgrid:2x3,self=off", "triangle:3", "trigrid:2x4", "platonic:octahedron", "hexcolor:3", "toric:2",
		"graph:" + file("tail.lo", "p lights 4 5\ne 1 2\ne 2 3\ne 3 1\ne 3 4\na 4 1\no 2\n"),
		"graph:" + file("toggle.lo", "p toggle 4 3\nt 1 1 2\nt 2 2 3\nt 3 1 3\nt 4 1 2 3\n")}
	verbs := readingVerbs(t)
	written := map[string]int{}
	for i, spec := range boards {
		native := filepath.Join(dir, fmt.Sprintf("%d.lo", i))
		if code, _, complaint := run("generate", "-b", spec, "-n", "3", "-o", native); code != 0 {
			t.Fatal(spec, complaint)
		}
		wanted := map[[3]any]string{} // of the native file
		for _, f := range puzzlefile.Formats() {
			if !f.Writes() {
				continue
			}
			path := filepath.Join(dir, fmt.Sprintf("%d-copy%s", i, f.Suffix))
			if !write(t, f, spec, native, path) {
				continue
			}
			written[f.Name]++
			for v, verb := range verbs {
				for k := 1; k <= 3; k++ {
					if !tier.All() && k != 1+(i+v+written[f.Name])%3 {
						continue // one of them a format
					}
					asked := [3]any{verb, k, f.BoardOnly}
					if _, known := wanted[asked]; !known {
						wanted[asked] = say(t, verb, native, k, f)
					}
					if got := say(t, verb, path, k, f); got != wanted[asked] {
						t.Errorf("%s, %s, %s#%d: got\n%swant\n%s", spec, f.Name, verb, k, got, wanted[asked])
					}
				}
			}
		}
	}
	for _, f := range puzzlefile.Formats() {
		if f.Writes() && written[f.Name] == 0 {
			t.Errorf("the format %s takes none of the boards", f.Name)
		}
	}
}

// write writes the first three puzzles of a batch in a format, and reports whether it takes the board.
func write(t *testing.T, f puzzlefile.Format, spec, native, path string) bool {
	t.Helper()
	if f.Batches() {
		code, _, complaint := run("generate", "-b", spec, "-n", "3", "--format", f.Name, "-o", path)
		if _, err := os.Stat(path); (code == 0) != (err == nil) {
			t.Errorf("%s, %s: exit %d, but the file: %v", spec, f.Name, code, err)
		}
		if code != 0 && (code != exitUsage || !strings.Contains(complaint, "--format: ")) {
			t.Errorf("%s, %s: exit %d: %s", spec, f.Name, code, complaint)
		}
		return code == 0
	}
	in, err := os.Open(native)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var out bytes.Buffer
	r := puzzlefile.NewReader(in, puzzlefile.ReaderOptions{Name: native})
	for range 3 {
		p, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if err := puzzlefile.Write(&out, f.Name, p); err != nil {
			if out.Len() > 0 {
				t.Errorf("%s, %s: %v, after something was written", spec, f.Name, err)
			}
			return false
		}
	}
	if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return true
}

// drawnLight is a light with its state, or a switch, in an SVG.
var drawnLight = regexp.MustCompile(`data-(light="\d+" data-state|switch)="\d+"`)

// puzzleOfAddress reads an address of the page as the page does.
func puzzleOfAddress(address string) (*board.Puzzle, error) {
	_, fragment, _ := strings.Cut(address, "#")
	fields, err := url.ParseQuery(fragment)
	if err != nil {
		return nil, err
	}
	if fields.Has("lo") {
		text, err := base64.RawURLEncoding.DecodeString(fields.Get("lo"))
		if err != nil {
			return nil, err
		}
		return puzzlefile.NewReader(bytes.NewReader(text), puzzlefile.ReaderOptions{}).Next()
	}
	b, err := board.Parse(fields.Get("board"))
	if err != nil {
		return nil, err
	}
	p := board.NewPuzzle(b)
	return p, p.SetLights(fields.Get("on"), fields.Get("goal"), 1)
}

// say is what a verb says about the k-th puzzle of a file, without what depends on the file's name
// and on the clock. Of files that hold only boards the lights are all on.
func say(t *testing.T, verb, path string, k int, f puzzlefile.Format) string {
	t.Helper()
	args := append([]string{verb, fmt.Sprintf("%s#%d", path, k)}, calls[verb]...)
	switch {
	case verb == "animate": // an answer to show there must be
		args = append(args, "-o", filepath.Join(t.TempDir(), "solved.gif"))
		if f.BoardOnly {
			args = append(args, "--on", "none")
		}
	case f.BoardOnly && verb != "info":
		args = append(args, "--on", "all")
	}
	if verb == "play" { // it serves until it is stopped; the address holds the puzzle
		address, _, stop := startPlay(t, args[1:]...)
		if err := stop(); !errors.Is(err, errInterrupted) {
			t.Errorf("%v: %v", args, err)
		}
		p, err := puzzleOfAddress(address)
		if err != nil {
			t.Fatalf("%v: %v in %s", args, err, address)
		}
		said := fmt.Sprintf("%v to %v\n", p.On, p.Goal)
		for s := range p.Board.Switches() {
			said += fmt.Sprintln(p.Board.Toggles(s))
		}
		return said
	}
	code, out, complaint := run(args...)
	if code != exitDone && code != exitNo || complaint != "" {
		t.Errorf("%v: exit %d, %s", args, code, complaint)
	}
	if verb == "draw" { // a copy that forgets the shape of its board is drawn as a graph, with the same lights
		lights := drawnLight.FindAllString(out, -1)
		slices.Sort(lights)
		return fmt.Sprintln(code, lights)
	}
	var object map[string]any
	if json.Unmarshal([]byte(out), &object) != nil {
		_, out, _ = strings.Cut(out, "; auxiliaries follow\n") // the comments before it name the board
		return fmt.Sprint(code, out)
	}
	// Which of several lightest answers is found depends on the method, and that on the board's name.
	for _, field := range []string{"id", "board", "seconds", "origin", "engine", "proof", "presses"} {
		delete(object, field)
	}
	text, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(code, string(text), "\n")
}
