package bench

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
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

// What is written is read back, the last of equal keys, and the CSV file has a row for each result.
func TestResultsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := map[string]Result{}
		var lines bytes.Buffer
		n := rapid.IntRange(0, 5).Draw(t, "n")
		for range n {
			r := drawResult(t)
			line, err := json.Marshal(&r)
			if err != nil {
				t.Fatal(err)
			}
			lines.Write(append(line, '\n'))
			r.Note = strings.ToValidUTF8(r.Note, "\ufffd") // as JSON can
			want[r.key()] = r
		}
		lines.WriteString(`{"suite":"cut sho`)
		list, err := parseLines("drawn", "a result", lines.Bytes(), (*Result).sound)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]Result{}
		for _, r := range list {
			got[r.key()] = *r
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// A folder can be appended to after an interrupted run: only the incomplete last line is lost.
func TestStoreGoesOn(t *testing.T) {
	dir := t.TempDir()
	for round := range 3 {
		old, err := openFolder(dir)
		if err != nil || len(old) != round {
			t.Fatalf("round %d: %d results, %v", round, len(old), err)
		}
		r := measured(5, askAny, "gini direct", solved, 1)
		r.Seed, r.Note = uint64(round), "a,\"b\""
		again := r // nothing measured is lost: a pair that runs again has a line for each run, and the last one counts
		again.Outcome = gaveUp
		name := filepath.Join(dir, jsonFile)
		must(0, appendLines(name, &again, &r))(t)
		write(t, dir, jsonFile, read(t, dir, jsonFile)+`{"suite":"qui`)
	}
	reported(t, dir, "md")
	list := must(readResults(dir))(t)
	if lines := strings.Count(read(t, dir, jsonFile), "\n"); len(list) != 3 || len(list.right()) != 3 || lines != 6 {
		t.Errorf("%d results, %d right, %d lines", len(list), len(list.right()), lines)
	}
}

// A folder whose results are compressed reads the same, also if the compressed file was written in
// parts; a run adds to it beside the archive, and a later result replaces an archived one.
func TestCompressedResults(t *testing.T) {
	first, second := measured(5, askAny, "gini direct", gaveUp, 1), measured(6, askAny, "gini direct", solved, 1)
	dir := keep(t, first, second)
	plain := must(readResults(dir))(t)
	compress(t, dir)
	if got, err := readResults(dir); err != nil || !reflect.DeepEqual(got, plain) {
		t.Errorf("compressed: %v, %v", got, err)
	}
	old, err := openFolder(dir)
	if err != nil || !reflect.DeepEqual(old, plain) {
		t.Fatalf("a run finds %v, %v", old, err)
	}
	first.Outcome = solved
	must(0, appendLines(filepath.Join(dir, jsonFile), &first))(t)
	for _, stage := range []string{"beside the archive", "appended to it"} {
		if got, err := readResults(dir); err != nil || !reflect.DeepEqual(got, results{&first, &second}) {
			t.Errorf("%s: %v, %v", stage, got, err)
		}
		compress(t, dir)
	}
	write(t, dir, archiveFile, "this is not a gzip file")
	if _, err := readResults(dir); err == nil || !strings.Contains(err.Error(), archiveFile+": gzip: invalid header") {
		t.Errorf("a damaged archive: %v", err)
	}
}

// compress moves results.jsonl into the archive, as gzip -c results.jsonl >> results.jsonl.gz does.
func compress(t *testing.T, dir string) {
	t.Helper()
	file := filepath.Join(dir, jsonFile)
	data, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return
	}
	archive := must(os.OpenFile(filepath.Join(dir, archiveFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600))(t)
	w := gzip.NewWriter(archive)
	_, errWrite := w.Write(data)
	must(0, errors.Join(err, errWrite, w.Close(), archive.Close(), os.Remove(file)))(t)
}

// A folder that cannot be written to is an error before anything runs.
func TestFolderIsTriedFirst(t *testing.T) {
	file := write(t, t.TempDir(), "file", "")
	called := false
	_, err := Run(t.Context(), Options{Suite: "quick", Self: "/nonexistent", Out: filepath.Join(file, "sub"), Progress: func(int, int, Result) { called = true }})
	if err == nil || called {
		t.Errorf("ran into %v, after measuring: %v", err, called)
	}
}

// A line that no run writes is rejected: other JSON, and names that lead out of the folder.
func TestUnsoundResults(t *testing.T) {
	whole := measured(5, askAny, "gini direct", solved, 1)
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
		lines := read(t, keep(t, whole, r), jsonFile)
		if _, err := parseLines("file", "a result", []byte(lines), (*Result).sound); err == nil || !strings.HasPrefix(err.Error(), "file:2: not a result: ") {
			t.Errorf("%s: %v", about, err)
		}
	}
}

// What a reader of JSON might take for something else is an error, in its place.
func TestLinesAreReadStrictly(t *testing.T) {
	good := `{"suite":"quick","instance":"grid-5-any","family":"grid","size":5,"lights":25,"question":"any","contestant":"gf2","outcome":"solved"}` + "\n"
	for _, spoil := range [][2]string{{`"size"`, `"Size"`}, {`"size":5`, `"size":4,"size":5`}, {`"size":5`, `"size":"5"`}} {
		if _, err := parseLines("file", "a result", []byte(good+strings.Replace(good, spoil[0], spoil[1], 1)), (*Result).sound); err == nil || !strings.HasPrefix(err.Error(), "file:2: not a result: ") {
			t.Errorf("%s: %v", spoil[1], err)
		}
	}
	dir := t.TempDir()
	for text, want := range map[string]string{
		`{"run":"1"}` + "\n" + `{"run":2}` + "\n":              ":2: not the description of a run: run: a number is not a text",
		`{"run":"1"}` + "\n" + `{"run":"2","later":[]}` + "\n": "",
		`{"run":"1"}` + "\n" + `{"run":"2"}` + "\n" + `{"ru`:   "",
	} {
		list, _, err := readFile(write(t, dir, machineFile, text), "the description of a run", func(*machine) error { return nil })
		if want == "" && (err != nil || len(list) != 2) || want != "" && (err == nil || !strings.Contains(err.Error(), machineFile+want)) {
			t.Errorf("%q: %d runs, %v, want %q", text, len(list), err, want)
		}
	}
}

func FuzzResults(f *testing.F) {
	f.Add([]byte(`{"suite":"quick","instance":"grid-5-any","family":"grid","size":5,"lights":25,"question":"any","contestant":"gf2","outcome":"solved"}` + "\n"))
	f.Add([]byte("{}\n{"))
	f.Add([]byte("\n\n\n\n"))
	f.Add([]byte(`{"suite":"quick","instance":"grid-5-any","family":"grid","size":5,"question":"any","co000000a":"","cx00aaa":""}` + "\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := parseLines("fuzz", "a result", data, (*Result).sound)
		if err == nil && len(list) > strings.Count(string(data), "\n") {
			t.Errorf("%d results in %q", len(list), data)
		}
	})
}

// A resumed run repeats what its options could change, and what failed.
func TestSettled(t *testing.T) {
	same := Options{Timeout: 2 * time.Second, Memory: 2 << 30}
	longer, larger := same, same
	longer.Timeout, larger.Memory = 3*time.Second, 3<<30
	for _, c := range []struct {
		outcome              outcome
		same, longer, larger bool
	}{
		{solved, true, true, true},
		{refuted, true, true, true},
		{wrong, true, true, true},
		{gaveUp, true, false, true},
		{outOfMemory, true, true, false},
		{notAsked, true, true, true},
		{failed, false, false, false},
		{missing, false, false, false},
	} {
		r := Result{Outcome: c.outcome, Timeout: 2, Memory: 2 << 30}
		for _, run := range []struct {
			about string
			o     Options
			want  bool
		}{{"the same limits", same, c.same}, {"more time", longer, c.longer}, {"more memory", larger, c.larger}} {
			if r.settled(run.o) != run.want {
				t.Errorf("%s is settled for a run with %s: %v", c.outcome, run.about, !run.want)
			}
		}
	}
}
