package puzzlefile

import (
	"fmt"
	"io"
	"path"
	"strings"
	"testing"

	"lightsout/internal/boardtest/malformed"
)

// Each input of testdata/read is read as it says below it: the kind of the file, where a puzzle begins, the puzzle in the
// native format, what a record says besides, and what is doubtful; or the error. An input that is called KIND/NAME is
// read as that kind. Cut into pieces, a file says the same.
func TestWhatFilesSay(t *testing.T) {
	malformed.Test(t, "testdata/read/*.txtar", *update, func(t *testing.T, name, text string) string {
		kind, name := path.Split(name)
		opt := ReaderOptions{Name: name, Kind: strings.TrimSuffix(kind, "/")}
		r, cut := NewReader(strings.NewReader(text), opt), NewReader(strings.NewReader(text), opt)
		whole, pieces := said(t, r, r.NextRecord), said(t, cut, cutting(cut, 1))
		if whole != pieces {
			t.Errorf("read whole:\n%s\nin pieces:\n%s", whole, pieces)
		}
		return whole
	})
}

// said is what came of all puzzles of a file.
func said(t *testing.T, r *Reader, next func() (*Record, error)) string {
	var text strings.Builder
	for {
		rec, err := next()
		if err != nil && err != io.EOF {
			if rec != nil && rec.ID != nil {
				fmt.Fprintf(&text, "id %s: ", rec.ID)
			}
			fmt.Fprintln(&text, err)
		}
		if err != nil && !skipped(err) {
			return strings.TrimSuffix(text.String(), "\n")
		} else if err != nil {
			continue
		}
		fmt.Fprintf(&text, "%s of %s, %s\n", r.Kind(), rec.Origin, rec.Board.Spec())
		if rec.Board.Warning() != "" {
			fmt.Fprintf(&text, "note: %s\n", rec.Board.Warning())
		}
		if presses, err := rec.Answer(); r.Kind() == "jsonl" {
			fmt.Fprintf(&text, "id %s, presses %v, %v, unknown %v\n", rec.ID, presses, err, rec.Unknown)
		}
		if err := Write(&text, "lo", &rec.Puzzle); err != nil {
			t.Fatal(err)
		}
	}
}
