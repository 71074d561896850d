package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"lightsout/internal/atomicfile"
)

// writeManual writes the help texts as manual pages to a folder: lightsout.1 about all verbs, lightsout-VERB.1 and
// lightsout-TOPIC.7.
func writeManual(dir string) error {
	if dir == "" || dir == "-" {
		return usagef("--man: name a folder; there are many pages, so they cannot go to standard output")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return usagef("--man %v", err)
	}
	pages := map[string]string{"lightsout.1": manualPage("lightsout", 1, "press a switch, and a fixed set of lights flips", filledText("overview"))}
	for _, v := range verbs() {
		pages["lightsout-"+v.name+".1"] = manualPage("lightsout-"+v.name, 1, v.summary, v.help(true))
	}
	for _, topic := range topicNames {
		pages["lightsout-"+topic+".7"] = manualPage("lightsout-"+topic, 7, "what lightsout's verbs share: "+topic, filledText(topic))
	}
	for name, text := range pages {
		if err := atomicfile.WriteFile(filepath.Join(dir, name), []byte(text)); err != nil {
			return usagef("--man %v", err)
		}
	}
	return nil
}

// manualPage is a help text in the language of man(7), line by line as it is.
func manualPage(name string, section int, summary, text string) string {
	var s strings.Builder
	fmt.Fprintf(&s, ".TH %s %d \"%s\" \"lightsout %s\" \"Lights Out\"\n", strings.ToUpper(name), section, date, release)
	fmt.Fprintf(&s, ".SH NAME\n%s \\- %s\n.SH DESCRIPTION\n.nf\n", roff(name), roff(summary))
	for line := range strings.Lines(text) {
		s.WriteString(roff(line))
	}
	s.WriteString(".fi\n.SH SEE ALSO\n.BR lightsout (1)\n")
	return s.String()
}

// roff escapes what means something to troff, and writes letters beyond ASCII in a way that every troff reads.
func roff(text string) string {
	var s strings.Builder
	for i, r := range text {
		switch {
		case r == '\\':
			s.WriteString(`\e`)
		case r == '-':
			s.WriteString(`\-`)
		case i == 0 && (r == '.' || r == '\''):
			s.WriteString(`\&` + string(r))
		case r > '~':
			fmt.Fprintf(&s, `\[u%04X]`, r)
		default:
			s.WriteRune(r)
		}
	}
	return s.String()
}
