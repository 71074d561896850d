package main

import (
	"slices"
	"strings"
	"testing"
)

// mostWords is how many flags there may be in all, each with one meaning.
const mostWords = 85

// The table of flags is one: a word stands in it once, some verb takes it, its default is a value of its kind. A
// verb takes each of its words once, and its questions name no others.
func TestFlagTable(t *testing.T) {
	table := flagTable()
	if len(table) > mostWords {
		t.Errorf("%d flags, at most %d are wanted", len(table), mostWords)
	}
	taken := map[string]bool{}
	for _, v := range verbs() {
		var names []string
		for _, w := range v.allWords() {
			if slices.Contains(names, w.name) {
				t.Errorf("%s has --%s twice", v.name, w.name)
			}
			names = append(names, w.name)
			taken[w.name] = true
			if w.usual != "" && w.usual != "0" { // which is none, whatever the span
				if err := (&value{word: w}).Set(w.usual); err != nil && !strings.Contains(w.about, w.usual) {
					t.Errorf("%s --%s: the default %q: %v", v.name, w.name, w.usual, err)
				}
			}
			if strings.HasSuffix(w.about, ": ") || strings.Contains(w.about, "%") {
				t.Errorf("%s --%s: %q ends too early", v.name, w.name, w.about)
			}
		}
		for _, q := range v.questions {
			for _, w := range words(strings.ReplaceAll(q.asked, "|", " ") + " " + q.takes + " " + q.needs) {
				if !slices.Contains(names, w.name) {
					t.Errorf("%s: the question %s names --%s, which the verb does not take", v.name, q.name(), w.name)
				}
			}
		}
	}
	for i, w := range table {
		if !taken[w.name] {
			t.Errorf("no verb takes --%s", w.name)
		}
		if slices.ContainsFunc(table[:i], func(v word) bool { return v.name == w.name }) {
			t.Errorf("--%s stands in the table twice", w.name)
		}
	}
}
