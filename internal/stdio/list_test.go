package stdio

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Lines become a list, in whatever pieces they are written.
func TestLinesBecomeAList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom([]string{`{"a":1}`, `{}`, `[2,3]`})).Draw(t, "lines")
		text, want := strings.Join(append(lines, ""), "\n"), "[]\n"
		if len(lines) > 0 {
			want = "[\n" + strings.Join(lines, ",\n") + "\n]\n"
		}
		var got strings.Builder
		l := &list{to: &got}
		for len(text) > 0 {
			n := rapid.IntRange(0, len(text)).Draw(t, "piece")
			if written, err := l.Write([]byte(text[:n])); written != n || err != nil {
				t.Fatal(written, err)
			}
			text = text[n:]
		}
		if err := l.end(); err != nil || got.String() != want {
			t.Fatalf("%v: got\n%s\nwant\n%s", err, &got, want)
		}
	})
}
