package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lightsout/solve"
)

// jsonRuns show every kind of record that docs/json.md describes. Each line of output, or of file if
// there is one, has the fields of all the sections named.
var jsonRuns = []struct {
	sections []string
	args     string
	file     string
}{
	{[]string{"solve"}, "solve --json", ""},
	{[]string{"solve"}, "solve --hint --json", ""},
	{[]string{"solve"}, "solve tail.lo --steps --format json", ""},
	{[]string{"solve"}, "solve --board 4x4 --min --json", ""},
	{[]string{"solve"}, "solve --board 2x2 --min --cost costs --json", ""},
	{[]string{"solve"}, "solve --engine sat --xor cut:4 --card seq --min --json", ""},
	{[]string{"solve"}, "solve --board hypercube:9 --min --timeout 1s --json", ""},
	{[]string{"solve"}, "solve --board 200x200 --json", ""},
	{[]string{"solve --nearest"}, "solve --on 1000000000000000000000000 --nearest --json", ""},
	{[]string{"solve --explain-plan"}, "solve --board 5x5 --on random --seed 3 --explain-plan --json", ""},
	{[]string{"solve"}, "solve --on 1000000000000000000000000 --json", ""},
	{[]string{"solve"}, "solve --on 1000000000000000000000000 --count --json", ""},
	{[]string{"solve"}, "solve --at-most 3 --json", ""},
	{[]string{"solve"}, "solve --engine sat --on 1000000000000000000000000 --json", ""},
	{[]string{"solve"}, "solve --board torus:400x400 --on 0x1 --json", ""},
	{[]string{"solve"}, "solve tail.lo --forbid 1-4 --count --json", ""},
	{[]string{"solve"}, "solve --board lo2000 --min --json", ""},
	{[]string{"solve"}, "solve --board 2x2,mod=4 --on 2,3*3 --steps --json", ""},
	{[]string{"solve"}, "solve --board lo2000 --on 1*2 --json", ""},
	{[]string{"solve --all and --all --min"}, "solve --all --json", ""},
	{[]string{"solve --all and --all --min"}, "solve --board petersen,mod=6 --all --min --json", ""},
	{[]string{"solve --all and --all --min"}, "solve tail.lo --all --min --json", ""},
	{[]string{"solve --all and --all --min"}, "solve --board 4x4 --all --min --distinct symmetry --json", ""},
	{[]string{"solve"}, "solve --count --json", ""},
	{[]string{"solve"}, "solve --count --min --json", ""},
	{[]string{"solve"}, "solve --board 4x4 --count --distinct symmetry --json", ""},
	{[]string{"solve"}, "solve --board hypercube:7 --count --distinct symmetry --timeout 1s --json", ""},
	{[]string{"solve"}, "solve tail.lo --count --json", ""},
	{[]string{"solve, gave up"}, "solve --engine sat --timeout 1ns --json", ""},
	{[]string{"solve, gave up"}, "solve tail.lo --engine sat --timeout 1ns --json", ""},
	{[]string{"solve"}, "solve ids.jsonl --min --json", ""},
	{[]string{"solve"}, "solve ids.jsonl --at-most 0 --json", ""},
	{[]string{"solve"}, "solve ids.jsonl --count --json", ""},
	{[]string{"solve --all and --all --min"}, "solve ids.jsonl --all --json", ""},
	{[]string{"solve, gave up"}, "solve ids.jsonl --engine sat --timeout 1ns --json", ""},
	{[]string{"solve, a bad line"}, "solve bad.jsonl --json", ""},
	{[]string{"solve --certificate FILE"}, "solve --board 9x9 --min --engine split --certificate c.json", "c.json"},
	{[]string{"solve --certificate FILE"}, "solve --board 9x9 --min --engine tree --certificate c.json", "c.json"},
	{[]string{"solve --certificate FILE"}, "solve --board toric:5 --on 1,9 --min --certificate c.json", "c.json"},
	{[]string{"solve --certificate FILE"}, "solve --board 11x11,pattern=x --min --certificate c.json", "c.json"},
	{[]string{"solve --certificate FILE"}, "solve --board 4x4 --min --symmetric turn --forbid 1 --require 2 --certificate c.json", "c.json"},
	{[]string{"solve --certificate FILE"}, "solve --board 2x2 --min --cost costs --certificate c.json", "c.json"},
	{[]string{"solve --certificate FILE"}, "solve tail.lo --min --certificate c.json", "c.json"},
	{[]string{"solve --certificate FILE"}, "solve --board 2x2 --goal ?... --min --certificate c.json", "c.json"},
	{[]string{"info"}, "info --quiet --depth --distribution --symmetries --chase-table --json", ""},
	{[]string{"info"}, "info --board torus:5x5 --chase-table --json", ""},
	{[]string{"info"}, "info --board hypercube:7 --depth --json", ""},
	{[]string{"info"}, "info names.txt --json", ""},
	{[]string{"solve"}, "solve names.txt --json", ""},
	{[]string{"solve"}, "solve names.txt --on bob --json", ""},
	{[]string{"solve --all and --all --min"}, "solve names.txt --all --json", ""},
	{[]string{"generate --format jsonl"}, "generate --board graph:names.txt --format jsonl", ""},
	{[]string{"info"}, "info --board 2x2,mod=3 --quiet --depth --distribution --symmetries --json", ""},
	{[]string{"info"}, "info --board 3x3,mod=4 --json", ""},
	{[]string{"info, a table"}, "info --board grid:NxN,mod=6 --n 1-3 --json", ""},
	{[]string{"check"}, "check --board lo2000 --presses 1*2,7 --json", ""},
	{[]string{"info, a table"}, "info --board grid:NxN --n 1-3 --json", ""},
	{[]string{"info, a table"}, "info --board grid:MxN,pattern=.#./###/.#. --m 2-3 --n 4 --columns switches,nullity,solvable,min,min-answers,symmetries,answers-up-to-symmetry,min-answers-up-to-symmetry,depth,quiet-min,classes --json", ""},
	{[]string{"info, a table"}, "info --board hypercube:N --n 9 --columns quiet-min --timeout 100ms --format jsonl", ""},
	{[]string{"info, a table"}, "info --board hypercube:N --n 7 --on random --columns min,min-answers,min-answers-up-to-symmetry,depth --timeout 100ms --format jsonl", ""},
	{[]string{"info, a table"}, "info --board complete:N --n 30 --columns answers-up-to-symmetry --format jsonl", ""},
	{[]string{"info, a table"}, "info --board grid:5x5 --on 1 --columns min,solvable --format jsonl", ""},
	{[]string{"info, a table"}, "info ids.jsonl --columns min --format jsonl", ""},
	{[]string{"check"}, "check --presses 1,2 --json", ""},
	{[]string{"check"}, "check names.txt --on none --presses bob --json", ""},
	{[]string{"check"}, "check --presses 1,2 --exactly 3 --forbid 2 --require 4 --json", ""},
	{[]string{"check"}, "check --board 5x5 --on 1 --nearest --presses 2 --json", ""},
	{[]string{"check"}, "check --board 1x1 --on unknown --model one.model --json", ""},
	{[]string{"check"}, "check --board 4x4 --on 1 --model none.model --json", ""},
	{[]string{"check --batch"}, "check --batch batch.jsonl --json", ""},
	{[]string{"check --batch"}, "check --batch ids.jsonl --answers model.jsonl --free-text --json", ""},
	{[]string{"check --batch"}, "check --batch none.jsonl --json", ""},
	{[]string{"check --summary FILE"}, "check --batch batch.jsonl --summary sum.json", "sum.json"},
	{[]string{"check --summary FILE"}, "check --batch none.jsonl --summary none.json", "none.json"},
	{[]string{"check --certificate"}, "check --certificate kept.json --json", ""},
	{[]string{"check --certificate"}, "check --certificate kept.json --timeout 1ns --json", ""},
	{[]string{"check --proof"}, "check --cnf small.cnf --proof good.lrat --json", ""},
	{[]string{"check --proof"}, "check --cnf small.cnf --proof wrong.lrat --json", ""},
	{[]string{"generate --format jsonl"}, "generate --prompt plain --format jsonl", ""},
	{[]string{"generate --format jsonl"}, "generate --prompt chat --format jsonl", ""},
	{[]string{"generate --format jsonl"}, "generate --board 3x3 --board merlin --mix 2,1 -n 6 --split train:0.5,test:0.5 --prompt grid --format jsonl", ""},
	{[]string{"generate --format jsonl"}, "generate --engine presses --format jsonl", ""},
	{[]string{"generate --format jsonl"}, "generate --unsolvable 0.5 -n 4 --format jsonl", ""},
	{[]string{"generate --format jsonl"}, "generate --board hypercube:7 --format jsonl", ""},
	{[]string{"generate --format jsonl"}, "generate --board 65x65 --format jsonl", ""},
	{[]string{"generate --format jsonl"}, "generate --board lo2000 --board 3x3,mod=4 -n 4 --format jsonl", ""},
	{[]string{"census"}, "census 2 3 --json", ""},
	{[]string{"census"}, "census 2x2,mod=3 2x2,mod=4 --json", ""},
	{[]string{"census --path"}, "census --path 2 3 --json", ""},
	{[]string{"picture"}, "picture a.png --width 5 --json", ""},
	{[]string{"picture"}, "picture a.png --board 64x64 --timeout 1ms --json", ""},
	{[]string{"animate"}, "animate a.png b.png --board 64x64 --timeout 1ms -o ab.gif --json", ""},
	{[]string{"animate"}, "animate a.png b.png --width 5 -o ab.gif --json", ""},
	{[]string{"animate"}, "animate --board 3x3 -o solve.gif --json", ""},
	{[]string{"bench, results.jsonl"}, "bench --board path.lo --question any,at-most,too-few --xor direct --engine sat,branch --solver x=grep\\ -h\\ ^[cs]\\ solver.out\\ {cnf} --solver y=sh\\ claim.sh\\ {drat}\\ {cnf} -o results", "results/results.jsonl"},
	{[]string{"bench, plan.jsonl"}, "bench --filter ^grid-5-any\\ gini\\ direct$ --shard 1/1 -o planned", "planned/plan.jsonl"},
	{[]string{"bench, machine.jsonl"}, "bench --filter ^grid-5-any\\ gini\\ direct$ --shard 1/1 -o machine", "machine/machine.jsonl"},
}

// makeInputs writes what the runs read, and the examples of help, into the current folder.
func makeInputs(t *testing.T) {
	t.Helper()
	for name, text := range map[string]string{
		"names.txt": "alice bob\nbob carol\ncarol alice\n", "tail.lo": "p lights 4 4\ne 1 2\ne 2 3\ne 3 1\ne 3 4\nl 1 2 3\n",
		"costs": "9 1 1 8\n",

		"small.cnf":  "p cnf 1 2\n1 0\n-1 0\n",
		"good.lrat":  "3 0 1 2 0\n",
		"wrong.lrat": "3 0 1 0\n",
		"path.lo":    "p lights 3 2\ne 1 2\ne 2 3\nl 1 2\n",
		"solver.out": "c conflicts: 12\nc decisions: 34\ns UNKNOWN\n",
		"claim.sh":   "echo 1 0 > $1\necho s UNSATISFIABLE\n",
		"batch.jsonl": `{"id":"a","board":"3x3","on":[4],"presses":[0],"min_presses":5}` + "\n" +
			`{"id":7,"board":"1x1","on":[0],"presses":[0],"min_presses":1}` + "\n" + `{"board":"no"}` + "\n" +
			`{"id":8,"board":"100000x100000","on":"all","presses":[]}` + "\n",
		"one.model":   "s SATISFIABLE\nv 1 2 0\n",
		"none.model":  "s UNSATISFIABLE\n",
		"graphs.g6":   "D?{\nDhc\nD~{\n",
		"none.jsonl":  `{"id":"a","board":"1x2","on":[0],"presses":null,"solvable":false,"witness":[0,1]}` + "\n",
		"ids.jsonl":   `{"id":"a","board":"1x1","on":[0]}` + "\n",
		"bad.jsonl":   `{"id":"a","board":"no"}` + "\n",
		"model.jsonl": `{"id":"a","answer":"I press [0]."}` + "\n" + `{"id":"b","answer":"[1]"}` + "\n",
		"kept.json":   `{"board":"2x2","on":"1111","goal":"0000","presses":[0,1,2,3],"cost":4,"lower_bound":4,"minimum":true,"nullity":0,"engine":"gf2","proof":"the only answer"}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, white := range map[string]int{"a.png": 2, "b.png": 3} {
		picture := image.NewGray(image.Rect(0, 0, 10, 10))
		for x := range 10 {
			picture.SetGray(x, x/white, color.Gray{255})
		}
		var text bytes.Buffer
		if err := png.Encode(&text, picture); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// flatten calls see with every field of an object: its path, its value, and the fields beside it.
func flatten(path string, object map[string]any, see func(path string, value any, beside string)) {
	for name, value := range object {
		field := path + name
		see(field, value, path)
		switch v := value.(type) {
		case map[string]any:
			flatten(field+".", v, see)
		case []any:
			for _, e := range v {
				if o, ok := e.(map[string]any); ok {
					flatten(field+"[].", o, see)
				}
			}
		}
	}
}

// isOf reports whether a JSON value is of a type as the document names it.
func isOf(value any, name string) bool {
	list, isList := value.([]any)
	every := func(of string) bool {
		return isList && !slices.ContainsFunc(list, func(e any) bool { return !isOf(e, of) })
	}
	switch name {
	case "any":
		return true
	case "string":
		_, ok := value.(string)
		return ok
	case "boolean":
		_, ok := value.(bool)
		return ok
	case "null":
		return value == nil
	case "integer":
		n, ok := value.(json.Number)
		return ok && !strings.ContainsAny(n.String(), ".eE")
	case "number":
		_, ok := value.(json.Number)
		return ok
	case "object":
		_, ok := value.(map[string]any)
		return ok
	case "integers":
		return every("integer")
	case "strings":
		return every("string")
	case "objects":
		return every("object")
	case "lists":
		return every("integers")
	case "points":
		return every("numbers")
	case "numbers":
		return every("number")
	case "lists of points":
		return every("points")
	}
	return false
}

// Every verb's JSON is in docs/json.md, field by field, and nothing else is.
func TestJSONIsDocumented(t *testing.T) {
	document := readJSONDocument(t)
	t.Chdir(t.TempDir())
	makeInputs(t)
	shownBy := map[string]bool{}
	for _, run := range jsonRuns {
		verb, _, _ := strings.Cut(run.args, " ")
		shownBy[verb] = true
		lines := runForJSON(t, run.args, run.file)
		if len(lines) == 0 {
			t.Errorf("%s: no JSON", run.args)
		}
		for _, object := range lines {
			checkObject(t, run.args, object, sectionOf(t, document, run.sections, object))
		}
	}
	showServed(t, document)
	for title, section := range document {
		for name, f := range section {
			if !*f.shown && !rarelyShown[name] && !rarelyShown[title+": "+name] {
				t.Errorf("docs/json.md, %s: no run shows the field %s", title, name)
			}
		}
	}
	for _, v := range verbs() {
		flags := v.flagSet()
		format := flags.Lookup("format")
		if printsJSON := flags.Lookup("json") != nil || format != nil && slices.Contains(format.Value.(*value).known(), "jsonl"); printsJSON && !shownBy[v.name] {
			t.Errorf("%s prints JSON, but no run shows it", v.name)
		}
	}
}

// rarelyShown are fields that no run is sure to show: only boards whose halves take minutes have labels of their own, a child
// may end before its memory is measured, and few solvers print how much they propagated, or read XORs.
var rarelyShown = map[string]bool{
	"steps.labels": true, "peak_bytes": true, "propagations": true, "xors": true,
	"check: stopped": true, "check --certificate: stopped": true,
}

// Only what is not known says that it was stopped.
func TestNearestVerdictSaysThatItWasStopped(t *testing.T) {
	for wrong, want := range map[int]reported{1: exitDone, 2: exitGaveUp, 3: exitGaveUp, 4: exitNo} {
		var j nearCheckJSON
		got, words := j.verdict(solve.Replay{Wrong: make([]int, wrong)}, &solve.NearestResult{Count: 3, Lower: 1, Stopped: errInterrupted})
		if stopped := j.Stopped == "interrupted"; got != want || stopped != (want == exitGaveUp) || stopped != strings.Contains(words, "(interrupted)") {
			t.Errorf("%d wrong lights: exit %d, want %d: %s; stopped is %q", wrong, got, want, words, j.Stopped)
		}
	}
}

// sectionOf is the fields of the first section that has all fields of the object; of the first of all, if none has.
func sectionOf(t *testing.T, document map[string]map[string]*documented, titles []string, object map[string]any) map[string]*documented {
	t.Helper()
	for _, title := range titles {
		fields := sections(t, document, title)
		if !slices.ContainsFunc(slices.Collect(maps.Keys(object)), func(name string) bool { return fields[name] == nil }) {
			return fields
		}
	}
	return sections(t, document, titles[0])
}

// checkObject holds an object against the fields that it may have.
func checkObject(t *testing.T, run string, object map[string]any, fields map[string]*documented) {
	t.Helper()
	present := map[string]map[string]bool{} // the fields beside each other, by their common path
	seen := func(path, name string) {
		if present[path] == nil {
			present[path] = map[string]bool{}
		}
		present[path][name] = true
	}
	flatten("", object, func(path string, value any, beside string) {
		if strings.HasPrefix(path, "versions.") || strings.HasPrefix(path, "steps.") {
			return // names of solvers; how a certificate's answer was found, for people
		}
		seen(beside, path)
		f := fields[path]
		switch {
		case f == nil:
			t.Errorf("%s: docs/json.md does not have the field %s", run, path)
		case !slices.ContainsFunc(f.types, func(name string) bool { return isOf(value, name) }):
			t.Errorf("%s: %s is %v, but docs/json.md says %v", run, path, value, f.types)
		default:
			*f.shown = true
		}
	})
	if fields["lower_bound_by"] != nil && object["solvable"] == true && object["feasible"] == nil && !strings.Contains(run, "--count") {
		for _, name := range []string{"press_count", "minimum", "lower_bound", "engine"} {
			if object[name] == nil {
				t.Errorf("%s: an answer without %s: %v", run, name, object)
			}
		}
	}
	for name, f := range fields {
		beside := name[:strings.LastIndex(name, ".")+1]
		if present[beside] != nil && f.always && !present[beside][name] {
			t.Errorf("%s: %s is missing, but docs/json.md says always: %v", run, name, object)
		}
	}
}

// runForJSON runs the tool and reads the objects it printed, or wrote to the file.
func runForJSON(t *testing.T, args, file string) (objects []map[string]any) {
	t.Helper()
	words := strings.Split(strings.ReplaceAll(args, `\ `, "\x00"), " ")
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "\x00", " ")
	}
	cmd := exec.CommandContext(t.Context(), "lightsout", words...)
	var said bytes.Buffer
	cmd.Stderr = &said
	text, err := cmd.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() == exitUsage && !strings.Contains(args, "--batch") && !strings.Contains(args, "bad.jsonl")) {
		t.Fatalf("%s: %v\n%s", args, err, said.String())
	}
	if strings.Contains(string(text), `"min_presses":null`) && !strings.Contains(said.String(), "--min ") && !strings.Contains(args, "--unsolvable") {
		t.Errorf("%s: min_presses is null, and standard error does not name --min: %s", args, said.String())
	}
	if file != "" {
		if text, err = os.ReadFile(filepath.FromSlash(file)); err != nil {
			t.Fatal(err)
		}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for d.More() {
		var object map[string]any
		if err := d.Decode(&object); err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		objects = append(objects, object)
	}
	return objects
}
