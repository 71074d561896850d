package bench

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/generate"
	"lightsout/solve"
)

// contestant is a solver under test: this program with an engine and its encodings, or a peer.
type contestant struct {
	Engine string // of this program
	Xor    string // the XOR encoding, of the engine sat and of peers that read clauses
	Card   string // the counting encoding, of the engine sat
	Method string // of searching for the fewest presses, or of generating
	Broken bool   // adds clauses that break the puzzle's symmetries
	Peer   string // its name in the table of peers; "" is this program
	Format string // the format that the peer reads
}

// Name is the contestant's name in lists, filters and reports.
func (c contestant) Name() string {
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

// fits returns an error if the contestant cannot take the instance at all.
func (c contestant) fits(p *instance) error {
	if peer, ok := peerByName(c.Peer); ok && peer.fits != nil {
		return peer.fits(p)
	}
	if c.Peer != "" || c.Xor == "" {
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
	if q.question == askAtMost || q.question == askTooFew {
		if _, err := plan.Count(&size, q.bound); err != nil {
			return err
		}
	}
	res.Vars, res.Clauses = size.Vars(), size.Clauses
	return nil
}

// The suites build their lists of contestants with the functions below.

func join(lists ...[]contestant) []contestant { return slices.Concat(lists...) }

// parities is the SAT engine with the given XOR encodings.
func parities(names ...string) []contestant {
	var list []contestant
	for _, x := range names {
		list = append(list, contestant{Engine: "sat", Xor: x})
	}
	return list
}

// everyParity is the SAT engine with every XOR encoding, and cut with a smaller chunk as well.
func everyParity() []contestant {
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
func broken(names ...string) []contestant {
	list := parities(names...)
	for i := range list {
		list[i].Broken = true
	}
	return list
}

// countings is the SAT engine with every counting encoding, on top of the best XOR encoding.
func countings() []contestant {
	var list []contestant
	for _, c := range encode.Countings() {
		list = append(list, contestant{Engine: "sat", Xor: "kernel:4", Card: c.Name})
	}
	return list
}

func engines(names ...string) []contestant {
	var list []contestant
	for _, e := range names {
		list = append(list, contestant{Engine: e})
	}
	return list
}

// minimum is the engine gf2 with every method of searching the coset of answers.
func minimum() []contestant {
	var list []contestant
	for _, m := range solve.Methods() {
		list = append(list, contestant{Engine: "gf2", Method: m})
	}
	return list
}

func generators() []contestant {
	var list []contestant
	for _, m := range generate.Methods() {
		list = append(list, contestant{Engine: "generate", Method: m})
	}
	return list
}
