package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"lightsout/board"
	"lightsout/generate"
	"lightsout/gf2"
	"lightsout/solve"
)

// family is a kind of board that comes in sizes.
type family struct {
	name string
	// spec is the SPEC of size n, or graph makes the board; then the seed changes the graph itself.
	spec  func(n int) string
	graph func(n int, seed uint64) *board.Board
}

func square(shape string) func(int) string {
	return func(n int) string { return fmt.Sprintf("%s:%dx%d", shape, n, n) }
}

func squareWith(option string) func(int) string {
	return func(n int) string { return fmt.Sprintf("grid:%dx%d,%s", n, n, option) }
}

func numbered(shape string) func(int) string {
	return func(n int) string { return fmt.Sprintf("%s:%d", shape, n) }
}

// power is the n-dimensional board of side 3.
func power(shape string) func(int) string {
	return func(n int) string { return shape + ":" + strings.TrimSuffix(strings.Repeat("3x", n), "x") }
}

var families = []family{
	{name: "grid", spec: square("grid")},
	{name: "grid-quiet", spec: square("grid")}, // sizes that have quiet patterns, and so many answers
	{name: "torus", spec: square("torus")},
	{name: "cylinder", spec: square("cylinder")},
	{name: "mobius", spec: square("mobius")},
	{name: "klein", spec: square("klein")},
	{name: "projective", spec: square("projective")},
	{name: "hypercube", spec: numbered("hypercube")},
	{name: "cube", spec: numbered("cube")},
	{name: "king", spec: squareWith("pattern=king")},
	{name: "pattern-x", spec: squareWith("pattern=x")},
	{name: "pattern-knight", spec: squareWith("pattern=knight")},
	{name: "self-off", spec: squareWith("self=off")},
	{name: "grid-3d", spec: func(n int) string { return fmt.Sprintf("grid:%dx%dx%d", n, n, n) }},
	{name: "path", spec: numbered("path")},
	{name: "cycle", spec: numbered("cycle")},
	{name: "complete", spec: numbered("complete")},
	{name: "star", spec: numbered("star")},
	{name: "petersen", spec: func(int) string { return "petersen" }}, // the only size is the number of lights
	{name: "merlin", spec: func(int) string { return "merlin" }},
	{name: "3-to-the", spec: power("grid")},
	{name: "torus-3-to-the", spec: power("torus")},
	{name: "4x4-presses", spec: func(int) string { return "grid:4x4" }}, // the size is how many presses a puzzle takes
	{name: "5x5-presses", spec: func(int) string { return "grid:5x5" }},
	{name: "cubic", graph: randomCubic},
	{name: "triangulation", graph: func(n int, seed uint64) *board.Board { return triangulation(n, n, seed) }},
	{name: "anonymous", graph: func(n int, seed uint64) *board.Board { return anonymous(n, n, seed) }},
	{name: "tree", graph: randomTree},
}

func familyByName(name string) (family, error) {
	for _, f := range families {
		if f.name == name {
			return f, nil
		}
	}
	return family{}, fmt.Errorf("no such family of boards %q", name)
}

// about is what a board of this family is.
func (f family) about(n int) string {
	if f.graph != nil {
		return fmt.Sprintf("random graph, %s(%d)", f.name, n)
	}
	return f.spec(n)
}

func (f family) board(n int, seed uint64) (*board.Board, error) {
	if f.graph != nil {
		return f.graph(n, seed), nil
	}
	return board.Parse(f.spec(n))
}

// instance is one question about one puzzle, with what is known of the right answer.
type instance struct {
	family   string
	size     int
	question question
	seed     uint64
	batch    int

	puzzle  *board.Puzzle
	bound   int // of the questions at-most and too-few
	nullity int // -1 if it was not looked into
	fewest  int // the fewest presses, or -1 if they are not known

	symmetries symmetries
}

// instanceName is what --list shows and --filter matches.
func instanceName(family string, size int, q question) string {
	return fmt.Sprintf("%s-%d-%s", family, size, q)
}

// errNone says that a board has no puzzle of the kind: every state can be reached, say.
var errNone = errors.New("there is no such puzzle")

// settling is how long the fewest presses of an instance may be searched for beforehand.
const settling = 20 * time.Second

// newInstance makes the puzzle from its seed, and finds out what the right answer is, by other means
// than SAT.
func newInstance(ctx context.Context, row row, size int, q question, seed uint64) (*instance, error) {
	f, err := familyByName(row.Family)
	if err != nil {
		return nil, err
	}
	b, err := f.board(size, seed)
	if err != nil {
		return nil, err
	}
	p := &instance{family: row.Family, size: size, question: q, seed: seed, batch: row.Batch, nullity: -1, fewest: -1}
	p.puzzle = board.NewPuzzle(b)
	switch row.Start {
	case startRandom:
		p.puzzle.On = board.RandomReachable(b, p.puzzle.Goal, seed, 0)
	case startDistance:
		if err := p.atDistance(ctx); err != nil {
			return nil, err
		}
	}
	if q == askAny && b.Lights() > maxAnalysed || q == askBatch {
		return p, nil // solvable by the way it was made
	}
	linear, err := solve.Analyse(ctx, b)
	if err != nil {
		return nil, err
	}
	p.nullity = linear.Nullity()
	switch q {
	case askUnsolvable:
		return p, p.spoil(linear)
	case askAtMost, askTooFew, askFewest:
		return p, p.settle(ctx)
	}
	return p, nil
}

// maxAnalysed bounds the boards whose nullity is told with an answer that needs none.
const maxAnalysed = 1 << 12

// atDistance starts the puzzle from a random state that takes size presses.
func (p *instance) atDistance(ctx context.Context) error {
	g, err := generate.New(ctx, p.puzzle.Board, generate.Options{Seed: p.seed, Presses: &generate.Range{Low: p.size, High: p.size}})
	if err != nil {
		return err
	}
	item, err := g.Puzzle(ctx, 0)
	if err != nil {
		return err
	}
	p.puzzle.On = item.On
	return nil
}

// spoil changes one light that some invariant watches, so that the puzzle has no answer.
func (p *instance) spoil(linear solve.Linear) error {
	invariants := linear.Invariants()
	if len(invariants) == 0 {
		return errNone
	}
	r := rand.New(rand.NewPCG(p.seed, 5))
	watched := invariants[r.IntN(len(invariants))].Indices()
	l := watched[r.IntN(len(watched))]
	p.puzzle.On.Set(l, !p.puzzle.On.Bit(l))
	return nil
}

// settle finds the fewest presses by searching the coset of answers.
func (p *instance) settle(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, settling)
	defer cancel()
	res, err := solve.Solver{Engine: "gf2"}.Minimum(limited, p.puzzle)
	if err != nil {
		return err
	}
	if res.Minimum {
		p.fewest = res.Presses.Weight()
	}
	switch {
	case p.question == askFewest:
		return nil
	case !res.Minimum || p.question == askTooFew && p.fewest == 0:
		return errNone
	case p.question == askAtMost:
		p.bound = p.fewest
	default:
		p.bound = p.fewest - 1
	}
	return nil
}

// judge says what an answer is worth: presses, or none of them if the contestant says that there is
// no answer.
func (p *instance) judge(presses gf2.Vec, none bool) (outcome, string) {
	hasAnswer := p.question != askUnsolvable && p.question != askTooFew
	switch {
	case none && hasAnswer:
		return wrong, "says that there is no answer, but there is"
	case none:
		return refuted, ""
	case !solve.Check(p.puzzle, presses.Indices()).Solved:
		return wrong, "the presses do not lead to the goal"
	case !hasAnswer && p.question == askUnsolvable:
		return wrong, "an answer to a puzzle that has none"
	}
	n := presses.Weight()
	switch {
	case (p.question == askAtMost || p.question == askTooFew) && n > p.bound:
		return wrong, fmt.Sprintf("%d presses where at most %d were asked for", n, p.bound)
	case p.question == askFewest && p.fewest >= 0 && n > p.fewest:
		return wrong, fmt.Sprintf("%d presses called the fewest, but %d do", n, p.fewest)
	case p.fewest >= 0 && n < p.fewest:
		return wrong, fmt.Sprintf("%d presses, fewer than the %d proved elsewhere: this program is wrong", n, p.fewest)
	}
	return solved, ""
}
