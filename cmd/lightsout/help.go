package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lightsout/internal/suggest"
)

// help is what --help prints; whole also explains the flags for special purposes.
func (v verb) help(whole bool) string {
	shown, rare := v.words()
	if whole {
		shown, rare = append(shown, rare...), nil
	}
	var s strings.Builder
	fmt.Fprintf(&s, "lightsout %s: %s\n\nUsage: lightsout %s", v.name, v.summary, v.name)
	if v.args != "" {
		s.WriteString(" " + v.args)
	}
	if len(shown) > 0 {
		s.WriteString(" [flags]")
	}
	s.WriteString("\n")
	about, examples, _ := strings.Cut("\n"+helpText(v.name), "\nExamples:\n")
	s.WriteString(about)
	if len(shown) > 0 {
		s.WriteString("\n" + explained(shown))
	}
	if len(rare) > 0 {
		heading := fmt.Sprintf("  more, see lightsout help %s:", v.name)
		names := suggest.Names(rare, func(w word) string { return "--" + w.name })
		fmt.Fprintf(&s, "%s%s\n", heading, wrapWords(names, len(heading), helpColumns, "   "))
	}
	s.WriteString("\nExamples:\n" + examples + "\n" + exitCodes)
	return s.String()
}

// helpColumns is how wide help is at most.
const helpColumns = 98

// explained writes flags with their texts, a line or more for each.
func explained(list []word) string {
	var s strings.Builder
	left := make([]string, len(list))
	column := 0
	for i, w := range list {
		left[i] = "      --" + w.name
		if w.short != "" {
			left[i] = "  -" + w.short + ", --" + w.name
		}
		if w.value != "" {
			left[i] += " " + w.value
		}
		column = max(column, len([]rune(left[i]))+2)
	}
	for i, w := range list {
		about := w.about
		if w.usual != "" && w.usual != "0" {
			about += fmt.Sprintf(" (default %s)", w.usual)
		}
		text := wrapWords(strings.Fields(about), column, helpColumns, strings.Repeat(" ", column))
		fmt.Fprintf(&s, "%-*s%s\n", column, left[i], text)
	}
	return s.String()
}

// wrapWords breaks a list of words, a space before each, the first of which is to stand in the given column. Every further
// line begins with indent.
func wrapWords(words []string, column, width int, indent string) string {
	var s strings.Builder
	for _, w := range words {
		if column+len(w)+1 > width {
			s.WriteString("\n" + indent)
			column = len(indent)
		}
		s.WriteString(" " + w)
		column += len(w) + 1
	}
	return s.String()
}

var helpVerb verb

// The table of verbs holds help, and help reads the table.
func init() {
	helpVerb = verb{
		name: "help", args: "[VERB | TOPIC]", summary: "a verb's flags and examples, or a topic",
		run: func(_ context.Context, c *call) error {
			text, err := helpAbout(c.args)
			fmt.Fprint(c.con.out, text)
			return err
		},
	}
}

// helpAbout is what help prints about a verb or a topic, or about all.
func helpAbout(args []string) (string, error) {
	switch {
	case len(args) == 0:
		return filledText("overview"), nil
	case len(args) > 1:
		return "", usagef("help takes one verb or topic, not %d", len(args))
	case slices.Contains(topicNames, args[0]):
		return filledText(args[0]), nil
	}
	v, err := findVerb(args[0])
	if err != nil {
		return "", usagef("no such verb or topic %q%s; the verbs are %s; the topics are %s", args[0],
			suggest.DidYouMean(args[0], slices.Concat(verbNames(), topicNames)),
			strings.Join(verbNames(), " "), strings.Join(topicNames, " "))
	}
	return v.help(true), nil
}
