package main

import (
	"slices"
	"strings"

	"lightsout/internal/suggest"
	"lightsout/puzzlefile"
)

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
