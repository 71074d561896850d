package batch

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// Lines come back as they were, numbered, and one that is too long does not spoil the next.
func TestLines(t *testing.T) {
	const limit = 40
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.StringMatching(`[a-z]{0,60}`)).Draw(t, "lines")
		text := strings.Join(lines, "\n")
		if lines = strings.Split(text, "\n"); lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		var in io.Reader = strings.NewReader(text)
		if rapid.Bool().Draw(t, "slowly") {
			in = iotest.HalfReader(in)
		}
		l := NewLines(in, limit, 1)
		most := rapid.IntRange(1, 5).Draw(t, "most")
		var got []string
		for {
			p, err := l.Next(most)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil || p.First != len(got)+1 {
				t.Fatalf("line %d comes after %d lines: %v", p.First, len(got), err)
			}
			piece := strings.Split(strings.TrimSuffix(string(p.Text), "\n"), "\n")
			if len(piece) > most {
				t.Fatalf("%d lines, at most %d are wanted", len(piece), most)
			}
			got = append(got, piece...)
		}
		if len(got) != len(lines) {
			t.Fatalf("%d lines, want %d", len(got), len(lines))
		}
		for i, want := range lines {
			if len(want) > limit {
				want = want[:limit+1]
			}
			if got[i] != want {
				t.Fatalf("line %d is %q, want %q", i+1, got[i], want)
			}
		}
	})
}

// What was read before the stream broke is handed out first.
func TestLinesBeforeAnError(t *testing.T) {
	broken := errors.New("broken disk")
	l := NewLines(io.MultiReader(strings.NewReader("a\nb\nc"), iotest.ErrReader(broken)), 10, 1)
	if p, err := l.Next(9); err != nil || string(p.Text) != "a\nb\n" {
		t.Errorf("%q, %v", p.Text, err)
	}
	if _, err := l.Next(9); !errors.Is(err, broken) {
		t.Error(err)
	}
}
