package bench

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func drawResult(t *rapid.T) Result {
	r := measured(rapid.IntRange(1, 9).Draw(t, "size"), rapid.SampledFrom(questions).Draw(t, "question"),
		rapid.StringMatching(`[a-z][a-z:4 ]{0,8}`).Draw(t, "who"), rapid.SampledFrom(outcomes).Draw(t, "outcome"), rapid.Float64Range(0, 100).Draw(t, "cpu"))
	r.Seed, r.Note = rapid.Uint64Range(1, 3).Draw(t, "seed"), rapid.String().Draw(t, "note")
	return r
}

// What is written is read back, of equal keys the last, and the CSV file says the same.
func TestResultsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := map[string]Result{}
		var lines, table bytes.Buffer
		n := rapid.IntRange(0, 5).Draw(t, "n")
		for range n {
			r := drawResult(t)
			if err := writeRow(&lines, &table, &r); err != nil {
				t.Fatal(err)
			}
			r.Note = strings.ToValidUTF8(r.Note, "\ufffd") // as JSON can
			want[r.key()] = r
		}
		lines.WriteString(`{"suite":"cut sho`)
		list, err := parseResults("drawn", lines.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]Result{}
		for _, r := range list {
			got[r.key()] = r
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		rows, err := csv.NewReader(&table).ReadAll()
		if err != nil || len(rows) != n || n > 0 && len(rows[0]) != len(columns()) {
			t.Fatalf("the CSV file has %d rows for %d results: %v", len(rows), n, err)
		}
	})
}

// A folder that is opened again goes on where a run broke off: a torn last line costs that line.
func TestStoreGoesOn(t *testing.T) {
	dir := t.TempDir()
	for round := range 3 {
		s, old, err := openStore(dir)
		if err != nil || len(old) != round {
			t.Fatalf("round %d: %d results, %v", round, len(old), err)
		}
		r := measured(5, AnyAnswer, "gini direct", Solved, 1)
		r.Seed, r.Note = uint64(round), "a,\"b\""
		if err := s.add(&r); err != nil {
			t.Fatal(err)
		}
		if _, err := s.json.WriteString(`{"suite":"qui`); err != nil {
			t.Fatal(err)
		}
		if err := s.close(); err != nil {
			t.Fatal(err)
		}
	}
	table, err := os.Open(filepath.Join(dir, csvFile))
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	rows, err := csv.NewReader(table).ReadAll()
	if err != nil || len(rows) != 4 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// A folder that cannot be written to is told before anything runs.
func TestFolderIsTriedFirst(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	called := false
	_, err := Run(t.Context(), Options{Suite: "quick", Self: "/nonexistent", Out: filepath.Join(file, "sub"), Progress: func(int, int, Result) { called = true }})
	if err == nil || called {
		t.Errorf("ran into %v, after measuring: %v", err, called)
	}
}

// A line that no run writes is no result: other JSON, and names that lead out of the folder.
func TestUnsoundResults(t *testing.T) {
	whole := measured(5, AnyAnswer, "gini direct", Solved, 1)
	if err := whole.sound(); err != nil {
		t.Fatal(err)
	}
	for about, spoil := range map[string]func(*Result){
		"other JSON":                func(r *Result) { *r = Result{} },
		"a suite without a name":    func(r *Result) { r.Suite = "" },
		"a suite somewhere else":    func(r *Result) { r.Suite = "../esc" },
		"a family somewhere else":   func(r *Result) { r.Family, r.Instance = "a/../b", "a/../b-5-any" },
		"an instance without name":  func(r *Result) { r.Instance = "" },
		"an instance of its own":    func(r *Result) { r.Instance = "grid-6-any" },
		"a question nobody asks":    func(r *Result) { r.Question, r.Instance = "why", "grid-5-why" },
		"nobody":                    func(r *Result) { r.Contestant = "" },
		"a contestant in two cells": func(r *Result) { r.Contestant = "a | b" },
		"no outcome":                func(r *Result) { r.Outcome = "" },
		"an outcome of its own":     func(r *Result) { r.Outcome = "great" },
		"a board without lights":    func(r *Result) { r.Lights = 0 },
		"time that runs back":       func(r *Result) { r.CPU = -1 },
	} {
		r := whole
		spoil(&r)
		var lines bytes.Buffer
		if err := errors.Join(writeRow(&lines, io.Discard, &whole), writeRow(&lines, io.Discard, &r)); err != nil {
			t.Fatal(err)
		}
		if _, err := parseResults("file", lines.Bytes()); err == nil || !strings.HasPrefix(err.Error(), "file:2: no result: ") {
			t.Errorf("%s: %v", about, err)
		}
	}
}

func FuzzResults(f *testing.F) {
	f.Add([]byte(`{"suite":"quick","instance":"grid-5-any","family":"grid","size":5,"lights":25,"question":"any","contestant":"gf2","outcome":"solved"}` + "\n"))
	f.Add([]byte("{}\n{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := parseResults("fuzz", data)
		if err == nil && len(list) > strings.Count(string(data), "\n") {
			t.Errorf("%d results in %q", len(list), data)
		}
	})
}

// What was measured stays: a pair that is run again has a row for each run, of which reports take
// the last, and a resumed run with a larger limit asks again what gave up at the smaller one.
func TestRunsAddUp(t *testing.T) {
	dir := t.TempDir()
	for round := range 3 {
		s, old, err := openStore(dir)
		if err != nil || len(old) != round {
			t.Fatalf("round %d: %d results, %v", round, len(old), err)
		}
		r := measured(5, AnyAnswer, "gini direct", GaveUp, 1)
		r.Timeout = float64(round + 1)
		if err := s.add(&r); err != nil {
			t.Fatal(err)
		}
		if err := s.close(); err != nil {
			t.Fatal(err)
		}
	}
	list, err := Read(dir)
	if err != nil || len(list) != 1 || list[0].Timeout != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	if !list[0].settled(Options{Timeout: 3 * time.Second}) || list[0].settled(Options{Timeout: 4 * time.Second}) {
		t.Error("a limit of 3 s settles a run with 3 s, not one with 4 s")
	}
}

// A resumed run asks again what its options may change, and what was not measured.
func TestSettled(t *testing.T) {
	same := Options{Timeout: 2 * time.Second, Memory: 2 << 30}
	longer, larger, all := same, same, same
	longer.Timeout, larger.Memory, all.AllSizes = 3*time.Second, 3<<30, true
	for _, c := range []struct {
		outcome                   Outcome
		same, longer, larger, all bool
	}{
		{Solved, true, true, true, true},
		{Refuted, true, true, true, true},
		{Wrong, true, true, true, true},
		{GaveUp, true, false, true, true},
		{OutOfMemory, true, true, false, true},
		{Skipped, true, false, false, false},
		{Failed, false, false, false, false},
		{Missing, false, false, false, false},
	} {
		r := Result{Outcome: c.outcome, Timeout: 2, Memory: 2 << 30}
		for _, run := range []struct {
			about string
			o     Options
			want  bool
		}{{"the same limits", same, c.same}, {"more time", longer, c.longer}, {"more memory", larger, c.larger}, {"all sizes", all, c.all}} {
			if r.settled(run.o) != run.want {
				t.Errorf("%s is settled for a run with %s: %v", c.outcome, run.about, !run.want)
			}
		}
	}
}
