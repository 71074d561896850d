// Package malformed reads archives of inputs that a parser must refuse, and holds the parser to the errors in them.
//
// An archive is a txtar file. In it, every input is followed by a file called error, which has the whole message:
//
//	-- edge-loop.lo --
//	p lights 2 1
//	e 1 1
//	-- error --
//	edge-loop.lo:2: node 1 cannot be joined to itself
//
// Where an archive also has inputs that are read, the file after one is called read, and has what came of it.
//
// An input whose bytes matter (line ends, no last line end, no text at all) is written as Go strings, a piece on a
// line, under a name that ends in " quoted".
package malformed

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

const quoted = " quoted"

// Input is a named text.
type Input struct{ Name, Text string }

// Inputs are what the archives of a pattern have, which serves as seeds of fuzz targets too.
func Inputs(t testing.TB, pattern string) []Input {
	t.Helper()
	var inputs []Input
	each(t, pattern, func(_ *txtar.Archive, _ int, in Input) { inputs = append(inputs, in) })
	return inputs
}

// Test reads every input of the archives of a pattern, as a test of its own. read returns the message of the error;
// with update it is written into the archive.
func Test(t *testing.T, pattern string, update bool, read func(t *testing.T, name, text string) string) {
	each(t, pattern, func(a *txtar.Archive, i int, in Input) {
		t.Run(in.Name, func(t *testing.T) {
			got := read(t, in.Name, in.Text) + "\n"
			want := string(a.Files[i+1].Data)
			if update {
				a.Files[i+1].Data = []byte(got)
			} else if got != want && !beyond32Bits(in.Text+want) {
				t.Errorf("got  %swant %s", got, want)
			}
		})
	})
}

// each calls do for every input, which is file i of its archive, and writes back the archives that it changed.
func each(t testing.TB, pattern string, do func(a *txtar.Archive, i int, in Input)) {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archive %s: %v", pattern, err)
	}
	for _, path := range paths {
		a, err := txtar.ParseFile(path)
		if err != nil || len(a.Files)%2 != 0 || len(a.Files) == 0 {
			t.Fatalf("%s has %d files, want inputs and their errors: %v", path, len(a.Files), err)
		}
		before := string(txtar.Format(a))
		for i := 0; i < len(a.Files); i += 2 {
			if after := a.Files[i+1].Name; after != "error" && after != "read" {
				t.Fatalf("%s: %s is followed by %s, want its error or read", path, a.Files[i].Name, after)
			}
			do(a, i, Input{strings.TrimSuffix(a.Files[i].Name, quoted), text(t, a.Files[i])})
		}
		if after := string(txtar.Format(a)); after != before {
			if err := os.WriteFile(path, []byte(after), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// text is an input as it was before it was quoted.
func text(t testing.TB, f txtar.File) string {
	t.Helper()
	if !strings.HasSuffix(f.Name, quoted) {
		return string(f.Data)
	}
	var all strings.Builder
	for line := range strings.Lines(string(f.Data)) {
		piece, err := strconv.Unquote(strings.TrimSuffix(line, "\n"))
		if err != nil {
			t.Fatalf("%s: %s is no Go string", f.Name, line)
		}
		all.WriteString(piece)
	}
	return all.String()
}

// beyond32Bits reports whether this is a computer of 32 bits and the text has a number that it cannot hold:
// such numbers are refused there, in other words.
func beyond32Bits(text string) bool {
	return strconv.IntSize == 32 && regexp.MustCompile(`\b([1-9]\d{10,}|[3-9]\d{9}|2\^40)`).MatchString(text)
}
