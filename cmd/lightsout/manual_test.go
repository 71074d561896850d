package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lightsout/internal/boardtest/tier"
)

// The manual pages are the help texts, one page for each verb and topic.
func TestManualPages(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no shell to run the script")
	}
	lightsout, err := exec.LookPath("lightsout")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "man pages")
	if said, err := exec.Command("../../tools/release/man.sh", lightsout, dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	escaped := strings.NewReplacer(`\e`, `\`, `\-`, "-")
	read := func(name string) string {
		page, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return escaped.Replace(string(page))
	}
	overview := read("lightsout.1")
	for _, v := range verbs() {
		page := read("lightsout-" + v.name + ".1")
		for _, w := range v.allWords() {
			if !strings.Contains(page, "--"+w.name) {
				t.Errorf("lightsout-%s.1 leaves out --%s", v.name, w.name)
			}
		}
		if !strings.Contains(overview, "lightsout "+v.name+" ") {
			t.Errorf("lightsout.1 leaves out %s", v.name)
		}
	}
	for _, topic := range topicNames {
		if page := read("lightsout-" + topic + ".7"); !strings.Contains(page, "what lightsout's verbs share: "+topic) {
			t.Errorf("lightsout-%s.7 does not say what it is about", topic)
		}
	}
	if tier.All() { // only a release has a date
		said, _ := exec.Command("sh", "-c", `mandoc -T lint -W warning "$0"/* | grep -v 'missing date'`, dir).Output()
		if text := strings.TrimSpace(string(said)); text != "" {
			t.Error(text)
		}
	}
}
