package puzzlefile

import (
	"errors"
	"flag"
	"io"
	"path"
	"strings"
	"testing"

	"lightsout/internal/boardtest/malformed"
)

var update = flag.Bool("update", false, "write what the tests found into testdata")

// Each input of testdata/malformed is read as what it looks like, one that is called KIND/NAME as that kind.
func TestMalformedFiles(t *testing.T) {
	malformed.Test(t, "testdata/malformed/*.txtar", *update, func(t *testing.T, name, text string) string {
		kind, name := path.Split(name)
		kind = strings.TrimSuffix(kind, "/")
		r := NewReader(strings.NewReader(text), ReaderOptions{Name: name, Kind: kind, Board: givenFor(kind)})
		var err error
		for err == nil {
			_, err = r.Next()
		}
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Fatalf("got %v, want a *SyntaxError", err)
		}
		if _, again := r.Next(); again != err && !syntax.Skipped {
			t.Errorf("then %v: an error must stay, unless only its line is lost", again)
		}
		return err.Error()
	})
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
