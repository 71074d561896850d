package main

import (
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// The tiny package has mutants of every kind. Its tests are known to miss some of them, and those are listed.
func TestTinyPackage(t *testing.T) {
	all := regexp.MustCompile("")
	r, err := mutate(t.Context(), "./testdata/tiny", options{slow: 10 * time.Minute, spare: 20 * time.Second, files: all, tests: all, at: all, log: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	texts := func(list []mutant) (texts []string) {
		for _, m := range list {
			texts = append(texts, m.what)
		}
		return texts
	}
	wantSurvived := []string{"really is taken for true", "x >= most: >= becomes >"}
	wantUnreached := []string{"a*b + 1: + becomes -", "a*b: * becomes +", "1 becomes one more"}
	if got := texts(r.survived); !slices.Equal(sorted(got), sorted(wantSurvived)) {
		t.Errorf("survived: %q, want %q", got, wantSurvived)
	}
	if got := texts(r.unreached); !slices.Equal(sorted(got), sorted(wantUnreached)) {
		t.Errorf("not reached: %q, want %q", got, wantUnreached)
	}
	if r.killed < 15 || r.tried() != r.sites {
		t.Errorf("%d killed, %d of %d tried", r.killed, r.tried(), r.sites)
	}
	var said strings.Builder
	r.print(&said)
	if !strings.Contains(said.String(), "  survived     tiny.go:17: x >= most: >= becomes >\t") {
		t.Error(said.String())
	}
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

// The same seed draws the same mutants, in the order of the code.
func TestChoose(t *testing.T) {
	var all []mutant
	for i := range 100 {
		all = append(all, mutant{id: i + 1})
	}
	a, b := choose(all, options{most: 10, seed: 1}), choose(all, options{most: 10, seed: 1})
	if !slices.Equal(a, b) || len(a) != 10 || !slices.IsSortedFunc(a, func(x, y mutant) int { return x.id - y.id }) {
		t.Error(a, b)
	}
	if slices.Equal(a, choose(all, options{most: 10, seed: 2})) || len(choose(all, options{})) != 100 {
		t.Error("another seed draws the same, or all are not all")
	}
}

// Every line of equivalent.txt is still a change of the code, and has a reason.
func TestEquivalentsAreThere(t *testing.T) {
	byFolder := map[string]map[string]bool{}
	for key, reason := range equivalents {
		file, _, _ := strings.Cut(key, "\t")
		folder := path.Dir(file)
		if byFolder[folder] == nil {
			p, err := load(t.Context(), "../../"+folder)
			if err != nil {
				t.Fatal(err)
			}
			byFolder[folder] = map[string]bool{}
			for _, m := range p.collect(regexp.MustCompile("")) {
				byFolder[folder][m.key()] = true
			}
		}
		if !byFolder[folder][key] {
			t.Errorf("there is no such change: %q", key)
		}
		if reason == "" {
			t.Errorf("no reason is given for %q", key)
		}
	}
	if len(equivalents) < 50 {
		t.Errorf("only %d are listed", len(equivalents))
	}
}
