package bench

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"lightsout/board"
	"lightsout/solve"
)

// instance is one question about one puzzle, and what is known of the correct answer.
type instance struct {
	family   family
	size     int
	question question
	seed     uint64

	puzzle  *board.Puzzle
	bound   int  // of the questions at-most and too-few
	nullity *int // nil if not known
	fewest  int  // the fewest presses, or -1 if unknown

	dir      string              // of its files
	problems map[string]*problem // by their files
}

// instanceName is the name that List shows and Options.Filter matches.
func instanceName(family string, size int, q question) string {
	return fmt.Sprintf("%s-%d-%s", family, size, q)
}

const (
	// minimumSteps limits the search for the fewest presses of an instance before anyone is asked, to some
	// tens of seconds. It counts steps, so that every machine asks the same questions. With more than two
	// states all answers are gone through: mostAnswers of them take some seconds.
	minimumSteps = 1 << 35
	mostAnswers  = 1 << 24
	// maxAnalysed is the largest board that is solved only to know its nullity.
	maxAnalysed = 1 << 12
	// mostSpoiled is how many lights are changed to find a state without an answer.
	mostSpoiled = 256
)

// newInstance makes the puzzle from its seed, and finds the correct answer by means other than SAT. An error says why
// the question cannot be asked, for instance because every state has an answer.
func newInstance(ctx context.Context, f family, size int, q question, seed uint64) (*instance, error) {
	p := &instance{family: f, size: size, question: q, seed: seed, fewest: -1, problems: map[string]*problem{}}
	var err error
	if p.puzzle, err = f.puzzle(size, seed); err != nil {
		return nil, err
	}
	if err := p.puzzle.Board.CheckSize(); err != nil {
		return nil, err
	}
	if p.family.formula != nil {
		return p, p.askFormula(ctx)
	}
	if !f.given {
		if err := p.puzzle.SetLights("random", "", seed); err != nil {
			return nil, err
		}
	}
	if q == askAny && p.puzzle.Board.Lights() > maxAnalysed && !f.given {
		return p, nil // solvable by construction
	}
	res, err := solve.Any(ctx, p.puzzle)
	_, none := errors.AsType[*solve.UnsolvableError](err)
	switch {
	case err != nil && !none:
		return nil, err
	case none && q == askUnsolvable:
		return p, nil
	case none:
		return nil, fmt.Errorf("it is %w", err)
	}
	if states := int64(p.puzzle.Board.States()); states == 2 || big.NewInt(states).ProbablyPrime(0) {
		p.nullity = &res.Algebra.Nullity
	}
	switch {
	case q == askUnsolvable && f.given:
		return nil, errors.New("it has an answer")
	case q == askUnsolvable:
		return p, p.spoil(ctx, res)
	case q.counts():
		return p, p.findFewest(ctx, res)
	}
	return p, nil
}

// spoil changes lights until the puzzle has no answer.
func (p *instance) spoil(ctx context.Context, res *solve.Result) error {
	b := p.puzzle.Board
	lights := rand.New(rand.NewPCG(p.seed, 5)).Perm(b.Lights())
	if n := res.Algebra.Answers; b.Lights() == b.Switches() && n != nil && n.IsInt64() && n.Int64() == 1 {
		lights = nil // one answer on a square board: so it is for every state
	}
	for _, l := range lights[:min(len(lights), mostSpoiled)] {
		p.puzzle.On.Set(l, p.puzzle.On.At(l)+1)
		_, err := solve.Any(ctx, p.puzzle)
		if _, none := errors.AsType[*solve.UnsolvableError](err); none {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return errors.New("every state has an answer")
}

// findFewest finds the fewest presses by linear algebra, and gives questions that count presses their bound.
func (p *instance) findFewest(ctx context.Context, res *solve.Result) error {
	solver := solve.Solver{Engine: "gf2", MaxSteps: minimumSteps}
	few := true
	if p.puzzle.Board.States() > 2 {
		solver = solve.Solver{}
		few = res.Algebra.QuietOrder != nil && res.Algebra.QuietOrder.Cmp(big.NewInt(mostAnswers)) <= 0
	}
	if few {
		best, err := solver.Minimum(ctx, p.puzzle)
		if err != nil {
			return err
		}
		if best.Proved() {
			p.fewest = best.PressCount()
		}
	}
	switch {
	case p.question == askFewest:
		return nil
	case p.fewest < 0:
		return errors.New("the fewest presses are not known")
	case p.question == askTooFew && p.fewest == 0:
		return errors.New("it takes no press")
	case p.question == askAtMost:
		p.bound = p.fewest
	default:
		p.bound = p.fewest - 1
	}
	return nil
}

// verdict decides whether an answer is correct. With none, the contestant claims that there is no
// answer; otherwise presses is its answer, and with fewest it claims that there are no fewer. No presses need no such
// claim.
func (p *instance) verdict(presses []int, none, fewest bool) (outcome, string) {
	if p.family.formula != nil {
		return p.family.formula.judge(presses, none)
	}
	b := p.puzzle.Board
	if bad := slices.IndexFunc(presses, func(s int) bool { return s < 0 || s >= b.Switches() }); bad >= 0 {
		return wrong, fmt.Sprintf("there is no switch %d", presses[bad])
	}
	replay := solve.Check(p.puzzle, presses)
	if replay.Err != nil {
		return unchecked, replay.Err.Error()
	}
	times := board.NewState(b.Switches(), b.States())
	for _, s := range presses {
		times.Set(s, times.At(s)+1)
	}
	n := times.Weight() // presses that cancel each other do not count
	switch {
	case none:
		if p.question == askUnsolvable || p.question == askTooFew {
			return refuted, ""
		}
		return wrong, "claims that there is no answer, but there is one"
	case !replay.Solved:
		return wrong, "the presses do not reach the goal"
	case p.question == askUnsolvable:
		return wrong, "an answer to a puzzle that has none"
	case p.question.bounds() && n > p.bound:
		return wrong, fmt.Sprintf("%d presses, but at most %d were allowed", n, p.bound)
	case p.fewest >= 0 && n < p.fewest:
		return wrong, fmt.Sprintf("%d presses, fewer than the %d that this program proved minimal: its proof is wrong",
			n, p.fewest)
	case p.question == askFewest && !fewest && n > 0:
		return gaveUp, fmt.Sprintf("presses so far: %d, not claimed to be the fewest", n)
	case p.question == askFewest && p.fewest >= 0 && n > p.fewest:
		return wrong, notFewest(n, p.fewest)
	case p.question == askFewest && p.fewest < 0 && n > 0:
		return unchecked, fmt.Sprintf("claims that %d presses are the fewest, which nobody checked", n)
	}
	return solved, ""
}

func notFewest(claimed, enough int) string {
	return fmt.Sprintf("%d presses claimed to be the fewest, but %d are enough", claimed, enough)
}
