package main

import (
	"context"
	"embed"
	"slices"
	"strings"

	"lightsout/internal/suggest"
)

var completionVerb verb

// completionScripts ask the program itself, by the verb __complete, what may stand at the cursor. Where it has no
// suggestion, the shell offers files. That of zsh works as a file _lightsout in its fpath, and when it is sourced.
//
//go:embed completion
var completionScripts embed.FS

var shells = []string{"bash", "fish", "powershell", "zsh"}

// The table of verbs holds completion, and completion reads the table.
func init() {
	completionVerb = verb{
		name: "completion", args: "bash|zsh|fish|powershell", count: count{1, 1},
		summary: "a script that completes verbs and flags in your shell",
		run: func(_ context.Context, c *call) error {
			name := c.args[0]
			script, err := completionScripts.ReadFile("completion/" + name)
			if err != nil {
				return usagef("no completion for %q%s; there is %s", name, suggest.DidYouMean(name, shells),
					joinWords(shells))
			}
			_, err = c.con.Out.Write(script)
			return err
		},
	}
}

// completeVerb is what the scripts ask for. It is in no list.
const completeVerb = "__complete"

// completed is what the last word may become, after the others: a verb, a flag of the verb, one of the words that a
// flag takes, or a name that the verb takes. PowerShell cannot pass an empty word, and writes "".
func completed(typed []string) (words []string) {
	if len(typed) == 0 {
		return nil
	}
	word, before := typed[len(typed)-1], typed[:len(typed)-1]
	if word == `""` {
		word = ""
	}
	if len(before) == 0 {
		words = verbNames()
	} else if v, err := findVerb(before...); err == nil {
		words = wordsAfter(v, before[len(before)-1], strings.HasPrefix(word, "-"))
	}
	return slices.DeleteFunc(words, func(w string) bool { return !strings.HasPrefix(w, word) })
}

// wordsAfter are what may stand after a word of a verb's command line; flag says that it begins like a flag.
func wordsAfter(v verb, before string, flag bool) (words []string) {
	for _, w := range v.allWords() {
		names := []string{"--" + w.name}
		if w.short != "" {
			names = append(names, "-"+w.short)
		}
		if choices := w.known(); choices != nil && slices.Contains(names, before) {
			return slices.Clone(choices)
		}
		if flag {
			words = append(words, names...)
		}
	}
	switch {
	case v.name == "help" && !flag:
		words = slices.Concat(verbNames(), topicNames)
	case v.name == "completion" && !flag:
		words = slices.Clone(shells)
	}
	return words
}
