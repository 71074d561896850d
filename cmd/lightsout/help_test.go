package main

import (
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest/tier"
	"lightsout/solve"
)

// helpExamples are the command lines that the help of a verb or a topic shows.
func helpExamples(text string) (lines []string) {
	for line := range strings.Lines(text) {
		begin := regexp.MustCompile(`^(lightsout|echo|source) .*?(  |$)`).FindString(strings.TrimSpace(line))
		if begin != "" && strings.HasPrefix(line, "  ") {
			lines = append(lines, strings.TrimSpace(begin))
		}
	}
	return lines
}

// allHelpExamples are those of every verb and every topic.
func allHelpExamples() (lines []string) {
	for _, v := range verbs() {
		_, examples, _ := strings.Cut(helpText(v.name), "Examples:\n")
		lines = append(lines, helpExamples(examples)...)
	}
	for _, topic := range topicNames {
		lines = append(lines, helpExamples(filledText(topic))...)
	}
	return lines
}

// Whoever copies an example of help into a terminal gets what it promises, in seconds: an example that
// takes minutes shows in the time of this test.
func TestHelpExamplesRun(t *testing.T) {
	shell := tier.Peer(t, "bash", "bash")
	tier.Peer(t, "cadical", "cadical")
	t.Chdir(t.TempDir())
	makeInputs(t)
	for name, from := range map[string]string{"my.lo": "tail.lo", "cat.jpg": "a.png"} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	answers := `{"id":"a","board":"1x1","on":[0],"presses":[0],"min_presses":1}` + "\n"
	for name, text := range map[string]string{"answers.jsonl": answers, "puzzles.jsonl": answers, "model.jsonl": `{"id":"a","answer":[0]}`,
		"code.alist": "3 2\n2 2\n1 2 1\n2 2\n1 0\n1 2\n2 0\n1 2\n2 3\n", "F": "100\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code := Main([]string{"solve", "--min", "--certificate", "c.json"}, strings.NewReader(""), io.Discard, io.Discard); code != exitDone {
		t.Fatalf("no certificate: exit code %d", code)
	}
	if code := Main(strings.Fields("encode --on 1 -o f.cnf --proof f.lrat"), strings.NewReader(""), io.Discard, io.Discard); code != exitDone {
		t.Fatalf("no proof: exit code %d", code)
	}
	for _, line := range allHelpExamples() {
		t.Run(line, func(t *testing.T) {
			if args, ok := strings.CutPrefix(line, "lightsout play"); ok {
				// It serves until it is interrupted, here on a free port.
				_, _, stop := startPlay(t, append(strings.Fields(args), "--no-open", "--addr", "127.0.0.1:0")...)
				_ = stop()
				return
			}
			if strings.Contains(line, "bench compare results newer") {
				if err := os.CopyFS("newer", os.DirFS("results")); err != nil {
					t.Fatal(err)
				}
			}
			line = strings.TrimSuffix(line, "| source") // as fish reads it
			line = strings.TrimSuffix(line, "| Out-String | Invoke-Expression")
			if text, err := exec.CommandContext(t.Context(), shell, "-c", line).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
}

// A name that help leaves out cannot be looked up.
func TestHelpNamesEveryShape(t *testing.T) {
	text := filledText("boards")
	examples := map[string]bool{}
	for example, about := range board.Shapes() {
		if about == "" {
			t.Errorf("nothing is said of %s", example)
		}
		name, _, _ := strings.Cut(example, ":")
		examples[name] = true
		if name != "graph" {
			if _, err := board.Parse(example); err != nil {
				t.Error(err)
			}
		}
		if !strings.Contains(text, "\n  "+example+" ") {
			t.Errorf("help boards does not show %s", example)
		}
	}
	// So does the error of an unknown shape.
	_, unknown := board.Parse("shape")
	_, names, _ := strings.Cut(unknown.Error(), "the shapes are ")
	for _, name := range strings.Fields(names) {
		if !examples[name] {
			t.Errorf("no example begins with %s", name)
		}
	}
	// An unknown pattern's error lists the names.
	_, err := board.Parse("5x5,pattern=?")
	_, list, _ := strings.Cut(err.Error(), ": use ")
	list, _, _ = strings.Cut(list, " or a picture")
	for name := range strings.SplitSeq(list, ", ") {
		if !regexp.MustCompile(`[ =]` + name + `[, \n]`).MatchString(text) {
			t.Errorf("help boards does not name the pattern %s", name)
		}
	}
	_, options, _ := strings.Cut(text, "\nOptions follow after a comma:\n")
	examplesOf := regexp.MustCompile(`(?m)^  (\S+)$`).FindAllStringSubmatch(options, -1)
	if len(examplesOf) < 8 {
		t.Errorf("help boards has %d examples of options", len(examplesOf))
	}
	for _, o := range examplesOf {
		if _, err := board.Parse(o[1]); err != nil && !strings.HasPrefix(o[1], "graph:FILE") {
			t.Error(err)
		}
	}
}

// Every engine and every method that a proof names is in help engines.
func TestHelpNamesEveryMethod(t *testing.T) {
	text := filledText("engines")
	var known []string
	for _, m := range solve.Methods() {
		known = append(known, m.Name)
		if !strings.Contains(text, "\n  "+m.Name+"\n") && !strings.Contains(text, "\n  "+m.Name+" *\n") {
			t.Errorf("help engines does not explain the method %s", m.Name)
		}
	}
	for name := range solve.Engines() {
		if !strings.Contains(text, "\n  "+name+" ") {
			t.Errorf("help engines does not explain the engine %s", name)
		}
	}
	t.Chdir(t.TempDir())
	changing := regexp.MustCompile(`than [0-9]+ is|, [a-z0-9:]+\)|all [0-9^]+ answers`)
	for _, args := range []string{
		"--board 5x5 --min", "--board 9x9 --min", "--board 11x11,pattern=x --min", "--board hypercube:5 --min --on random", "--board 3x3 --min",
		"--board 5x5 --min --on none", "--board 4x4 --min --engine bfs", "--board 4x4 --min --engine sat", "--board 9x9 --min --engine split", "--board 9x9 --min --engine walsh",
		"--board 9x9 --min --engine tree", "--board 4x4 --min --engine mitm",
	} {
		for _, object := range runForJSON(t, "solve --json "+args, "") {
			proof, _ := object["proof"].(string)
			method, _ := object["method"].(string)
			if proof == "" {
				continue
			}
			says := changing.ReplaceAllStringFunc(proof, func(s string) string {
				switch {
				case strings.HasPrefix(s, "than"):
					return "than N is"
				case strings.HasPrefix(s, "all"):
					return "all N answers"
				}
				return ", XOR)"
			})
			if !slices.Contains(known, method) || !strings.Contains(text, "proof: "+says+"\n") {
				t.Errorf("%s: help engines does not explain %q by %q", args, proof, method)
			}
		}
	}
}

// Topics are read in a terminal.
func TestTopicsFitAScreen(t *testing.T) {
	for _, topic := range topicNames {
		for _, line := range strings.Split(filledText(topic), "\n") {
			if n := len([]rune(line)); n > 100 {
				t.Errorf("help %s: %d columns: %s", topic, n, line)
			}
		}
	}
}

// docs/limits.md says of each verb what its questions say that --timeout limits.
func TestLimitsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*`) \\| (.*?) \\|").FindAllStringSubmatch(string(text), -1) {
		for name := range strings.SplitSeq(row[1], ", ") {
			said[strings.Trim(name, "`")] = strings.ReplaceAll(row[2], ", or ", " or ")
		}
	}
	for _, v := range verbs() {
		if v.flagSet().Lookup("timeout") == nil {
			continue
		}
		if want := listing(v.limited()); said[v.name] != want {
			t.Errorf("docs/limits.md says that --timeout of %s limits %q, its table says %q", v.name, said[v.name], want)
		}
	}
}
