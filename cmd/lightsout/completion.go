package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/internal/suggest"
)

var completionVerb verb

// completion is the script of a shell.
type completion struct {
	shell string
	write func() string
}

func completions() []completion {
	return []completion{{"bash", bashCompletion}, {"zsh", zshCompletion}, {"fish", fishCompletion}, {"powershell", powershellCompletion}}
}

func shells() (names []string) {
	for _, c := range completions() {
		names = append(names, c.shell)
	}
	return names
}

// The table of verbs holds completion, and completion reads the table.
func init() {
	completionVerb = verb{
		name: "completion", args: "bash|zsh|fish|powershell", summary: "a script that completes verbs and flags in your shell",
		examples: []example{
			{"source <(lightsout completion bash)", "in ~/.bashrc; zsh likewise"},
			{"lightsout completion fish | source", "in fish's config.fish"},
			{"lightsout completion powershell | Out-String | Invoke-Expression", "in PowerShell's $PROFILE"},
		},
		setup: func(*pflag.FlagSet) func(context.Context, *console, []string) error {
			return func(_ context.Context, con *console, args []string) error {
				if len(args) != 1 {
					return usagef("completion takes one shell: %s", joinWords(shells()))
				}
				for _, c := range completions() {
					if c.shell == args[0] {
						fmt.Fprint(con.out, c.write())
						return nil
					}
				}
				return usagef("no completion for %q%s; there is %s", args[0], suggest.DidYouMean(args[0], shells()), joinWords(shells()))
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

// wordsAfter are what may follow a verb: its flags, or the names it takes.
func wordsAfter(v verb) (words []string) {
	switch v.name {
	case "help":
		words = slices.Concat(verbNames(), topicNames())
	case "completion":
		words = shells()
	}
	for _, f := range flagsOf(v) {
		words = append(words, "--"+f.Name)
		if f.Shorthand != "" {
			words = append(words, "-"+f.Shorthand)
		}
	}
	return words
}

// eachChoice calls see with every flag that takes one of several words: its names on the command line, and the
// words.
func eachChoice(see func(v verb, names, words []string)) {
	for _, v := range verbs() {
		for _, f := range flagsOf(v) {
			if words := f.Annotations[oneOf]; words != nil {
				names := []string{"--" + f.Name}
				if f.Shorthand != "" {
					names = append(names, "-"+f.Shorthand)
				}
				see(v, names, words)
			}
		}
	}
}

// completionCases is the part that bash and zsh share: at, verb, before and word say where the cursor is, and
// _lightsout_offer and _lightsout_files make suggestions.
func completionCases() string {
	var s strings.Builder
	fmt.Fprintf(&s, "  if [ \"$at\" -eq 1 ]; then _lightsout_offer %q \"$word\"; return; fi\n", strings.Join(verbNames(), " "))
	s.WriteString("  case \"$verb $before\" in\n")
	eachChoice(func(v verb, names, words []string) {
		var patterns []string
		for _, n := range names {
			patterns = append(patterns, fmt.Sprintf("%q", v.name+" "+n))
		}
		fmt.Fprintf(&s, "    %s) _lightsout_offer %q \"$word\"; return ;;\n", strings.Join(patterns, "|"), strings.Join(words, " "))
	})
	s.WriteString("  esac\n  case \"$verb\" in\n")
	for _, v := range verbs() {
		fmt.Fprintf(&s, "    %s) list=%q ;;\n", v.name, strings.Join(wordsAfter(v), " "))
	}
	s.WriteString("  esac\n  case \"$verb $word\" in\n    *\" -\"*|help\\ *|completion\\ *|version\\ *) _lightsout_offer \"$list\" \"$word\" ;;\n    *) _lightsout_files \"$word\" ;;\n  esac\n")
	return s.String()
}

func bashCompletion() string {
	return `_lightsout_offer() { COMPREPLY=($(compgen -W "$1" -- "$2")); }
_lightsout_files() { local IFS=$'\n'; COMPREPLY=($(compgen -f -- "$1")); }
_lightsout() {
  local at=$COMP_CWORD verb=${COMP_WORDS[1]} before=${COMP_WORDS[COMP_CWORD-1]} word=${COMP_WORDS[COMP_CWORD]} list=
` + completionCases() + `}
complete -o filenames -F _lightsout lightsout
`
}

// zshCompletion works as a file _lightsout in zsh's fpath, and when it is sourced.
func zshCompletion() string {
	return `#compdef lightsout
_lightsout_offer() { compadd -- ${=1}; }
_lightsout_files() { _files; }
_lightsout() {
  local at=$((CURRENT-1)) verb=${words[2]} before=${words[CURRENT-1]} word=${words[CURRENT]} list=
` + completionCases() + `}
if [ "$funcstack[1]" = _lightsout ]; then
  _lightsout "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit; compinit; }
  compdef _lightsout lightsout
fi
`
}

func powershellCompletion() string {
	var s strings.Builder
	list := func(words []string) string {
		if len(words) == 0 {
			return ""
		}
		return "'" + strings.Join(words, "', '") + "'"
	}
	s.WriteString(`Register-ArgumentCompleter -Native -CommandName lightsout -ScriptBlock {
  param($word, $line, $cursor)
  $typed = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.ToString() })
  $verb = if ($typed.Count -gt 1) { $typed[1] } else { '' }
  $before = $typed[-1]
  $choices = @{
`)
	eachChoice(func(v verb, names, words []string) {
		for _, n := range names {
			fmt.Fprintf(&s, "    '%s %s' = @(%s)\n", v.name, n, list(words))
		}
	})
	s.WriteString("  }\n  $after = @{\n")
	for _, v := range verbs() {
		fmt.Fprintf(&s, "    '%s' = @(%s)\n", v.name, list(wordsAfter(v)))
	}
	fmt.Fprintf(&s, `  }
  $offer = if ($typed.Count -le 1) { @(%s) }
    elseif ($choices.ContainsKey("$verb $before")) { $choices["$verb $before"] }
    elseif ($word.StartsWith('-') -or $verb -in 'help', 'completion') { $after[$verb] }
    else { @() }
  $offer | Where-Object { $_ -clike "$word*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`, list(verbNames()))
	return s.String()
}

func fishCompletion() string {
	var s strings.Builder
	quote := func(text string) string { return "'" + strings.ReplaceAll(text, "'", `\'`) + "'" }
	for _, v := range verbs() {
		fmt.Fprintf(&s, "complete -c lightsout -n __fish_use_subcommand -f -a %s -d %s\n", v.name, quote(v.summary))
		for _, f := range flagsOf(v) {
			_, usage := pflag.UnquoteUsage(f)
			fmt.Fprintf(&s, "complete -c lightsout -n '__fish_seen_subcommand_from %s' -l %s -d %s", v.name, f.Name, quote(usage))
			if f.Shorthand != "" {
				fmt.Fprintf(&s, " -s %s", f.Shorthand)
			}
			if words := f.Annotations[oneOf]; words != nil {
				fmt.Fprintf(&s, " -x -a %s", quote(strings.Join(words, " ")))
			} else if f.Value.Type() != "bool" {
				s.WriteString(" -r")
			}
			s.WriteByte('\n')
		}
	}
	fmt.Fprintf(&s, "complete -c lightsout -n '__fish_seen_subcommand_from help' -f -a %s\n", quote(strings.Join(slices.Concat(verbNames(), topicNames()), " ")))
	fmt.Fprintf(&s, "complete -c lightsout -n '__fish_seen_subcommand_from completion' -f -a %s\n", quote(strings.Join(shells(), " ")))
	return s.String()
}
