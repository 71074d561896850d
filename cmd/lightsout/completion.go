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

// The table of verbs holds completion, and completion reads the table.
func init() {
	shells := []string{"bash", "zsh", "fish"}
	completionVerb = verb{
		name: "completion", args: "bash|zsh|fish", summary: "a script that completes verbs and flags in your shell",
		examples: []example{
			{"source <(lightsout completion bash)", "in ~/.bashrc; zsh likewise"},
			{"lightsout completion fish | source", "in fish's config.fish"},
		},
		setup: func(*pflag.FlagSet) func(context.Context, *console, []string) error {
			return func(_ context.Context, con *console, args []string) error {
				if len(args) != 1 {
					return usagef("completion takes one shell: %s", joinWords(shells))
				}
				switch args[0] {
				case "bash":
					fmt.Fprint(con.out, bashCompletion())
				case "zsh":
					// zsh runs the same function through its own emulation of bash's completion.
					fmt.Fprint(con.out, "autoload -Uz compinit bashcompinit\ncompinit\nbashcompinit\n", bashCompletion())
				case "fish":
					fmt.Fprint(con.out, fishCompletion())
				default:
					return usagef("no completion for %q%s; there is %s", args[0], suggest.DidYouMean(args[0], shells), joinWords(shells))
				}
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

func bashCompletion() string {
	var s strings.Builder
	s.WriteString("_lightsout() {\n  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} words=\n")
	s.WriteString("  if [ \"$COMP_CWORD\" -eq 1 ]; then\n")
	fmt.Fprintf(&s, "    COMPREPLY=($(compgen -W %q -- \"$word\")); return\n  fi\n", strings.Join(verbNames(), " "))
	s.WriteString("  case \"$verb $before\" in\n")
	for _, v := range verbs() {
		for _, f := range flagsOf(v) {
			if words := f.Annotations[oneOf]; words != nil {
				names := fmt.Sprintf("%q", v.name+" --"+f.Name)
				if f.Shorthand != "" {
					names += fmt.Sprintf("|%q", v.name+" -"+f.Shorthand)
				}
				fmt.Fprintf(&s, "    %s) COMPREPLY=($(compgen -W %q -- \"$word\")); return ;;\n", names, strings.Join(words, " "))
			}
		}
	}
	s.WriteString("  esac\n  case \"$verb\" in\n")
	for _, v := range verbs() {
		var words []string
		for _, f := range flagsOf(v) {
			words = append(words, "--"+f.Name)
			if f.Shorthand != "" {
				words = append(words, "-"+f.Shorthand)
			}
		}
		switch v.name {
		case "help":
			words = slices.Concat(verbNames(), topicNames())
		case "completion":
			words = []string{"bash", "zsh", "fish"}
		}
		fmt.Fprintf(&s, "    %s) words=%q ;;\n", v.name, strings.Join(words, " "))
	}
	s.WriteString("  esac\n  case \"$word\" in\n    -*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n")
	s.WriteString("    *) case \"$verb\" in\n         help|completion|version) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;\n")
	s.WriteString("         *) COMPREPLY=($(compgen -f -- \"$word\")) ;;\n       esac ;;\n  esac\n}\ncomplete -o filenames -F _lightsout lightsout\n")
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
	s.WriteString("complete -c lightsout -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n")
	return s.String()
}
