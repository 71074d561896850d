package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/internal/suggest"
)

// overview is what lightsout without arguments prints.
func overview() string {
	var s strings.Builder
	s.WriteString("lightsout: press a switch, and a fixed set of lights flips\n\n")
	for _, v := range verbs() {
		fmt.Fprintf(&s, "  lightsout %-11s %s\n", v.name, v.summary)
	}
	s.WriteString("\nStart with:  lightsout solve\nMore:        lightsout help VERB, or help " + joinWords(topicNames()) + "\n\n" + boardHelp + "\n" + exitCodes)
	return s.String()
}

// boardHelp is the short form of the SPECs.
const boardHelp = `Boards (--board SPEC): 5x5  grid:3x3x3  torus:4x4  cylinder:5x7  mobius:5x7
  klein:5x7  projective:5x5  hypercube:7  cube:3  path:9  cycle:9  complete:9  star:9
  petersen  merlin  hex:4  hexgrid:5x6  triangle:5  trigrid:4x7  platonic:icosahedron
  hexcolor:9  octcolor:9  toric:9  classic  mini  deluxe  lo2000  graph:FILE;
  options after a comma, as in 5x5,self=off:
  pattern=cross|cross:full|x|king|knight|.#./###/.#.   self=off   mask=##_/###   mod=3
  switches=edges
Lights (--on, --goal), one of:
  all  none  random
  a LIST: 3 or 1,4-7 or r2c3,r2c4, or the names of nodes, as in alice,bob
  a picture: 101/010/101 or #.#/.#./#.#; in a goal, ? is a light that does not matter
  an integer whose lowest bit is light 1: 0x1ff or 0b101
  with mod=K digits are states: 012/210, and 3*2 in a LIST is light 3 in state 2
`

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
	if v.details != "" {
		s.WriteString("\n" + v.details + "\n")
	}
	if shown.HasFlags() {
		s.WriteString("\n" + shown.FlagUsagesWrapped(88))
	}
	if len(special) > 0 {
		heading := fmt.Sprintf("  more, see lightsout help %s --more:", v.name)
		fmt.Fprintf(&s, "%s%s\n", heading, wrapWords(special, len(heading), 98))
	}
	if len(v.examples) > 0 {
		s.WriteString("\nExamples:\n")
		for _, e := range v.examples {
			if len(e.line) > 52 {
				fmt.Fprintf(&s, "  %s\n", e.line)
				e.line = ""
			}
			fmt.Fprintf(&s, "  %-52s %s\n", e.line, e.says)
		}
	}
	s.WriteString("\n" + exitCodes)
	return s.String()
}

// wrapWords breaks a list of words, a space before each, the first of which is to stand in the given column.
func wrapWords(words []string, column, width int) string {
	var s strings.Builder
	for _, w := range words {
		if column+len(w)+1 > width {
			s.WriteString("\n   ")
			column = 3
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
		examples: []example{{"lightsout help solve --more", "all about solve"}, {"lightsout help files", "how to write a puzzle file"}, {"lightsout help --man pages", "manual pages: man pages/lightsout-solve.1"}},
		setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
			whole := flags.Bool("more", false, "explain the flags for special purposes too")
			manual := flags.String("man", "", "write the manual pages of all verbs and topics to the folder `DIR`")
			return func(_ context.Context, con *console, args []string) error {
				if flags.Changed("man") {
					if len(args) > 0 {
						return usagef("--man writes the pages of all verbs and topics; leave out %q", args[0])
					}
					return writeManual(*manual)
				}
				switch len(args) {
				case 0:
					fmt.Fprint(con.out, overview())
					return nil
				case 1:
					if text, ok := topic(args[0]); ok {
						fmt.Fprint(con.out, text)
						return nil
					}
					v, err := findVerb(args[0])
					if err != nil {
						return usagef("no such verb or topic %q%s; the verbs are %s; the topics are %s", args[0], suggest.DidYouMean(args[0], append(verbNames(), topicNames()...)), strings.Join(verbNames(), " "), strings.Join(topicNames(), " "))
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
