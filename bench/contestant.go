package bench

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/encode"
	"lightsout/internal/suggest"
)

// contestant is a solver under test.
type contestant struct {
	Engine string // of this program
	Xor    string // the XOR encoding, of the engine sat and of solvers that read clauses
	Card   string // the counting encoding, of the same
	peer   *peer
}

// Name is the contestant's name in lists, filters and reports: the solver, and what it reads.
func (c contestant) Name() string {
	words := []string{c.peer.Name, c.peer.format.Name, c.Xor, c.Card}
	switch {
	case c.peer == self && c.Xor == "" && c.Card == "":
		return c.Engine
	case c.peer.isOurs() || c.peer.format.Name == "cnf":
		words[1] = ""
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// reads is the solver with its format, or the engine.
func (c contestant) reads() string {
	return strings.TrimSuffix(fmt.Sprintf("%s {%s}", solverOf(c.Name()), c.peer.format.Name), " {lo}")
}

// refuses is why the contestant cannot be asked a question about a board of a family; nil if it can. Which puzzles an
// engine of this program takes, only the engine knows. Reasons name no contestant: many may have the same.
func (c contestant) refuses(f family, size int, q question) error {
	format := c.peer.format
	switch {
	case f.formula != nil && c.peer.isOurs() && c.Engine != "sat" && c.Engine != "":
		return errors.New("it solves puzzles, and this is a formula; use the engine sat")
	case f.formula != nil && !c.peer.isOurs() && format.Name != "cnf" && format.Name != "xnf":
		return errors.New("it is for puzzles, and this is a formula; use {cnf} or {xnf}")
	case !format.States && f.coloured(size):
		return errors.New("it is for lights with two states")
	case q == askFewest && !format.Min, q.bounds() && !format.Bounds:
		return fmt.Errorf("cannot ask for %s; {opb} can", q.words())
	}
	return nil
}

// command is the contestant's command line, with placeholders in braces: for the file with the problem, which a format
// stands for, and for {seed}, {bound} and {answer}, a file.
func (c contestant) command(f family, q question) string {
	line := c.peer.Command
	if !c.peer.isOurs() {
		return line
	}
	flag := func(name, value string) {
		if value != "" {
			line += " --" + name + " " + value
		}
	}
	if f.formula == nil {
		line += " --json"
		flag("engine", c.Engine)
	}
	flag("xor", c.Xor)
	flag("card", c.Card)
	switch {
	case q == askFewest:
		line += " --min"
	case q.bounds():
		flag("at-most", "{bound}")
	}
	return line
}

// encodings are those that a solver that reads clauses is to be asked with.
type encodings struct {
	xors, cards []string
	coloured    bool // lights have more than two states
}

// of is a contestant with every pair of encodings; none leave it as it is.
func (e encodings) of(c contestant) []contestant {
	var list []contestant
	for _, c.Xor = range orNone(e.xors) {
		for _, c.Card = range orNone(e.cards) {
			list = append(list, c)
		}
	}
	return list
}

func orNone(list []string) []string {
	if len(list) == 0 {
		return []string{""}
	}
	return list
}

// defaultXor is the encoding where none is named: counting encodings are compared with it, and solvers that read
// clauses.
func defaultXor(coloured bool) string {
	if coloured {
		return encode.Sums()[0].Name
	}
	return "cut:4"
}

// everyXor is every XOR encoding, and cut with a smaller chunk as well; or every encoding of sums.
func everyXor(coloured bool) []string {
	if coloured {
		return distinct(encode.Sums(), func(s encode.Parity) string { return s.Name })
	}
	list := distinct(encode.Parities(), encode.Parity.String)
	return slices.Insert(list, slices.Index(list, "cut:4"), "cut:3")
}

// parseXors reads names of XOR encodings and of sums; all is every one that goes with the boards.
func parseXors(names []string, coloured bool) ([]string, error) {
	var list []string
	for _, name := range names {
		switch {
		case name == "all":
			list = append(list, everyXor(coloured)...)
		case slices.Contains(everyXor(true), name):
			list = append(list, name)
		default:
			b, _ := board.Parse("grid:1x1") // every encoding can be tried on it
			plan, err := encode.Prepare(board.NewPuzzle(b), encode.Options{Xor: name})
			if err != nil {
				return nil, &FieldError{Field: "xor", Err: err}
			}
			list = append(list, plan.Parity().String())
		}
	}
	return list, nil
}

// oneOf reads the names in a field, of which all stands for every one.
func oneOf(field, what string, names, known []string) ([]string, error) {
	var list []string
	for _, name := range names {
		switch {
		case name == "all":
			list = append(list, known...)
		case slices.Contains(known, name):
			list = append(list, name)
		default:
			return nil, fieldErrorf(field, "no such %s %q%s; write all, or some of %s", what, name,
				suggest.DidYouMean(name, known), strings.Join(known, " "))
		}
	}
	return list, nil
}

func countingNames() []string {
	return distinct(encode.Countings(), func(c encode.Counting) string { return c.Name })
}
