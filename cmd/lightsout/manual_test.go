package main

import (
	"strings"
	"testing"
)

// The date is that of the commit, so that two builds of it write the same pages.
func TestManualPagesHaveTheDateOfTheCommit(t *testing.T) {
	defer func(old string) { date = old }(date)
	date = "2031-04-05"
	first, _, _ := strings.Cut(manualPage("lightsout-solve", 1, "answers", "text"), "\n")
	if want := `.TH LIGHTSOUT-SOLVE 1 "2031-04-05" "lightsout ` + release + `" "Lights Out"`; first != want {
		t.Errorf("the page begins with %s, want %s", first, want)
	}
}
