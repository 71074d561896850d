package generate

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/solve"
)

// Generator makes the puzzles of one board, one set of options and one seed. It does not change
// once made and is safe for concurrent use.
//
// A puzzle passes four stations: its index says which level it is of, and its number there (schedule.go); the level's
// drawing makes candidates of that number (drawn.go, listed.go, blocks.go); one of them is what is wanted (wanted.go);
// and that one is turned, answered and replayed (below). Which drawing a level has is decided in plan.go.
//
// The zero Generator has no board, and its methods panic: [New] makes one.
type Generator struct {
	board   *board.Board
	options Options
	id      string // of its puzzles, up to the index
	algebra algebra
	facts
	alike   *symmetries  // of states, if puzzles must be distinct up to symmetry
	orbits  []portion    // of switches, under the symmetry that is wanted, if it moves switches
	plain   bool         // the board is large, and puzzles are drawn without its algebra
	solver  solve.Solver // finds lightest answers where they are not compared
	far     int          // the fewest presses of which apart is known to be false
	levels  []level
	missing []Range // presses that are left out: no puzzle needs so many, or they are too rare
	order   schedule
}

// Item is one puzzle of a batch.
type Item struct {
	Index uint64
	// Puzzle has the goal that all lights are off.
	*board.Puzzle
	// Presses is an answer: one of the fewest presses if MinPresses is not -1, and then, if all answers are compared,
	// of several the one that presses the lowest switch in which they differ.
	Presses    board.State
	MinPresses int
}

// New prepares a generator. It is an error if there are no such puzzles.
func New(ctx context.Context, b *board.Board, o Options) (*Generator, error) {
	if err := board.Check(b); err != nil {
		return nil, err
	}
	o, err := o.complete(b)
	if err != nil {
		return nil, err
	}
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	id, err := idPrefix(b, o)
	if err != nil {
		return nil, err
	}
	g := &Generator{board: b, options: o, id: id, far: b.Switches() + 1}
	if isLarge(b) {
		g.plain = g.drawsWithoutAlgebra()
	}
	g.solver = solve.Solver{Workers: 1, Progress: func(best, lower int) {
		g.progress("weighing the %s answers of a puzzle: the lightest has %d to %d presses", g.answers(), lower, best)
	}}.Remembering()
	if err := g.newAlgebra(ctx); err != nil {
		return nil, err
	}
	if o.Distinct == "symmetry" {
		if g.alike, err = newSymmetries(ctx, b); err != nil {
			return nil, err
		}
	}
	return g, g.plan(ctx)
}

// progress reports what is being done; it is not to be called too often.
func (g *Generator) progress(format string, args ...any) {
	if g.options.Progress != nil {
		g.options.Progress(fmt.Sprintf(format, args...))
	}
}

// Board is the board that puzzles are on.
func (g *Generator) Board() *board.Board { return g.board }

// Puzzle is puzzle i. It depends on the board, the options, the seed and i, and on nothing else.
func (g *Generator) Puzzle(ctx context.Context, i uint64) (Item, error) {
	t := g.newTrial()
	if err := g.make(ctx, t, i, true); err != nil {
		return Item{}, err
	}
	p := &board.Puzzle{Board: g.board, On: t.state, Goal: g.board.Dark()}
	return Item{i, p, t.answer, t.weight}, nil
}

// make makes t puzzle i, with an answer if one is wanted.
func (g *Generator) make(ctx context.Context, t *trial, i uint64, answer bool) error {
	l, number := g.order.place(i)
	if err := g.levels[l].find(ctx, t, i, number); err != nil {
		return err
	}
	if g.alike != nil && g.options.Symmetric == "" {
		g.turn(t, i)
	}
	if !answer {
		return nil
	}
	if t.weight < 0 {
		if g.weighs() {
			if err := g.lightest(ctx, t, stepsPerPuzzle); err != nil {
				return err
			}
		} else {
			g.algebra.solve(t)
		}
	}
	return g.replay(t, i)
}

// turn shows the puzzle in a random orientation. Its answer is then another one.
func (g *Generator) turn(t *trial, i uint64) {
	t.begin(g.options.Seed, toTurn, i, 0)
	move(g.alike.all[t.random.below(uint64(g.alike.count()))], t.image, t.state)
	t.state, t.image = t.image, t.state
}

// weighs reports whether the fewest presses of every puzzle are found.
func (g *Generator) weighs() bool {
	return g.compared || g.facts.states != nil && g.options.weighs()
}

// replay presses the answer, switch by switch. Nothing that found the answer has a part in this, so a mistake there
// ends the batch instead of being written.
func (g *Generator) replay(t *trial, i uint64) error {
	g.algebra.press(t.image, t.answer)
	if !t.image.Equal(t.state) || t.weight >= 0 && t.weight != t.answer.Weight() {
		return fmt.Errorf("generate: the answer found for puzzle %d on %s does not solve it; this is a bug, please "+
			"report it", i, g.board.Spec())
	}
	return nil
}
