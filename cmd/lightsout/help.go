package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/internal/suggest"
)

// more is the annotation of flags that only help --more explains.
const more = "lightsout_more"

// onlyInMore leaves flags to lightsout help VERB --more, so that the usual help fits a screen.
func onlyInMore(flags *pflag.FlagSet, names ...string) {
	for _, name := range names {
		if err := flags.SetAnnotation(name, more, nil); err != nil {
			panic(err) // the flag was not declared
		}
	}
}

// help is what --help prints; whole also explains the flags for special purposes.
func (v verb) help(whole bool) string {
	flags := newFlagSet(v.name)
	v.setup(flags)
	var s strings.Builder
	fmt.Fprintf(&s, "lightsout %s: %s\n\nUsage: lightsout %s", v.name, v.summary, v.name)
	if v.args != "" {
		s.WriteString(" " + v.args)
	}
	shown, special := newFlagSet(v.name), []string{}
	flags.VisitAll(func(f *pflag.Flag) {
		if _, isSpecial := f.Annotations[more]; isSpecial && !whole {
			special = append(special, "--"+f.Name)
		} else {
			shown.AddFlag(f)
		}
	})
	if shown.HasFlags() {
		s.WriteString(" [flags]")
	}
	s.WriteString("\n")
	about, examples, _ := strings.Cut("\n"+helpText(v.name), "\nExamples:\n")
	s.WriteString(about)
	if shown.HasFlags() {
		s.WriteString("\n" + shown.FlagUsagesWrapped(88))
	}
	if len(special) > 0 {
		heading := fmt.Sprintf("  more, see lightsout help %s --more:", v.name)
		fmt.Fprintf(&s, "%s%s\n", heading, wrapWords(special, len(heading), 98, "   "))
	}
	s.WriteString("\nExamples:\n" + examples + "\n" + exitCodes)
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
		setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
			whole := flags.Bool("more", false, "explain the flags for special purposes too")
			return func(_ context.Context, con *console, args []string) error {
				switch len(args) {
				case 0:
					fmt.Fprint(con.out, filledText("overview"))
					return nil
				case 1:
					if slices.Contains(topicNames, args[0]) {
						fmt.Fprint(con.out, filledText(args[0]))
						return nil
					}
					v, err := findVerb(args[0])
					if err != nil {
						return usagef("no such verb or topic %q%s; the verbs are %s; the topics are %s", args[0], suggest.DidYouMean(args[0], slices.Concat(verbNames(), topicNames)), strings.Join(verbNames(), " "), strings.Join(topicNames, " "))
					}
					fmt.Fprint(con.out, v.help(*whole))
					return nil
				default:
					return usagef("help takes one verb or topic, not %d", len(args))
				}
			}
		},
	}
}
