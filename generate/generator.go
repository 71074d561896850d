package generate

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"lightsout/board"
	"lightsout/census"
	"lightsout/gf2"
	"lightsout/solve"
)

// Generator makes the puzzles of one board, one set of options and one seed. It does not change
// once made and is safe for concurrent use.
type Generator struct {
	board   *board.Board
	options Options
	id      string // of its puzzles, up to the index
	levels  []level
	trials  sync.Pool

	// These are not known of boards that are not eliminated.
	space   *code    // the states that are wanted, solvable ones
	answers *answers // finds the answers to states
	// invariants are the sets of lights that every switch touches an even number of times.
	invariants []gf2.Vec
	columns    columns
	count      string        // how many answers each puzzle has
	alike      *symmetries   // of states, if puzzles must be distinct up to symmetry
	orbits     []portion     // of switches, under the symmetry that is wanted, if it moves switches
	depth      *census.Depth // nil unless it was searched for
	colours    *colours      // nil if lights have two states; else the fields above are not known
}

// level is one step of the ramp; without a ramp there is just one.
type level struct {
	presses *Range
	sampler
}

// Item is one puzzle of a batch.
type Item struct {
	Index uint64
	On    board.State // the lights that are on; the goal is all off
	// Presses is an answer: one of the fewest presses if MinPresses is not -1, and then, if the
	// nullity is at most 20, of several the one that presses the lowest switch in which they differ.
	Presses    board.State
	MinPresses int
}

// New prepares a generator. It is an error if there are no such puzzles.
func New(ctx context.Context, b *board.Board, o Options) (*Generator, error) {
	o, err := o.complete()
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
	g := &Generator{board: b, options: o, id: id}
	g.trials.New = func() any { return g.newTrial() }
	if b.States() > 2 {
		if err := g.eliminateColours(ctx); err != nil {
			return nil, err
		}
		return g, g.planColours(ctx)
	}
	if isLarge(b) {
		if err := g.checkLarge(); err != nil {
			return nil, err
		}
		if done, err := g.prepareLarge(ctx); done || err != nil {
			return g, err
		}
	}
	if err := g.eliminate(ctx); err != nil {
		return nil, err
	}
	switch o.Method {
	case "presses":
		g.drawFrom(randomPresses{b, o.RandomPresses}, g.filter(o.Presses))
	case "sat":
		choice, err := newSATChoice(ctx, b, o.AllowSolved)
		if err != nil {
			return nil, err
		}
		g.drawFrom(choice, g.filter(o.Presses))
	default:
		return g, g.plan(ctx)
	}
	return g, g.checkPresses(ctx, o.Presses)
}

// drawFrom is the plan where candidates can only be drawn.
func (g *Generator) drawFrom(d drawer, f filter) {
	g.levels = []level{{f.presses, &drawn{from: d, filter: f, seed: g.options.Seed, attempts: attemptsUntested}}}
}

// progress reports what is being done; it is not to be called too often.
func (g *Generator) progress(format string, args ...any) {
	if g.options.Progress != nil {
		g.options.Progress(fmt.Sprintf(format, args...))
	}
}

func (g *Generator) newTrial() *trial {
	lights, switches := g.board.Lights(), g.board.Switches()
	if g.colours == nil {
		return newTrial(lights, switches)
	}
	t := newTrial(0, 0)
	t.colour = &colourTrial{make([]uint8, lights), make([]uint8, lights), make([]uint8, switches), make([]uint8, switches)}
	return t
}

// notDark reports whether the goal is not a puzzle.
func (g *Generator) notDark() bool { return !g.options.AllowSolved }

func (g *Generator) eliminate(ctx context.Context) error {
	linear, err := solve.Analyse(ctx, g.board)
	if err != nil {
		return err
	}
	if err := checkPatterns(g.board, linear); err != nil {
		return err
	}
	g.columns = columnsOf(g.board)
	quiet, err := linear.Quiet(ctx)
	if err != nil {
		return err
	}
	invariants, err := linear.Invariants(ctx)
	if err != nil {
		return err
	}
	g.invariants = solve.Sets(invariants)
	solvable := newCode(g.board.Lights(), g.invariants)
	g.answers = g.newAnswers(linear, solve.Sets(quiet), solvable)
	g.count = new(big.Int).Lsh(big.NewInt(1), uint(len(g.answers.quiet))).String()
	g.space = solvable
	if g.options.Symmetric != "" {
		motions, err := g.board.Motions(ctx, g.options.Symmetric)
		if err != nil {
			return err
		}
		g.space = newCode(g.board.Lights(), append(slices.Clip(g.invariants), pairs(g.board, motions)...))
		g.orbits = orbits(g.board.Switches(), motions)
	}
	if g.options.Distinct == "symmetry" {
		if g.alike, err = newSymmetries(ctx, g.board); err != nil {
			return err
		}
	}
	if len(g.answers.quiet) == 0 {
		g.options.Unique = false // every answer is the only one
	}
	if g.space.dim() == 0 && g.notDark() {
		if g.options.Symmetric != "" {
			return refusef("no solvable state of %s but the goal has the symmetry %s", g.board.Spec(), g.options.Symmetric)
		}
		return refusef("no state of %s but the goal is solvable", g.board.Spec())
	}
	return nil
}

// filter is what all samplers ask, with the given range of presses.
func (g *Generator) filter(presses *Range) filter {
	f := filter{notDark: g.notDark(), lit: g.options.Lit, presses: presses, unique: g.options.Unique, answers: g.answers, alike: g.alike}
	if g.options.Symmetric != "" {
		f.alikeIn = g.space
	}
	return f
}

// Board is the board that puzzles are on.
func (g *Generator) Board() *board.Board { return g.board }

// Uniform reports whether all puzzles that meet the options are equally likely (with a ramp: those
// of a level; up to symmetry: all classes).
func (g *Generator) Uniform() bool {
	return !slices.ContainsFunc(g.levels, func(l level) bool { return !l.even() })
}

// Weighs reports whether the fewest presses of every puzzle are found. Otherwise an Item's MinPresses is
// usually -1; Options.Minimum asks for them, on boards that are not too large for it.
func (g *Generator) Weighs() bool {
	o := g.options
	if g.colours != nil {
		return g.colours.enumerable() || o.Minimum || o.Presses != nil || o.Levels != 0
	}
	return g.answers != nil && (g.answers.enumerable() || o.Minimum || o.Presses != nil || o.Levels != 0)
}

// Puzzle is puzzle i. It depends on the board, the options, the seed and i, and on nothing else.
func (g *Generator) Puzzle(ctx context.Context, i uint64) (Item, error) {
	t := g.trials.Get().(*trial)
	defer g.trials.Put(t)
	if err := g.make(ctx, t, i, true); err != nil {
		return Item{}, err
	}
	if c := t.colour; c != nil {
		k := g.board.States()
		return Item{Index: i, On: board.Digits(slices.Clone(c.state), k), Presses: board.Digits(slices.Clone(c.answer), k), MinPresses: t.weight}, nil
	}
	return Item{Index: i, On: board.Bits(t.state.Clone()), Presses: board.Bits(t.answer.Clone()), MinPresses: t.weight}, nil
}

// make makes t puzzle i, with an answer if one is wanted.
func (g *Generator) make(ctx context.Context, t *trial, i uint64, answer bool) error {
	if g.colours != nil {
		return g.findColours(ctx, t, i, answer)
	}
	if err := g.find(ctx, t, i, answer); err != nil || !answer {
		return err
	}
	return g.replay(t, i)
}

// replay presses the answer, switch by switch as the board says. Nothing that found the answer has
// a part in this, so a mistake there ends the batch instead of being written. Boards that are not
// eliminated need no replay: there the state is where the presses lead.
func (g *Generator) replay(t *trial, i uint64) error {
	if g.answers == nil {
		return nil
	}
	g.columns.press(t.image, t.answer)
	if !t.image.Equal(t.state) || t.weight >= 0 && t.weight != t.answer.Weight() {
		return fmt.Errorf("generate: the answer found for puzzle %d on %s does not solve it; this is a bug, please report it", i, g.board.Spec())
	}
	return nil
}

// find makes t puzzle i, with an answer that is not checked yet.
func (g *Generator) find(ctx context.Context, t *trial, i uint64, answer bool) error {
	l, number := g.place(i)
	if err := l.find(ctx, t, i, number); err != nil {
		return err
	}
	if g.alike != nil && g.options.Symmetric == "" {
		t.random = newStream(g.options.Seed, orienting, i, 0)
		move(g.alike.all[t.random.below(uint64(g.alike.count()))], t.image, t.state)
		t.state, t.image = t.image, t.state
		t.weight = -1
	}
	if !answer || t.weight >= 0 {
		return nil
	}
	switch {
	case g.answers == nil:
		t.answer.Copy(t.presses)
	case g.Weighs():
		return g.answers.weigh(ctx, t, stepsPerPuzzle)
	default:
		g.answers.any(t.answer, t.state)
	}
	return nil
}
