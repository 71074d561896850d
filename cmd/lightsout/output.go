package main

import (
	"path/filepath"
	"slices"
	"strings"

	"lightsout/export"
	"lightsout/internal/suggest"
	"lightsout/puzzlefile"
)

// ofResults are the extensions of files that hold results, besides the names of their formats.
var ofResults = map[string][]string{
	"text": {"txt"}, "table": {"txt"}, "bfile": {"txt"}, "bits": {"bits", "txt"}, "flip": {"flip", "txt"},
	"json": {"json", "jsonl"}, "jsonl": {"jsonl", "json"},
}

// extensionsOf are those of a format, the usual one first: of results, or as --to means it.
func (c *call) extensionsOf(flag, format string) []string {
	if list := ofResults[format]; list != nil && flag != "to" {
		return append(list, format)
	}
	for _, f := range puzzlefile.Formats() {
		if f.Name == format {
			return f.Extensions()
		}
	}
	if f, err := export.FormatByName(format); err == nil {
		return []string{f.Ext}
	}
	return []string{format}
}

// few is how many words a refusal lists.
const few = 8

// nameFormat decides the format of -o FILE in every verb. The extension of its name decides, and a flag that
// contradicts it is refused; where formats share an extension, the flag chooses, or else it is the first of known. An
// extension that none of them has needs the flag. Without an extension, value holds: what the flag says, or the
// default. A verb that writes one format has no flag, "".
func (c *call) nameFormat(flag, value string, known []string) (string, error) {
	file := c.text("output")
	extension := strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	if file == "" || file == "-" || extension == "" {
		return value, nil
	}
	given := flag != "" && (c.given(flag) || flag == "format" && c.given("json"))
	var fitting, all []string
	for _, format := range known {
		list := c.extensionsOf(flag, format)
		if slices.Contains(list, extension) {
			fitting = append(fitting, format)
		}
		if !slices.Contains(all, "."+list[0]) {
			all = append(all, "."+list[0])
		}
	}
	switch {
	case given && (len(fitting) == 0 || slices.Contains(fitting, value)):
		return value, nil
	case given:
		return "", usagef("-o %s is a file of %s, and --%s %s says otherwise: change one of them", file,
			joinWords(fitting), flag, value)
	case len(fitting) > 0:
		return fitting[0], nil
	case flag == "":
		return "", usagef("-o %s: %s writes no .%s files; use %s", file, c.verb.name, extension, listing(all))
	}
	endings := listing(all)
	if len(all) > few {
		endings = listing(append(all[:few:few], "others"))
	}
	return "", usagef("-o %s: %s writes %s; with another ending, --%s says what the file holds", file, c.verb.name,
		endings, flag)
}

// chooseFormat reads --format and --json, in a verb that has a choice.
func (c *call) chooseFormat() error {
	c.format = c.text("format")
	if c.yes("json") {
		if c.given("format") && c.format != "json" {
			return usagef("--json and --format %s are two formats: choose one", c.format)
		}
		c.format = "json"
	}
	return nil
}

// result decides the format of the result and where it goes.
func (c *call) result() error {
	err := c.chooseFormat()
	if err == nil {
		c.format, err = c.nameFormat("format", c.format, c.value("format").known())
	}
	if err == nil {
		err = c.question.written(c.format)
	}
	if err != nil {
		return err
	}
	c.con.json = c.format == "json"
	return c.con.Output(c.text("output"))
}

// written refuses a format that the answer cannot be written in.
func (q *question) written(format string) error {
	can := strings.Fields(q.formats)
	if len(can) == 0 || slices.Contains(can, format) {
		return nil
	}
	return usagef("%s is written as %s, not as %s", q.name(), strings.Replace(listing(can), "json", "JSON", 1), format)
}

// puzzleFormats are the names of the puzzle formats that pass.
func puzzleFormats(pass func(puzzlefile.Format) bool) []string {
	passed := slices.DeleteFunc(puzzlefile.Formats(), func(f puzzlefile.Format) bool { return !pass(f) })
	return suggest.Names(passed, func(f puzzlefile.Format) string { return f.Name })
}

func joinWords(words []string) string { return strings.Join(words, "|") }
