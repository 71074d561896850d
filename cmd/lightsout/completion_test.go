package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// PowerShell is offered every verb, and after each verb its flags: no shell here can run that completion, so
// its tables are read. Words are within single quotes, which none of them has, and brackets are closed.
func TestPowerShellKnowsEveryFlag(t *testing.T) {
	script := powershellCompletion()
	for _, v := range verbs() {
		row := regexp.MustCompile(fmt.Sprintf(`(?m)^    '%s' = @\((.*)\)$`, v.name)).FindStringSubmatch(script)
		if row == nil {
			t.Errorf("%s has no row", v.name)
			continue
		}
		if v.name == "help" || v.name == "completion" { // which take names
			continue
		}
		for _, f := range flagsOf(v) {
			if !f.Hidden && !strings.Contains(row[1], "'--"+f.Name+"'") {
				t.Errorf("%s has no --%s", v.name, f.Name)
			}
			if f.Shorthand != "" && !strings.Contains(row[1], "'-"+f.Shorthand+"'") {
				t.Errorf("%s has no -%s", v.name, f.Shorthand)
			}
		}
	}
	for _, pair := range []string{"()", "{}", "[]"} {
		if strings.Count(script, pair[:1]) != strings.Count(script, pair[1:]) {
			t.Errorf("%s do not match", pair)
		}
	}
	for i, line := range strings.Split(script, "\n") {
		if strings.Count(line, "'")%2 != 0 {
			t.Errorf("line %d: a quote is open: %s", i+1, line)
		}
	}
}
