package main

import (
	"embed"
	"fmt"
	"strings"
	"text/template"

	"lightsout/board"
	"lightsout/census"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

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
