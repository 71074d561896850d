package main

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// Blocks of the README with lines "$ COMMAND" show what the commands print, one after the other in one folder. "$ cat FILE"
// shows a file that the following commands read.
func TestREADMEShowsWhatIsPrinted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the commands are those of a Unix shell")
	}
	text, err := os.ReadFile("../../README.md")
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
			if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != exitNo) {
				t.Errorf("%s: %v", command, err)
			}
			if got := strings.TrimRight(string(out), "\n") + "\n"; got != want {
				t.Errorf("%s\nprints\n%s\nbut README.md shows\n%s", command, got, want)
			}
		}
	}
	if commands < 5 {
		t.Errorf("README.md shows only %d commands", commands)
	}
}
