package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"lightsout/board"
	"lightsout/generate"
	"lightsout/gf2"
	"lightsout/solve"
)

// family is a kind of board in several sizes.
type family struct {
	name string
	// Either spec gives the SPEC of size n, or graph makes a random board from the seed.
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
	{name: "grid-quiet", spec: square("grid")}, // for sizes with quiet patterns, and so with many answers
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
	{name: "torus-3d", spec: func(n int) string { return fmt.Sprintf("torus:%dx%dx%d", n, n, n) }},
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
	{name: "scattered", graph: func(n int, seed uint64) *board.Board { return scattered(n, n, seed) }},
	{name: "roads", graph: func(n int, seed uint64) *board.Board { return roads(n, n, seed) }},
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

// about describes the board of size n.
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

// instance is one question about one puzzle, and what is known of the correct answer.
type instance struct {
	family   string
	size     int
	question question
	seed     uint64
	batch    int

	puzzle  *board.Puzzle
	bound   int // of the questions at-most and too-few
	nullity int // -1 if not computed
	fewest  int // the fewest presses, or -1 if unknown

	symmetries symmetries
}

// instanceName is the name that List shows and Options.Filter matches.
func instanceName(family string, size int, q question) string {
	return fmt.Sprintf("%s-%d-%s", family, size, q)
}

// errNone means that the board has no puzzle of the kind, for instance because every state is
// reachable.
var errNone = errors.New("the board has no such puzzle")

// minimumSteps limits the search for the fewest presses of an instance before anyone is asked, to some
// tens of seconds. It counts steps, so that every machine asks the same questions.
const minimumSteps = 1 << 35

// newInstance makes the puzzle from its seed, and finds the correct answer by means other than SAT.
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
		return p, nil // solvable by construction
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
		return p, p.findFewest(ctx)
	}
	return p, nil
}

// maxAnalysed is the largest board whose nullity is computed only to be reported.
const maxAnalysed = 1 << 12

// atDistance starts the puzzle from a random state that needs size presses.
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

// spoil flips one light of an invariant, so that the puzzle has no answer.
func (p *instance) spoil(linear solve.Linear) error {
	invariants := linear.Invariants()
	if len(invariants) == 0 {
		return errNone
	}
	r := rand.New(rand.NewPCG(p.seed, 5))
	lights := invariants[r.IntN(len(invariants))].Indices()
	l := lights[r.IntN(len(lights))]
	p.puzzle.On.Set(l, !p.puzzle.On.Bit(l))
	return nil
}

// findFewest finds the fewest presses by searching the coset of answers.
func (p *instance) findFewest(ctx context.Context) error {
	res, err := solve.Solver{Engine: "gf2", MaxSteps: minimumSteps}.Minimum(ctx, p.puzzle)
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

// judge decides whether an answer is correct. With none, the contestant claims that there is no
// answer; otherwise presses is its answer.
func (p *instance) judge(presses gf2.Vec, none bool) (outcome, string) {
	hasAnswer := p.question != askUnsolvable && p.question != askTooFew
	switch {
	case none && hasAnswer:
		return wrong, "claims that there is no answer, but there is one"
	case none:
		return refuted, ""
	case !solve.Check(p.puzzle, presses.Indices()).Solved:
		return wrong, "the presses do not reach the goal"
	case !hasAnswer && p.question == askUnsolvable:
		return wrong, "an answer to a puzzle that has none"
	}
	n := presses.Weight()
	switch {
	case (p.question == askAtMost || p.question == askTooFew) && n > p.bound:
		return wrong, fmt.Sprintf("%d presses, but at most %d were allowed", n, p.bound)
	case p.question == askFewest && p.fewest >= 0 && n > p.fewest:
		return wrong, fmt.Sprintf("%d presses claimed to be the fewest, but %d are enough", n, p.fewest)
	case p.fewest >= 0 && n < p.fewest:
		return wrong, fmt.Sprintf("%d presses, fewer than the %d that this program proved minimal: its proof is wrong", n, p.fewest)
	}
	return solved, ""
}
