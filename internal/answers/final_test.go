package answers

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// saying is a text and what must be read in it.
type saying struct{ Text, Want string }

func sayings(t testing.TB) (all []saying) {
	t.Helper()
	text, err := os.ReadFile("testdata/answers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var s saying
		if err := json.Unmarshal(line, &s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// The table has the final forms one by one, answers as people and language models phrase them, and texts that have no
// answer: none of these may ever be read as one.
func TestFinal(t *testing.T) {
	all, malformed := sayings(t), 0
	for _, s := range all {
		list, read, err := Final(s.Text)
		switch {
		case s.Want == "malformed":
			if malformed++; err == nil || list != nil {
				t.Errorf("%q is read as %s, from %q", s.Text, list, read)
			}
		case err != nil || string(list) != s.Want:
			t.Errorf("%q: %s, %v; want %s", s.Text, list, err, s.Want)
		case !strings.Contains(s.Text, read) || read == "":
			t.Errorf("%q: %q was read", s.Text, read)
		}
	}
	if len(all) < 300 || malformed < 100 {
		t.Errorf("the table has %d answers, %d of them malformed", len(all), malformed)
	}
}

// FuzzFinal: what is found is a JSON list, or that there is no answer, and reading it again finds it.
func FuzzFinal(f *testing.F) {
	for _, s := range sayings(f) {
		f.Add(s.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, read, err := Final(text)
		if (err == nil) != (list != nil) {
			t.Fatalf("%q: %s, %v", text, list, err)
		}
		var items []any
		if err != nil {
			return
		}
		if err := json.Unmarshal(list, &items); err != nil && string(list) != impossible {
			t.Fatalf("%q: %q is not a list: %v", text, list, err)
		}
		if again, _, err := Final("Answer: " + string(list)); err != nil || string(again) != string(list) {
			t.Fatalf("%q: %q, from %q, is read as %q, %v", text, list, read, again, err)
		}
	})
}

// Long texts take time in proportion to their length: a second look at every digit would take hours.
func TestFinalInLongTexts(t *testing.T) {
	for _, piece := range []string{"1", "[1 ", "([{", "(1,", "[1,2],", "<answer>", "<think>", `\boxed{`, "Answer: ", "Answer: [1]\n", "Answer:\n", "```\n", "```json\n{\"presses\":", " ", "\n", "and ", "[[", "0 1\n", "*"} {
		Final(strings.Repeat(piece, 1<<14))
		Final("Answer: " + strings.Repeat(piece, 1<<14))
	}
}
