package main

import (
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// The version is the same wherever it is written.
func TestVersionIsThatOfTheChangelog(t *testing.T) {
	for file, form := range map[string]string{
		"CHANGELOG.md": `(?m)^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$`,
		"CITATION.cff": `(?m)^version: (\S+)$`,
		"README.md":    `lightsout@v(\d+\.\d+\.\d+) `,
	} {
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		if found := regexp.MustCompile(form).FindSubmatch(text); found == nil || "v"+string(found[1]) != release {
			t.Errorf("%s: %q, and version says %s", file, found, release)
		}
	}
}

// CITATION.cff has what version 1.2.0 of the format requires, and nothing at its top level that the format does not
// know. The keys are those of https://citation-file-format.github.io/1.2.0/schema.json.
func TestCitation(t *testing.T) {
	text, err := os.ReadFile("../../CITATION.cff")
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{
		`cff-version: 1\.2\.0`, `message: \S.*`, `title: \S.*`, `authors:\n  - (name|family-names): \S.*`, `type: (software|dataset)`,
		`version: \d+\.\d+\.\d+`, `date-released: "?\d{4}-\d\d-\d\d"?`, `license: MIT`, `keywords:\n  - \S.*`, `abstract: \S.*\n  \S.*`,
	} {
		if !regexp.MustCompile(`(?m)^` + form + `$`).Match(text) {
			t.Errorf("nothing is of the form %s", form)
		}
	}
	known := strings.Fields("abstract authors cff-version commit contact date-released doi identifiers keywords license license-url message " +
		"preferred-citation references repository repository-artifact repository-code title type url version")
	for _, key := range regexp.MustCompile(`(?m)^[^ \n][^:\n]*`).FindAllString(string(text), -1) {
		if !slices.Contains(known, key) {
			t.Errorf("the format has no key %q", key)
		}
	}
}

func TestVersionNamesTheCommit(t *testing.T) {
	if commit != "" {
		t.Skip("this test was built with a commit")
	}
	info := &debug.BuildInfo{}
	if got := origin(info); got != "" {
		t.Errorf("built outside of a repository: %q", got)
	}
	info.Settings = []debug.BuildSetting{{Key: "vcs.revision", Value: "c0ffee"}, {Key: "vcs.time", Value: "2026-01-02T03:04:05Z"}, {Key: "vcs.modified", Value: "false"}}
	if got := origin(info); got != " (commit c0ffee of 2026-01-02)" {
		t.Error(got)
	}
	info.Settings[2].Value = "true"
	if got := origin(info); got != " (commit c0ffee of 2026-01-02, changed since)" {
		t.Error(got)
	}
}
