package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"lightsout/internal/boardtest/tier"
)

// docs/literature.md has a command for every claim. The quick ones are run here as a script, and must
// print what the document says.
func TestLiterature(t *testing.T) {
	tier.Slow(t, "runs every command of docs/literature.md")
	text, err := os.ReadFile("../../docs/literature.md")
	if err != nil {
		t.Fatal(err)
	}
	script, commands := literatureScript(t, string(text))
	if commands < 40 {
		t.Fatalf("only %d commands were found in the document", commands)
	}
	file := filepath.Join(t.TempDir(), "literature.txtar")
	if err := os.WriteFile(file, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Files: []string{file},
		Setup: func(env *testscript.Env) error { return os.Symlink(examples, filepath.Join(env.WorkDir, "examples")) },
	})
}

var (
	quotedText  = regexp.MustCompile("`([^`]+)`")
	withProgram = regexp.MustCompile(`^\*with (\S+)\*`)
)

// literatureScript is a script of the commands in tables of claim, command and result.
func literatureScript(t *testing.T, text string) (script string, commands int) {
	var s strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "| ") || strings.HasSuffix(line, "| command | result |") {
			continue
		}
		cells := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), " | ")
		if len(cells) != 3 {
			t.Fatalf("line %d of the document has %d cells, not a claim, a command and a result", i+1, len(cells))
		}
		command, results := quotedText.FindStringSubmatch(cells[1]), quotedText.FindAllStringSubmatch(cells[2], -1)
		switch {
		case command == nil:
			t.Fatalf("line %d of the document has no command", i+1)
		case strings.HasPrefix(cells[1], "*slow*"):
			continue
		case len(results) == 0:
			t.Fatalf("line %d of the document has no result to look for", i+1)
		}
		commands++
		installed := "" // a condition, where the command needs another program
		if with := withProgram.FindStringSubmatch(cells[1]); with != nil {
			installed = "[exec:" + with[1] + "] "
		}
		fails := ""
		if strings.Contains(cells[2], "(exit ") {
			fails = "! "
		}
		fmt.Fprintf(&s, "# line %d\n%s%sexec %s\n", i+1, installed, fails, strings.ReplaceAll(command[1], "\x00", "|"))
		for _, r := range results {
			// A quote within quotes is written twice.
			fmt.Fprintf(&s, "%sstdout '%s'\n", installed, strings.ReplaceAll(regexp.QuoteMeta(r[1]), "'", "''"))
		}
	}
	return s.String(), commands
}
