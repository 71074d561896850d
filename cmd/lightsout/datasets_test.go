package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lightsout/internal/boardtest/tier"
)

// Whoever follows docs/datasets.md from top to bottom gets what it promises.
func TestDatasets(t *testing.T) {
	unhurried(t)
	tier.Peer(t, "bash", "bash")
	tier.Peer(t, "python3", "python3")
	document, err := os.ReadFile("../../docs/datasets.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	plot, err := filepath.Abs("../../docs/images/difficulty.svg")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Symlink(examples, "examples"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PYTHONDONTWRITEBYTECODE", "1")
	blocks := regexp.MustCompile("(?ms)^```(sh|python)\n(.*?)^```$").FindAllStringSubmatch(string(document), -1)
	if len(blocks) < 8 {
		t.Fatalf("only %d blocks of commands were found", len(blocks))
	}
	var said bytes.Buffer
	for _, b := range blocks {
		run := exec.CommandContext(t.Context(), "bash", "-euo", "pipefail", "-c", b[2])
		if b[1] == "python" {
			run = exec.CommandContext(t.Context(), "python3", "-c", b[2])
		}
		text, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s\n%s", err, b[2], text)
		}
		said.Write(text)
	}
	for _, promised := range []string{
		"\n88 %\n", // of labels that are wrong
		"\n388\n",  // minima that were proved again
		"train.jsonl: OK\ntest.jsonl: OK\n",
		"grid:5x5/a870eb69/2026/14: solved, 9 presses, as few as min_presses\n",
		"388 of 388 solved\n",
	} {
		if !strings.Contains(said.String(), promised) {
			t.Errorf("the commands do not print %q, but\n%s", promised, said.String())
		}
	}
	if m := regexp.MustCompile(`solved in (\d) presses, the fewest are (\d)`).FindStringSubmatch(said.String()); m == nil || m[1] != m[2] {
		t.Errorf("hints lead to %v", m)
	}

	card, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile("SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(sums)) {
		if !strings.Contains(string(card), line) {
			t.Errorf("the card does not have the checksum %s", line)
		}
	}
	for _, wanted := range []string{"license: cc0-1.0\n", "## Licence\n\nCC0-1.0", "    lightsout generate --board 5x5", "difficulty.svg", "check --batch test.jsonl --answers", "Made by\n\nlightsout "} {
		if !strings.Contains(string(card), wanted) {
			t.Errorf("the card does not have %q:\n%s", wanted, card)
		}
	}
	// The table and the plot of the document are those of the card.
	table := regexp.MustCompile("(?m)^\\| `[^\n]+mean [^\n]+$").FindAllString(string(card), -1)
	if len(table) != 4 {
		t.Errorf("the card has %d families:\n%s", len(table), card)
	}
	for _, row := range table {
		if !strings.Contains(string(document), row+"\n") {
			t.Errorf("the document does not have this row of the card: %s", row)
		}
	}
	drawn, err := os.ReadFile("difficulty.svg")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(plot, drawn, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if shown, err := os.ReadFile(plot); err != nil || !bytes.Equal(shown, drawn) {
		t.Errorf("the plot of the document is not that of the card (%v); go test ./cmd/lightsout -run TestDatasets -update writes it", err)
	}
}

// What the card's script refuses, it names with its line.
func TestCardRefuses(t *testing.T) {
	tier.Peer(t, "python3", "python3")
	script, err := filepath.Abs("../../examples/python/card.py")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"make.sh": "true\n", "bad.jsonl": `{"board":"2x2","min_presses":1}` + "\n[]\n", "open.jsonl": `{"board":"2x2","min_presses":null}` + "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for args, says := range map[string]string{
		"bad.jsonl":                "bad.jsonl:2: not a puzzle of generate --format jsonl",
		"open.jsonl":               "no puzzle says its min_presses: make them with generate --min",
		"none.jsonl":               "No such file or directory: 'none.jsonl'",
		"-o no/where bad.jsonl":    "bad.jsonl:2:",
		"--made-by none bad.jsonl": "No such file or directory: 'none'",
	} {
		all := append([]string{script, "--name", "n", "--licence", "CC0-1.0", "--made-by", "make.sh"}, strings.Fields(args)...)
		text, err := exec.CommandContext(t.Context(), "python3", all...).CombinedOutput()
		if err == nil || !strings.Contains(string(text), says) || strings.Contains(string(text), "Traceback") {
			t.Errorf("%s: %v, %s; want %s", args, err, text, says)
		}
		if _, err := os.Stat("README.md"); err == nil {
			t.Errorf("%s: there is a card", args)
		}
	}
}
