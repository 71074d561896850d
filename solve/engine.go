package solve

import (
	"context"
	"fmt"
	"strings"

	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// question is what is asked of an engine.
type question int

const (
	anyAnswer question = iota
	fewestPresses
)

// finding is what an engine brings back: presses for the free switches, not yet believed.
type finding struct {
	presses gf2.Vec
	lower   int    // no answer of the free switches has fewer presses; 0 if not looked into
	proof   string // how it is known that none has fewer than these presses; "" if it is not
}

// engine is one row of the table: a way to answer questions.
type engine struct {
	name  string
	about string
	// fits refuses, with a reason and before any work, what the engine cannot do.
	fits func(*problem, question) error
	run  func(context.Context, *problem, question, Solver) (finding, error)
}

// engines is every engine, in the order they are listed to people. Adding one is a row here and a
// file of its own.
func engines() []engine {
	return []engine{
		{name: "gf2", about: "elimination over GF(2), any board", fits: fitsAll, run: eliminate},
		{name: "chase", about: "light chasing on grids, cylinders and tori", fits: chaseFits, run: chase},
		{name: "bfs", about: fmt.Sprintf("breadth-first search over states, up to %d lights", MaxBFSLights), fits: bfsFits, run: bfs},
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

// pick finds the engine a name stands for; auto is elimination.
func pick(name string) (engine, error) {
	if name == "" || name == "auto" {
		name = "gf2"
	}
	for _, e := range engines() {
		if e.name == name {
			return e, nil
		}
	}
	return engine{}, fmt.Errorf("no such engine %q%s; the engines are %s", name, suggest.DidYouMean(name, Engines()), strings.Join(Engines(), " "))
}

func fitsAll(*problem, question) error { return nil }

// eliminate answers with the linear algebra that suits the board.
func eliminate(ctx context.Context, pr *problem, q question, s Solver) (finding, error) {
	if err := pr.analyse(); err != nil {
		return finding{}, err
	}
	return linearAnswer(ctx, pr, q, s)
}

func chaseFits(pr *problem, _ question) error {
	if pr.restricted() {
		return &RefusedError{Engine: "chase", Reason: "light chasing presses what it must and takes no forbidden or required switches; use --engine gf2"}
	}
	if _, _, ok := pr.puzzle.Board.Shape().CrossRows("grid", "cylinder", "torus"); !ok {
		_, err := newChaser(pr.puzzle.Board)
		return err
	}
	return nil
}

func chase(ctx context.Context, pr *problem, q question, s Solver) (finding, error) {
	c, err := newChaser(pr.puzzle.Board)
	if err != nil {
		return finding{}, err
	}
	pr.linear = c
	return linearAnswer(ctx, pr, q, s)
}

// linearAnswer solves with the problem's linear algebra; if the fewest presses are wanted, the
// answer is then made lightest within its coset.
func linearAnswer(ctx context.Context, pr *problem, q question, s Solver) (finding, error) {
	presses, _, ok := pr.linear.Solve(pr.change)
	if !ok {
		return finding{}, pr.unsolvable()
	}
	if q == anyAnswer {
		return finding{presses: presses}, nil
	}
	return lightest(ctx, pr, presses, s)
}
