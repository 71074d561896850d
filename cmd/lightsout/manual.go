package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/internal/whole"
)

// The manual pages say what help says, from the same tables: lightsout.1 about all verbs, lightsout-VERB.1 and
// lightsout-TOPIC.7.

// writeManual writes every page to a folder.
func writeManual(dir string) error {
	if dir == "" || dir == "-" {
		return usagef("--man: name a folder; there are many pages, so they cannot go to standard output")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return usagef("--man %v", err)
	}
	pages := map[string]string{"lightsout.1": overviewPage()}
	for _, v := range verbs() {
		pages["lightsout-"+v.name+".1"] = v.page()
	}
	for _, t := range topics {
		pages["lightsout-"+t.name+".7"] = topicPage(t.name, t.text())
	}
	for name, text := range pages {
		if err := whole.WriteFile(filepath.Join(dir, name), []byte(text)); err != nil {
			return usagef("--man %v", err)
		}
	}
	return nil
}

// page is a manual page in the language of man(7).
type page struct{ strings.Builder }

func newPage(name string, section int, summary string) *page {
	p := &page{}
	fmt.Fprintf(p, ".TH %s %d \"%s\" \"lightsout %s\" \"Lights Out\"\n", strings.ToUpper(name), section, date, release)
	p.section("NAME")
	fmt.Fprintf(p, "%s \\- %s\n", name, roff(summary))
	return p
}

func (p *page) section(title string) { fmt.Fprintf(p, ".SH %s\n", title) }

// prose writes paragraphs; what is indented in a help text stays as it is, line by line.
func (p *page) prose(text string) {
	fixed, begun, apart := false, false, false // apart: a blank line came before
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if line == "" {
			apart = true
			continue
		}
		indented := strings.HasPrefix(line, " ")
		if fixed && !indented {
			p.WriteString(".fi\n")
		}
		switch {
		case begun && (indented != fixed || apart && !fixed):
			p.WriteString(".PP\n")
		case begun && apart:
			p.WriteString("\n")
		}
		if indented && !fixed {
			p.WriteString(".nf\n")
		}
		p.WriteString(roff(line) + "\n")
		fixed, begun, apart = indented, true, false
	}
	if fixed {
		p.WriteString(".fi\n")
	}
}

func (p *page) end(related ...string) string {
	p.section("EXIT STATUS")
	p.prose(strings.TrimPrefix(strings.ReplaceAll(exitCodes, "\n      ", "\n"), "Exit: "))
	p.section("SEE ALSO")
	p.WriteString(strings.Join(related, ",\n") + "\n")
	return p.String()
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

// other is how a page refers to another.
func other(name string, section int) string {
	return fmt.Sprintf(".BR lightsout\\-%s (%d)", name, section)
}

func overviewPage() string {
	p := newPage("lightsout", 1, "press a switch, and a fixed set of lights flips")
	p.section("SYNOPSIS")
	p.WriteString(".B lightsout\n.I VERB\n[argument \\&...]\n")
	p.section("DESCRIPTION")
	p.prose("Solves toggle-parity puzzles, proves answers minimal or puzzles unsolvable, generates, draws and plays them,\nand compares how they are encoded for SAT.")
	p.section("VERBS")
	var related []string
	for _, v := range verbs() {
		fmt.Fprintf(p, ".TP\n.B %s\n%s\n", roff(v.name), roff(v.summary))
		related = append(related, other(v.name, 1)+",")
	}
	p.section("BOARDS AND LIGHTS")
	p.prose(strings.ReplaceAll(" "+boardHelp, "\n", "\n "))
	for _, name := range topicNames() {
		related = append(related, other(name, 7)+",")
	}
	related[len(related)-1] = strings.TrimSuffix(related[len(related)-1], ",")
	return p.end(strings.Join(related, "\n"))
}

func (v verb) page() string {
	p := newPage("lightsout-"+v.name, 1, v.summary)
	p.section("SYNOPSIS")
	fmt.Fprintf(p, ".B lightsout %s\n", roff(v.name))
	if v.args != "" {
		p.WriteString(roff(v.args) + "\n")
	}
	list := flagsOf(v)
	if len(list) > 0 {
		p.WriteString("[flags]\n")
	}
	if v.details != "" {
		p.section("DESCRIPTION")
		p.prose(v.details)
	}
	if len(list) > 0 {
		p.section("OPTIONS")
		for _, f := range list {
			p.option(f)
		}
	}
	if len(v.examples) > 0 {
		p.section("EXAMPLES")
		for _, e := range v.examples {
			fmt.Fprintf(p, ".TP\n.B %s\n%s\n", roff(e.line), roff(e.says))
		}
	}
	return p.end(".BR lightsout (1)")
}

func (p *page) option(f *pflag.Flag) {
	value, usage := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	p.WriteString(".TP\n.B " + roff(name))
	if value != "" {
		p.WriteString(" \\fI" + roff(value) + "\\fR")
	}
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "[]" && f.DefValue != "0s" {
		usage += fmt.Sprintf(" (default %s)", f.DefValue)
	}
	p.WriteString("\n" + roff(usage) + "\n")
}

func topicPage(name, text string) string {
	p := newPage("lightsout-"+name, 7, "what lightsout's verbs share: "+name)
	p.section("DESCRIPTION")
	p.prose(text)
	p.section("SEE ALSO")
	p.WriteString(".BR lightsout (1)\n")
	return p.String()
}
