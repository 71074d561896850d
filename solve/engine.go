package solve

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"sync"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// question is what is asked of an engine.
type question int

const (
	anyAnswer question = iota
	fewestPresses
)

// finding is what an engine returns, before it is checked.
type finding struct {
	presses gf2.Vec
	lower   int    // no answer has fewer presses; 0 if no bound was sought
	bound   string // how that was proved, if it is not the minimum
	proof   string // how it was proved that none has fewer; "" if it was not
	stopped error  // why the search for fewer ended without proof, if it did
	steps   *Steps // what the proof rests on, if the coset was searched
	xor     string // the encodings used, if the engine is sat
	card    string
	effort  *effort
}

// engine is one row of the table: a way to answer questions.
type engine struct {
	name  string
	about string
	// takes refuses boards that the engine cannot take, before any work is done; fits does the same for
	// what is asked about them.
	takes func(*board.Board) error
	fits  func(*problem, Solver) error
	// structured: for unrestricted questions on boards that it takes, the engine is preferred to
	// elimination; nil is never, and of several the first is.
	structured func(*board.Board) bool
	// linear is the linear algebra by which the engine answers, or by which its answers are counted if
	// it finds them another way.
	linear func(context.Context, *problem) (Linear, error)
	run    func(context.Context, *problem, question, Solver) (finding, error)
	// all yields every answer; nil if the engine lists them by linear algebra.
	all func(context.Context, *problem, Solver) iter.Seq2[gf2.Vec, error]
	// counts: the engine itself keeps to bounds on the number of presses. The others find the fewest
	// presses, which decides an upper bound, and take no lower one.
	counts bool
	// algebraic: the answer comes from linear algebra, and so all others follow from it.
	algebraic bool
}

// engines is every engine, in the order of the command's help. To add one, write a file and add a row.
func engines() []engine {
	engineTable.once.Do(func() { engineTable.rows = listEngines() })
	return engineTable.rows
}

// engineTable is made at the first use: the rows refer to functions that look engines up.
var engineTable struct {
	once sync.Once
	rows []engine
}

func listEngines() []engine {
	return []engine{
		{name: "gf2", about: "sparse elimination over GF(2), any board",
			takes: eliminable, fits: fitsAll, linear: byElimination, run: linearAnswer, algebraic: true},
		{name: "polynomial", about: "polynomial equations, boards of rows and columns in linear time",
			takes: polynomialTakes, fits: unrestricted, structured: polynomialPreferred, linear: byPolynomial, run: linearAnswer, algebraic: true},
		{name: "hypercube", about: "one product: a hypercube's matrix squares to 0 or 1",
			takes: hypercubeTakes, fits: unrestricted, structured: large, linear: byHypercube, run: linearAnswer, algebraic: true},
		{name: "sat", about: "XOR clauses and gini, any board and every side constraint",
			takes: eliminable, fits: fitsAll, linear: byElimination, run: sat, all: satAll, counts: true},
		{name: "chase", about: "light chasing: grids, tori, cylinders, Möbius and Klein boards",
			takes: chases, fits: unrestricted, linear: byChasing, run: linearAnswer, algebraic: true},
		{name: modular, about: "the Howell form over Z/K: boards with mod=K, up to about 5,700 lights",
			takes: modularTakes, fits: fitsAll, linear: byModular, run: linearAnswer, algebraic: true},
		{name: "bfs", about: fmt.Sprintf("breadth-first search over states, up to %d lights", maxBFSLights),
			takes: bfsTakes, fits: bfsFits, linear: byElimination, run: bfs},
	}
}

// Engines yields what [Solver].Engine takes, each name with one line about it; auto is first.
func Engines() iter.Seq2[string, string] {
	return func(yield func(name, about string) bool) {
		if !yield("auto", "chooses by board and question") {
			return
		}
		for _, e := range engines() {
			if !yield(e.name, e.about) {
				return
			}
		}
	}
}

// structuredFor is the engine that knows the structure of a board, if it has one that pays.
func structuredFor(b *board.Board) (e engine, ok bool) {
	for i := range engines() {
		if e := &engines()[i]; e.structured != nil && e.structured(b) && e.takes(b) == nil {
			return *e, true
		}
	}
	return engine{}, false
}

// structuredFrom is the number of lights from which structure pays: with fewer, elimination takes some
// milliseconds, and its answers are those that people have.
const structuredFrom = 1 << 12

func large(b *board.Board) bool { return b.Lights() >= structuredFrom }

// pick finds the engine. Auto is SAT if something is asked that only SAT can do, else an engine that knows
// the structure of the board if there is one, else elimination. When all answers are listed, every engine can keep
// to a least number of presses.
func (s Solver) pick(p *board.Puzzle, listing bool) (engine, error) {
	name := s.Engine
	if name == "" || name == "auto" {
		structured, found := structuredFor(p.Board)
		restricted := s.Symmetric != "" || len(s.Forbid)+len(s.Require)+p.Forbidden.Len() > 0 || !p.DontCare.IsZero()
		switch {
		case s.onlySAT() != "":
			name = "sat"
		case found && !restricted:
			name = structured.name
		default:
			name = "gf2"
		}
	}
	for _, e := range engines() {
		if e.name != name {
			continue
		}
		if why := s.onlySAT(); why != "" && !e.counts && (!listing || s.AtLeast == nil) {
			return engine{}, &RefusedError{Engine: name, Reason: why + " needs a SAT solver", Needs: "sat"}
		}
		if why := s.onlyAlgebra(); why != "" && !e.algebraic {
			return engine{}, &RefusedError{Engine: name, Reason: why + " needs linear algebra", Needs: "gf2"}
		}
		return e, nil
	}
	var names []string
	for name := range Engines() {
		names = append(names, name)
	}
	return engine{}, fmt.Errorf("no such engine %q%s; the engines are %s", name, suggest.DidYouMean(name, names), strings.Join(names, " "))
}

// onlySAT names something that was asked for and that only the SAT engine can do, or "".
func (s Solver) onlySAT() string {
	switch {
	case s.AtLeast != nil:
		return "a least number of presses"
	case s.BreakSymmetry:
		return "breaking symmetries"
	case s.Xor != "":
		return "an XOR encoding"
	case s.Card != "":
		return "a counting encoding"
	}
	return ""
}

// onlyAlgebra names something that was asked for and that needs the whole coset of answers, or "".
func (s Solver) onlyAlgebra() string {
	switch {
	case s.Costs != nil:
		return "a cost per switch"
	case s.Method != "":
		return "a method of searching the answers"
	}
	return ""
}

func fitsAll(*problem, Solver) error { return nil }

// unrestricted is for engines that work on whole rows.
func unrestricted(pr *problem, s Solver) error {
	switch {
	case pr.restricted():
		return &RefusedError{Engine: s.Engine, Reason: "it works on whole rows and takes no forbidden, required or symmetric switches", Needs: "gf2"}
	case !pr.caresForAll():
		return &RefusedError{Engine: s.Engine, Reason: "it works on whole rows and takes no goal with lights that do not matter", Needs: "gf2"}
	}
	return nil
}

func byElimination(ctx context.Context, pr *problem) (Linear, error) {
	return newSparse(ctx, pr.system, pr.columns())
}

func byPolynomial(ctx context.Context, pr *problem) (Linear, error) {
	return newPolynomial(ctx, pr.puzzle.Board)
}

// linearAnswer solves with the problem's linear algebra. If the fewest presses are wanted, it then
// looks for the lightest answer of the coset.
func linearAnswer(ctx context.Context, pr *problem, q question, s Solver) (finding, error) {
	presses, ok, err := solveWithin(ctx, pr)
	if err != nil {
		return finding{}, err
	}
	if !ok {
		return finding{}, pr.unsolvable(ctx, s)
	}
	presses.Add(pr.base)
	if q == anyAnswer {
		return finding{presses: presses}, nil
	}
	return lightestAnswer(ctx, pr, presses, s)
}

// solveWithin is one answer by the problem's linear algebra, or no answer and pr.against. A large board takes
// seconds, which the engines do not interrupt; if the context ends first, it leaves the engine to itself.
func solveWithin(ctx context.Context, pr *problem) (presses gf2.Vec, ok bool, err error) {
	type outcome struct {
		presses, witness gf2.Vec
		ok               bool
	}
	ask := func() (o outcome) {
		o.presses, o.witness, o.ok = pr.linear.Solve(pr.change)
		return o
	}
	var o outcome
	if pr.puzzle.Board.Lights() <= quickToCheck {
		o = ask()
	} else {
		found := make(chan outcome, 1)
		go func() { found <- ask() }()
		select {
		case o = <-found:
		case <-ctx.Done():
			return gf2.Vec{}, false, &GaveUpError{Engine: pr.engine, Cause: context.Cause(ctx)}
		}
	}
	if !o.ok {
		pr.against = o.witness
	}
	return o.presses, o.ok, nil
}
