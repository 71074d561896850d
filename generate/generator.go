package generate

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/internal/alike"
	"lightsout/internal/batch"
	"lightsout/internal/sample"
	"lightsout/solve"
)

// generator makes the puzzles of one board, one set of options and one seed. It does not change
// once planned and is safe for concurrent use.
//
// A puzzle passes four stations: its index says which level it is of, and its number there (batch.Turns); the level's
// drawing makes candidates of that number (drawn.go, listed.go, blocks.go); one of them is what is wanted (wanted.go);
// and that one is turned, answered and replayed (below). Which drawing a level has is decided in plan.go.
type generator struct {
	board   *board.Board
	options Options
	id      string // of its puzzles, up to the index
	algebra algebra
	facts
	alike   *alike.States // of states, if puzzles must be distinct up to symmetry
	orbits  [][]int       // of switches, under the symmetry that is wanted, if it moves switches
	plain   bool          // the board is large, and puzzles are drawn without its algebra
	solver  solve.Solver  // finds lightest answers where they are not compared
	far     int           // the fewest presses of which apart is known to be false
	levels  []level
	missing []Range // presses that are left out: no puzzle needs so many, or they are too rare
	scarce  []Short // levels of a ramp with fewer puzzles than their share
	order   batch.Turns
}

// prepare works out all that the puzzles of a board need but for the plan.
func prepare(ctx context.Context, b *board.Board, o Options) (*generator, error) {
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
	g := &generator{board: b, options: o, id: id, far: b.Switches() + 1, plain: drawsPlainly(b, o)}
	g.solver = solve.Solver{Workers: 1, Progress: func(best, lower int) {
		g.progress("weighing the %s answers of a puzzle: the lightest has %d to %d presses", g.answers(), lower, best)
	}}.Remembering()
	if err := g.newAlgebra(ctx); err != nil {
		return nil, err
	}
	if o.Distinct == "symmetry" {
		g.alike, err = alike.New(ctx, b)
	}
	return g, err
}

// progress reports what is being done; it is not to be called too often.
func (g *generator) progress(format string, args ...any) {
	if g.options.Work.Progress != nil {
		g.options.Work.Progress(fmt.Sprintf(format, args...))
	}
}

// make makes t puzzle i, with an answer if one is wanted.
func (g *generator) make(ctx context.Context, t *trial, i uint64, answer bool) error {
	l, number := g.order.Place(i)
	if err := g.levels[l].find(ctx, t, i, number); err != nil {
		return err
	}
	if g.alike != nil && g.options.Symmetric == "" {
		g.turn(t, i)
	}
	switch {
	case g.unsolvable():
		g.algebra.refute(t) // again, for the witness
		return nil
	case !answer:
		return nil
	case t.weight >= 0: // it was found already
	case g.weighs():
		if err := g.lightest(ctx, t, stepsPerPuzzle); err != nil {
			return err
		}
	default:
		g.algebra.solve(t)
	}
	return g.replay(ctx, t, i)
}

// turn shows the puzzle in a random orientation. Its answer is then another one.
func (g *generator) turn(t *trial, i uint64) {
	t.begin(g.options.Seed, toTurn, i, 0)
	alike.Move(g.alike.All[t.random.Below(uint64(g.alike.Count()))], t.image, t.state)
	t.state, t.image = t.image, t.state
}

// unsolvable reports whether the puzzles are states without an answer.
func (g *generator) unsolvable() bool { return g.options.Unsolvable > 0 }

// where is the board with the symmetry that states must have.
func (g *generator) where() string {
	if how := g.options.Symmetric; how != "" {
		return g.board.Spec() + " with the symmetry " + how
	}
	return g.board.Spec()
}

// weighs reports whether the fewest presses of every puzzle are found.
func (g *generator) weighs() bool {
	return !g.unsolvable() && (g.compared || g.facts.states != nil && g.options.weighs())
}

// replay presses the answer, switch by switch. Nothing that found the answer has a part in this, so a mistake there
// ends the batch instead of being written.
func (g *generator) replay(ctx context.Context, t *trial, i uint64) error {
	if g.algebra.press(ctx, t.image, t.answer); ctx.Err() != nil {
		return ctx.Err()
	}
	if !t.image.Equal(t.state) || t.weight >= 0 && t.weight != t.answer.Weight() {
		return fmt.Errorf("generate: the answer found for puzzle %d on %s does not solve it; this is a bug, please "+
			"report it", i, g.board.Spec())
	}
	return nil
}

// bytes is about how much memory the generator holds.
func (g *generator) bytes() int64 {
	things := int64(g.board.Lights() + g.board.Switches())
	total := 8*min(3*sample.MaxTable, things*things) + int64(max(0, g.nullity))*things/4
	for i := range g.levels {
		total += 1<<10 + 4*int64(g.levels[i].passed)
	}
	if g.alike != nil {
		total += g.alike.Bytes()
	}
	return total
}
