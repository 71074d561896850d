package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/generate"
	"lightsout/solve"
)

// Contestant is who answers: this program with an engine and its encodings, or a peer.
type Contestant struct {
	Engine string // of this program
	Xor    string // the XOR encoding, of the engine sat and of peers that read clauses
	Card   string // the counting encoding, of the engine sat
	Method string // of searching the fewest presses, or of generating
	Broken bool   // with clauses that break the board's symmetries
	Peer   string // the program, by its name in the table of peers; "" is this one
	Format string // what the peer reads
}

// Name is how the contestant is listed, and filtered by.
func (c Contestant) Name() string {
	words := []string{c.Engine}
	switch {
	case c.Peer != "" && c.Xor != "":
		words = []string{c.Peer, c.Xor}
	case c.Peer != "":
		words = []string{c.Peer, c.Format}
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

// fits reports whether the contestant can be asked that at all.
func (c Contestant) fits(p *instance) error {
	if c.Peer == "sgt-flip" && p.family != "grid" {
		return errors.New("Flip knows grids only")
	}
	if c.Peer != "" || c.Xor == "" {
		return nil
	}
	_, err := encode.Prepare(p.puzzle, encode.Options{Xor: c.Xor})
	return err
}

// args is the command line of this program that answers the question; the puzzle is in file.
func (c Contestant) args(p *instance, file string) []string {
	if p.question == Batch {
		return []string{"generate", "--board", p.puzzle.Board.Spec(), "--count", fmt.Sprint(p.batch), "--seed", fmt.Sprint(p.seed),
			"--jobs", "1", "--method", c.Method, "--format", "bits", "--allow-solved"}
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
	case Fewest:
		args = append(args, "--min")
	case AtMost, TooFew:
		args = append(args, "--at-most", fmt.Sprint(p.bound))
	}
	return args
}

// measure notes how large the contestant's formula is.
func (c Contestant) measure(ctx context.Context, q *instance, res *Result) error {
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
	if q.question == AtMost || q.question == TooFew {
		if _, err := plan.Count(&size, q.bound); err != nil {
			return err
		}
	}
	res.Vars, res.Clauses = size.Vars(), size.Clauses
	return nil
}

// The rows of the suites name contestants by these.

func join(lists ...[]Contestant) []Contestant { return slices.Concat(lists...) }

// parities are the SAT engine with these XOR encodings.
func parities(names ...string) []Contestant {
	var list []Contestant
	for _, x := range names {
		list = append(list, Contestant{Engine: "sat", Xor: x})
	}
	return list
}

// everyParity is the SAT engine with every XOR encoding, and cut with a smaller chunk too.
func everyParity() []Contestant {
	var names []string
	for _, p := range encode.Parities() {
		if p.Name == "cut" {
			names = append(names, "cut:3")
		}
		names = append(names, p.String())
	}
	return parities(names...)
}

// broken is parities with symmetry breaking.
func broken(names ...string) []Contestant {
	list := parities(names...)
	for i := range list {
		list[i].Broken = true
	}
	return list
}

// countings are the SAT engine with every counting encoding, on top of the XOR encoding that serves
// best.
func countings() []Contestant {
	var list []Contestant
	for _, c := range encode.Countings() {
		list = append(list, Contestant{Engine: "sat", Xor: "kernel:4", Card: c.Name})
	}
	return list
}

func engines(names ...string) []Contestant {
	var list []Contestant
	for _, e := range names {
		list = append(list, Contestant{Engine: e})
	}
	return list
}

// minimum is every method of searching the coset of answers.
func minimum() []Contestant {
	var list []Contestant
	for _, m := range solve.Methods() {
		list = append(list, Contestant{Engine: "gf2", Method: m})
	}
	return list
}

func generators() []Contestant {
	var list []Contestant
	for _, m := range generate.Methods() {
		list = append(list, Contestant{Engine: "generate", Method: m})
	}
	return list
}
