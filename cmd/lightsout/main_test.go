package main

import (
	"flag"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"lightsout": main})
}

var update = flag.Bool("update", false, "write what the scripts compare with anew; read the difference before you keep it")

// Every verb with its errors: the scripts are the examples of what people see.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script", UpdateScripts: *update, Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits}})
}

// exits runs a program that must end with a certain code: exits 3 lightsout solve …
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARGUMENT …]")
	}
	code := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		code = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if code != args[0] {
		ts.Fatalf("exit code %s, want %s\n[stdout]\n%s[stderr]\n%s", code, args[0], ts.ReadFile("stdout"), ts.ReadFile("stderr"))
	}
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
		if len(v.examples) < 2 {
			t.Errorf("help %s has %d examples, want two", v.name, len(v.examples))
		}
	}
}
