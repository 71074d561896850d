package main

import (
	"strings"

	_ "embed"
)

// equivalent.txt has a line for each mutant that no test can tell from the code: its file, the line of the code
// and the change, with tabs between them. A line that begins with # is the reason for those after it.
//
//go:embed equivalent.txt
var equivalentList string

// equivalents is the reason of each, by key.
var equivalents = readEquivalents(equivalentList)

func readEquivalents(text string) map[string]string {
	reasons, reason := map[string]string{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if after, ok := strings.CutPrefix(line, "# "); ok {
			reason = after
		} else if line != "" {
			reasons[line] = reason
		}
	}
	return reasons
}

// key is what equivalent.txt calls a mutant. Without the number of its line, which changes too often, so two
// equal changes of one line are one.
func (m mutant) key() string { return m.file + "\t" + m.line + "\t" + m.what }
