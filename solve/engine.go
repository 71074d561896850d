package solve

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"lightsout/board"
	"lightsout/coset"
	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// question is what is asked of an engine.
type question int

const (
	anyAnswer question = iota
	fewestPresses
)

// finding is what an engine brings back: not yet believed.
type finding struct {
	presses gf2.Vec
	lower   int          // no answer has fewer presses; 0 if that was not looked into
	proof   string       // how it is known that none has fewer than these; "" if it is not
	stopped error        // why the search for fewer ended without proof, if it did
	steps   *coset.Proof // what the proof rests on, of a search within the coset
	xor     string       // of the SAT engine: the encodings used
	card    string
}

// engine is one row of the table: a way to answer questions.
type engine struct {
	name  string
	about string
	// takes refuses, with a reason and before any work, boards that the engine cannot take; fits
	// likewise what is asked about them.
	takes func(*board.Board) error
	fits  func(*problem, Solver) error
	// linear is the linear algebra of the problem by which the engine answers, or, if it answers
	// otherwise, by which its answers are counted.
	linear func(context.Context, *problem) (Linear, error)
	run    func(context.Context, *problem, question, Solver) (finding, error)
	// all yields every answer, of an engine that does not do so by linear algebra.
	all func(context.Context, *problem, Solver) iter.Seq2[gf2.Vec, error]
	// counts: the engine keeps to any bounds on the number of presses by itself. The others give
	// the fewest presses, which decides an upper bound, and take no lower one.
	counts bool
	// algebraic: any answer is found by linear algebra, so that the others follow.
	algebraic bool
}

// engines is every engine, in the order they are listed to people. Adding one is a row here and a
// file of its own.
func engines() []engine {
	return []engine{
		{name: "gf2", about: "sparse elimination over GF(2), any board",
			takes: eliminable, fits: fitsAll, linear: byElimination, run: linearAnswer, algebraic: true},
		{name: "polynomial", about: "one polynomial equation, grids, cylinders and tori in linear time",
			takes: polynomialTakes, fits: unrestricted, linear: byPolynomial, run: linearAnswer, algebraic: true},
		{name: "sat", about: "XOR clauses and gini, any board and every side constraint",
			takes: eliminable, fits: fitsAll, linear: byElimination, run: sat, all: satAll, counts: true},
		{name: "chase", about: "light chasing, grids, cylinders and tori",
			takes: chases, fits: unrestricted, linear: byChasing, run: linearAnswer, algebraic: true},
		{name: "bfs", about: fmt.Sprintf("breadth-first search over states, up to %d lights", MaxBFSLights),
			takes: bfsTakes, fits: bfsFits, linear: byElimination, run: bfs},
	}
}

// Engines lists the names a [Solver] takes, auto first.
func Engines() []string {
	names := []string{"auto"}
	for _, e := range engines() {
		names = append(names, e.name)
	}
	return names
}

// EngineInfo is an engine's name and one line about it.
type EngineInfo struct{ Name, About string }

// EngineList lists the engines.
func EngineList() []EngineInfo {
	var list []EngineInfo
	for _, e := range engines() {
		list = append(list, EngineInfo{e.name, e.about})
	}
	return list
}

// pick finds the engine. Auto is the polynomial equation where it serves, else elimination, unless
// something is asked that only SAT can do. To list all answers, every engine keeps to a least number
// of presses.
func (s Solver) pick(p *board.Puzzle, listing bool) (engine, error) {
	name := s.Engine
	if name == "" || name == "auto" {
		_, rows := p.Board.Shape().Rectangle()
		restricted := s.Symmetric || len(s.Forbid)+len(s.Require)+p.Forbidden.Len() > 0
		switch {
		case s.onlySAT() != "":
			name = "sat"
		case rows && !restricted:
			name = "polynomial"
		default:
			name = "gf2"
		}
	}
	for _, e := range engines() {
		if e.name != name {
			continue
		}
		if why := s.onlySAT(); why != "" && !e.counts && (!listing || s.AtLeast == nil) {
			return engine{}, &RefusedError{Engine: name, Reason: why + " needs --engine sat"}
		}
		if why := s.onlyAlgebra(); why != "" && !e.algebraic {
			return engine{}, &RefusedError{Engine: name, Reason: why + " needs linear algebra: --engine gf2"}
		}
		return e, nil
	}
	return engine{}, fmt.Errorf("no such engine %q%s; the engines are %s", name, suggest.DidYouMean(name, Engines()), strings.Join(Engines(), " "))
}

// onlySAT names something that was asked for and only the SAT engine can do, or "".
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
	case s.Search != "":
		return "a search by bounds"
	}
	return ""
}

// onlyAlgebra names something that was asked for and needs the whole coset of answers, or "".
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
	if pr.restricted() {
		return &RefusedError{Engine: s.Engine, Reason: "it works on whole rows and takes no forbidden, required or symmetric switches; use --engine gf2"}
	}
	return nil
}

func byElimination(ctx context.Context, pr *problem) (Linear, error) {
	return newSparse(ctx, pr.puzzle.Board, pr.columns())
}

func byPolynomial(_ context.Context, pr *problem) (Linear, error) {
	return newPolynomial(pr.puzzle.Board)
}

func byChasing(ctx context.Context, pr *problem) (Linear, error) {
	return newChaser(ctx, pr.puzzle.Board)
}

// linearAnswer solves with the problem's linear algebra; if the fewest presses are wanted, the
// answer is then made lightest within its coset.
func linearAnswer(ctx context.Context, pr *problem, q question, s Solver) (finding, error) {
	presses, _, ok := pr.linear.Solve(pr.change)
	if !ok {
		return finding{}, pr.unsolvable(s)
	}
	presses.Add(pr.base)
	if q == anyAnswer {
		return finding{presses: presses}, nil
	}
	return lightest(ctx, pr, presses, s)
}
