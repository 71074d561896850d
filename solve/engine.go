package solve

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"

	"lightsout/board"
	"lightsout/internal/suggest"
)

// engine is one row of the table: a way to answer questions.
type engine struct {
	name  string
	about string
	// brought: it is linear algebra that some boards bring along. It is chosen where it pays, and cannot be asked for.
	brought bool
	// takes refuses boards that the engine cannot take, before any work is done; fits does the same for
	// what is asked about them.
	takes func(*board.Board) error
	fits  func(*problem) error
	// structured: for unrestricted questions on boards that it takes, the engine is preferred to
	// elimination; nil is never, and of several the first is.
	structured func(*board.Board) bool
	// linear is the linear algebra by which the engine answers, or by which its answers are counted if
	// it finds them another way. It is asked only about boards that the engine takes.
	linear func(context.Context, *system) (Linear, error)
	run    func(context.Context, *problem) (found, error)
	// all yields every answer; nil if the engine lists them by linear algebra.
	all func(context.Context, *problem) iter.Seq2[board.State, error]
	// counts: the engine itself keeps to bounds on the number of presses. The others find the fewest
	// presses, which decides an upper bound, and take no lower one.
	counts bool
	// algebraic: the answer comes from linear algebra, and so all others follow from it.
	algebraic bool
	// anyStates: the engine takes lights with any number of states. The others count in bits.
	anyStates bool
}

// engines is every engine, in the order of the command's help. To add one, write a file and add a row. It is filled in
// at the start, as its rows refer to functions that look engines up.
var engines []engine

func init() {
	engines = []engine{
		{name: "gf2", about: "sparse elimination over GF(2), any board",
			takes: eliminable, fits: fitsAll, linear: byElimination, run: linearAnswer, algebraic: true},
		{name: "polynomial", about: "polynomial equations: grids, cylinders and tori in linear time", brought: true,
			takes: polynomialTakes, fits: unrestricted, structured: polynomialPreferred, linear: byPolynomial, run: linearAnswer, algebraic: true},
		{name: "hypercube", about: "one product: a hypercube's matrix squares to 0 or 1", brought: true,
			takes: hypercubeTakes, fits: unrestricted, structured: large, linear: byHypercube, run: linearAnswer, algebraic: true},
		{name: "sat", about: "XOR clauses and gini, any board and every side constraint",
			takes: satTakes, fits: fitsAll, linear: byDefault, run: sat, all: satAll, counts: true, anyStates: true},
		{name: "chase", about: "light chasing: grids, tori, cylinders, Möbius and Klein boards", brought: true,
			takes: chases, fits: unrestricted, structured: chasePreferred, linear: byChasing, run: linearAnswer, algebraic: true},
		{name: modular, about: "the Howell form over Z/K: boards with mod=K, up to about 5,700 lights", brought: true,
			takes: ringTakes, fits: (*problem).affordable, linear: byRing, run: linearAnswer, algebraic: true, anyStates: true},
		{name: "bfs", about: fmt.Sprintf("breadth-first search over states, up to %d lights", maxBFSLights),
			takes: bfsTakes, fits: bfsFits, linear: byDefault, run: bfs, anyStates: true},
	}
}

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
			if e.brought == brought && !yield(e.name, e.about) {
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

// defaultEngine takes every board that fits in memory.
func defaultEngine(b *board.Board) string {
	if b.States() > 2 {
		return modular
	}
	return "gf2"
}

// askedAlgebra is the name under which linear algebra can be asked for that takes every board that fits in memory.
func askedAlgebra(b *board.Board) string {
	if b.States() > 2 {
		return "auto"
	}
	return "gf2"
}

// structuredFor is the engine that knows the structure of a board, if it has one that pays.
func structuredFor(b *board.Board) (e engine, ok bool) {
	for i := range engines {
		if e := &engines[i]; e.structured != nil && b.States() == 2 && e.structured(b) && e.takes(b) == nil {
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
func (s Solver) pick(p *board.Puzzle, q question) (engine, error) {
	needsSAT := s.onlySAT(p.Board, q)
	name := cmp.Or(s.kept.algebra, s.Engine)
	if e := engineNamed(name); e.brought && s.kept.algebra == "" {
		return e, fmt.Errorf("%s is not asked for: it is linear algebra that is chosen where it pays; the engines are %s",
			name, strings.Join(EngineNames(), " "))
	}
	if name == "" || name == "auto" || s.Way() != "" {
		structured, found := structuredFor(p.Board)
		restricted := s.Symmetric != "" || len(s.Forbid)+len(s.Require)+p.Forbidden.Len() > 0 || !p.DontCare.IsZero()
		switch {
		case needsSAT != "":
			name = "sat"
		case found && !restricted:
			name = structured.name
		default:
			name = defaultEngine(p.Board)
		}
	}
	e := engineNamed(name)
	if e.name == "" {
		return e, fmt.Errorf("no such engine %q%s; the engines are %s", name, suggest.DidYouMean(name, EngineNames()), strings.Join(EngineNames(), " "))
	}
	return e, s.refusal(e, p.Board, q, needsSAT)
}

// refusal is why the engine does not take the question on such a board, or nil.
func (s Solver) refusal(e engine, b *board.Board, q question, needsSAT string) error {
	refused := func(reason, needs string) error { return &RefusedError{Engine: e.name, Reason: reason, Needs: needs} }
	switch needsAlgebra := s.onlyAlgebra(q); {
	case b.States() > 2 && !e.anyStates:
		return refused(fmt.Sprintf("it counts in bits, and the lights of %s have %d states", b.Spec(), b.States()), "auto")
	case needsSAT != "" && !e.counts:
		return refused(needsSAT+" needs a SAT solver", "sat")
	case needsAlgebra != "" && !e.algebraic:
		return refused(needsAlgebra, askedAlgebra(b))
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

func fitsAll(*problem) error { return nil }

// unrestricted is for engines that work on whole rows.
func unrestricted(pr *problem) error {
	switch {
	case pr.restricted():
		return &RefusedError{Engine: pr.engine.name, Reason: "it works on whole rows and takes no forbidden, required or symmetric switches", Needs: "gf2"}
	case !pr.caresForAll():
		return &RefusedError{Engine: pr.engine.name, Reason: "it works on whole rows and takes no goal with lights that do not matter", Needs: "gf2"}
	}
	return nil
}

// byDefault is the linear algebra of engines that find answers without any.
func byDefault(ctx context.Context, of *system) (Linear, error) {
	return engineNamed(defaultEngine(of.equations)).linear(ctx, of)
}

// linearAnswer solves with the problem's linear algebra. If that answer is not what was asked for, it then looks
// for the lightest answer of the coset.
func linearAnswer(ctx context.Context, pr *problem) (found, error) {
	word, err := pr.solve(ctx)
	if err != nil {
		return found{}, err
	}
	if pr.question == anyAnswer {
		if presses := pr.whole(word); pr.keeps(presses) {
			return found{Known: pr.answer(presses)}, nil
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
