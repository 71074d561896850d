package solve

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"time"

	"lightsout/board"
	"lightsout/gf2"
)

// Solver is how puzzles are to be solved. The zero Solver is ready to use and chooses for itself.
type Solver struct {
	// Engine is one of [Engines]; "" is auto.
	Engine string
	// Forbid and Require are switches that must not, or must, be pressed, counted from 0; the
	// puzzle's own forbidden switches are forbidden as well.
	Forbid, Require []int
	// Workers is how many goroutines may compute; 0 is one per core. Answers do not depend on it.
	Workers int
	// MaxMemory bounds the tables of a search, in bytes; 0 is 1 GiB.
	MaxMemory int64
	// Progress, if not nil, is told when a search for the fewest presses improves its best answer
	// or its proved lower bound. It should be quick.
	Progress func(best, lower int)
}

// Result is a checked answer.
type Result struct {
	Puzzle *board.Puzzle
	// Presses reaches the puzzle's goal: it was replayed before it was returned.
	Presses gf2.Vec
	// Minimum: no answer has fewer presses, and Proof says how that is known.
	Minimum bool
	Proof   string
	// LowerBound is a proved bound on the presses of any answer, equal to the number of Presses if
	// Minimum.
	LowerBound int
	// Rank and Nullity are those of the board; Answers is how many answers there are within the
	// restrictions.
	Rank, Nullity int
	Answers       *big.Int
	// Engine is the one that found the answer, Elapsed how long it took, checking included.
	Engine  string
	Elapsed time.Duration
}

// Any finds an answer. It is [Solver.Any] of the zero Solver.
func Any(ctx context.Context, p *board.Puzzle) (*Result, error) { return Solver{}.Any(ctx, p) }

// Minimum finds an answer with the fewest presses. It is [Solver.Minimum] of the zero Solver.
func Minimum(ctx context.Context, p *board.Puzzle) (*Result, error) { return Solver{}.Minimum(ctx, p) }

// Any finds an answer, whichever is quickest to find.
func (s Solver) Any(ctx context.Context, p *board.Puzzle) (*Result, error) {
	return s.solve(ctx, p, anyAnswer)
}

// Minimum finds an answer with the fewest presses and proves that none has fewer. If the context
// ends first, or memory runs out, the result is the best answer so far: Minimum is false and
// LowerBound says what is proved.
func (s Solver) Minimum(ctx context.Context, p *board.Puzzle) (*Result, error) {
	return s.solve(ctx, p, fewestPresses)
}

func (s Solver) solve(ctx context.Context, p *board.Puzzle, q question) (*Result, error) {
	begin := time.Now()
	e, pr, err := s.prepare(p, q)
	if err != nil {
		return nil, err
	}
	f, err := e.run(ctx, pr, q, s)
	if err != nil {
		return nil, s.checkedRefusal(pr, err)
	}
	f.presses.Add(pr.base)
	if v := Check(p, f.presses.Indices()); !v.Solved {
		return nil, fmt.Errorf("solve: engine %s gave presses that leave %d lights wrong; this is a fault of the program, please report it", e.name, len(v.Wrong))
	}
	if err := pr.analyse(); err != nil {
		return nil, err
	}
	res := &Result{
		Puzzle: p, Presses: f.presses, Proof: f.proof,
		LowerBound: max(f.lower+pr.base.Weight(), pr.fewestFlips()),
		Answers:    pr.answers(), Engine: e.name,
	}
	if f.proof == "" && pr.linear.Nullity() == 0 {
		res.Proof = "the only answer"
	}
	if res.Proof != "" {
		res.Minimum, res.LowerBound = true, f.presses.Weight()
	}
	if res.Rank, res.Nullity, err = pr.boardRank(); err != nil {
		return nil, err
	}
	res.Elapsed = time.Since(begin)
	return res, nil
}

// prepare finds the engine and the problem it gets.
func (s Solver) prepare(p *board.Puzzle, q question) (engine, *problem, error) {
	e, err := pick(s.Engine)
	if err != nil {
		return e, nil, err
	}
	pr, err := restrict(p, s.Forbid, s.Require)
	if err != nil {
		return e, nil, err
	}
	return e, pr, e.fits(pr, q)
}

// checkedRefusal passes an engine's error on, after replaying the witness if it has one.
func (s Solver) checkedRefusal(pr *problem, err error) error {
	var proved bool
	switch e := err.(type) {
	case *UnsolvableError:
		proved = CheckWitness(pr.puzzle.Board, gf2.Vec{}, pr.puzzle.Change(), e.Witness)
	case *InfeasibleError:
		proved = e.Witness.Len() == 0 || CheckWitness(pr.puzzle.Board, pr.fixed, pr.change, e.Witness)
	default:
		return err
	}
	if !proved {
		return fmt.Errorf("solve: the witness of unsolvability does not hold; this is a fault of the program, please report it")
	}
	return err
}

// boardRank is rank and nullity of the whole board, whatever is restricted.
func (pr *problem) boardRank() (rank, nullity int, err error) {
	whole := pr.linear
	if pr.restricted() {
		if whole, err = Analyse(pr.puzzle.Board); err != nil {
			return 0, 0, err
		}
	}
	return whole.Rank(), whole.Nullity(), nil
}

// Count is how many answers there are; 0 for an unsolvable puzzle.
func (s Solver) Count(ctx context.Context, p *board.Puzzle) (*big.Int, error) {
	res, err := s.Any(ctx, p)
	switch err.(type) {
	case nil:
		return res.Answers, nil
	case *UnsolvableError, *InfeasibleError:
		return new(big.Int), nil
	default:
		return nil, err
	}
}

// All yields every answer, each checked, beginning with the one that [Solver.Any] finds: one
// quiet pattern is added from each to the next (Gray code), so that the order is always the same.
// An error ends the sequence. There may be very many answers: stop when you have enough.
func (s Solver) All(ctx context.Context, p *board.Puzzle) iter.Seq2[gf2.Vec, error] {
	return func(yield func(gf2.Vec, error) bool) {
		e, pr, err := s.prepare(p, anyAnswer)
		if err != nil {
			yield(gf2.Vec{}, err)
			return
		}
		f, err := e.run(ctx, pr, anyAnswer, s)
		if err != nil {
			yield(gf2.Vec{}, s.checkedRefusal(pr, err))
			return
		}
		if err := pr.analyse(); err != nil {
			yield(gf2.Vec{}, err)
			return
		}
		presses := f.presses.Sum(pr.base)
		for presses := range span(presses, pr.linear.Quiet()) {
			if err := ctx.Err(); err != nil {
				yield(gf2.Vec{}, err)
				return
			}
			if v := Check(p, presses.Indices()); !v.Solved {
				yield(gf2.Vec{}, fmt.Errorf("solve: engine %s gave presses that leave %d lights wrong; this is a fault of the program, please report it", e.name, len(v.Wrong)))
				return
			}
			if !yield(presses.Clone(), nil) {
				return
			}
		}
	}
}

// span yields word plus every sum of basis vectors in the order of the reflected Gray code: the
// i-th step adds the basis vector whose number is the lowest set bit of i. It counts in a slice of
// bools, as there is no word wide enough for every basis. The yielded vector is reused.
func span(word gf2.Vec, basis []gf2.Vec) iter.Seq[gf2.Vec] {
	return func(yield func(gf2.Vec) bool) {
		at := word.Clone()
		counter := make([]bool, len(basis)+1)
		for {
			if !yield(at) {
				return
			}
			low := 0
			for counter[low] {
				counter[low] = false
				low++
			}
			if low == len(basis) {
				return
			}
			counter[low] = true
			at.Add(basis[low])
		}
	}
}
