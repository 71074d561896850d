package main

import (
	"slices"
	"strings"
	"testing"
)

// Every verb is offered, and after each verb its flags.
func TestCompletionKnowsEveryFlag(t *testing.T) {
	if got := completed([]string{""}); !slices.Equal(got, verbNames()) {
		t.Errorf("verbs: %v", got)
	}
	for _, v := range verbs() {
		for _, w := range v.allWords() {
			if got := completed([]string{v.name, "--" + w.name[:1]}); !slices.Contains(got, "--"+w.name) {
				t.Errorf("%s has no --%s", v.name, w.name)
			}
			if words := w.known(); len(words) > 0 && !slices.Equal(completed([]string{v.name, "--" + w.name, ""}), words) {
				t.Errorf("%s --%s does not offer %v", v.name, w.name, words)
			}
		}
	}
	for _, typed := range []string{"solve my", "solve --board 5x5 my", "nothing -", ""} {
		if got := completed(strings.Fields(typed)); len(got) > 0 {
			t.Errorf("%s: %v", typed, got)
		}
	}
}

// No shell here runs PowerShell's script: its brackets and quotes are closed.
func TestPowerShellScriptIsClosed(t *testing.T) {
	text, err := completionScripts.ReadFile("completion/powershell")
	if err != nil {
		t.Fatal(err)
	}
	script := string(text)
	for _, pair := range []string{"()", "{}", "[]"} {
		if strings.Count(script, pair[:1]) != strings.Count(script, pair[1:]) {
			t.Errorf("%s do not match", pair)
		}
	}
	if strings.Count(script, "'")%2 != 0 {
		t.Error("a quote is open")
	}
}
