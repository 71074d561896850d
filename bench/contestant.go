package bench

import (
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/internal/suggest"
	"lightsout/solve"
)

// contestant is a solver under test: this program with an engine and its encodings, or a peer.
type contestant struct {
	Engine string // of this program
	Xor    string // the XOR encoding, of the engine sat and of peers that read clauses
	Card   string // the counting encoding, of the same
	peer   *peer  // nil is this program
}

// Name is the contestant's name in lists, filters and reports: the solver, and what it reads.
func (c contestant) Name() string {
	words := []string{c.Engine}
	switch {
	case c.peer != nil:
		words = []string{c.peer.name, c.Xor, c.Card}
		if c.peer.format != "cnf" {
			words = slices.Insert(words, 1, c.peer.format)
		}
	case c.Xor != "" || c.Card != "":
		words = []string{"gini", c.Xor, c.Card}
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// answers reports whether the contestant can be asked the question. Which puzzles an engine of this program
// takes, only the engine knows.
func (c contestant) answers(q question) bool { return c.peer == nil || c.peer.answers(q) }

// cannot explains why the contestant does not answer a question.
func (c contestant) cannot(q question) string {
	var can []string
	for _, name := range placeholders() {
		if (&peer{format: name}).answers(q) {
			can = append(can, "{"+name+"}")
		}
	}
	return fmt.Sprintf("{%s} cannot ask for %s; use %s", c.peer.format, q.words(), strings.Join(can, " "))
}

// fits returns an error if the contestant cannot take the instance at all.
func (c contestant) fits(p *instance) error {
	if p.family.formula != nil {
		if err := c.takesFormula(); err != nil {
			return err
		}
	}
	if c.peer != nil && p.puzzle.Board.States() > 2 {
		if f, err := export.FormatByName(c.peer.format); err != nil || !f.States {
			return fmt.Errorf("%s: %w", c.peer.format, p.puzzle.Board.TwoStates())
		}
	}
	if c.Xor == "" {
		return nil
	}
	_, err := encode.Prepare(p.puzzle, encode.Options{Xor: c.Xor})
	return err
}

// args is this program's command line for the question; the puzzle, or the formula, is in file.
func (c contestant) args(formula bool, q question, bound string, file string) []string {
	args := []string{"solve", file, "--json", "--list-presses", "--engine", c.Engine}
	if formula {
		args = args[:2]
	}
	for _, f := range []struct{ flag, value string }{{"--xor", c.Xor}, {"--card", c.Card}} {
		if f.value != "" {
			args = append(args, f.flag, f.value)
		}
	}
	switch {
	case q == askFewest:
		args = append(args, "--min")
	case q.counts():
		args = append(args, "--at-most", bound)
	}
	return args
}

// command is the contestant's command line, with placeholders in braces.
func (c contestant) command(f family, q question) string {
	if c.peer != nil {
		return c.peer.command
	}
	if f.formula != nil {
		return "lightsout " + strings.Join(c.args(true, q, "", "{xnf}"), " ")
	}
	return "lightsout " + strings.Join(c.args(false, q, "{bound}", "{lo}"), " ")
}

// measure records the size of the contestant's formula.
func (c contestant) measure(q *instance, res *Result) error {
	if c.Xor == "" {
		return nil
	}
	plan, err := encode.Prepare(q.puzzle, encode.Options{Xor: c.Xor, Card: c.Card})
	if err != nil {
		return err
	}
	var size cnf.Counter
	if q.family.formula != nil {
		err = q.family.formula.Write(&size, c.Xor)
	} else {
		err = plan.Write(&size)
	}
	if err != nil {
		return err
	}
	if q.question.counts() {
		if _, err := plan.Count(&size, q.bound); err != nil {
			return err
		}
	}
	res.Vars, res.Clauses, res.Literals = size.Vars(), size.Clauses, size.Literals
	auxiliary := res.Vars - len(encode.Switches(q.puzzle.Board))
	res.Auxiliary = &auxiliary
	return nil
}

// crossed is a contestant with every pair of encodings; no encodings leave it as it is.
func crossed(c contestant, xors, cards []string) []contestant {
	if len(xors) == 0 {
		xors = []string{""}
	}
	if len(cards) == 0 {
		cards = []string{""}
	}
	var list []contestant
	for _, x := range xors {
		for _, card := range cards {
			c.Xor, c.Card = x, card
			list = append(list, c)
		}
	}
	return list
}

// bestXor is the encoding on which counting encodings are compared unless others are named.
const bestXor = "kernel:4"

// defaultXor is the encoding of a solver that reads clauses and names none.
func defaultXor(coloured bool) string {
	if coloured {
		return encode.Sums()[0].Name
	}
	return "cut:4"
}

// everyXor is every XOR encoding, and cut with a smaller chunk as well; or every encoding of sums.
func everyXor(coloured bool) []string {
	var list []string
	if coloured {
		for _, p := range encode.Sums() {
			list = append(list, p.Name)
		}
		return list
	}
	for _, p := range encode.Parities() {
		if p.Name == "cut" {
			list = append(list, "cut:3")
		}
		list = append(list, p.String())
	}
	return list
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
				return nil, err
			}
			list = append(list, plan.Parity().String())
		}
	}
	return list, nil
}

// oneOf reads a list of names of which all stands for every one.
func oneOf(names []string, what string, known []string) ([]string, error) {
	var list []string
	for _, name := range names {
		switch {
		case name == "all":
			list = append(list, known...)
		case slices.Contains(known, name):
			list = append(list, name)
		default:
			return nil, fmt.Errorf("no such %s %q%s; write all, or some of %s", what, name, suggest.DidYouMean(name, known), strings.Join(known, " "))
		}
	}
	return list, nil
}

func countingNames() []string {
	var names []string
	for _, c := range encode.Countings() {
		names = append(names, c.Name)
	}
	return names
}

func engineNames() []string {
	var names []string
	for name := range solve.Engines() {
		names = append(names, name)
	}
	return names
}
