package solve

import (
	"context"
	"slices"
	"sync"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/fewest"
)

// Remembering is the solver with a memory, for many puzzles: what it finds out about a board and the
// switches that may be pressed on it, it keeps for the next puzzle on the same *[board.Board]. Answers
// are the same as without. It and its copies share the memory and are safe for concurrent use.
func (s Solver) Remembering() Solver {
	s.kept.cache = &cache{}
	return s
}

// cache is what a solver knows about boards.
type cache struct {
	mu    sync.Mutex
	known map[analysed]*recalled
}

// recalled is the algebra of a system, once it is made. Others who ask for the same one wait meanwhile.
type recalled struct {
	mu sync.Mutex
	*algebra
}

// analysed is what an algebra is of: a board, and all that decides which columns and lights of it count.
type analysed struct {
	board                       *board.Board
	engine, fixed, open, motion string
}

// algebra is everything about a problem that does not depend on the lights. Most of it is found when it is first
// asked for, by whichever question.
type algebra struct {
	linear Linear // of the system's free columns
	whole  Linear // of the board, all of its switches and lights
	mu     sync.Mutex
	code   *fewest.Code  // what the quiet patterns span, if lights have two states and they are few
	flips  *fewest.Graph // what the columns flip
}

// analyse does the linear algebra of a system.
func analyse(ctx context.Context, e engine, of *system) (*algebra, error) {
	linear, err := e.linear(ctx, of)
	a := &algebra{linear: linear, whole: linear}
	if err == nil && (of.restricted() || !of.caresForAll()) {
		a.whole, err = Analyse(ctx, of.puzzle.Board)
	}
	return a, err
}

// coset is the code that the quiet patterns of the problem span over its columns, where lights have two states. It is
// nil if the context ends. A small coset is searched in less time than it takes to prepare its code, and files have
// hundreds of thousands of puzzles on one board: so it is kept.
func (a *algebra) coset(ctx context.Context, of *system) (*fewest.Code, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.code != nil {
		return a.code, nil
	}
	quiet, err := a.linear.Quiet(ctx)
	if err != nil {
		return nil, err
	}
	p := fewest.Problem{Word: gf2.NewVec(of.size()), Basis: Sets(quiet), Classes: of.classes()}
	code, err := fewest.Prepare(p, func() bool { return ctx.Err() != nil })
	if len(quiet) > 0 && len(quiet) <= keptQuiet/of.size() {
		a.code = code
	}
	return code, err
}

// graph is what the columns flip.
func (a *algebra) graph(of *system) *fewest.Graph {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.flips == nil {
		a.flips = of.graph()
	}
	return a.flips
}

// kept is the code if it was prepared before, or nil.
func (a *algebra) kept() *fewest.Code {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.code
}

// recall is the algebra of the problem, from memory, made if it is the first of its kind.
func (m *cache) recall(ctx context.Context, pr *problem) (*algebra, error) {
	key := analysed{board: pr.puzzle.Board, engine: pr.engine.name, motion: pr.asked.Symmetric}
	key.fixed, key.open = wordsKey(pr.fixed), wordsKey(pr.puzzle.DontCare)
	m.mu.Lock()
	r := m.known[key]
	if r == nil {
		if m.known == nil || len(m.known) >= maxRemembered {
			m.known = map[analysed]*recalled{}
		}
		r = &recalled{}
		m.known[key] = r
	}
	m.mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.algebra == nil {
		a, err := analyse(ctx, pr.engine, pr.system)
		if err != nil {
			return nil, err
		}
		a.linear = tabulated(a.linear, pr.system)
		r.algebra = a
	}
	return r.algebra, nil
}

// tabled is linear algebra with its answers at hand: one for every light that can be chosen freely in a solvable state.
// The others follow from those, and Solve is linear, so the sum over the lights to change is the answer that Solve
// would find. Without it a file of 5x5 puzzles takes a fifth more time.
type tabled struct {
	bitAlgebra
	invariants, images []gf2.Vec
	none               gf2.Vec // no presses
}

func tabulated(linear Linear, of *system) Linear {
	known, ok := linear.(overBits)
	lights := of.equations.Lights()
	if !ok || lights > maxTabled || of.size() > maxTabled {
		return linear
	}
	t := &tabled{bitAlgebra: known.bitAlgebra, invariants: known.bitAlgebra.Invariants()}
	t.images, t.none = make([]gf2.Vec, lights), gf2.NewVec(of.size())
	m := gf2.NewMatrix(len(t.invariants), lights)
	for i, y := range t.invariants {
		m.Row(i).Add(y)
	}
	pivots := m.Reduce()
	for l := range t.images {
		if slices.Contains(pivots, l) { // it follows from the others
			t.images[l] = t.none
			continue
		}
		state := gf2.VecOf(lights, l)
		for i, p := range pivots {
			state.Set(p, m.At(i, l))
		}
		t.images[l], _, _ = known.bitAlgebra.Solve(state)
	}
	known.bitAlgebra = t
	return known
}

func (t *tabled) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	for _, y := range t.invariants {
		if y.Dot(change) {
			return t.bitAlgebra.Solve(change)
		}
	}
	presses = t.none.Clone()
	for l := range change.Ones() {
		presses.Add(t.images[l])
	}
	return presses, gf2.Vec{}, true
}
