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
type contestant struct {
	Engine string // of this program
	Xor    string // the XOR encoding, of the engine sat and of peers that read clauses
	Card   string // the counting encoding, of the engine sat
	Method string // of searching the fewest presses, or of generating
	Broken bool   // with clauses that break the board's symmetries
	Peer   string // the program, by its name in the table of peers; "" is this one
	Format string // what the peer reads
}

// Name is how the contestant is listed, and filtered by.
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

// fits reports whether the contestant can be asked that at all.
func (c contestant) fits(p *instance) error {
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

// measure notes how large the contestant's formula is.
func (c contestant) measure(ctx context.Context, q *instance, res *Result) error {
	if c.Xor == "" {
		return nil
	}
	var size cnf.Counter
	var err error
	if c.Broken {
		err = q.writeBroken(ctx, &size, c.Xor)
	} else {
		err = encode.Puzzle(&size, q.puzzle, encode.Options{Xor: c.Xor})
	}
	if err != nil {
		return err
	}
	res.Vars, res.Clauses = size.Vars(), size.Clauses
	if q.question == askAtMost || q.question == askTooFew {
		counting, err := encode.ParseCounting(c.Card)
		if err != nil {
			return err
		}
		v, n := counting.Size(q.puzzle.Board.Switches(), q.bound)
		res.Vars, res.Clauses = res.Vars+v, res.Clauses+n
	}
	return nil
}

// The rows of the suites name contestants by these.

func join(lists ...[]contestant) []contestant { return slices.Concat(lists...) }

// parities are the SAT engine with these XOR encodings.
func parities(names ...string) []contestant {
	var list []contestant
	for _, x := range names {
		list = append(list, contestant{Engine: "sat", Xor: x})
	}
	return list
}

// everyParity is the SAT engine with every XOR encoding, and cut with a smaller chunk too. The
// encoding tree is left out: cut writes the same formula.
func everyParity() []contestant {
	var names []string
	for _, p := range encode.Parities() {
		switch p.Name {
		case "tree":
		case "cut":
			names = append(names, "cut:3", "cut:4")
		default:
			names = append(names, p.String())
		}
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

// countings are the SAT engine with every counting encoding, on top of the XOR encoding that serves
// best.
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

// minimum is every method of searching the coset of answers.
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
