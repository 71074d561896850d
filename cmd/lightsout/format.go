package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/internal/suggest"
	"lightsout/puzzlefile"
)

// formatFlags choose how a result is written.
type formatFlags struct {
	format string
	json   bool
	file   string
	known  []string
	flags  *pflag.FlagSet
}

// declare offers the given formats, the first of which is the default, and -o.
func (f *formatFlags) declare(flags *pflag.FlagSet, known ...string) {
	f.declareFormats(flags, known...)
	flags.StringVarP(&f.file, "output", "o", "", "write to `FILE`, which appears once complete")
}

// declareFormats offers formats of a verb whose -o is about something else.
func (f *formatFlags) declareFormats(flags *pflag.FlagSet, known ...string) {
	f.known, f.flags = known, flags
	chooses(flags, &f.format, "format", known[0], "`FORMAT`: ", known)
	flags.BoolVar(&f.json, "json", false, "short for --format json")
}

// open decides the format and where the output goes.
func (f *formatFlags) open(con *console) error {
	if f.json && f.flags.Changed("format") && f.format != "json" {
		return usagef("--json and --format %s are two formats: choose one", f.format)
	}
	if f.json {
		f.format = "json"
	}
	var err error
	if f.format, err = nameFormat(f.flags, "format", f.format, f.file, f.known); err != nil {
		return err
	}
	con.json = f.format == "json"
	return con.output(f.file)
}

// puzzleFormats are the names of the puzzle formats that pass.
func puzzleFormats(pass func(puzzlefile.Format) bool) []string {
	passed := slices.DeleteFunc(puzzlefile.Formats(), func(f puzzlefile.Format) bool { return !pass(f) })
	return suggest.Names(passed, func(f puzzlefile.Format) string { return f.Name })
}

// oneOf is the annotation under which a flag keeps the words it takes, for shell completion, and nothingElse that of a
// flag that takes only these.
const oneOf, nothingElse = "lightsout_one_of", "lightsout_nothing_else"

// chooses declares a flag that takes one of some words, which follow its usage.
func chooses(flags *pflag.FlagSet, value *string, name, usual, usage string, words []string) {
	flags.StringVar(value, name, usual, usage+joinWords(words))
	takesOnly(flags, name, words)
}

// takesOnly notes which words a flag takes, and that it takes no others.
func takesOnly(flags *pflag.FlagSet, name string, words []string) {
	takesOneOf(flags, name, words)
	flags.Lookup(name).Annotations[nothingElse] = nil
}

// takesOneOf notes which words a flag takes.
func takesOneOf(flags *pflag.FlagSet, name string, words []string) {
	if err := flags.SetAnnotation(name, oneOf, words); err != nil {
		panic(err) // the flag was not declared
	}
}

func joinWords(words []string) string { return strings.Join(words, "|") }

// writeJSON writes one object on one line.
func writeJSON(w io.Writer, object any) error {
	return json.NewEncoder(w).Encode(object)
}

// appendJSON appends the same line.
func appendJSON(dst []byte, object any) ([]byte, error) {
	line, err := json.Marshal(object)
	if err != nil {
		return dst, err
	}
	return append(append(dst, line...), '\n'), nil
}

// plural counts things: "1 press", "2 presses".
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// labelList writes switches or lights of a board as a LIST.
func labelList(b *board.Board, list []int) string {
	if b.Names() == nil {
		return commaList(list)
	}
	labels := make([]string, len(list))
	for i, x := range list {
		labels[i] = b.Label(x)
	}
	return strings.Join(labels, ",")
}

// namesOf are the names of nodes, for JSON; nil if they have none, or if the list is nil.
func namesOf(b *board.Board, list []int) []string {
	if b.Names() == nil || list == nil {
		return nil
	}
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = b.Names()[x]
	}
	return names
}

// commaList writes indices as people count them.
func commaList(list []int) string {
	var s strings.Builder
	for i, x := range list {
		if i > 0 {
			s.WriteByte(',')
		}
		fmt.Fprintf(&s, "%d", x+1)
	}
	return s.String()
}
