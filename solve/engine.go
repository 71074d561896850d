package solve

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"

	"lightsout/board"
	"lightsout/internal/fewest"
	"lightsout/internal/suggest"
)

// engine is one row of the table: a way to answer questions, or linear algebra by which they are answered.
type engine struct {
	name  string
	about string
	// takes refuses boards before any work is done; fits does the same for what is asked about them, nil for nothing.
	takes func(*board.Board) error
	fits  func(*problem) error
	// pays, of linear algebra that some boards bring along and that cannot be asked for: for unrestricted questions on
	// boards that it takes it is preferred to elimination, and of several the first is.
	pays func(*board.Board) bool
	// linear is the linear algebra by which the engine answers, or by which its answers are counted if
	// it finds them another way. It is asked only about boards that the engine takes.
	linear func(context.Context, *system) (Linear, error)
	// run answers a question, and all yields every answer; nil if the engine does so by linear algebra.
	run func(context.Context, *problem) (Known, error)
	all func(context.Context, *problem) iter.Seq2[board.State, error]
	// counts: the engine itself keeps to bounds on the number of presses. The others find the fewest
	// presses, which decides an upper bound, and take no lower one.
	counts bool
	// anyStates: the engine takes lights with any number of states. The others count in bits.
	anyStates bool
}

// engines is every engine, in the order of the command's help. To add one, write a file and add a row. It is filled in
// at the start, as its rows refer to functions that look engines up.
var engines []engine

func init() {
	engines = []engine{
		{name: "gf2", about: "sparse elimination over GF(2), any board", takes: eliminable, linear: byElimination},
		{name: "polynomial", about: "polynomial equations: grids, cylinders and tori in linear time",
			takes: polynomialTakes, fits: unrestricted, pays: always, linear: byPolynomial},
		{name: "hypercube", about: "one product: a hypercube's matrix squares to 0 or 1",
			takes: hypercubeTakes, fits: unrestricted, pays: large, linear: byHypercube},
		{name: "sat", about: "XOR clauses and gini, any board and every side constraint",
			takes: satTakes, linear: byDefault, run: sat, all: satAll, counts: true, anyStates: true},
		{name: "chase", about: "light chasing: grids, tori, cylinders, Möbius and Klein boards",
			takes: chases, fits: unrestricted, pays: chasePays, linear: byChasing},
		{name: modular, about: "the Howell form over Z/K: boards with mod=K, up to about 5,700 lights",
			takes: ringTakes, fits: (*problem).affordable, pays: coloured, linear: byRing, anyStates: true},
		{name: "bfs", about: fmt.Sprintf("breadth-first search over states, up to %d lights", maxBFSLights),
			takes: bfsTakes, fits: bfsFits, linear: byDefault, run: bfs, anyStates: true},
	}
}

// large is the boards on which structure pays: with fewer lights elimination takes some milliseconds, and its answers
// are those that people have.
func large(b *board.Board) bool { return b.Lights() >= 1<<12 }

func always(*board.Board) bool     { return true }
func coloured(b *board.Board) bool { return b.States() > 2 }

// EngineNames are what [Solver].Engine takes: auto, engines, and the rows of the plan for the fewest presses that are
// Forced. With these, engines are chosen as by auto.
func EngineNames() []string {
	names := []string{"auto"}
	for name := range Engines() {
		names = append(names, name)
	}
	return append(names, forcedNames("")...)
}

// forcedNames are the rows of the plan that can be asked for where lights have so many states, "two", "more" or "" for
// any.
func forcedNames(states string) (names []string) {
	for _, m := range Methods() {
		if m.Forced && (states == "" || m.States == states) {
			names = append(names, m.Name)
		}
	}
	return names
}

// forced is every name of [forcedNames].
var forced = func() map[string]bool {
	known := map[string]bool{}
	for _, name := range forcedNames("") {
		known[name] = true
	}
	return known
}()

// Way is the row of the plan for the fewest presses that Engine asks for, or "".
func (s Solver) Way() string {
	if forced[s.Engine] {
		return s.Engine
	}
	return ""
}

// Engines yields the engines that can be asked for, each name with one line about it.
func Engines() iter.Seq2[string, string] { return engineTable(false) }

// Algebras yields the linear algebra that some boards bring along, as answers name it: it is chosen where it pays.
func Algebras() iter.Seq2[string, string] { return engineTable(true) }

func engineTable(brought bool) iter.Seq2[string, string] {
	return func(yield func(name, about string) bool) {
		for _, e := range engines {
			if (e.pays != nil) == brought && !yield(e.name, e.about) {
				return
			}
		}
	}
}

// engineNamed is a row of the table; its name is "" if there is none.
func engineNamed(name string) engine {
	for _, e := range engines {
		if e.name == name {
			return e
		}
	}
	return engine{}
}

// algebraFor is the row whose linear algebra suits a board best, on which some switches or lights may be left out.
func algebraFor(b *board.Board, restricted bool) engine {
	if b.States() > 2 {
		return engineNamed(modular)
	}
	for _, e := range engines {
		if !restricted && e.pays != nil && e.pays(b) && e.takes(b) == nil {
			return e
		}
	}
	return engineNamed("gf2")
}

// pick finds the engine. Auto is SAT if something is asked that only SAT can do, else linear algebra. When all answers
// are listed, every engine can keep to a least number of presses.
func (s Solver) pick(p *board.Puzzle, q question) (engine, error) {
	restricted := s.Symmetric != "" || len(s.Forbid)+len(s.Require)+p.Forbidden.Len() > 0 || !p.DontCare.IsZero()
	needsSAT, e := s.onlySAT(p.Board, q), engineNamed(cmp.Or(s.kept.algebra, s.Engine))
	switch name := s.Engine; {
	case s.kept.algebra != "":
	case name == "" || name == "auto" || s.Way() != "":
		if e = algebraFor(p.Board, restricted); needsSAT != "" {
			e = engineNamed("sat")
		}
	case e.name == "":
		return e, fmt.Errorf("no such engine %q%s; the engines are %s",
			name, suggest.DidYouMean(name, EngineNames()), strings.Join(EngineNames(), " "))
	case e.pays != nil:
		return e, fmt.Errorf("%s is not asked for: it is linear algebra that is chosen where it pays; "+
			"the engines are %s", name, strings.Join(EngineNames(), " "))
	}
	return e, s.refusal(e, p.Board, q, needsSAT)
}

// refusal is why the engine does not take the question on such a board, or nil.
func (s Solver) refusal(e engine, b *board.Board, q question, needsSAT string) error {
	algebra := "auto"
	if b.States() == 2 {
		algebra = "gf2"
	}
	refused := func(reason, needs string) error { return &RefusedError{Engine: e.name, Reason: reason, Needs: needs} }
	switch needsAlgebra := s.onlyAlgebra(q); {
	case b.States() > 2 && !e.anyStates:
		reason := fmt.Sprintf("it counts in bits, and the lights of %s have %d states", b.Spec(), b.States())
		return refused(reason, "auto")
	case needsSAT != "" && !e.counts:
		return refused(needsSAT+" needs a SAT solver", "sat")
	case needsAlgebra != "" && e.run != nil:
		return refused(needsAlgebra, algebra)
	case s.Way() != "":
		return s.checkWay(b)
	}
	return nil
}

// onlySAT names something that was asked for and that only the SAT engine can do, or "".
func (s Solver) onlySAT(b *board.Board, q question) string {
	switch {
	case s.AtLeast != nil && !q.lists() && b.States() == 2:
		return "a least number of presses"
	case s.Xor != "":
		return "an XOR encoding"
	case s.Card != "":
		return "a counting encoding"
	}
	return ""
}

// onlyAlgebra names something that was asked for and that needs the whole coset of answers, or "".
func (s Solver) onlyAlgebra(q question) string {
	switch {
	case s.Costs != nil:
		return "a cost per switch needs linear algebra"
	case s.Way() != "":
		return "a method of searching the answers needs linear algebra"
	case q == allFewest:
		return "it looks for one answer; questions about all the lightest ones need linear algebra"
	}
	return ""
}

// unrestricted is for linear algebra that works on whole rows.
func unrestricted(pr *problem) error {
	if pr.restricted() || !pr.caresForAll() {
		return &RefusedError{Engine: pr.engine.name, Needs: "gf2",
			Reason: "it works on whole rows, where every switch may be pressed and every light matters"}
	}
	return nil
}

// suits refuses a board that linear algebra is not for.
func suits(name string, b *board.Board, suits bool) error {
	if suits {
		return nil
	}
	return &RefusedError{Engine: name, Reason: "it is not for " + b.Spec(), Needs: "auto"}
}

// byDefault is the linear algebra of engines that find answers without any.
func byDefault(ctx context.Context, of *system) (Linear, error) {
	return algebraFor(of.equations, true).linear(ctx, of)
}

// linearAnswer solves with the problem's linear algebra. If that answer is not what was asked for, it then looks
// for the lightest answer of the coset.
func (pr *problem) linearAnswer(ctx context.Context) (fewest.Found, error) {
	word, err := pr.solve(ctx)
	if err != nil {
		return fewest.Found{}, err
	}
	if pr.question == anyAnswer {
		if presses := pr.whole(word); pr.keeps(presses) {
			return fewest.Found{Known: pr.answer(presses)}, nil
		}
	}
	return pr.fewest(ctx, word)
}

// solve is one answer by the problem's linear algebra, as a word, or why there is none.
func (pr *problem) solve(ctx context.Context) (board.State, error) {
	word, witness, ok := pr.algebra.linear.Solve(pr.change)
	if !ok {
		return board.State{}, pr.refuted(ctx, witness)
	}
	return word, nil
}
