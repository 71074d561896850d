package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The end of the time is no finding; an input that fails is one.
func TestDeadlineIsNoFinding(t *testing.T) {
	for _, c := range []struct {
		said string
		want bool
	}{
		{"fuzz: elapsed: 5s, execs: 12 (2/sec)\n--- FAIL: FuzzA (5.06s)\n    context deadline exceeded\nFAIL\nexit status 1\nFAIL\tm/a\t5.1s\n", true},
		{"--- FAIL: FuzzA (0.1s)\n    --- FAIL: FuzzA (0.00s)\n        a_test.go:9: wrong\n    \n    Failing input written to testdata/fuzz/FuzzA/0123\nFAIL\n", false},
		{"--- FAIL: FuzzA (9.1s)\n    fuzzing process hung or terminated unexpectedly: exit status 2\n    Failing input written to testdata/fuzz/FuzzA/0123\nFAIL\n", false},
		{"--- FAIL: FuzzA (0.1s)\n    --- FAIL: FuzzA/seed#0 (0.00s)\n        a_test.go:9: context deadline exceeded in the answer\nFAIL\n", false},
		{"a_test.go:3:1: syntax error\nFAIL\tm/a [build failed]\n", false},
	} {
		if got := onlyDeadline([]byte(c.said), "FuzzA"); got != c.want {
			t.Errorf("%q: %v", c.said, got)
		}
	}
}

// A module with a target that fails and one that does not: the failure is reported, the other one runs all the
// same, and what it found is kept.
func TestFindings(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module tiny\n\ngo 1.24\n",
		"a_test.go": `package tiny

import "testing"

func FuzzBad(f *testing.F) {
	f.Add("a")
	f.Fuzz(func(t *testing.T, s string) {
		if s != "a" {
			t.Error("only a is right")
		}
	})
}

func FuzzGood(f *testing.F) {
	f.Add("a")
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 3 && s[0] == 'x' && s[1] == 'y' {
			t.Log("deep")
		}
	})
}
`,
		"doc.md": "before\n" + begins + "old\n" + ends + "after\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	// How long it takes until something is found is the machine's business.
	var err error
	var kept []os.DirEntry
	each := time.Second
	for ; each < 10*time.Minute; each *= 2 {
		err = fuzz(context.Background(), nil, 2*each, 0, 4, "doc.md")
		if kept, _ = os.ReadDir(filepath.Join("testdata", "fuzz", "FuzzGood")); err != nil && len(kept) > 0 {
			break
		}
	}
	if err == nil || err.Error() != "1 of 2 targets failed" {
		t.Errorf("%v", err)
	}
	if len(kept) == 0 || len(kept) > 4 {
		t.Error(fmt.Sprint(kept))
	}
	doc, err := os.ReadFile("doc.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(doc)
	if !strings.HasPrefix(text, fmt.Sprintf("before\n%s2 targets, %v each:\n", begins, each)) || !strings.HasSuffix(text, ends+"after\n") || !strings.Contains(text, "FuzzGood | ") || strings.Contains(text, "old") {
		t.Error(text)
	}
}

// A target in a text, as in the test above, is none.
func TestFind(t *testing.T) {
	targets, err := find(t.Context(), []string{".", "../lrat"})
	if err != nil || len(targets) != 1 || targets[0].name != "FuzzCheck" {
		t.Errorf("%v, %v", targets, err)
	}
}

func TestFlagsThatDoNotGoTogether(t *testing.T) {
	for _, times := range [][2]time.Duration{{0, 0}, {1, 1}} {
		if err := fuzz(context.Background(), nil, times[0], times[1], 0, ""); err == nil {
			t.Error(times)
		}
	}
}
