package bench

import (
	"fmt"
	"io"
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
		words = []string{c.peer.Name, c.Xor, c.Card}
		if c.peer.format.Name != "cnf" {
			words = slices.Insert(words, 1, c.peer.format.Name)
		}
	case c.Xor != "" || c.Card != "":
		words = []string{"gini", c.Xor, c.Card}
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// answers reports whether the contestant can be asked the question: a peer's format has to express it. Which puzzles an
// engine of this program takes, only the engine knows.
func (c contestant) answers(q question) bool {
	switch {
	case c.peer == nil:
		return true
	case q == askFewest:
		return c.peer.format.Min
	case q.bounds():
		return c.peer.format.Bounds
	}
	return true
}

// cannot explains why the contestant does not answer a question.
func (c contestant) cannot(q question) string {
	var can []string
	for _, f := range export.Formats() {
		if (contestant{peer: &peer{format: f}}).answers(q) {
			can = append(can, "{"+f.Name+"}")
		}
	}
	return fmt.Sprintf("{%s} cannot ask for %s; use %s", c.peer.format.Name, q.words(), strings.Join(can, " "))
}

// fits records the size of the contestant's formula. It returns an error if it cannot take the instance at all.
func (c contestant) fits(p *instance, res *Result) error {
	formula, isPeer := p.family.formula != nil, c.peer != nil
	switch {
	case formula && !isPeer && c.Engine != "sat":
		return fmt.Errorf("the engine %s solves puzzles, and this is a formula", c.Engine)
	case formula && isPeer && c.peer.format.Name != "cnf" && c.peer.format.Name != "xnf":
		return fmt.Errorf("{%s} is a format for puzzles, and this is a formula; use {cnf} or {xnf}", c.peer.format.Name)
	case isPeer && p.puzzle.Board.States() > 2 && !c.peer.format.States:
		return fmt.Errorf("%s: %w", c.peer.format.Name, p.puzzle.Board.TwoStates())
	case c.Xor == "":
		return nil
	}
	plan, err := encode.Prepare(p.puzzle, encode.Options{Xor: c.Xor, Card: c.Card})
	if err != nil {
		return err
	}
	var size cnf.Counter
	if formula {
		err = p.family.formula.Write(&size, c.Xor)
	} else {
		err = plan.Write(&size)
	}
	if err == nil && p.question.bounds() {
		_, err = plan.Count(&size, p.bound)
	}
	if err != nil {
		return err
	}
	res.Vars, res.Clauses, res.Literals = size.Vars(), size.Clauses, size.Literals
	auxiliary := res.Vars - len(encode.Switches(p.puzzle.Board))
	res.Auxiliary = &auxiliary
	return nil
}

// command is the contestant's command line, with placeholders in braces: for the file with the problem, which a format
// stands for, and for {seed}, {bound} and {answer}, a file.
func (c contestant) command(f family, q question) string {
	if c.peer != nil {
		return c.peer.Command
	}
	line := "lightsout solve {lo} --json --list-presses --engine " + c.Engine
	if f.formula != nil {
		line = "lightsout solve {xnf}"
	}
	if c.Xor != "" {
		line += " --xor " + c.Xor
	}
	if c.Card != "" {
		line += " --card " + c.Card
	}
	switch {
	case q == askFewest:
		line += " --min"
	case q.bounds():
		line += " --at-most {bound}"
	}
	return line
}

// export writes the problem in the contestant's format.
func (c contestant) export(w io.Writer, p *instance) error {
	switch {
	case p.family.formula != nil && c.peer != nil && c.peer.format.Name == "cnf":
		return cnf.WriteDIMACS(w, func(sink cnf.Sink) error { return p.family.formula.Write(sink, c.Xor) })
	case p.family.formula != nil || c.peer == nil:
		return p.family.write(w, p.puzzle)
	}
	opt := export.Options{Xor: c.Xor, Min: p.question == askFewest}
	if p.question.bounds() {
		opt.AtMost, opt.Card = &p.bound, c.Card
	}
	return export.Write(w, p.puzzle, c.peer.format.Name, opt)
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

// defaultXor is the encoding where none is named: counting encodings are compared with it, and solvers that read clauses.
func defaultXor(coloured bool) string {
	if coloured {
		return encode.Sums()[0].Name
	}
	return "cut:4"
}

// everyXor is every XOR encoding, and cut with a smaller chunk as well; or every encoding of sums.
func everyXor(coloured bool) []string {
	if coloured {
		return distinct(encode.Sums(), func(s *encode.Parity) string { return s.Name })
	}
	var list []string
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
			return nil, fieldErrorf(field, "no such %s %q%s; write all, or some of %s", what, name, suggest.DidYouMean(name, known), strings.Join(known, " "))
		}
	}
	return list, nil
}

func countingNames() []string {
	return distinct(encode.Countings(), func(c *encode.Counting) string { return c.Name })
}

func engineNames() []string {
	var names []string
	for name := range solve.Engines() {
		names = append(names, name)
	}
	return names
}
