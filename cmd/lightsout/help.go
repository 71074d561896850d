package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/pflag"
)

// overview is what lightsout without arguments prints.
func overview() string {
	var s strings.Builder
	s.WriteString("lightsout: press a switch, and a fixed set of lights flips\n\n")
	for _, v := range verbs() {
		fmt.Fprintf(&s, "  lightsout %-11s %s\n", v.name, v.summary)
	}
	s.WriteString("\nStart with:  lightsout solve\nMore:        lightsout help VERB\n\n" + boardHelp + "\n" + exitCodes)
	return s.String()
}

// boardHelp is the short form of the SPECs.
const boardHelp = `Boards (--board SPEC): 5x5  grid:3x3x3  torus:4x4  cylinder:5x7  mobius:5x7
  klein:5x7  projective:5x5  hypercube:7  cube:3  path:9  cycle:9  complete:9  star:9
  petersen  merlin  classic  mini  deluxe  graph:FILE; options behind a comma:
  pattern=cross|x|king|knight|.#./###/.#.   self=off   mask=##_/###
Lights (--on, --goal): all, none, random, 0/1 or ./# row by row, an integer
`

func (v verb) help() string {
	flags := newFlagSet(v.name)
	v.setup(flags)
	var s strings.Builder
	fmt.Fprintf(&s, "lightsout %s: %s\n\nUsage: lightsout %s", v.name, v.summary, v.name)
	if v.args != "" {
		s.WriteString(" " + v.args)
	}
	s.WriteString("\n")
	if v.details != "" {
		s.WriteString("\n" + v.details + "\n")
	}
	if flags.HasFlags() {
		s.WriteString("\n" + flags.FlagUsagesWrapped(88))
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

var helpVerb verb

// The table of verbs holds help, and help reads the table.
func init() {
	helpVerb = verb{
		name: "help", args: "[VERB]", summary: "what a verb does, its flags and two examples",
		examples: []example{{"lightsout help solve", "all about solve"}, {"lightsout help", "the verbs and the boards"}},
		setup: func(*pflag.FlagSet) func(context.Context, *console, []string) error {
			return func(_ context.Context, con *console, args []string) error {
				switch len(args) {
				case 0:
					fmt.Fprint(con.out, overview())
					return nil
				case 1:
					v, err := findVerb(args[0])
					if err != nil {
						return err
					}
					fmt.Fprint(con.out, v.help())
					return nil
				default:
					return usagef("help takes one verb, not %d", len(args))
				}
			}
		},
	}
}

var versionVerb = verb{
	name: "version", summary: "the version, and the versions of what it is built from",
	examples: []example{{"lightsout version", "for a bug report"}, {"lightsout --version", "the same"}},
	setup: func(*pflag.FlagSet) func(context.Context, *console, []string) error {
		return func(_ context.Context, con *console, args []string) error {
			if len(args) > 0 {
				return usagef("version takes no arguments")
			}
			info, ok := debug.ReadBuildInfo()
			if !ok {
				return fmt.Errorf("this program was built without version information")
			}
			version := info.Main.Version
			for _, s := range info.Settings {
				if s.Key == "vcs.revision" {
					version += " " + s.Value
				}
			}
			fmt.Fprintf(con.out, "lightsout %s, %s\n", version, info.GoVersion)
			for _, d := range info.Deps {
				fmt.Fprintf(con.out, "  %s %s\n", d.Path, d.Version)
			}
			return nil
		}
	},
}
