package main

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lightsout/internal/boardtest/tier"
)

// Blocks of the README and of other pages with lines "$ COMMAND" show what the commands print, one after the other in
// one folder, where … stands for anything within a line. "$ cat FILE" shows a file that the following commands read.
func TestREADMEShowsWhatIsPrinted(t *testing.T) {
	showsWhatIsPrinted(t, "../../README.md", 9)
}

func TestFilesPageShowsWhatIsPrinted(t *testing.T) {
	showsWhatIsPrinted(t, "../../docs/files.md", 4)
}

func TestGuideShowsWhatIsPrinted(t *testing.T) {
	showsWhatIsPrinted(t, "../../docs/guide.md", 13)
}

// What the README tells to type elsewhere works too: the first commands, and an example of every verb.
func TestREADMECommandsWork(t *testing.T) {
	text := readPage(t, "../../README.md")
	makefile := readPage(t, "../../Makefile")
	_, start, _ := strings.Cut(text, "```sh\n")
	start, _, _ = strings.Cut(start, "```")
	var commands []string
	for line := range strings.Lines(start) {
		command, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
		target, isTarget := strings.CutPrefix(command, "make ")
		arguments, isRun := strings.CutPrefix(command, "go run ./cmd/lightsout ")
		switch {
		case isRun:
			commands = append(commands, "lightsout "+arguments)
		case isTarget:
			if !strings.Contains(makefile, "\n"+target+":") {
				t.Errorf("the Makefile has no target %s", target)
			}
		case command != "go install ./cmd/lightsout" && !strings.HasPrefix(command, "export PATH="):
			t.Errorf("README.md begins with a command that nobody checks: %s", command)
		}
	}
	if len(commands) == 0 {
		t.Error("README.md does not begin with a command")
	}
	example := regexp.MustCompile("(?m)^\\| `[a-z]+` \\| .* \\| `(lightsout .*)` \\|$")
	for _, row := range example.FindAllStringSubmatch(text, -1) {
		commands = append(commands, row[1])
	}
	for _, v := range verbs() {
		shown := func(command string) bool { return strings.HasPrefix(command+" ", "lightsout "+v.name+" ") }
		plain := slices.Contains([]string{"version", "help", "completion"}, v.name)
		if !plain && !slices.ContainsFunc(commands, shown) {
			t.Errorf("README.md has no example of %s", v.name)
		}
	}
	inPageFolder(t)
	for _, command := range commands {
		t.Run(command, func(t *testing.T) {
			if arguments, ok := strings.CutPrefix(command, "lightsout play "); ok {
				plays(t, strings.Fields(arguments))
			} else if out, err := exec.CommandContext(t.Context(), "sh", "-c", command).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// plays starts the game without a browser, and ends it once it has printed its address.
func plays(t *testing.T, arguments []string) {
	all := append([]string{"play", "--no-open", "--addr", "127.0.0.1:0"}, arguments...)
	game := exec.CommandContext(t.Context(), "lightsout", all...)
	out, err := game.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := game.Start(); err != nil {
		t.Fatal(err)
	}
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(address, "http://127.0.0.1:") {
		t.Errorf("%q, %v", address, err)
	}
	if err := game.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	if err := game.Wait(); game.ProcessState.ExitCode() != exitInterrupted {
		t.Error(err)
	}
}

// Each module that go.mod requires for itself has its reason in the README, and no other.
func TestREADMENamesDependencies(t *testing.T) {
	_, table, _ := strings.Cut(readPage(t, "../../README.md"), "\n## Dependencies\n")
	table, _, _ = strings.Cut(table, "\n## ")
	named := regexp.MustCompile("`([^`]*/[^`]*)`").FindAllStringSubmatch(table, -1)
	required := regexp.MustCompile(`(?m)^\t(\S+) v\S+$`).FindAllStringSubmatch(readPage(t, "../../go.mod"), -1)
	if len(required) < 5 {
		t.Fatalf("go.mod requires only %d modules", len(required))
	}
	version := regexp.MustCompile(`/v\d+$`)
	var modules []string
	for _, r := range required {
		modules = append(modules, version.ReplaceAllString(r[1], ""))
	}
	for _, module := range modules {
		if !slices.ContainsFunc(named, func(n []string) bool { return strings.HasSuffix(module, n[1]) }) {
			t.Errorf("README.md has no reason for %s", module)
		}
	}
	for _, n := range named {
		if !slices.ContainsFunc(modules, func(module string) bool { return strings.HasSuffix(module, n[1]) }) {
			t.Errorf("README.md has a reason for %s, which go.mod does not require", n[1])
		}
	}
}

// Links and pictures within the repository lead to files that are there.
func TestPagesLeadToFiles(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{
		"README.md", "CONTRIBUTING.md", "SECURITY.md", "codes/README.md", "examples/pictures/README.md",
	} {
		pages = append(pages, filepath.Join("../..", page))
	}
	link := regexp.MustCompile(`\]\(([^)#: ]+)(?:#[^) ]*)?\)|src="([^":]+)"`)
	links := 0
	for _, page := range pages {
		for _, found := range link.FindAllStringSubmatch(readPage(t, page), -1) {
			links++
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), found[1]+found[2])); err != nil {
				t.Errorf("%s leads to %s%s, which is not there", page, found[1], found[2])
			}
		}
	}
	if links < 50 {
		t.Errorf("only %d links were found", links)
	}
}

func readPage(t *testing.T, page string) string {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// inPageFolder goes to a new folder with the examples, as the pages' readers have them.
func inPageFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands are those of a Unix shell")
	}
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Symlink(examples, "examples"); err != nil {
		t.Fatal(err)
	}
}

// showsWhatIsPrinted runs the commands that a page shows, of which there are at least so many.
func showsWhatIsPrinted(t *testing.T, page string, least int) {
	text := readPage(t, page)
	inPageFolder(t)
	commands := 0
	for _, block := range regexp.MustCompile("(?ms)^```\n(\\$ .*?)^```$").FindAllStringSubmatch(text, -1) {
		for _, shown := range strings.Split(strings.TrimPrefix(block[1], "$ "), "\n$ ") {
			command, want, _ := strings.Cut(shown, "\n")
			want = strings.TrimSuffix(want, "\n") + "\n"
			if file, ok := strings.CutPrefix(command, "cat "); ok {
				if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			commands++
			t.Run(command, func(t *testing.T) { prints(t, command, want) })
		}
	}
	if commands < least {
		t.Errorf("%s shows only %d commands", page, commands)
	}
}

// prints runs a command of a page and compares what it prints with what the page shows.
func prints(t *testing.T, command, want string) {
	for _, solver := range regexp.MustCompile(`\| (cadical|cryptominisat5)\b`).FindAllStringSubmatch(command, -1) {
		tier.Peer(t, solver[1], solver[1])
	}
	out, err := exec.CommandContext(t.Context(), "sh", "-c", command).CombinedOutput()
	exit, ended := errors.AsType[*exec.ExitError](err)
	asks := strings.Contains(string(out), "; say --input ")
	if err != nil && (!ended || exit.ExitCode() != exitNo && !asks) {
		t.Error(err)
	}
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "\n…\n", "\n(?:.*\n)*") // a line of its own is any lines
	pattern = "^" + strings.ReplaceAll(pattern, "…", ".*") + "$"
	if got := strings.TrimRight(string(out), "\n") + "\n"; !regexp.MustCompile(pattern).MatchString(got) {
		t.Errorf("prints\n%s\nbut the page shows\n%s", got, want)
	}
}
