package puzzlefile

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the tests found into testdata")

// Each file in testdata/malformed/auto is read as what it looks like, each in testdata/malformed/KIND
// as that kind, strictly. The error expected of FILE is in FILE.err.
func TestMalformedFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/malformed/*/*")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, path := range files {
		if strings.HasSuffix(path, ".err") {
			continue
		}
		seen++
		folder, name := filepath.Base(filepath.Dir(path)), filepath.Base(path)
		t.Run(folder+"/"+name, func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			kind := folder
			if kind == "auto" {
				kind = ""
			}
			r := NewReader(bytes.NewReader(text), ReaderOptions{Name: name, Kind: kind, Board: givenFor(kind)})
			for err = error(nil); err == nil; {
				_, err = r.Next()
			}
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("got %v, want a *SyntaxError", err)
			}
			if _, again := r.Next(); again != err && !syntax.Skipped {
				t.Errorf("then %v: an error must stay, unless only its line is lost", again)
			}
			got := err.Error() + "\n"
			if *update {
				if err := os.WriteFile(path+".err", []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path + ".err")
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) && !beyond32Bits(string(text)+string(want)) {
				t.Errorf("got  %swant %s", got, want)
			}
		})
	}
	if seen < 100 {
		t.Errorf("only %d malformed files", seen)
	}
}

// beyond32Bits reports whether this is a computer of 32 bits and the text has a number that it cannot hold:
// such numbers are refused there, in other words.
func beyond32Bits(text string) bool {
	return strconv.IntSize == 32 && regexp.MustCompile(`\b([1-9]\d{10,}|[3-9]\d{9}|2\^40)`).MatchString(text)
}

// failing is a reader that breaks, as a disk may.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestReadErrorsAreHandedOn(t *testing.T) {
	broken := errors.New("broken disk")
	in := io.MultiReader(strings.NewReader("b grid:2x2\n\nb gri"), failing{broken})
	r := NewReader(in, ReaderOptions{Name: "x.lo"})
	if _, err := r.Next(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Next(); !errors.Is(err, broken) {
		t.Errorf("got %v, want the reader's own error", err)
	}
}
