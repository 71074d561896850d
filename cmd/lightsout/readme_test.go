package main

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Blocks of the README and of docs/files.md with lines "$ COMMAND" show what the commands print, one after the other in
// one folder. "$ cat FILE" shows a file that the following commands read.
func TestREADMEShowsWhatIsPrinted(t *testing.T) {
	showsWhatIsPrinted(t, "../../README.md", 5)
}

func TestFilesPageShowsWhatIsPrinted(t *testing.T) {
	showsWhatIsPrinted(t, "../../docs/files.md", 20)
}

// showsWhatIsPrinted runs the commands that a page shows, of which there are at least so many.
func showsWhatIsPrinted(t *testing.T, page string, least int) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands are those of a Unix shell")
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	commands := 0
	for _, block := range regexp.MustCompile("(?ms)^```\n(\\$ .*?)^```$").FindAllStringSubmatch(string(text), -1) {
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
			out, err := exec.CommandContext(t.Context(), "sh", "-c", command).CombinedOutput()
			if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() != exitNo && !strings.Contains(string(out), "; name its kind: --input ")) {
				t.Errorf("%s: %v", command, err)
			}
			if got := strings.TrimRight(string(out), "\n") + "\n"; got != want {
				t.Errorf("%s\nprints\n%s\nbut %s shows\n%s", command, got, page, want)
			}
		}
	}
	if commands < least {
		t.Errorf("%s shows only %d commands", page, commands)
	}
}
