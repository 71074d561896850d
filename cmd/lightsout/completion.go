package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/internal/suggest"
)

var completionVerb verb

// completionScripts ask the program itself, by completion --words, what may stand at the cursor. Where it has no
// suggestion, the shell offers files.
var completionScripts = map[string]string{
	"bash": `_lightsout() {
  local IFS=$'\n' word=${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=($(command lightsout completion --words -- "${COMP_WORDS[@]:1:COMP_CWORD}"))
  [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _lightsout lightsout
`,
	// It works as a file _lightsout in zsh's fpath, and when it is sourced.
	"zsh": `#compdef lightsout
_lightsout() {
  local -a list=("${(@f)$(command lightsout completion --words -- "${(@)words[2,CURRENT]}")}")
  if [ -n "$list" ]; then compadd -- $list; else _files; fi
}
if [ "$funcstack[1]" = _lightsout ]; then
  _lightsout "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit; compinit; }
  compdef _lightsout lightsout
fi
`,
	"fish": `complete -c lightsout -a '(set -l typed (commandline -opc); set -e typed[1]; command lightsout completion --words -- $typed (commandline -ct))'
`,
	"powershell": `Register-ArgumentCompleter -Native -CommandName lightsout -ScriptBlock {
  param($word, $line, $cursor)
  $typed = @($line.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
  if (-not $word) { $word = '""' }
  lightsout completion --words -- @typed $word | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
}

func shells() []string { return slices.Sorted(maps.Keys(completionScripts)) }

// The table of verbs holds completion, and completion reads the table.
func init() {
	completionVerb = verb{
		name: "completion", args: "bash|zsh|fish|powershell", summary: "a script that completes verbs and flags in your shell",
		examples: []example{
			{"source <(lightsout completion bash)", "in ~/.bashrc; zsh likewise"},
			{"lightsout completion fish | source", "in fish's config.fish"},
			{"lightsout completion powershell | Out-String | Invoke-Expression", "in PowerShell's $PROFILE"},
		},
		setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
			words := flags.Bool("words", false, "for these scripts: what may follow, given what is typed")
			onlyInMore(flags, "words")
			return func(_ context.Context, con *console, args []string) error {
				if *words {
					for _, word := range completed(args) {
						fmt.Fprintln(con.out, word)
					}
					return nil
				}
				if len(args) != 1 {
					return usagef("completion takes one shell: %s", joinWords(shells()))
				}
				script, ok := completionScripts[args[0]]
				if !ok {
					return usagef("no completion for %q%s; there is %s", args[0], suggest.DidYouMean(args[0], shells()), joinWords(shells()))
				}
				fmt.Fprint(con.out, script)
				return nil
			}
		},
	}
}

// flagsOf lists a verb's flags.
func flagsOf(v verb) []*pflag.Flag {
	flags := newFlagSet(v.name)
	v.setup(flags)
	var list []*pflag.Flag
	flags.VisitAll(func(f *pflag.Flag) { list = append(list, f) })
	return list
}

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
	for _, f := range flagsOf(v) {
		names := []string{"--" + f.Name}
		if f.Shorthand != "" {
			names = append(names, "-"+f.Shorthand)
		}
		if choices := f.Annotations[oneOf]; choices != nil && slices.Contains(names, before) {
			return slices.Clone(choices)
		}
		if flag {
			words = append(words, names...)
		}
	}
	switch {
	case v.name == "help" && !flag:
		words = slices.Concat(verbNames(), topicNames())
	case v.name == "completion" && !flag:
		words = shells()
	}
	return words
}
