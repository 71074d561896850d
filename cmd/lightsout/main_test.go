package main

import (
	"flag"
	"fmt"
	"os/exec"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"lightsout/bench"
	"lightsout/internal/boardtest/tier"
)

// programs are what tests can run as processes of their own.
var programs = map[string]func(){"lightsout": main}

func TestMain(m *testing.M) {
	bench.Supervise()
	testscript.Main(m, programs)
}

// raced reports whether the race detector looks on. It makes a program some ten times slower, and larger.
func raced() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// unhurried skips a test whose programs have to keep to limits of time or memory.
func unhurried(t *testing.T) {
	t.Helper()
	if raced() {
		t.Skip("the race detector takes too much time or memory for the limits of this test")
	}
}

var update = flag.Bool("update", false, "write what the scripts compare with anew; read the difference before you keep it")

// Every verb with its errors: the scripts are the examples of what people see.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update, Condition: inTier, ContinueOnError: true, Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "patiently": patiently}})
}

// inTier is what scripts can ask about the tier of tests: [all] is the second one, and [peer:PROGRAM] too, where the
// program must be there.
func inTier(condition string) (bool, error) {
	program, ok := strings.CutPrefix(condition, "peer:")
	switch {
	case condition == "all":
		return tier.All(), nil
	case !ok:
		return false, fmt.Errorf("no such condition: %s", condition)
	case !tier.All():
		return false, nil
	}
	if _, err := exec.LookPath(program); err != nil {
		return false, fmt.Errorf("%s is not installed: make peers installs it", program)
	}
	return true, nil
}

// exits runs a program that must end with a certain code: exits 3 lightsout solve …
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGUMENT …]")
	}
	wantCode(ts, codeOf(ts, args[1:]), args[0])
}

// codeOf runs a program.
func codeOf(ts *testscript.TestScript, call []string) string {
	if err := ts.Exec(call[0], call[1:]...); err != nil {
		return strings.TrimPrefix(err.Error(), "exit status ")
	}
	return "0"
}

func wantCode(ts *testscript.TestScript, code, want string) {
	if code != want {
		ts.Fatalf("exit code %s, want %s\n[stdout]\n%s[stderr]\n%s", code, want, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
}

// patiently is exits for what a run says before its time is over: patiently 3 REGEXP lightsout … --timeout LIMIT.
// How long that takes is the machine's business, so LIMIT is a second, or two, or four, until the output matches.
func patiently(ts *testscript.TestScript, neg bool, args []string) {
	at := slices.Index(args, "LIMIT")
	if neg || at < 3 {
		ts.Fatalf("usage: patiently CODE REGEXP PROGRAM [ARGUMENT …] --timeout LIMIT")
	}
	wanted, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	call := append([]string{args[0]}, args[2:]...)
	for limit := time.Second; limit < 10*time.Minute; limit *= 2 {
		call[at-1] = limit.String()
		code := codeOf(ts, call[1:])
		if wanted.MatchString(ts.ReadFile("stdout") + ts.ReadFile("stderr")) {
			wantCode(ts, code, call[0])
			return
		}
	}
	ts.Fatalf("%v never matches\n[stdout]\n%s[stderr]\n%s", wanted, ts.ReadFile("stdout"), ts.ReadFile("stderr"))
}

// A help text that scrolls away is not read.
func TestHelpFitsAScreen(t *testing.T) {
	const rows, cols = 50, 100
	for _, v := range verbs() {
		lines := strings.Split(v.help(false), "\n")
		if len(lines) > rows {
			t.Errorf("help %s has %d lines", v.name, len(lines))
		}
		for _, line := range lines {
			if n := len([]rune(line)); n > cols {
				t.Errorf("help %s: %d columns: %s", v.name, n, line)
			}
		}
		if n := len(helpExamples(helpText(v.name))); n < 2 {
			t.Errorf("help %s has %d examples, want two", v.name, n)
		}
	}
}
