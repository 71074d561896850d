package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"

	"lightsout/board"
	"lightsout/generate"
	"lightsout/solve"
)

// instance is one question about one puzzle, and what is known of the correct answer.
type instance struct {
	family   family
	size     int
	question question
	seed     uint64
	batch    int
	flips    float64 // the probability of each; 0 if the puzzle is not a shot
	given    bool    // the puzzle is as somebody wrote it, and may have no answer

	puzzle  *board.Puzzle
	bound   int // of the questions at-most and too-few
	nullity int // -1 if not computed
	fewest  int // the fewest presses, or -1 if unknown

	symmetries symmetries
	weighed    sync.Once // see weigh
}

// instanceName is the name that List shows and Options.Filter matches.
func instanceName(family string, size int, q question) string {
	return fmt.Sprintf("%s-%d-%s", family, size, q)
}

// errNone means that the question cannot be asked, for instance because every state is reachable.
var errNone = errors.New("not asked")

// minimumSteps limits the search for the fewest presses of an instance before anyone is asked, to some
// tens of seconds. It counts steps, so that every machine asks the same questions.
const minimumSteps = 1 << 35

// newInstance makes the puzzle from its seed, and finds the correct answer by means other than SAT.
func newInstance(ctx context.Context, row row, size int, q question, seed uint64) (*instance, error) {
	p := &instance{family: row.Family, size: size, question: q, seed: seed, batch: row.Batch, flips: row.Start.flips, nullity: -1, fewest: -1}
	var err error
	if p.puzzle, p.given, err = row.Family.puzzle(size, seed); err != nil {
		return nil, err
	}
	b := p.puzzle.Board
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	if b.States() > 2 {
		return p, p.colours(ctx, row)
	}
	switch {
	case p.flips > 0:
		p.given = false
		p.puzzle.On = p.puzzle.Goal.Plus(board.Bits(p.shots(1)[0].syndrome))
	case p.given && row.Start == start{}: // as it is
	case row.Start.presses != "":
		if err := p.atDistance(ctx, row.Start.presses); err != nil {
			return nil, err
		}
	case row.Start.on != "":
		p.given = true
		if err := p.puzzle.SetLights(row.Start.on, "", seed); err != nil {
			return nil, err
		}
	default:
		p.puzzle.On = board.RandomReachable(b, p.puzzle.Goal, seed, 0)
	}
	if q == askBatch {
		return p, nil
	}
	if q == askAny && b.Lights() > maxAnalysed && !p.given {
		return p, nil // solvable by construction
	}
	linear, err := solve.Analyse(ctx, b)
	if err != nil {
		return nil, err
	}
	p.nullity = linear.Nullity()
	switch {
	case p.given:
		if err := p.suits(ctx); err != nil {
			return nil, err
		}
	case q == askUnsolvable:
		return p, p.spoil(linear)
	}
	if q.counts() || q == askFewest {
		return p, p.findFewest(ctx)
	}
	return p, nil
}

// suits decides whether the question can be put to a given puzzle: the proof that there is no answer
// only where that is true, all others only where there is one.
func (p *instance) suits(ctx context.Context) error {
	_, err := solve.Any(ctx, p.puzzle)
	unsolvable, none := errors.AsType[*solve.UnsolvableError](err)
	switch {
	case err != nil && !none:
		return err
	case none && p.question != askUnsolvable:
		return fmt.Errorf("%w: it is %s", errNone, unsolvable.Error())
	case !none && p.question == askUnsolvable:
		return fmt.Errorf("%w: it has an answer", errNone)
	}
	return nil
}

// maxAnalysed is the largest board whose nullity is computed only to be reported.
const maxAnalysed = 1 << 12

// atDistance starts the puzzle from a random state that needs so many presses.
func (p *instance) atDistance(ctx context.Context, presses string) error {
	n, err := strconv.Atoi(presses)
	if err != nil {
		n = p.size // N
	}
	g, err := generate.New(ctx, p.puzzle.Board, generate.Options{Seed: p.seed, Presses: &generate.Range{Low: n, High: n}})
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
		return fmt.Errorf("%w: every state has an answer", errNone)
	}
	r := rand.New(rand.NewPCG(p.seed, 5))
	lights := invariants[r.IntN(len(invariants))].Indices()
	l := lights[r.IntN(len(lights))]
	p.puzzle.On.Add(l, 1)
	return nil
}

// findFewest finds the fewest presses by searching the coset of answers.
func (p *instance) findFewest(ctx context.Context) error {
	if p.flips > 0 {
		if err := p.weigh(ctx); err != nil {
			return err
		}
	} else {
		res, err := solve.Solver{Engine: "gf2", MaxSteps: minimumSteps}.Minimum(ctx, p.puzzle)
		if err != nil {
			return err
		}
		if res.Minimum {
			p.fewest = res.Presses.Weight()
		}
	}
	return p.setBound()
}

// setBound gives questions that count presses their bound.
func (p *instance) setBound() error {
	switch {
	case p.question == askFewest:
		return nil
	case p.fewest < 0:
		return fmt.Errorf("%w: the fewest presses are not known", errNone)
	case p.question == askTooFew && p.fewest == 0:
		return fmt.Errorf("%w: it takes no press", errNone)
	case p.question == askAtMost:
		p.bound = p.fewest
	default:
		p.bound = p.fewest - 1
	}
	return nil
}

// judge decides whether an answer is correct. With none, the contestant claims that there is no
// answer; otherwise presses is its answer, in which no press cancels another.
func (p *instance) judge(presses []int, none bool) (outcome, string) {
	hasAnswer := p.question != askUnsolvable && p.question != askTooFew
	switch {
	case none && hasAnswer:
		return wrong, "claims that there is no answer, but there is one"
	case none:
		return refuted, ""
	case !solve.Check(p.puzzle, presses).Solved:
		return wrong, "the presses do not reach the goal"
	case !hasAnswer && p.question == askUnsolvable:
		return wrong, "an answer to a puzzle that has none"
	}
	n := len(presses)
	switch {
	case p.question.counts() && n > p.bound:
		return wrong, fmt.Sprintf("%d presses, but at most %d were allowed", n, p.bound)
	case p.question.minimizes() && p.fewest >= 0 && n > p.fewest:
		return wrong, fmt.Sprintf("%d presses claimed to be the fewest, but %d are enough", n, p.fewest)
	case p.fewest >= 0 && n < p.fewest:
		return wrong, fmt.Sprintf("%d presses, fewer than the %d that this program proved minimal: its proof is wrong", n, p.fewest)
	}
	return solved, ""
}
