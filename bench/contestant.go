package bench

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/export"
)

// contestant is a solver under test: this program with an engine and its encodings, or a peer.
type contestant struct {
	Engine string // of this program
	Xor    string // the XOR encoding, of the engine sat and of peers that read clauses
	Card   string // the counting encoding, of the engine sat
	Method string // of searching for the fewest presses, or of generating
	Broken bool   // adds clauses that break the puzzle's symmetries
	peer   *peer  // nil is this program
}

// Name is the contestant's name in lists, filters and reports.
func (c contestant) Name() string {
	words := []string{c.Engine}
	switch {
	case c.peer != nil && c.Xor != "":
		words = []string{c.peer.name, c.Xor, c.Card}
		if c.peer.format != "cnf" {
			words = slices.Insert(words, 1, c.peer.format)
		}
	case c.peer != nil:
		words = []string{c.peer.name, c.peer.format}
	case c.Engine == "sat" && (c.Xor != "" || c.Card != ""):
		words = []string{"gini", c.Xor, c.Card}
	case c.Method != "":
		words = []string{c.Engine, c.Method}
	}
	if c.Broken {
		words = append(words, "broken")
	}
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return w == "" }), " ")
}

// answers reports whether the contestant can be asked the question.
func (c contestant) answers(q question) bool {
	if c.peer == nil {
		own := q.engine()
		return c.Engine == own || own == "" && c.Engine != askBatch.engine() && c.Engine != askDecode.engine()
	}
	return c.peer.answers(q) && (!c.Broken || q == askAny || q == askUnsolvable)
}

// fits returns an error if the contestant cannot take the instance at all.
func (c contestant) fits(p *instance) error {
	if c.peer != nil && c.peer.fits != nil {
		return c.peer.fits(p)
	}
	if c.peer != nil && p.puzzle.Board.States() > 2 {
		if f, err := export.FormatByName(c.peer.format); err != nil || !f.Colours() {
			return fmt.Errorf("%s: %w", c.peer.format, p.puzzle.Board.TwoStates())
		}
	}
	if c.Xor == "" {
		return nil
	}
	_, err := encode.Prepare(p.puzzle, encode.Options{Xor: c.Xor})
	return err
}

// args is this program's command line for the question; the puzzle is in file.
func (c contestant) args(p *instance, file string) []string {
	if p.question == askBatch {
		return []string{"generate", "--board", p.puzzle.Board.Spec(), "--count", fmt.Sprint(p.batch), "--seed", fmt.Sprint(p.seed),
			"--jobs", "1", "--method", c.Method, "--format", "bits", "--allow-solved"}
	}
	if p.question == askDecode {
		return []string{"decode", file, "--in", shotsOf(file), "--json", "--jobs", "1"}
	}
	args := []string{"solve", file, "--json", "--list-presses", "--engine", c.Engine}
	for _, f := range []struct{ flag, value string }{{"--xor", c.Xor}, {"--card", c.Card}, {"--method", c.Method}} {
		if f.value != "" {
			args = append(args, f.flag, f.value)
		}
	}
	if c.Broken {
		args = append(args, "--break-symmetry")
	}
	switch p.question {
	case askFewest:
		args = append(args, "--min")
	case askAtMost, askTooFew:
		args = append(args, "--at-most", fmt.Sprint(p.bound))
	}
	return args
}

// measure records the size of the contestant's formula.
func (c contestant) measure(ctx context.Context, q *instance, res *Result) error {
	if c.Xor == "" {
		return nil
	}
	opt := encode.Options{Xor: c.Xor, Card: c.Card}
	var err error
	if c.Broken {
		if opt.LexLeast, err = q.symmetries.of(ctx, q.puzzle); err != nil {
			return err
		}
	}
	plan, err := encode.Prepare(q.puzzle, opt)
	if err != nil {
		return err
	}
	var size cnf.Counter
	if err := plan.Write(&size); err != nil {
		return err
	}
	if q.question.counts() {
		if _, err := plan.Count(&size, q.bound); err != nil {
			return err
		}
	}
	res.Vars, res.Clauses, res.Literals = size.Vars(), size.Clauses, size.Literals
	res.Auxiliary = res.Vars - len(encode.Switches(q.puzzle.Board))
	return nil
}
