package puzzlefile

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every kind of graph has a row in docs/files.md, with its suffixes, and the file in it is the same graph in all rows.
func TestFilesPageShowsTheSameGraph(t *testing.T) {
	page, err := os.ReadFile("../docs/files.md")
	if err != nil {
		t.Fatal(err)
	}
	if words := len(strings.Fields(string(page))); words > 2200 {
		t.Errorf("docs/files.md has %d words", words)
	}
	shown := map[string]bool{}
	rows := regexp.MustCompile("(?m)^\\| `([a-z0-9]+)`( \\+)? \\| ([^|]*) \\| (`.*`) \\| [^|]*\\|$").FindAllStringSubmatch(string(page), -1)
	for _, row := range rows {
		kind, suffixes, file := row[1], row[3], strings.ReplaceAll(strings.Trim(row[4], "`"), "`<br>`", "\n")+"\n"
		f := formatNamed(kind)
		if f == nil {
			continue // of another table
		}
		if f.WritesGraph() != (row[2] != "") {
			t.Errorf("%s: + in the table is %v", kind, row[2] != "")
		}
		for _, suffix := range append([]string{f.Suffix}, f.also...) {
			if !shown[kind] && !strings.Contains(suffixes, "`"+suffix+"`") && suffix != ".csv" && suffix != ".tsv" {
				t.Errorf("%s: %s is not in the table", kind, suffix)
			}
		}
		shown[kind] = true
		r := NewReader(strings.NewReader(file), ReaderOptions{Name: "paw" + f.Suffix})
		p, err := r.Next()
		if err != nil || r.Kind() != kind {
			t.Errorf("%s is read as %s: %v", kind, r.Kind(), err)
			continue
		}
		var got []string
		for s := range p.Board.Switches() {
			got = append(got, fmt.Sprint(p.Board.Toggles(s)))
		}
		names := strings.Join(p.Board.Names(), " ")
		if !slices.Equal(got, []string{"[0 1 2]", "[0 1 2]", "[0 1 2 3]", "[2 3]"}) || names != "" && names != "ann bob carol dave" {
			t.Errorf("%s is %s of %q", kind, got, names)
		}
	}
	for _, f := range Formats() {
		if f.BoardOnly && !shown[f.Name] && f.Name != "mtx-toggles" {
			t.Errorf("docs/files.md has no row for %s", f.Name)
		}
	}
}
