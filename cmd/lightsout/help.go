package main

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"lightsout/board"
	"lightsout/census"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/internal/suggest"
	"lightsout/puzzlefile"
	"lightsout/solve"
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

// wrapWords breaks a list of words, a space before each, the first of which is to stand in the given column. Every
// further line begins with indent.
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
		name: "help", args: "[VERB | TOPIC | WORD]", count: count{0, 1},
		summary: "a verb's flags and examples, or a topic",
		run: func(_ context.Context, c *call) error {
			text, err := helpAbout(c.args)
			fmt.Fprint(c.con.Out, text)
			return err
		},
	}
}

// helpAbout is what help prints about a verb, a topic or a word, or about all.
func helpAbout(args []string) (string, error) {
	switch {
	case len(args) == 0:
		return filledText("overview"), nil
	case slices.Contains(topicNames, args[0]):
		return filledText(args[0]), nil
	}
	if i := slices.IndexFunc(verbs(), func(v verb) bool { return v.name == args[0] }); i >= 0 {
		return verbs()[i].help(true), nil
	}
	if found := helpOn(strings.TrimLeft(args[0], "-")); found != "" {
		return found, nil
	}
	if found := entries(func(_, all string) bool { return slices.Contains(wordsOf(all), args[0]) }); found != "" {
		return found, nil
	}
	hint := suggest.DidYouMean(args[0], slices.Concat(verbNames(), topicNames, boardNames(),
		suggest.Names(flagTable(), func(w word) string { return w.name })))
	return "", usagef("nothing is called %q here%s; the verbs are %s; the topics are %s; boards, flags and the words "+
		"of help words are found too",
		args[0], hint, strings.Join(verbNames(), " "), strings.Join(topicNames, " "))
}

// helpOn is what there is about a word that is neither a verb nor a topic: a flag, or the entries of topics that begin
// with it.
func helpOn(name string) string {
	var s strings.Builder
	for _, v := range verbs() {
		i := slices.IndexFunc(v.allWords(), func(w word) bool { return w.name == name || w.short == name })
		if i >= 0 {
			fmt.Fprintf(&s, "lightsout %s\n%s", v.name, explained(v.allWords()[i:i+1]))
		}
	}
	s.WriteString(entries(func(first, _ string) bool { return slices.Contains(wordsOf(first), name) }))
	return s.String()
}

// wordsOf are the words of a text, and those of a SPEC in it.
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" :;,=|.()\n", r) })
}

// entries are those of topics that pass, by their first word and by all: a line indented by two, and what is indented
// further below it.
func entries(pass func(first, all string) bool) string {
	var s strings.Builder
	for _, topic := range topicNames {
		var found []string
		for entry := range strings.SplitSeq("\n"+filledText(topic), "\n  ") {
			more := strings.HasPrefix(entry, " ")
			entry, _, _ = strings.Cut(entry, "\n\n")
			if last := len(found) - 1; more && last >= 0 {
				found[last] += "\n  " + entry
			} else {
				found = append(found, entry)
			}
		}
		heading := fmt.Sprintf("lightsout help %s\n", topic)
		for _, entry := range found[1:] {
			if first := strings.Fields(entry); len(first) > 0 && pass(first[0], entry) {
				fmt.Fprintf(&s, "%s  %s\n", heading, strings.TrimRight(entry, "\n"))
				heading = ""
			}
		}
	}
	return s.String()
}

// helpTexts are the words of help, a file for each verb and each topic. That of a verb is what it does, and then its
// examples; help puts the flags between them. Those of topics and the overview are templates.
//
//go:embed help/*.txt
var helpTexts embed.FS

// topicNames are the topics: what several verbs share. help/answers.txt is the rule of --free-text, which
// docs/files.md has too; puzzlefile/freetext.go follows it.
var topicNames = []string{"boards", "files", "columns", "engines", "encodings", "answers", "words", "exit"}

// helpText is the file of that name.
func helpText(name string) string {
	text, err := helpTexts.ReadFile("help/" + name + ".txt")
	if err != nil {
		panic(err) // it is part of the program
	}
	return string(text)
}

// filledText is a topic, or the overview, with its tables.
func filledText(name string) string {
	methods := map[string][]solve.Method{} // by the states of the lights
	for _, m := range solve.Methods() {
		m.Proof = strings.NewReplacer("%s answers", "N answers", "%d", "N", "%s", "XOR").Replace(m.Proof)
		methods[m.States] = append(methods[m.States], m)
	}
	var s strings.Builder
	err := template.Must(template.New(name).Parse(helpText(name))).Execute(&s, map[string]any{
		"Verbs": verbList(), "Topics": joinWords(topicNames), "Exit": exitCodes,
		"Shapes": board.Shapes(), "Files": puzzlefile.Formats(), "Columns": census.Columns(),
		"Engines": solve.Engines(), "Algebras": solve.Algebras(), "Methods": methods,
		"Parities": encode.Parities(), "Sums": encode.Sums(), "Countings": encode.Countings(),
		"Exports": export.Formats(),
	})
	if err != nil {
		panic(err) // likewise
	}
	return s.String()
}

// verbList is the verbs with what they do.
func verbList() string {
	var s strings.Builder
	for _, v := range verbs() {
		fmt.Fprintf(&s, "  lightsout %-11s %s\n", v.name, v.summary)
	}
	return s.String()
}

// boardNames are the words a SPEC may begin with.
func boardNames() (names []string) {
	for example := range board.Shapes() {
		name, _, _ := strings.Cut(example, ":")
		names = append(names, name)
	}
	return names
}
