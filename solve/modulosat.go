package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
)

// colouredSAT is one coloured puzzle in a SAT solver: modular sums as clauses.
type colouredSAT struct {
	*modularProblem
	*clauses // with K−1 literals for each switch
}

func (c *modularProblem) newSAT() (*colouredSAT, error) {
	s := c.solver
	t, err := newClauses(c.puzzle, encode.Options{Xor: s.Xor, Card: s.Card, Forbid: s.Forbid, Require: s.Require, Alike: c.limits.groups}, s.MaxMemory)
	return &colouredSAT{c, t}, err
}

// ask looks for an answer within the bounds; times is nil if there is none.
func (t *colouredSAT) ask(ctx context.Context, atLeast, atMost *int) (times []uint8, err error) {
	model, ok, err := t.find(ctx, atLeast, atMost)
	if !ok {
		return nil, err
	}
	times = make([]uint8, t.puzzle.Board.Switches())
	for i, lit := range t.lits {
		if model.Value(lit) {
			times[i/(t.k-1)]++
		}
	}
	return times, nil
}

// refuted is why there is no answer: the algebra's witness, or the conditions that were set.
func (t *colouredSAT) refuted(ctx context.Context) error {
	err := error(t.outOfReach())
	_, witness, ok := t.system.Solve(t.needed)
	switch {
	case !ok:
		err = t.unsolvable(ctx, witness)
	case !t.solver.counted() && t.limits.base.IsZero():
		return fmt.Errorf("solve: an engine found no answer where elimination finds one; this is a fault of the program, please report it")
	}
	if no, ok := errors.AsType[*UnsolvableError](err); ok {
		no.effort = t.spent()
	}
	return err
}

// sat answers with gini.
func (c *modularProblem) sat(ctx context.Context, q question) (modularFinding, error) {
	return c.satFrom(ctx, q, nil, 0)
}

// satFrom is sat where an answer of the columns is known, unless it is nil, and that every answer has at least
// lower presses.
func (c *modularProblem) satFrom(ctx context.Context, q question, known []uint8, lower int) (modularFinding, error) {
	t, err := c.newSAT()
	if err != nil {
		return modularFinding{}, err
	}
	var times []uint8
	if known != nil && c.keeps(known) {
		times = c.widen(known)
	} else {
		times, err = t.ask(ctx, c.solver.AtLeast, c.solver.AtMost)
	}
	switch {
	case err != nil:
		return modularFinding{}, err
	case times == nil:
		return modularFinding{}, t.refuted(ctx)
	}
	f := modularFinding{times: times, lower: lower}
	if q == fewestPresses {
		f.lower, f.proof, f.stopped, err = t.descend(c.solver, board.Digits(times, c.k).Weight(), max(lower, c.fewestPresses()), func(atMost int) (int, bool, error) {
			fewer, err := t.ask(ctx, c.solver.AtLeast, &atMost)
			if fewer != nil {
				f.times = fewer
			}
			return board.Digits(f.times, c.k).Weight(), fewer != nil, err
		})
		if err != nil {
			return modularFinding{}, err
		}
	}
	c.solver.Engine = "sat" // it may have been asked in place of another
	f.xor, f.effort = t.plan.Parity().String(), t.spent()
	if t.count != nil {
		f.card = t.plan.Counting().Name
	}
	return f, nil
}

// satAll lists answers by adding, for each one found, a clause that forbids it.
func (c *modularProblem) satAll(ctx context.Context) iter.Seq2[[]uint8, error] {
	return func(yield func([]uint8, error) bool) {
		t, err := c.newSAT()
		if err != nil {
			yield(nil, err)
			return
		}
		var block []cnf.Lit
		for first := true; ; first = false {
			times, err := t.ask(ctx, c.solver.AtLeast, c.solver.AtMost)
			if err == nil && times == nil && first && !c.solver.counted() {
				err = t.refuted(ctx)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if times == nil || !yield(times, nil) {
				return
			}
			block = block[:0]
			for x, n := range times { // not pressed exactly so often
				lits := t.lits[x*(c.k-1) : (x+1)*(c.k-1)]
				if n > 0 {
					block = append(block, lits[n-1].Neg())
				}
				if int(n) < c.k-1 {
					block = append(block, lits[n])
				}
			}
			t.session.Clause(block...)
		}
	}
}
