package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/internal/stdio"
	"lightsout/puzzlefile"
)

// A puzzle is an argument: a file if there is one of that name, or else the SPEC of a board, which is --board then.
// Where none is named, what comes on standard input is one.

// settle finds the question and the puzzle that it is about.
func (c *call) settle() error {
	if c.verb.questions == nil {
		c.question = new(question)
	} else if err := c.ask(); err != nil {
		return err
	}
	if c.flags.Lookup("input") == nil || c.question.alone {
		return nil
	}
	if len(c.args) > 0 {
		if err := c.takeSpec(); err != nil {
			return err
		}
	} else if !c.question.own {
		c.takePipe()
	}
	switch random := c.text("on") == "random" || c.text("goal") == "random"; {
	case c.given("input") && len(c.args) == 0:
		return usagef("--input says what kind of file is read, and none is named")
	case c.given("seed") && !random:
		return usagef("--seed has no effect: nothing is random here; --on random is")
	}
	return nil
}

// takeSpec makes an argument that is no file the board.
func (c *call) takeSpec() error {
	word, words := c.args[0], append(slices.Clone(c.texts("board")), c.args...)
	file, _ := puzzlefile.FileNumber(word)
	_, err := os.Stat(file)
	isFile, spec := !errors.Is(err, fs.ErrNotExist) || fromInput(file), isSpec(word)
	switch {
	case isFile && spec:
		fmt.Fprintf(c.con.Err, "lightsout: note: %s is read as the file of that name; the board is --board %[1]s\n",
			word)
	case isFile:
	case spec && len(words) == 1 && isPuzzle(word):
	case spec && len(words) == 1:
		c.args = nil
		return c.flags.Set("board", word)
	case spec && len(c.args) == 1:
		return usagef("%s and --board %s are two boards: choose one", word, words[0])
	case spec && isSpec(c.args[1]):
		return usagef("%s and %s are two boards: choose one", word, c.args[1])
	case len(words) > 1 && board.Meant(strings.Join(words, " ")) != "":
		return usagef("a board has no blanks in its name: write %s", board.Meant(strings.Join(words, " ")))
	}
	return nil // a file is opened by the verb, which says what is wrong with it
}

// fromInput reports whether a file is standard input.
func fromInput(file string) bool { return slices.Contains(stdio.StandardInput, file) }

var errTwoInputs = usagef("two things to read cannot both come from standard input")

// isPuzzle reports whether a word is graph:FILE without options that change more than the edges and the names: the
// lights and the goal are those of the file then.
func isPuzzle(word string) bool {
	g, ok := puzzlefile.ParseGraph(word)
	return ok && g.Options == "" && g.Wrong == "" && g.File != ""
}

// isSpec reports whether a word is a SPEC, or a family of them.
func isSpec(word string) bool {
	if strings.HasPrefix(word, "graph:") {
		return true
	}
	_, err := board.Parse(oneOfFamily(word))
	return err == nil
}

// oneOfFamily is a SPEC of a family, as grid:NxN is one.
func oneOfFamily(spec string) string { return familyLetter.ReplaceAllString(spec, "3") }

// familyLetter is a number in the SPEC of a family.
var familyLetter = regexp.MustCompile(`\d*[MN]([+-]\d+)?`)

// noFile says what to write for an argument that is neither a file nor a SPEC.
func noFile(word string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if meant := board.Meant(word); meant != "" {
		return usagef("there is no file %s; if you mean the board, write %s", word, meant)
	}
	name, _, _ := strings.Cut(word, ":")
	if _, wrong := board.Parse(word); slices.Contains(boardNames(), name) ||
		strings.Contains(wrong.Error(), "did you mean") && !strings.ContainsAny(word, "./") {
		return usagef("there is no file %s, and as a %v", word, wrong)
	}
	return usagef("there is no file %s; name one, or a board as in 5x5 or torus:4x4 (see lightsout help boards)", word)
}

// pipeTime is how long a puzzle is waited for on standard input: a program that left it open by oversight has an answer
// after it.
const pipeTime = time.Second

// takePipe makes a pipe or a file on standard input the puzzle, if nothing on the command line names one, or reads it
// for something else.
func (c *call) takePipe() {
	named := c.given("board", "on")
	c.flags.Visit(func(flag *pflag.Flag) {
		named = named || flag.Name != "output" && fromInput(flag.Value.String())
	})
	file, ok := c.con.In.(*os.File)
	if named || !ok || c.con.Stdin == nil || c.con.Stdin.Mode()&os.ModeCharDevice != 0 {
		return
	}
	in := bufio.NewReader(file)
	came := make(chan error, 1)
	go func() {
		_, err := in.Peek(1)
		came <- err
	}()
	why := "standard input is empty"
	select {
	case err := <-came:
		if err == nil {
			c.con.In, c.args = in, []string{"-"}
			return
		}
	case <-time.After(pipeTime):
		why = fmt.Sprintf("nothing came on standard input within %v", pipeTime)
	}
	fmt.Fprintf(c.con.Err, "lightsout: note: %s, so this is the classic board\n", why)
}
